"""PUR114: truth values in arithmetic, where code has a namespace of the array API standard."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.namespaces.in_use import is_namespace, namespaces, on_host, standard_namespace
from purity_lint.rewrites.operands import quote, safe_if
from purity_lint.rewrites.operators.boolean_arrays import holds_truth, is_used_as_mask, named_array
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_ARITHMETIC = (ast.Mult, ast.Add, ast.Sub, ast.Div)
_LOGIC = {ast.Mult: "&", ast.Add: "|"}
"""What arithmetic of two truth values is in NumPy."""
_COUNTED = "count_nonzero"
_ASKED_FOR_ALL = {"max": "any", "min": "all"}
"""Reductions of numbers -> the same of truth values, with the same arguments."""
_MADE_NUMBERS = {
    **dict.fromkeys(("prod", "cumulative_sum", "cumulative_prod"), "int64"),
    **dict.fromkeys(("mean", "var", "std"), "float64"),
}
"""Functions of numbers -> the dtype in which NumPy computes them of truth values."""
_AXIS = "axis"


class TruthAsNumber(Rule):
    """Reports truth values that are multiplied, added or summed, in code with a namespace of the array API standard.

    ## What it does
    Checks, in functions that have a namespace, for a product, a sum, a difference or a quotient of which a side is an
    array of truth values: `(x > 0) * x`, `mask * 2.0`, `(x > 0) * (x < 1)`; and for the sum, the mean or another
    reduction of one: `xp.sum(x > 0)`, `xp.max(mask, axis=0)`.

    ## Why is this bad?
    NumPy takes truth values for ones and zeros. In the standard they are no numbers, and a strict library raises.

    ## Example
    ```python
    def f(x, xp):
        x = xp.asarray(x)
        return (x > 0) * x
    ```

    Use instead:
    ```python
    def f(x, xp):
        x = xp.asarray(x)
        return xp.astype(x > 0, x.dtype) * x
    ```

    ## Fix safety
    Unsafe: ones and zeros get the dtype of the array that they meet, or else of the one that was asked. The product of
    two arrays of truth values is `&`, and their sum `|`. Sums become `xp.count_nonzero`, the largest and the smallest
    `xp.any` and `xp.all`; of other functions' truth values `xp.int64` or `xp.float64` is made, as NumPy does.

    ## Options
    None.
    """

    code = "PUR114"
    name = "truth-as-number"
    nodes = (ast.BinOp, ast.Call)
    VALID = (
        plain("""
            import numpy as np


            def f(x, n: int, xp):
                x = xp.asarray(x)
                mask = (x > 0) & (x < 1)
                return xp.astype(mask, x.dtype) * x + (n > 0) * x, xp.where(mask, x, 0), xp.any(mask), xp.sum(x)


            def g(x):
                return (np.asarray(x) > 0) * x
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                def f(x, y, xp):
                    x, y = xp.asarray(x), xp.asarray(y)
                    low = x < 0
                    return low * y + (x > 0) * 2.0, (x > 0) * (y > 0)
            """),
            lines=(4, 4, 4),
            fixed=plain("""
                def f(x, y, xp):
                    x, y = xp.asarray(x), xp.asarray(y)
                    low = x < 0
                    return xp.astype(low, y.dtype) * y + xp.astype(x > 0, x.dtype) * 2.0, (x > 0) & (y > 0)
            """),
        ),
        Invalid(
            plain("""
                def f(x, xp):
                    x = xp.asarray(x)
                    return xp.sum((x > 0) & (x < 1), axis=-1), xp.max(x > 0)
            """),
            lines=(3, 3),
            fixed=plain("""
                def f(x, xp):
                    x = xp.asarray(x)
                    return xp.count_nonzero((x > 0) & (x < 1), axis=-1), xp.any(x > 0)
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files that work on a namespace."""
        return bool(namespaces(model))

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for arithmetic with an array of truth values, or a reduction of one."""
        model = context.model
        if isinstance(node, ast.Call):
            yield from _reduced(node, model)
            return
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, _ARITHMETIC):
            return
        masks = [side for side in (node.left, node.right) if _is_mask(side, model)]
        space = standard_namespace(node, model) if masks else None
        if space is None or on_host(node, model) or (len(masks) == 1 and is_used_as_mask(node, model)):
            return
        message = Message(
            f"`{quote(model, masks[0])}` holds truth values, which are no numbers in the standard",
            f"make numbers of them: `{space}.astype`",
        )
        edit = _logical(node) if len(masks) > 1 else _numbers(node, masks[0], space, model)
        fix = None if edit is None else Fix((edit,), safe_if(False), "Make numbers of truth values")
        yield Finding(node, message, fix=fix)


