"""PUR204: comparison operators on tensors."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.operands import (
    quote,
    strongest,
    tensor_finding,
)
from purity_lint.rewrites.operators.arithmetic import (
    BITWISE,
    COMPARISON,
    read_operation,
    read_operation_on_unsigned,
)
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel


class ComparisonOperator(Rule):
    """Flags comparison and bitwise operators on tensors (off by default).

    ## What it does
    Flags `< <= > >= == !=` and `& | ^ ~` where an operand is a tensor. Off by default, because the
    backends agree on nearly everything that these operators do. What PyTorch has no operators for, the bits of
    unsigned numbers, is flagged by PUR201.

    ## Why is this bad?
    Where a project wants one vocabulary, `ops.less(x, y)` says that an array of truth values comes out.
    And `==` has a trap: of a tensor and something that it cannot be compared with, it makes `False`, an
    array or an error, as the backend likes. Complex numbers are ordered by NumPy, JAX, MLX and by `ops.greater`
    everywhere, but `>` of PyTorch refuses them.

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
    - `operators`: `keep` leaves comparisons of tensors, or of a tensor and a number.

    Select it with `extend-select = ["PUR204"]`.
    """

    code = "PUR204"
    name = "comparison-operator"
    nodes = (ast.Compare, ast.BinOp, ast.UnaryOp)
    default = False
    VALID = (
        in_function("return x.shape == (3,) and x.ndim > 1"),
        in_function("return y is None, x is y, x in [y], x == None"),
        plain("""
            def f(flags: int):
                return flags & 1, ~flags
        """),
    )
    INVALID = (
        Invalid(
            in_function("return (x < y) & ~(x == 0)"),
            lines=(5, 5, 5, 5),
            fixed=in_function("""
                return ops.bitwise_and(ops.less(x, y), ops.bitwise_invert(ops.equal(x, 0)))
            """),
        ),
        Invalid(
            in_function("return 0 < x < 1"),
            lines=(5,),
        ),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a comparison or a bitwise operator with a tensor operand."""
        model = context.model
        if isinstance(node, ast.Compare) and len(node.ops) > 1:
            yield from _chained(node, model)
            return
        found = read_operation(node, model, COMPARISON if isinstance(node, ast.Compare) else BITWISE)
        if read_operation_on_unsigned(node, model) is not None:
            return  # PUR201's
        if found is not None and context.wants_function_for(found):
            operand = quote(model, found.operand)
            message = Message(f"`{found.symbol}` on the tensor `{operand}`", f"use `ops.{found.function}`")
            yield tensor_finding(node, message, found.tensor, found.fix)


def _chained(node: ast.Compare, model: SemanticModel) -> Iterator[Finding]:
    if not all(type(op) in COMPARISON for op in node.ops):
        return
    tensor = strongest(model.value(operand) for operand in (node.left, *node.comparators))
    if tensor is not None:
        message = "a chained comparison takes the truth of a whole tensor"
        hint = "Compare twice and join the results with `ops.logical_and`."
        yield tensor_finding(node, message, tensor, hint=hint)
