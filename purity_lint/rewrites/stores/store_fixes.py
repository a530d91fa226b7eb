"""Fixes of stores into elements: the statement with ``ops.assign``, what goes back elsewhere, what it assumes."""

from __future__ import annotations

import ast
from dataclasses import replace

from purity_lint.findings.assumptions import Assumption, Claim, claim
from purity_lint.findings.diagnostics import Applicability, Evidence
from purity_lint.findings.edits import Fix, Rewrite, RewriteStatement, fix_if
from purity_lint.rewrites.operands import is_certain
from purity_lint.rewrites.stores.assignments import (
    changed_array,
    rebound,
    rewrite_assignment,
    rewrite_augmented,
)
from purity_lint.rewrites.stores.dropped_arrays import seen_by_callers
from purity_lint.rewrites.stores.item_stores import Store, is_plainly_bound, is_rebindable, read_store
from purity_lint.rewrites.stores.loop_of_names import loop_of_names
from purity_lint.rewrites.stores.rearranged import in_order, rearranged, whole_value
from purity_lint.rewrites.stores.records import holds_records
from purity_lint.rewrites.stores.sharing import Sharing, is_cleaned_parameter, sharing
from purity_lint.rewrites.stores.written_views import with_views
from purity_lint.rewrites.uses_of_names import bindings
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.parameters import parameter_names


def assignment_fix(
    node: ast.Assign, targets: list[ast.expr], stores: list[ast.Subscript], model: SemanticModel
) -> Fix | None:
    """Return the fix of a store, a chain of stores or an unpacking into stores; ``None`` where an array has no name."""
    edit = rewrite_assignment(node, targets, stores, model)
    if edit is None:
        return None
    arrays = [changed_array(store, model) for store in stores]
    of_names = _fix_of_names(node, arrays[0], edit, model)
    if of_names is not None:
        return of_names
    edits, claims = with_views(edit, arrays, node, model)
    claims += [one for array in arrays for one in store_claims(array, node, model)]
    claims += [in_order(read_store(store, model).array, model) for store in stores]
    return fix_if(claims, edits, "Replace the store with `ops.assign`")


def tensor_stored(node: ast.Assign, stores: list[ast.Subscript], model: SemanticModel) -> Fix | None:
    """Return the fix of a store that stays, ``x[:] = values``: PyTorch and MLX store a tensor or a number, and no list.

    ``None`` where the value is known to be one of these, or ``x`` may be no array.
    """
    arrays = [model.value(store.value) for store in stores]
    if len(node.targets) > 1 or node.targets != stores or any(x.maybe or x.foreign for x in arrays):
        return None
    if not (_is_sequence(node.value, model) or (_has_slice(stores[0]) and _is_as_given(node.value, model))):
        return None
    edit = Rewrite(node.value, "{ops}.asarray({x})", {"x": node.value})
    return Fix((edit,), Applicability.UNSAFE, "Store a tensor, as the store itself has to stay")


def _is_sequence(value: ast.expr, model: SemanticModel) -> bool:
    return model.value(value).kind in (Kind.LIST, Kind.TUPLE)


def _has_slice(store: ast.Subscript) -> bool:
    parts = store.slice.elts if isinstance(store.slice, ast.Tuple) else [store.slice]
    return any(isinstance(p, ast.Slice) or (isinstance(p, ast.Constant) and p.value is ...) for p in parts)


def _is_as_given(value: ast.expr, model: SemanticModel) -> bool:
    """True for a parameter that is said to be an array, or used as one: callers may give a list all the same."""
    function = model.function(value)
    if not isinstance(value, ast.Name) or function is None or value.id in bindings(function):
        return False
    known = model.value(value)
    return value.id in parameter_names(function) and known.is_tensor and known.evidence < Evidence.PROVEN