def _reduced(call: ast.Call, model: SemanticModel) -> Iterator[Finding]:
    """Yield the finding for a function of numbers that a namespace's truth values are handed to."""
    match call:
        case ast.Call(func=ast.Attribute(value=space, attr=name) as function, args=[mask, *_]):
            edits = _of_truth(call, name, mask, ast.unparse(space)) if is_namespace(space, model) else None
            if edits is None or not _is_mask(mask, model) or on_host(call, model):
                return
            if standard_namespace(call, model) != ast.unparse(space):
                return
            message = Message(
                f"`{quote(model, mask)}` holds truth values, of which the standard has no `{name}`",
                f"use `{ast.unparse(space)}.{_ASKED_FOR_ALL.get(name) or (_COUNTED if name == 'sum' else 'astype')}`",
            )
            yield Finding(
                function, message, fix=Fix(edits, safe_if(False), "Take truth values for what they are")
            )


def _of_truth(call: ast.Call, name: str, mask: ast.expr, space: str) -> tuple[Rewrite, ...] | None:
    """Return the edits of a reduction of truth values; ``None`` for what is no function of numbers."""
    dtype = next((k.value for k in call.keywords if k.arg == "dtype"), None)
    numbers = _MADE_NUMBERS.get(name, "int64" if name == "sum" and dtype is not None else None)
    if numbers is not None:
        of = f"{space}.{numbers}" if dtype is None else ast.unparse(dtype)
        return (Rewrite(mask, f"{space}.astype({{mask}}, {of})", {"mask": mask}),)
    written = _COUNTED if name == "sum" else _ASKED_FOR_ALL.get(name)
    if written is None or len(call.args) > 2:
        return None
    edits = [Rewrite(call.func, f"{space}.{written}")]
    if len(call.args) > 1:  # the standard has axes by name alone
        edits.append(Rewrite(call.args[1], f"{_AXIS}={{axis}}", {_AXIS: call.args[1]}))
    return tuple(edits)


def _is_mask(node: ast.expr, model: SemanticModel) -> bool:
    """True for an array of truth values that is not one of NumPy's for sure."""
    value = model.value(node)
    on_numpy = value.backend == "numpy" and value.evidence is Evidence.PROVEN
    return value.is_tensor and not value.maybe and not on_numpy and holds_truth(node, model)


def _logical(node: ast.BinOp) -> Rewrite | None:
    operator = _LOGIC.get(type(node.op))
    if operator is None:
        return None
    return Rewrite(node, f"{{left}} {operator} {{right}}", {"left": node.left, "right": node.right})


def _numbers(node: ast.BinOp, mask: ast.expr, space: str, model: SemanticModel) -> Rewrite | None:
    other = node.right if mask is node.left else node.left
    array = named_array(other, model) or _asked(mask, model)
    if array is not None:
        dtype = f"{ast.unparse(array)}.dtype"
    elif model.value(other).kind in {Kind.INT, Kind.DIM}:
        dtype = f"{space}.int64"
    else:
        return None
    return Rewrite(mask, f"{space}.astype({{mask}}, {dtype})", {"mask": mask})


def _asked(mask: ast.expr, model: SemanticModel) -> ast.expr | None:
    """Return the array of numbers whose elements a comparison asks."""
    match mask:
        case ast.Compare(left=left, comparators=[right]):
            return named_array(left, model) or named_array(right, model)
        case ast.BinOp(left=left, right=right):
            return _asked(left, model) or _asked(right, model)
        case ast.UnaryOp(operand=operand):
            return _asked(operand, model)
    return None
