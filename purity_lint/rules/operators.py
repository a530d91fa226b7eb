"""Operators on tensors: arithmetic (PUR201), mixed with calls of ops (PUR203), comparison (PUR204)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.finding import Finding
from purity_lint.rewrites.arithmetic import (
    ARITHMETIC,
    BITWISE,
    COMPARISON,
    Operation,
    mixed_with,
    read_operation,
)
from purity_lint.rewrites.operands import (
    NUMBERS,
    SEQUENCES,
    TEXT,
    operation,
    quote,
    strongest,
    tensor_finding,
    wants_functions,
)
from purity_lint.rewrites.scopes import enclosing
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value


class TensorOperator(Rule):
    """Flags arithmetic operators on tensors.

    ## What it does
    Flags `+ - * / // % ** @` and unary `-`, `+` where an operand is a tensor. Arithmetic on shapes,
    sizes, Python numbers, strings and lists is never flagged.

    ## Why is this bad?
    An operator means what the operand's own library makes of it, and the libraries differ: in what
    `int // 0`, `int ** -1`, `int / int` and `int32 + 1.5` give, and in what happens when a NumPy array
    meets an MLX array (silently NumPy again) or a PyTorch tensor (an error). The functions of `ops` pin
    one result type for every combination, take Python numbers on both sides, and refuse to mix backends
    with an error that names both. Speed is not the reason: an operator is as fast as its function, and it
    does not break lazy evaluation.

    ## Example
    ```python
    def normalize(x: ops.Tensor, mean, std):
        return (x - mean) / std
    ```

    Use instead:
    ```python
    def normalize(x: ops.Tensor, mean, std):
        return ops.divide(ops.subtract(x, mean), std)
    ```

    ## Fix safety
    Safe where the operand is proven or declared to be a tensor on every path: on NumPy the function is
    the operator. Unsafe where it is inferred, where it may be a plain value on some path, where the other
    operand is an object with operators of its own, or a list that `*` may repeat.

    ## Options
    - `profile`: `array-api` allows operators, and this rule is silent.
    """

    code = "PUR201"
    name = "tensor-operator"
    nodes = (ast.BinOp, ast.UnaryOp)
    VALID = (
        in_function("return ops.add(x, 1)"),
        in_function("return x.shape[0] * 2 + x.ndim - len(y)"),
        in_function("return [0] * len(x), 'x = %s' % x, -n"),
        plain("def f(n: int, names: list[str]):", "    return n + 1, names + ['a'], 'a' * n, -n"),
    )
    INVALID = (
        Invalid(
            in_function("return (x - y) / 2"),
            (5, 5),
            in_function("return ops.divide(ops.subtract(x, y), 2)"),
        ),
        Invalid(
            in_function("z = x**2", "return 2 * z"),
            (5, 6),
            in_function("z = ops.square(x)", "return ops.multiply(2, z)"),
        ),
        Invalid(
            in_function("return -x @ y  # rows"),
            (5, 5),
            in_function("return ops.matmul(ops.negative(x), y)  # rows"),
        ),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag an arithmetic operator with a tensor operand."""
        found = read_operation(node, context.model, ARITHMETIC)
        if found is not None and wants_functions(context):
            operand = quote(context.model, found.operand)
            message = f"`{found.symbol}` on the tensor `{operand}`; use `ops.{found.function}`"
            yield tensor_finding(node, message, found.tensor, found.fix)


