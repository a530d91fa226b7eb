"""PUR303: divisions that lose digits."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.operands import is_certain, quote, safe_if, strongest, tensor_finding
from purity_lint.rewrites.operators.means import DIVISIONS, MeanOfSum, read_mean
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Value


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
        plain("""
            def f(values: list[float]):
                return sum(values) / len(values)
        """),
    )
    INVALID = (
        Invalid(
            in_function("return ops.sum(x) / len(x)"),
            lines=(5,),
            fixed=in_function("return ops.mean(x)"),
        ),
        Invalid(
            in_function("return ops.divide(ops.sum(x, axis=0), x.shape[0])"),
            lines=(5,),
            fixed=in_function("return ops.mean(x, axis=0)"),
        ),
        Invalid(
            in_function("return x.sum() / x.size"),
            lines=(5,),
            fixed=in_function("return ops.mean(x)"),
        ),
        Invalid(
            in_function("return ops.zeros(n, dtype=ops.float32) // 2"),
            lines=(5,),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Divisions."""
        return {ast.Call: DIVISIONS}

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a mean in two steps, or a floor division of floats."""
        mean = read_mean(node, context.model)
        if mean is not None:
            yield self._mean(mean, context.model)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
            yield from self._floor(node, context.model)

    def _mean(self, mean: MeanOfSum, model: SemanticModel) -> Finding:
        message = Message(
            f"`{quote(model, mean.node)}` sums and divides, which loses precision",
            f"use `ops.mean({quote(model, mean.array)}{mean.shown})`",
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
        message = Message(
            "`//` rounds a tensor of floats down",
            "use `ops.divide`, or `ops.floor_divide` where that is meant",
        )
        edit = Rewrite(node, "{ops}.divide({a}, {b})", {"a": node.left, "b": node.right})
        yield tensor_finding(node, message, tensor, Fix((edit,), Applicability.DISPLAY, "Keep the fraction"))


def _is_float(value: Value) -> bool:
    return value.is_tensor and value.dtype is not None and value.dtype.startswith(("float", "bfloat"))
