"""PUR209: tensors compared with sequences."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.operands import (
    NUMBERS,
    SEQUENCES,
    TEXT,
    operation,
    quote,
    tensor_finding,
)
from purity_lint.rewrites.operators.arithmetic import (
    BITWISE,
    COMPARISON,
    Operation,
    read_operation,
)
from purity_lint.rewrites.scopes import enclosing
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value

_PERHAPS_LISTS = SEQUENCES | {Kind.UNKNOWN}


class SequenceComparison(Rule):
    """Flags comparisons of a tensor with what may be a list.

    ## What it does
    Flags `< <= > >=` between a tensor and something that is neither a number nor certainly a tensor, and `==`,
    `!=` between a tensor and a list or tuple, or what is a tensor on some paths alone if an operation is handed the
    answers, `ops.sum(x == y)`. What `if` or `while` asks is left alone: that is one truth value. Flags `& | ^` between
    what an operation gives and such an answer, `(x > 0) & ops.isfinite(x)`, where `x` may be an array of NumPy's.

    ## Why is this bad?
    NumPy's arrays are compared with lists and tuples, element by element. Other libraries' tensors raise an error,
    and `==` gives a single `False` on some of them. Of an array of NumPy's that a caller hands in, a comparison makes
    another one, which no operator joins with a tensor of PyTorch's.

    ## Example
    ```python
    from emberops import ops

    def outside(x: ops.Tensor, bounds):
        low, high = bounds
        return ops.any((x < low) | (x > high))
    ```

    Use instead:
    ```python
    from emberops import ops

    def outside(x: ops.Tensor, bounds):
        low, high = bounds
        return ops.any(ops.less(x, low) | ops.greater(x, high))
    ```

    ## Fix safety
    Safe where one operand is proven or declared to be a tensor on every path: on NumPy the function is the
    operator. Unsafe otherwise. None where callers may hand two lists, which Python compares by the first elements
    that differ.

    ## Options
    - `profile`: `array-api` allows operators, and this rule is silent.
    """

    code = "PUR209"
    name = "sequence-comparison"
    nodes = (ast.Compare, ast.BinOp)
    priority = 10
    VALID = (
        in_function("return x > 0, n < x, x < n + 1, x.shape[0] > n, ops.sum(x) >= ops.sum(x)"),
        in_function("""
            if x > y:
                return y == x
            return x < y
        """),
        plain("""
            def f(names: list[str], other):
                return names > other, names == ['a']
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                from emberops import ops

                def f(x: ops.Tensor, bounds):
                    low, high = bounds
                    return (x < low) | (high <= x)
            """),
            lines=(5, 5),
            fixed=plain("""
                from emberops import ops

                def f(x: ops.Tensor, bounds):
                    low, high = bounds
                    return ops.less(x, low) | ops.less_equal(high, x)
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops

                def f(x, y: ops.Tensor):
                    positive = (y > 0) & ops.isfinite(x), (x > 1) & (x < 2)
                    return positive, (x != 0) & ops.isfinite(x), ~ops.isnan(x) | ~(0 < x)
            """),
            lines=(5, 5),
            fixed=plain("""
                from emberops import ops

                def f(x, y: ops.Tensor):
                    positive = (y > 0) & ops.isfinite(x), (x > 1) & (x < 2)
                    return positive, ops.bitwise_and(x != 0, ops.isfinite(x)), ops.bitwise_or(~ops.isnan(x), ~(0 < x))
            """),
        ),
        Invalid(
            in_function("return ops.any(x == [1, 2])"),
            lines=(5,),
            fixed=in_function("return ops.any(ops.equal(x, [1, 2]))"),
        ),
        Invalid(
            plain("""
                from emberops import ops

                def share(labels: ops.Tensor, found):
                    return ops.mean(labels == found)

                def f(labels: ops.Tensor, several: list):
                    return share(labels, ops.sign(labels)), share(labels, several)
            """),
            lines=(4,),
            fixed=plain("""
                from emberops import ops

                def share(labels: ops.Tensor, found):
                    return ops.mean(ops.equal(labels, found))

                def f(labels: ops.Tensor, several: list):
                    return share(labels, ops.sign(labels)), share(labels, several)
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag the comparison of a tensor with what may be a sequence."""
        model = context.model
        if not context.wants_functions:
            return
        if isinstance(node, ast.BinOp):
            yield from _joined(node, model)
            return
        found = read_operation(node, model, COMPARISON)
        if found is None or _is_asked(found.node, model):
            return
        other = _doubtful(found, model)
        if other is not None:
            message = Message(
                f"`{found.symbol}` compares a tensor with `{quote(model, other)}`, which may be a list",
                f"use `ops.{found.function}`",
            )
            yield tensor_finding(
                node, message, found.tensor, None if _may_both_be_lists(found) else found.fix
            )


def _joined(node: ast.BinOp, model: SemanticModel) -> Iterator[Finding]:
    """Yield the finding for what an operation gives, and a comparison of what may be NumPy's, under one operator."""
    if type(node.op) not in BITWISE:
        return
    for mask, other in ((node.left, node.right), (node.right, node.left)):
        if _is_of_operation(other, model) and _compares_open(mask, model):
            found = read_operation(node, model, BITWISE)
            if found is not None:
                message = Message(
                    f"`{found.symbol}` joins a tensor with `{quote(model, mask)}`, which may be an array of NumPy's",
                    f"use `ops.{found.function}`",
                )
                yield tensor_finding(node, message, found.tensor, found.fix)
            return