class MixedOperators(Rule):
    """Flags operators and `ops` functions in one expression.

    ## What it does
    Flags an arithmetic operator on tensors that stands in the argument of an `ops` function, or in one
    chain of operators with the result of one.

    ## Why is this bad?
    One expression then follows two sets of rules: `ops.multiply(a + b, c)` adds by the backend's
    promotion and multiplies by the one that `ops` pins. It also reads as if the code had been moved to
    `ops`, and half of it was. (The graph that a lazy backend builds is the same either way.)

    ## Example
    ```python
    y = ops.multiply(a + b, c)
    ```

    Use instead:
    ```python
    y = ops.multiply(ops.add(a, b), c)
    ```

    ## Fix safety
    As for `tensor-operator` (PUR201), for which this rule speaks where both fit.

    ## Options
    - `profile`: `array-api` allows operators, and this rule is silent.
    """

    code = "PUR203"
    name = "mixed-operators"
    nodes = (ast.BinOp, ast.UnaryOp)
    priority = 10
    VALID = (
        in_function("return ops.multiply(ops.add(x, y), n)"),
        in_function("return ops.reshape(x, (n * 2, -1))"),
        in_function("return ops.full((len(x) + 1,), 0.5 * 2)"),
        in_function("return ops.shape(x)[0] * 2 + ops.ndim(x)"),
    )
    INVALID = (
        Invalid(
            in_function("return ops.multiply(x + y, n)"),
            (5,),
            in_function("return ops.multiply(ops.add(x, y), n)"),
        ),
        Invalid(
            in_function("return 1 - ops.exp(x) * y"),
            (5, 5),
            in_function("return ops.subtract(1, ops.multiply(ops.exp(x), y))"),
        ),
        Invalid(
            "from emberops import ops\n\n\nclass Scale:\n    def __init__(self, factor=None):\n"
            "        self.factor = factor\n\n    def __call__(self, x: ops.Tensor):\n"
            "        return ops.sum(self.factor * x)\n",
            (9,),
            "from emberops import ops\n\n\nclass Scale:\n    def __init__(self, factor=None):\n"
            "        self.factor = factor\n\n    def __call__(self, x: ops.Tensor):\n"
            "        return ops.sum(ops.multiply(self.factor, x))\n",
        ),
        Invalid(
            in_function("return ops.concat([x, -x], axis=0)"),
            (5,),
            in_function("return ops.concat([x, ops.negative(x)], axis=0)"),
        ),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag an arithmetic operator that shares an expression with a call of an operation."""
        model = context.model
        found = read_operation(node, model, ARITHMETIC)
        call = None if found is None else mixed_with(found.node, model)
        if found is None or call is None or not wants_functions(context):
            return
        message = (
            f"`{found.symbol}` on a tensor, mixed with `ops.{operation(model, call)}` in one expression; "
            f"use `ops.{found.function}`"
        )
        yield tensor_finding(node, message, found.tensor, found.fix)


class SequenceComparison(Rule):
    """Flags comparisons of a tensor with what may be a list.

    ## What it does
    Flags `< <= > >=` between a tensor and something that is neither a number nor certainly a tensor, and `==`,
    `!=` between a tensor and a list or tuple. What `if` or `while` asks is left alone: that is one truth value.

    ## Why is this bad?
    NumPy's arrays are compared with lists and tuples, element by element. Other libraries' tensors raise an error,
    and `==` gives a single `False` on some of them.

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
    operator. Unsafe otherwise.

    ## Options
    - `profile`: `array-api` allows operators, and this rule is silent.
    """

    code = "PUR209"
    name = "sequence-comparison"
    nodes = (ast.Compare,)
    priority = 10
    VALID = (
        in_function("return x > 0, n < x, x < n + 1, x.shape[0] > n, ops.sum(x) >= ops.sum(x)"),
        in_function("if x > y:", "    return y == x", "return x < y"),
        plain("def f(names: list[str], other):", "    return names > other, names == ['a']"),
    )
    INVALID = (
        Invalid(
            plain(
                "from emberops import ops",
                "",
                "def f(x: ops.Tensor, bounds):",
                "    low, high = bounds",
                "    return (x < low) | (high <= x)",
            ),
            (5, 5),
            plain(
                "from emberops import ops",
                "",
                "def f(x: ops.Tensor, bounds):",
                "    low, high = bounds",
                "    return ops.less(x, low) | ops.less_equal(high, x)",
            ),
        ),
        Invalid(
            in_function("return ops.any(x == [1, 2])"),
            (5,),
            in_function("return ops.any(ops.equal(x, [1, 2]))"),
        ),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag the comparison of a tensor with what may be a sequence."""
        model = context.model
        found = read_operation(node, model, COMPARISON)
        if found is None or not wants_functions(context) or _is_asked(found.node, model):
            return
        other = _doubtful(found, model)
        if other is not None:
            message = (
                f"`{found.symbol}` compares a tensor with `{quote(model, other)}`, which may be a list; "
                f"use `ops.{found.function}`"
            )
            yield tensor_finding(node, message, found.tensor, found.fix)


def _doubtful(found: Operation, model: SemanticModel) -> ast.expr | None:
    """The operand that may be a sequence, as far as anyone can tell; text stays with NumPy."""
    assert isinstance(found.node, ast.Compare)
    by_value = isinstance(found.node.ops[0], ast.Eq | ast.NotEq)
    operands = (found.node.comparators[0], found.node.left)
    if any(_is_text(model.value(operand)) for operand in operands):
        return None
    for operand in operands:
        value = model.value(operand)
        if value.kind in SEQUENCES or (not by_value and _is_open(operand, value, model)):
            return None if _is_number(found, operand, model) else operand
    return None


def _is_text(value: Value) -> bool:
    """Whether this is, or holds, text on some path."""
    inside = [*(value.elements or ()), *([value.element] if value.element is not None else [])]
    return value.textual or any(part.kind in TEXT for part in inside)


def _is_open(operand: ast.expr, value: Value, model: SemanticModel) -> bool:
    """Whether a caller may hand over a list here: nothing is known, or by use or documentation, not by annotation."""
    if not value.is_tensor:
        return value.kind is Kind.UNKNOWN
    if value.evidence is not Evidence.DECLARED:
        return value.evidence < Evidence.DECLARED and isinstance(operand, ast.Name | ast.Attribute)
    arguments = getattr(enclosing(operand, model), "args", None)
    every = ast.walk(arguments) if isinstance(arguments, ast.arguments) else ()
    return isinstance(operand, ast.Name) and any(
        isinstance(a, ast.arg) and a.arg == operand.id and a.annotation is None for a in every
    )


def _is_number(found: Operation, operand: ast.expr, model: SemanticModel) -> bool:
    """Whether the operand other than ``operand`` is a number, with which no list can be compared."""
    assert isinstance(found.node, ast.Compare)
    left, right = found.node.left, found.node.comparators[0]
    return model.value(right if operand is left else left).kind in NUMBERS


def _is_asked(node: ast.expr, model: SemanticModel) -> bool:
    """Whether the truth value of ``node`` is taken where it stands."""
    match model.parent(node):
        case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test) | ast.IfExp(test=test):
            return test is node
        case ast.BoolOp() | ast.UnaryOp(op=ast.Not()) | ast.comprehension():
            return True
    return False


