"""Stores into an array by way of its elements in another order: ``x.flat[i] = v``, ``x.T[i] = v``."""

from __future__ import annotations

import ast

from purity_lint.findings.assumptions import Assumption, Claim, claim
from purity_lint.semantics.model import SemanticModel

_ORDERS = {
    "flat": ("{ops}.ravel(@)", "{ops}.reshape(#, {ops}.shape(@))"),
    "T": ("{ops}.transpose(@)", "{ops}.transpose(#)"),
}
"""Attributes that are views of an array ``@`` -> what makes an array in that order, and the way back of one, ``#``."""


def rearranged(array: ast.expr, model: SemanticModel) -> ast.expr | None:
    """Return the array that ``array`` shows in another order, `x` of `x.flat` and `x.T`."""
    match array:
        case ast.Attribute(value=whole, attr=attr) if attr in _ORDERS:
            value = model.value(whole)
            return whole if value.is_tensor and not value.maybe and not value.foreign else None
    return None


def in_order(array: ast.expr, model: SemanticModel) -> Claim:
    """Return the claim that a store into ``array`` is one into an array with its own shape and order.

    `x.flat[:] = v` repeats ``v`` where it is shorter, which no operation does.
    """
    return claim(Assumption.SAME_MEANING, rearranged(array, model) is None)


def new_value(array: ast.expr, whole: str, update: str) -> str:
    """Return what becomes of ``whole`` where ``update``, a template, changes ``array``, ``@``."""
    assert isinstance(array, ast.Attribute)
    there, back = _ORDERS[array.attr]
    changed = update.replace("@", there)
    return f"{{ops}}.assign(@, ..., {back.replace('#', changed)})".replace("@", whole)
