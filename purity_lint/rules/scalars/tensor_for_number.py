"""PUR309: tensors that functions of numbers give where a number is declared."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.rewrites.host.foreign_calls import is_converted
from purity_lint.rewrites.operands import quote, tensor_finding
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel


class TensorForNumber(Rule):
    """Flags tensors that a function of numbers gives where it is declared to give a number.

    ## What it does
    Flags `return x` where `x` is a tensor without axes, in functions all of whose parameters are annotated as numbers
    or texts, and which are annotated to return a number.

    ## Why is this bad?
    NumPy's functions make of a number one that passes for Python's `float`. Those of `ops` make a tensor: it is no
    `float` for `isinstance`, for a format, for JSON, or for a cell of a table, which is what callers go by.

    ## Example
    ```python
    def saturation_pressure(temperature: float) -> float:
        return ops.multiply(6.112, ops.exp(17.67 * temperature / (temperature + 243.5)))
    ```

    Use instead:
    ```python
    def saturation_pressure(temperature: float) -> float:
        return ops.item(ops.multiply(6.112, ops.exp(17.67 * temperature / (temperature + 243.5))))
    ```

    ## Fix safety
    Unsafe: a caller that hands in an array in spite of the annotation gets an error, and a number has no gradient.
    Nothing is said of a function that some call is seen to hand an array, nor of one with decorators, which may.

    ## Options
    None.
    """

    code = "PUR309"
    name = "tensor-for-number"
    so_before = True  # the number is one of NumPy's, which no other library has
    nodes = (ast.Return,)
    VALID = (
        plain("""
            from emberops import ops


            def norm(x: ops.Tensor) -> float:
                return ops.sqrt(ops.sum(x))


            def decay(t: float, rate):
                return ops.exp(-rate * t)


            def growth(t: float) -> float:
                return ops.item(ops.exp(t))


            def steps(t: float) -> float:
                return ops.arange(t)


            def to_whole(number: float) -> float:
                return ops.floor(number)


            def binned(x: ops.Tensor, width: float):
                return to_whole(ops.divide(x, width)), to_whole(0.5)
        """),
        plain("""
            import jax

            from emberops import ops


            @jax.jit
            def decay(t: float) -> float:
                return ops.exp(t)
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                from emberops import ops


                def decay(t: float, rate: 'float | None' = None, unit: str = 's') -> float:
                    if rate is None:
                        return 1.0
                    return ops.exp(-rate * t)
            """),
            lines=(7,),
            fixed=plain("""
                from emberops import ops


                def decay(t: float, rate: 'float | None' = None, unit: str = 's') -> float:
                    if rate is None:
                        return 1.0
                    return ops.item(ops.exp(-rate * t))
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops


                def to_places(number: float, places: int = 0) -> float:
                    whole = ops.floor(number)
                    return whole if places == 0 else ops.round(number, places)
            """),
            lines=(6,),
            fixed=plain("""
                from emberops import ops


                def to_places(number: float, places: int = 0) -> float:
                    whole = ops.floor(number)
                    return ops.item(whole if places == 0 else ops.round(number, places))
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a tensor without axes that is returned for a number."""
        if not isinstance(node, ast.Return) or node.value is None:
            return
        model = context.model
        value = model.value(node.value)
        if not value.is_tensor or value.rank != 0 or value.foreign or value.textual:
            return
        function = model.function(node)
        if function is None or not model.gives_number(function) or is_converted(node.value, model):
            return
        shown = quote(model, node.value)
        edit = Rewrite(node.value, "{ops}.item({x})", {"x": node.value})
        fix = Fix((edit,), Applicability.UNSAFE, "Take the number")
        message = f"`{shown}` is a tensor, and the function is declared to return a number"
        sure = not value.maybe or value.numeric
        yield tensor_finding(node.value, message, value, fix if sure else None)
