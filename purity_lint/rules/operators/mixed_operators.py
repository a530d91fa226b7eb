"""PUR203: operators mixed with calls of ops."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.operands import (
    has_operations,
    quote,
    tensor_finding,
)
from purity_lint.rewrites.operators.arithmetic import (
    ARITHMETIC,
    mixed_with,
    read_operation,
)
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel


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
    - `operators`: `keep` leaves `+ - * / @ **` of tensors, or of a tensor and a number.
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
            lines=(5,),
            fixed=in_function("return ops.multiply(ops.add(x, y), n)"),
        ),
        Invalid(
            in_function("return 1 - ops.exp(x) * y"),
            lines=(5, 5),
            fixed=in_function("return ops.subtract(1, ops.multiply(ops.exp(x), y))"),
        ),
        Invalid(
            plain("""
                from emberops import ops


                class Scale:
                    def __init__(self, factor=None):
                        self.factor = factor

                    def __call__(self, x: ops.Tensor):
                        return ops.sum(self.factor * x)
            """),
            lines=(9,),
            fixed=plain("""
                from emberops import ops


                class Scale:
                    def __init__(self, factor=None):
                        self.factor = factor

                    def __call__(self, x: ops.Tensor):
                        return ops.sum(ops.multiply(self.factor, x))
            """),
        ),
        Invalid(
            in_function("return ops.concat([x, -x], axis=0)"),
            lines=(5,),
            fixed=in_function("return ops.concat([x, ops.negative(x)], axis=0)"),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors that call operations."""
        return model.has_tensors and has_operations(model)

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag an arithmetic operator that shares an expression with a call of an operation."""
        model = context.model
        found = read_operation(node, model, ARITHMETIC)
        if found is None or not context.wants_function_for(found):
            return
        call = mixed_with(found.node, model)
        if call is None:
            return
        message = Message(
            f"`{found.symbol}` on a tensor, mixed with `{quote(model, call.func)}` in one expression",
            f"use `ops.{found.function}`",
        )
        yield tensor_finding(node, message, found.tensor, found.fix)