def augmented_fix(
    node: ast.AugAssign, store: Store, function: str, assumed: Claim, model: SemanticModel
) -> Fix | None:
    """Return the fix of ``x[i] += v``; ``None`` where the array has no name.

    ``function`` is the operation that the operator means, ``assumed`` what the caller claims besides.
    """
    changed = rearranged(store.array, model) or store.array
    edit = rewrite_augmented(node, store, function, model) if is_rebindable(changed, model) else None
    if edit is None:
        return None
    of_names = _fix_of_names(node, changed, edit, model)
    if of_names is not None:
        return of_names
    edits, claims = with_views(edit, [changed], node, model)
    claims += [*store_claims(changed, node, model), in_order(store.array, model), assumed]
    return fix_if(claims, edits, "Replace the augmented store with `ops.assign`")


def part_fix(
    node: ast.Assign | ast.AugAssign, target: ast.Attribute, operation: str | None, model: SemanticModel
) -> Fix | None:
    """Return the fix of ``x.imag = v`` and ``x.real += v``; never safe, for `ops` refuses what NumPy only warns of.

    ``operation`` is that of an augmented assignment.
    """
    array, stored = target.value, node.value
    changed = whole_value(target, stored, operation, model)
    if changed is None or not is_rebindable(array, model):
        return None
    text = f"{rebound(array, '{x}', model)} = {{ops}}.assign({{x}}, ..., {changed.replace('@', '{x}')})"
    edits, claims = with_views(
        RewriteStatement(node, text, {"x": array, "value": stored}), [array], node, model
    )
    claims += [*store_claims(array, node, model), in_order(target, model)]
    return fix_if(claims, edits, "Replace the store with `ops.assign`")


def reshape_fix(node: ast.Assign, array: ast.expr, model: SemanticModel) -> Fix | None:
    """Return the fix of ``x.shape = (2, -1)``; never safe, for other names of the array had the new shape as well.

    None where one of them is read afterwards, but for those of a loop over names.
    """
    if not is_rebindable(array, model) or model.value(array).foreign:
        return None
    text = f"{rebound(array, '{x}', model)} = {{ops}}.reshape({{x}}, {{shape}})"
    edit = RewriteStatement(node, text, {"x": array, "shape": node.value})
    of_names = _fix_of_names(node, array, edit, model)
    if of_names is not None:
        return of_names
    if sharing(array, node, model) is Sharing.SEEN:
        return None
    return Fix((edit,), Applicability.UNSAFE, "Replace it with `ops.reshape`")


def store_claims(array: ast.expr, change: ast.stmt, model: SemanticModel) -> list[Claim]:
    """Return what a store assumes: on NumPy the array itself changes as before, elsewhere only its new name."""
    value = model.value(array)
    unseen = sharing(array, change, model) is not Sharing.SEEN
    no_scalar = (
        value.rank != 0
    )  # what operators make of 0-d arrays is a scalar of NumPy's, which takes no store
    return [
        claim(Assumption.NUMERIC, is_certain(value), refuted=value.foreign or holds_records(array, model)),
        claim(Assumption.BOUND_HERE, is_plainly_bound(array, model)),
        claim(Assumption.SAME_ERROR, no_scalar),
        claim(
            Assumption.NOT_ALIASED,
            unseen and not is_cleaned_parameter(array, change, model),
            refuted=not unseen,
        ),
        seen_by_callers(array, change, model),
    ]


def _fix_of_names(
    node: ast.stmt, array: ast.expr, store: RewriteStatement, model: SemanticModel
) -> Fix | None:
    """Return the fix of a loop over names that stores into each; never safe, for a turn that fails leaves the rest."""
    loop = loop_of_names(node, array, model)
    edit = None if loop is None else loop.rewritten(store)
    if loop is None or edit is None:
        return None
    claims = [one for name in loop.names for one in store_claims(name, loop.node, model)]
    fix = fix_if(claims, (edit,), "Store into each, and bind all of them anew")
    return fix and replace(fix, applicability=Applicability.UNSAFE)