class ComparisonOperator(Rule):
    """Flags comparison and bitwise operators on tensors (off by default).

    ## What it does
    Flags `< <= > >= == !=` and `& | ^ ~ << >>` where an operand is a tensor. Off by default, because the
    backends agree on nearly everything that these operators do.

    ## Why is this bad?
    Where a project wants one vocabulary, `ops.less(x, y)` says that an array of truth values comes out.
    And `==` has a trap: of a tensor and something that it cannot be compared with, it makes `False`, an
    array or an error, as the backend likes.

    ## Example
    ```python
    inside = (x > low) & (x < high)
    ```

    Use instead:
    ```python
    inside = ops.bitwise_and(ops.greater(x, low), ops.less(x, high))
    ```

    ## Fix safety
    Safe where the operand is proven or declared to be a tensor. A chained comparison (`low < x < high`)
    takes the truth of a whole array, which no rewrite makes right, so it gets no fix.

    ## Options
    None. Select it with `extend-select = ["PUR204"]`.
    """

    code = "PUR204"
    name = "comparison-operator"
    nodes = (ast.Compare, ast.BinOp, ast.UnaryOp)
    default = False
    VALID = (
        in_function("return x.shape == (3,) and x.ndim > 1"),
        in_function("return y is None, x is y, x in [y], x == None"),
        plain("def f(flags: int):", "    return flags & 1, ~flags"),
    )
    INVALID = (
        Invalid(
            in_function("return (x < y) & ~(x == 0)"),
            (5, 5, 5, 5),
            in_function("return ops.bitwise_and(ops.less(x, y), ops.bitwise_invert(ops.equal(x, 0)))"),
        ),
        Invalid(in_function("return 0 < x < 1"), (5,)),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a comparison or a bitwise operator with a tensor operand."""
        model = context.model
        if isinstance(node, ast.Compare) and len(node.ops) > 1:
            yield from _chained(node, model)
            return
        found = read_operation(node, model, COMPARISON if isinstance(node, ast.Compare) else BITWISE)
        if found is not None and wants_functions(context):
            operand = quote(model, found.operand)
            message = f"`{found.symbol}` on the tensor `{operand}`; use `ops.{found.function}`"
            yield tensor_finding(node, message, found.tensor, found.fix)


def _chained(node: ast.Compare, model: SemanticModel) -> Iterator[Finding]:
    if not all(type(op) in COMPARISON for op in node.ops):
        return
    tensor = strongest(model.value(operand) for operand in (node.left, *node.comparators))
    if tensor is not None:
        message = "a chained comparison takes the truth of a whole tensor"
        hint = "Compare twice and join the results with `ops.logical_and`."
        yield tensor_finding(node, message, tensor, hint=hint)
