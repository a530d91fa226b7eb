"""Truth value of a tensor (PUR901)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.rewrites.compiled import is_compiled
from purity_lint.rewrites.operands import quote, tensor_finding
from purity_lint.rewrites.operators.truth_tests import has_truth, may_have_axes
from purity_lint.rewrites.scopes import enclosing, own_nodes
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Value
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.names import last_name

_LOOP = "while_loop"
"""Function that goes on while another one gives a true tensor."""

_SPEAKING = (ast.BinOp, ast.UnaryOp, ast.Call)
"""Tests on which other rules speak too, at the same place."""


class TensorTruth(Rule):
    """Flags the truth value of a tensor.

    ## What it does
    Flags a tensor, a comparison of tensors among them, as the condition of `if`, `while`, `assert`, a
    conditional expression or a comprehension, and as an operand of `and`, `or` and `not`. `if
    ops.any(t):` and `if ops.all(t):` are not flagged: they say what is asked. Neither is what is known to have
    no axes, `if ops.mean(x) > 1:`, which has one truth value on every backend, nor what is computed by element of
    nothing that is known to be a tensor, `if ops.isfinite(options.low):`, except in a function that is
    compiled with `ops.jit` or a compiler of a library, under the `keras` profile and with the setting `lazy`.

    ## Why is this bad?
    An array with several elements has no truth value: NumPy, PyTorch and JAX raise an error, each its
    own, and MLX another. An array with one element has one, but asking for it fetches the value to the
    host, so everything queued before it must finish, and under `jit` or `torch.compile(fullgraph=True)`
    it is an error. An empty array is false on some, with a warning, and an error on others.

    ## Example
    ```python
    if x == y:
        return x and y
    ```

    Use instead:
    ```python
    if ops.all(ops.equal(x, y)):
        return ops.logical_and(x, y)
    ```

    ## Fix safety
    Fixes are shown and never applied, because one has to know what was meant: `any`, `all`, elementwise
    logic (`ops.logical_and`, `ops.logical_not`), or `ops.where`/`ops.cond` for a branch that is to be traced.

    ## Options
    None.
    """

    code = "PUR901"
    name = "tensor-truth"
    nodes = (ast.If, ast.While, ast.Assert, ast.IfExp, ast.BoolOp, ast.UnaryOp, ast.comprehension)
    priority = -1
    VALID = (
        in_function("""
            if x.shape == y.shape and x.ndim > 1 and len(x):
                return x
        """),
        in_function("""
            if x is None or isinstance(x, list) or n:
                return x
        """),
        in_function("""
            while ops.any(ops.greater(x, 0)) and bool(ops.all(y)):
                x = ops.subtract(x, 1)
        """),
        in_function("""
            if ops.mean(x) > 1 and not ops.max(y) == 2:
                return x
        """),
        plain("""
            def f(names: list[str]):
                return [n for n in names if n and not names]
        """),
    )
    INVALID = (
        Invalid(
            in_function("""
                if x:
                    return y
            """),
            lines=(5,),
        ),
        Invalid(
            in_function("""
                while x > y:
                    x = ops.subtract(x, 1)
                assert x == y
            """),
            lines=(5, 7),
        ),
        Invalid(
            in_function("return x and y"),
            lines=(5,),
        ),
        Invalid(
            in_function("""
                if n and x:
                    return not y
                return 1 if x < 0 else 2
            """),
            lines=(5, 6, 7),
        ),
        Invalid(
            plain("""
                from emberops import ops


                @ops.jit
                def f(x):
                    return x if ops.mean(x) > 1 else ops.negative(x)
            """),
            lines=(6,),
        ),
        Invalid(
            in_function("return [v for v in range(n) if x]"),
            lines=(5,),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag each tensor whose truth ``node`` takes."""
        model = context.model
        compiled = context.has_no_values or _goes_to_a_loop(node, model)
        for test in _tests(node):
            value = model.value(test)
            if not value.is_tensor or _is_of_lists(test) or has_truth(test, model, compiled=compiled):
                continue
            if not (compiled or may_have_axes(test, model) or is_compiled(test, model)):
                continue
            message = f"the truth value of the tensor `{quote(model, test)}` is taken by {_taker(node)}"
            hint = (
                "Say what is asked: `ops.any(...)`, `ops.all(...)`, or `ops.where` for a choice by element."
            )
            yield tensor_finding(_place(node, test), message, value, _fix(node, test, value, model), hint)


