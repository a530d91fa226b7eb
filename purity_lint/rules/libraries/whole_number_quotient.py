"""PUR117: quotients of whole numbers, where code has a namespace of the array API standard."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.namespaces.in_use import namespaces, on_host, standard_namespace
from purity_lint.rewrites.operands import quote, safe_if
from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_WITH_FRACTIONS = (ast.Mult, ast.Add, ast.Sub)
"""Operators that are refused where one side is an array of whole numbers, and the other a number with a fraction."""
_WHOLE = ("int", "uint")
"""How dtypes of whole numbers begin."""
_NAMESPACES = "array_api"
"""What made the arrays of a namespace of the standard."""


class WholeNumberQuotient(Rule):
    """Reports arrays of whole numbers that are divided, in code with a namespace of the array API standard.

    ## What it does
    Checks, in functions that have a namespace, for `/` with an array of whole numbers on one of its sides:
    `xp.count_nonzero(x > 0) / n`; and for their product, sum or difference with a number that has a fraction,
    `xp.argsort(x) * 0.5`.

    ## Why is this bad?
    The standard has `/` for floating-point numbers alone, and does not mix kinds of numbers. NumPy, PyTorch and JAX
    divide all the same; a strict library raises, and others may round.

    ## Example
    ```python
    def f(x, n: int, xp):
        x = xp.asarray(x)
        return xp.count_nonzero(x > 0, axis=0) / n
    ```

    Use instead:
    ```python
    def f(x, n: int, xp):
        x = xp.asarray(x)
        return xp.astype(xp.count_nonzero(x > 0, axis=0), xp.float64) / n
    ```

    ## Fix safety
    Unsafe: the whole numbers become `xp.float64`, as NumPy computes with them; a device may have no such numbers.

    ## Options
    None.
    """

    code = "PUR117"
    name = "whole-number-quotient"
    nodes = (ast.BinOp,)
    VALID = (
        plain("""
            import numpy as np


            def f(x, n: int, xp):
                x = xp.asarray(x)
                count = xp.count_nonzero(x > 0)
                places = xp.astype(xp.argsort(x), x.dtype) + 0.5
                return count // n, count * n, x / n, xp.astype(count, x.dtype) / n, int(count) / n, places / n


            def g(x, n: int):
                return np.count_nonzero(np.asarray(x)) / n
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                def f(x, n: int, xp):
                    x = xp.asarray(x)
                    count = xp.count_nonzero(x > 0, axis=0)
                    return count / n, 1.0 / count
            """),
            lines=(4, 4),
            fixed=plain("""
                def f(x, n: int, xp):
                    x = xp.asarray(x)
                    count = xp.count_nonzero(x > 0, axis=0)
                    return xp.astype(count, xp.float64) / n, 1.0 / xp.astype(count, xp.float64)
            """),
        ),
        Invalid(
            plain("""
                def f(x, n: int, xp):
                    x = xp.asarray(x)
                    return (xp.argsort(x) + 0.5) / n
            """),
            lines=(3,),
            fixed=plain("""
                def f(x, n: int, xp):
                    x = xp.asarray(x)
                    return (xp.astype(xp.argsort(x), xp.float64) + 0.5) / n
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files that work on a namespace."""
        return bool(namespaces(model))

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for whole numbers of a namespace that an operator of the standard does not take."""
        model = context.model
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, (ast.Div, *_WITH_FRACTIONS)):
            return
        whole = [side for side in (node.left, node.right) if _is_whole(side, model)]
        if not whole or not (isinstance(node.op, ast.Div) or _has_fraction(node, model)):
            return
        space = standard_namespace(node, model)
        if space is None or on_host(node, model):
            return
        message = Message(
            f"`{quote(model, whole[0])}` holds whole numbers, which the standard does not divide"
            if isinstance(node.op, ast.Div)
            else f"`{quote(model, whole[0])}` holds whole numbers, which meet a fraction here",
            f"use `{space}.astype`",
        )
        edits = tuple(
            Rewrite(side, f"{space}.astype({{whole}}, {space}.float64)", {"whole": side}) for side in whole
        )
        yield Finding(node, message, fix=Fix(edits, safe_if(False), "Make numbers with fractions of them"))


def _is_whole(node: ast.expr, model: SemanticModel) -> bool:
    """True for what a function of the namespace gives, and a name that is bound to nothing else.

    What is computed of whole numbers has the dtype of the numbers that they met.
    """
    value = model.value(node)
    whole = value.is_tensor and not value.maybe and value.backend == _NAMESPACES
    if not whole or not (value.dtype or "").startswith(_WHOLE):
        return False
    if isinstance(node, ast.Name):
        made = bindings(enclosing(node, model)).get(node.id, ())
        return bool(made) and all(isinstance(one, ast.Call) and _is_whole(one, model) for one in made)
    return isinstance(node, ast.Call)


def _has_fraction(node: ast.BinOp, model: SemanticModel) -> bool:
    return any(model.value(side).kind is Kind.FLOAT for side in (node.left, node.right))
