"""What an augmented assignment becomes, and who else looks at what it changes."""

from __future__ import annotations

import ast

from purity_lint.findings.assumptions import Assumption, Claim, Holds, claim
from purity_lint.knowledge.arrays import UPDATING_OPERATIONS
from purity_lint.rewrites.operands import NUMBERS, SEQUENCES
from purity_lint.rewrites.scopes import attribute_values, bindings, enclosing, parameters
from purity_lint.rewrites.stores.dropped_arrays import seen_by_callers
from purity_lint.rewrites.stores.kept_dtypes import keeps_dtype, keeps_dtype_or_fails
from purity_lint.rewrites.stores.loop_items import bound_with
from purity_lint.rewrites.stores.sharing import not_aliased
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value
from purity_lint.source.constructs import is_two
from purity_lint.source.names import last_name

_MAKERS = frozenset({"array", "asarray", "asanyarray", "zeros", "ones", "empty", "full"})


def seen_by_others(node: ast.AugAssign, new: str, model: SemanticModel) -> tuple[Claim, Claim]:
    """Return the claims on who else looks at what changes, which a single number does not.

    An element that is only used as one may be a row of one element, which others see.
    """
    return _seen_by_nobody(node, new, model), seen_by_callers(node.target, node, model)


def _seen_by_nobody(node: ast.AugAssign, new: str, model: SemanticModel) -> Claim:
    """Return the claim that no other name looks at what changes.

    What may be a number does not change for its other names on NumPy, and does where a tensor without axes stands for
    it: there ``assign_add`` makes a new one, and so does ``add``.  An array ``assign_add`` changes as `+=` does.
    """
    target = model.value(node.target)
    found = not_aliased(node.target, node, model)
    perhaps = target.kind is Kind.UNKNOWN or (target.maybe and not target.listed and not target.textual)
    number = target.rank == 0 and not _is_array_without_axes(node.target, model)
    perhaps = perhaps and new.startswith("assign") and not _is_seen_to_be_array(node, model)
    may_be_number = number or perhaps or _starts_as_number(node.target, model)
    if found.holds is Holds.NO and may_be_number and not target.foreign:
        return claim(Assumption.NOT_ALIASED, False)
    return found


def _is_seen_to_be_array(node: ast.AugAssign, model: SemanticModel) -> bool:
    """True where an array with axes is added, or bound to the name on some path: `x = np.zeros(3)`."""
    if (model.value(node.value).rank or 0) > 0:
        return True
    if not isinstance(node.target, ast.Name):
        return False
    made = [model.value(value) for value in bindings(enclosing(node, model)).get(node.target.id, [])]
    return any(value.is_tensor and not value.maybe and (value.rank or 0) > 0 for value in made)


def rebinding(node: ast.AugAssign, function: str, *, private: bool, model: SemanticModel) -> tuple[str, str]:
    """Return the assignment that does what ``node`` does, as a template, and the operation that it calls.

    An array that others may see is changed where it is, as NumPy changes it.  So is one whose dtype the operation
    might not keep.
    """
    target, other = model.value(node.target), model.value(node.value)
    holder = bound_with(node.target, model)
    bound = "{x}" if holder is None else f"{{x}} = {holder}"
    known = not target.is_tensor or target.maybe or keeps_dtype(target, other) or _counts(node, target, other)
    known = known or keeps_dtype_or_fails(node, model)
    known = known or (target.rank == 0 and target.dtype in (None, "int"))  # a reduction's, a place: a number
    if target.kind in SEQUENCES:  # no list is changed: every operator but those of lists makes an array of it
        return f"{bound} = {{ops}}.{function}({{x}}, {{y}})", function
    is_number = target.kind in NUMBERS or (target.maybe and target.rank == 0)  # others see no change of it
    is_number = is_number or _starts_as_number(node.target, model)
    if (private or is_number) and known and not _is_array_without_axes(node.target, model):
        if isinstance(node.op, ast.Pow) and is_two(node.value):
            return f"{bound} = {{ops}}.square({{x}})", "square"
        return f"{bound} = {{ops}}.{function}({{x}}, {{y}})", function
    if f"assign_{function}" in UPDATING_OPERATIONS:
        return f"{bound} = {{ops}}.assign_{function}({{x}}, ..., {{y}})", f"assign_{function}"
    return f"{bound} = {{ops}}.assign({{x}}, ..., {{ops}}.{function}({{x}}, {{y}}))", "assign"


def _starts_as_number(target: ast.expr, model: SemanticModel) -> bool:
    """True for an attribute that the file binds to numbers alone: a sum, though it may come to be an array."""
    if not isinstance(target, ast.Attribute):
        return False
    values = attribute_values(model).get(target.attr, [])
    return bool(values) and all(model.value(value).kind in NUMBERS for value in values)


def _is_array_without_axes(target: ast.expr, model: SemanticModel) -> bool:
    """True for a name of `np.array(3.0)`: `+=` leaves it an array, of which an operation gives a number.

    So may `np.array(v)` and `np.zeros(shape)` be.  What is handed in may be one wherever a number of NumPy is.
    """
    rank = model.value(target).rank
    if not isinstance(target, ast.Name) or rank:
        return False
    scope = enclosing(target, model)
    made = bindings(scope).get(target.id, [])
    if rank == 0 and target.id in parameters(scope):
        return True
    return any(_makes_array(value) and not model.value(value).rank for value in made)


def _makes_array(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and last_name(value.func) in _MAKERS


def _counts(node: ast.AugAssign, target: Value, other: Value) -> bool:
    """True where a whole number is added, taken away, multiplies or squares: all dtypes but truth values are kept."""
    kept = isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.Pow) and target.dtype != "bool"
    return kept and other.kind in {Kind.INT, Kind.DIM}