def _is_of_lists(test: ast.expr) -> bool:
    """True for `x == [2, 4]`: of an array it would have two values, and no truth in any library."""
    match test:
        case ast.Compare(ops=[ast.Eq() | ast.NotEq()], comparators=[ast.List(elts=[_, _, *_])]):
            return True
        case ast.Compare(left=ast.List(elts=[_, _, *_]), ops=[ast.Eq() | ast.NotEq()]):
            return True
    return False


def _tests(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions whose truth ``node`` itself takes; nested ``and``, ``or``, ``not`` have their own turn."""
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test) | ast.IfExp(test=test):
            yield from _deciding(test)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _deciding(operand)
        case ast.BoolOp(values=values):
            for value in values[:-1]:
                yield from _deciding(value)
        case ast.comprehension(ifs=tests):
            for test in tests:
                yield from _deciding(test)


def _deciding(test: ast.expr) -> Iterator[ast.expr]:
    """Yield the operands that the outer node asks: of `a and b` only `b`, of `not a` none, which has its own turn."""
    if isinstance(test, ast.BoolOp):
        yield from _deciding(test.values[-1])
    elif not (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)):
        yield test


_TAKERS: dict[type[ast.AST], str] = {
    ast.If: "`if`",
    ast.While: "`while`",
    ast.Assert: "`assert`",
    ast.IfExp: "a conditional expression",
    ast.UnaryOp: "`not`",
    ast.And: "`and`",
    ast.Or: "`or`",
    ast.comprehension: "a comprehension",
}


def _taker(node: ast.AST) -> str:
    return _TAKERS[type(node.op if isinstance(node, ast.BoolOp) else node)]


def _place(node: ast.AST, test: ast.expr) -> ast.AST:
    """Return the node to report: the test, or `if test` where another rule has something to say of the test."""
    if not isinstance(test, _SPEAKING):
        return test
    if isinstance(node, ast.If | ast.While | ast.Assert):
        header = ast.If(test=test, body=[], orelse=[])
        header.lineno, header.col_offset = node.lineno, node.col_offset
        header.end_lineno, header.end_col_offset = test.end_lineno, test.end_col_offset
        return header
    return test if isinstance(node, ast.comprehension) else node


def _fix(node: ast.AST, test: ast.expr, value: Value, model: SemanticModel) -> Fix | None:
    """Return a fix with what was most likely meant, which is only shown where nothing says so."""
    if isinstance(node, ast.UnaryOp):
        edit = Rewrite(node, "{ops}.logical_not({x})", {"x": test})
        trust = Applicability.UNSAFE if _goes_to_a_loop(node, model) else Applicability.DISPLAY
        return Fix((edit,), trust, "Negate every element")
    if isinstance(node, ast.BoolOp) and len(node.values) == 2 and test is node.values[0]:
        name = "logical_and" if isinstance(node.op, ast.And) else "logical_or"
        edit = Rewrite(node, f"{{ops}}.{name}({{x}}, {{y}})", {"x": test, "y": node.values[1]})
        return Fix((edit,), Applicability.DISPLAY, "Combine every element")
    if value.rank == 0:
        return None
    match test:
        case ast.Compare(ops=[ast.NotEq()]):
            name = "any"
        case ast.Compare(ops=[ast.Eq()]):
            name = "all"
        case _ if isinstance(node, ast.Assert):
            name = "all"
        case _:
            return None
    return Fix(
        (Rewrite(test, f"{{ops}}.{name}({{x}})", {"x": test}),), Applicability.DISPLAY, f"Ask for {name}"
    )


def _goes_to_a_loop(node: ast.AST, model: SemanticModel) -> bool:
    """True for what a function returns that a loop of tensors asks whether to go on: `while_loop(cond, body, ...)`."""
    if not isinstance(node, ast.UnaryOp) or not isinstance(model.parent(node), ast.Return):
        return False
    function = model.function(node)
    if not isinstance(function, DEFINITIONS):
        return False
    calls = (n for n in own_nodes(enclosing(function, model)) if isinstance(n, ast.Call))
    loops = (call for call in calls if last_name(call.func) == _LOOP)
    conditions = (a for c in loops for a in (*c.args[:1], *(k.value for k in c.keywords if k.arg == "cond")))
    return any(isinstance(a, ast.Name) and a.id == function.name for a in conditions)
