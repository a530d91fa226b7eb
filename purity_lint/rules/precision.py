"""Numbers that lose digits: divisions (PUR303) and operands of different widths (PUR304)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.rewrites.means import MeanOfSum, read_mean
from purity_lint.rewrites.operands import is_certain, operation, quote, safe_if, strongest, tensor_finding
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Value

WIDTHS = {
    "float8": 8,
    "bfloat16": 16,
    "float16": 16,
    "float32": 32,
    "float64": 64,
    "complex64": 32,
    "complex128": 64,
}


class LossyDivision(Rule):
    """Flags a mean that is spelled as a division, and `//` on floats.

    ## What it does
    Flags `ops.sum(x) / len(x)` and its relatives (`x.sum() / x.size`, `sum(x, axis=0) / x.shape[0]`,
    `ops.divide(ops.sum(x), len(x))`), with any library's `sum`, and `//` where an operand is a tensor of
    floats.

    ## Why is this bad?
    A sum overflows, or loses its last digits, where the mean of the same numbers would not: libraries
    take the mean of float16 in float32. The sum of integers divided by a Python integer has another dtype
    on every backend, and with `//`, or a library's older integer division, the fraction is gone. `len(x)`
    is the number of rows, so that for a matrix the quotient is no mean at all.

    ## Example
    ```python
    average = ops.sum(x) / len(x)
    ```

    Use instead:
    ```python
    average = ops.mean(x)
    ```

    ## Fix safety
    Safe where the divisor is surely the number of elements that were added: `x.size`, `len(x)` of an
    array known to have one dimension, `x.shape[0]` for a sum over axis 0. Unsafe otherwise. For `//` the
    fix is only shown, because rounding down may be meant; then write `ops.floor_divide`.

    ## Options
    None.
    """

    code = "PUR303"
    name = "lossy-division"
    nodes = (ast.BinOp, ast.Call)
    priority = 20
    VALID = (
        in_function("return ops.mean(x)"),
        in_function("return ops.divide(ops.sum(x), n)"),
        in_function("return ops.divide(ops.sum(x), len(y))"),
        in_function("return x.shape[0] // 2, n // 2"),
        plain("def f(values: list[float]):", "    return sum(values) / len(values)"),
    )
    INVALID = (
        Invalid(in_function("return ops.sum(x) / len(x)"), (5,), in_function("return ops.mean(x)")),
        Invalid(
            in_function("return ops.divide(ops.sum(x, axis=0), x.shape[0])"),
            (5,),
            in_function("return ops.mean(x, axis=0)"),
        ),
        Invalid(in_function("return x.sum() / x.size"), (5,), in_function("return ops.mean(x)")),
        Invalid(in_function("return ops.zeros(n, dtype=ops.float32) // 2"), (5,)),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a mean in two steps, or a floor division of floats."""
        mean = read_mean(node, context.model)
        if mean is not None:
            yield self._mean(mean, context.model)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
            yield from self._floor(node, context.model)

    def _mean(self, mean: MeanOfSum, model: SemanticModel) -> Finding:
        message = (
            f"`{quote(model, mean.node)}` sums and divides, which loses precision; "
            f"use `ops.mean({quote(model, mean.array)}{mean.shown})`"
        )
        value = strongest((model.value(mean.total), model.value(mean.array))) or model.value(mean.total)
        fix = Fix(
            (Rewrite(mean.node, f"{{ops}}.mean({{x}}{mean.arguments})", {"x": mean.array, **mean.holes}),),
            safe_if(mean.exact and not mean.rounds and is_certain(value)),
            "Replace the sum and the division with `ops.mean`",
        )
        # `sum` of Python is a construct of its own; a library's stays, for its own fix
        covers = (mean.total,) if mean.by_builtin else ()
        return Finding(mean.node, message, value.evidence, value.reasons, fix, None, covers)

    def _floor(self, node: ast.BinOp, model: SemanticModel) -> Iterator[Finding]:
        floats = [value for value in map(model.value, (node.left, node.right)) if _is_float(value)]
        tensor = strongest(floats)
        if tensor is None:
            return
        message = (
            "`//` rounds a tensor of floats down; use `ops.divide`, or `ops.floor_divide` where that is meant"
        )
        edit = Rewrite(node, "{ops}.divide({a}, {b})", {"a": node.left, "b": node.right})
        yield tensor_finding(node, message, tensor, Fix((edit,), Applicability.DISPLAY, "Keep the fraction"))


def _is_float(value: Value) -> bool:
    return value.is_tensor and value.dtype is not None and value.dtype.startswith(("float", "bfloat"))


class MixedPrecision(Rule):
    """Flags operands of different known float widths.

    ## What it does
    Flags an operator, or an operation of `ops` with two tensors, where one tensor is known to be of a
    narrower float than the other: float16 and float32, float32 and float64. The narrower one is marked.

    ## Why is this bad?
    What comes out differs: the wider type on NumPy and PyTorch, the wider one on JAX unless 64 bits are
    off, and an error on a device that lacks it. Either half of the work was done in more digits than the
    result has, or a model that was to run in half precision silently does not.

    ## Example
    ```python
    weights = ops.zeros(n, dtype=ops.float16)
    y = ops.add(weights, ops.ones(n, dtype=ops.float32))
    ```

    Use instead:
    ```python
    weights = ops.zeros(n, dtype=ops.float32)
    y = ops.add(weights, ops.ones(n, dtype=ops.float32))
    ```

    ## Fix safety
    No fix: which width is meant is the author's decision. `ops.cast` says it.

    ## Options
    None.
    """

    code = "PUR304"
    name = "mixed-precision"
    nodes = (ast.BinOp, ast.Call)
    VALID = (
        in_function("return ops.add(ops.zeros(n, dtype=ops.float32), ops.ones(n, dtype=ops.float32))"),
        in_function("return ops.add(ops.zeros(n, dtype=ops.float16), 1.5)"),
        in_function("return ops.add(x, y)"),
    )
    INVALID = (
        Invalid(
            in_function(
                "a = ops.zeros(n, dtype=ops.float16)",
                "b = ops.zeros(n, dtype=ops.float32)",
                "return ops.multiply(a, b), b @ a",
            ),
            (7, 7),
        ),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag the narrower of two operands."""
        model = context.model
        if isinstance(node, ast.BinOp):
            pair = (node.left, node.right)
        elif operation(model, node) in _BINARY and isinstance(node, ast.Call) and len(node.args) == 2:
            pair = (node.args[0], node.args[1])
        else:
            return
        known = [
            (WIDTHS.get(value.dtype or ""), value) for value in map(model.value, pair) if value.is_tensor
        ]
        widths = [width for width, _ in known if width is not None]
        if len(widths) < len(pair) or widths[0] == widths[1]:
            return
        narrow, wide = (0, 1) if widths[0] < widths[1] else (1, 0)
        message = (
            f"`{quote(model, pair[narrow])}` is {known[narrow][1].dtype} and meets {known[wide][1].dtype} "
            f"in `{quote(model, pair[wide])}`"
        )
        hint = "Choose one width and say so with `ops.cast`, or where the arrays are made."
        yield tensor_finding(pair[narrow], message, known[narrow][1], hint=hint)


_BINARY = frozenset(
    {
        "add",
        "subtract",
        "multiply",
        "divide",
        "power",
        "matmul",
        "maximum",
        "minimum",
        "remainder",
        "dot",
        "hypot",
    }
    | {"floor_divide", "atan2", "outer", "tensordot", "vecdot", "cross"}
)
