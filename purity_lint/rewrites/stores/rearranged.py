"""Stores by way of what shows an array in another order, or its part: ``x.flat[i] = v``, ``x.imag = v``."""

from __future__ import annotations

import ast

from purity_lint.findings.assumptions import Assumption, Claim, claim
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS

_ORDERS = {
    "flat": ("{ops}.ravel(@)", "{ops}.reshape(#, {ops}.shape(@))"),
    "T": ("{ops}.transpose(@)", "{ops}.transpose(#)"),
    "real": ("{ops}.real(@)", "{ops}.complex(#, {ops}.imag(@))"),
    "imag": ("{ops}.imag(@)", "{ops}.complex({ops}.real(@), #)"),
}
"""Attributes that are views of an array ``@`` -> what makes an array of them, and the way back of one, ``#``."""

_PARTS = frozenset({"real", "imag"})


def rearranged(array: ast.expr, model: SemanticModel) -> ast.expr | None:
    """Return the array that ``array`` shows in another way, `x` of `x.flat`, `x.T` and `x.imag`."""
    match array:
        case ast.Attribute(value=whole, attr=attr) if attr in _ORDERS:
            value = model.value(whole)
            if not value.is_tensor or value.maybe or value.foreign:
                return None
            # The real part of real numbers is the array itself, and their imaginary part takes no stores.
            return whole if attr != "real" or (value.dtype or "").startswith("complex") else None
    return None


def whole_value(
    target: ast.Attribute, stored: ast.expr, operation: str | None, model: SemanticModel
) -> str | None:
    """Return what becomes of an array ``@`` whose attribute ``target`` is assigned ``stored``, ``{value}``.

    ``operation`` is that of an augmented assignment.  `x.flat = v` repeats ``v`` where it is shorter, and is written
    for a number alone.
    """
    if rearranged(target, model) is None:
        return None
    if target.attr == "flat" and operation is None:
        return "{value}" if model.value(stored).kind in PLAIN_NUMBERS else None
    if target.attr not in _PARTS:
        return None
    there, back = _ORDERS[target.attr]
    return back.replace("#", f"{{ops}}.{operation}({there}, {{value}})" if operation else "{value}")


def in_order(array: ast.expr, model: SemanticModel) -> Claim:
    """Return the claim that a store into ``array`` is one into an array with its own shape and order.

    `x.flat[:] = v` repeats ``v`` where it is shorter, which no operation does.
    """
    return claim(Assumption.SAME_MEANING, rearranged(array, model) is None)


def refilled(array: ast.expr, whole: str, new: str) -> str:
    """Return what becomes of ``whole`` where all of its attribute ``array`` is ``new`` from then on."""
    assert isinstance(array, ast.Attribute)
    _, back = _ORDERS[array.attr]
    return f"{{ops}}.assign(@, ..., {back.replace('#', new)})".replace("@", whole)


def new_value(array: ast.expr, whole: str, update: str) -> str:
    """Return what becomes of ``whole`` where ``update``, a template, changes ``array``, ``@``."""
    assert isinstance(array, ast.Attribute)
    there, _ = _ORDERS[array.attr]
    return refilled(array, whole, update.replace("@", there))
