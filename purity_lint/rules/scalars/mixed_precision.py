"""PUR304: operands of different widths."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.finding import Finding
from purity_lint.rewrites.operands import operation, quote, tensor_finding
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function
from purity_lint.semantics.model import SemanticModel

WIDTHS = {
    "float8": 8,
    "bfloat16": 16,
    "float16": 16,
    "float32": 32,
    "float64": 64,
    "complex64": 32,
    "complex128": 64,
}


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
        in_function("""
            return ops.add(ops.zeros(n, dtype=ops.float32), ops.ones(n, dtype=ops.float32))
        """),
        in_function("return ops.add(ops.zeros(n, dtype=ops.float16), 1.5)"),
        in_function("return ops.add(x, y)"),
        in_function("return ops.multiply(ops.float32(2), ops.float64(1.5))"),
    )
    INVALID = (
        Invalid(
            in_function("""
                a = ops.zeros(n, dtype=ops.float16)
                b = ops.zeros(n, dtype=ops.float32)
                return ops.multiply(a, b), b @ a
            """),
            lines=(7, 7),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Operations on two tensors."""
        return {ast.Call: _BINARY}

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

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
        if known[narrow][1].rank == 0:
            return  # a number in single precision is widened, whoever does it, and loses nothing
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