def _is_of_operation(node: ast.expr, model: SemanticModel) -> bool:
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return operation(model, inner) is not None


def _compares_open(mask: ast.expr, model: SemanticModel) -> bool:
    """True for a comparison of a number and what callers may hand in as an array of NumPy's, and for several ones."""
    match mask:
        case ast.UnaryOp(op=ast.Invert(), operand=inner):
            return _compares_open(inner, model)
        case ast.BinOp(left=left, right=right):
            return _compares_open(left, model) and _compares_open(right, model)
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISON:
            values = [(one, model.value(one)) for one in (left, right)]
            is_open = any(_is_open(one, value, model) and not _is_text(value) for one, value in values)
            return is_open and any(value.kind in NUMBERS for _, value in values)
    return False


def _may_both_be_lists(found: Operation) -> bool:
    """True where callers may hand two lists, of which the first elements that differ decide."""
    other = found.other
    return found.tensor.listed and other is not None and (other.listed or other.kind in _PERHAPS_LISTS)


def _doubtful(found: Operation, model: SemanticModel) -> ast.expr | None:
    """Return the operand that may be a list or tuple; ``None`` where none may be, or one may be text."""
    assert isinstance(found.node, ast.Compare)
    by_value = isinstance(found.node.ops[0], ast.Eq | ast.NotEq)
    operands = (found.node.comparators[0], found.node.left)
    if any(_is_text(model.value(operand)) for operand in operands):
        return None
    for operand in operands:
        value = model.value(operand)
        is_open = _may_be_list(found.node, value, model) if by_value else _is_open(operand, value, model)
        if value.kind in SEQUENCES or is_open:
            return None if _is_number(found, operand, model) else operand
    return None


def _is_text(value: Value) -> bool:
    """True where ``value`` is text, or holds text, on some path."""
    inside = [*(value.elements or ()), *([value.element] if value.element is not None else [])]
    return value.textual or any(part.kind in TEXT for part in inside)


def _is_open(operand: ast.expr, value: Value, model: SemanticModel) -> bool:
    """True where a caller may pass a list: nothing is known of the value, or by its use or documentation alone."""
    if not value.is_tensor:
        return value.kind is Kind.UNKNOWN
    if value.evidence is not Evidence.DECLARED:
        return value.evidence < Evidence.DECLARED and isinstance(operand, ast.Name | ast.Attribute)
    arguments = getattr(enclosing(operand, model), "args", None)
    every = ast.walk(arguments) if isinstance(arguments, ast.arguments) else ()
    return isinstance(operand, ast.Name) and any(
        isinstance(a, ast.arg) and a.arg == operand.id and a.annotation is None for a in every
    )


def _may_be_list(comparison: ast.expr, value: Value, model: SemanticModel) -> bool:
    """True for what `==` may be given instead of a tensor, where an array is wanted of it: `ops.sum(x == y)`."""
    parent = model.parent(comparison)
    wanted = (
        isinstance(parent, ast.Call)
        and comparison in parent.args[:1]
        and operation(model, parent) is not None
    )
    return wanted and value.is_tensor and value.maybe and not value.foreign


def _is_number(found: Operation, operand: ast.expr, model: SemanticModel) -> bool:
    """True where the other operand is a number, with which no list can be compared."""
    assert isinstance(found.node, ast.Compare)
    left, right = found.node.left, found.node.comparators[0]
    return model.value(right if operand is left else left).kind in NUMBERS


def _is_asked(node: ast.expr, model: SemanticModel) -> bool:
    """True where the truth value of ``node`` is taken where it stands."""
    match model.parent(node):
        case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test) | ast.IfExp(test=test):
            return test is node
        case ast.BoolOp() | ast.UnaryOp(op=ast.Not()) | ast.comprehension():
            return True
    return False
