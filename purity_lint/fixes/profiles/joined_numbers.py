"""Numbers among the arrays that are joined: NumPy makes vectors of them, and the standard joins arrays alone.

np.r_[x, 0]                   xp.concat([x, xp.asarray([0], dtype=x.dtype)])
np.append(x, 0)               xp.concat((x, xp.asarray([0], dtype=x.dtype)))
np.concatenate(([0.0], x))    xp.concat((xp.asarray([0.0]), x))

Whole numbers get the dtype of the array beside them.  Others keep their own: an array of integers would cut them off.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TypeGuard

from purity_lint.findings.edits import Hole, Rewrite, RewriteStatement
from purity_lint.rewrites.documented_ranks import rank_of
from purity_lint.rewrites.operators.boolean_arrays import named_array
from purity_lint.rewrites.scopes import enclosing, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind
from purity_lint.source.names import last_name

_BRACKETS = "{ops}.r_"
_IN_BRACKETS = frozenset({"r_", "c_"})
_FLATTENS = "append"
_OF_NUMBERS = frozenset({"hstack", _FLATTENS})
"""Functions that take numbers for vectors of one element."""
_ALONG_AXES = frozenset({"diff", "flip", "sort"})
"""Functions along an axis."""
_OF_LISTS = frozenset({"concatenate", "concat"})
_WHOLE = frozenset({Kind.INT, Kind.DIM})


def joined_with_numbers(edit: Rewrite | RewriteStatement, model: SemanticModel) -> Rewrite | None:
    """Return the edit that joins vectors and numbers; ``None`` where it is about something else."""
    found = _parts(edit, model)
    if found is None:
        return None
    whole, parts, brackets = found
    if not all(_is_joined(part, model) for part in parts):
        return None
    if not any(_is_vector(part, model) for part in parts) and not _are_vectors(whole, parts, model):
        return None
    if whole.__class__ is ast.Call and not any(_is_number(p, model) or _is_list(p, model) for p in parts):
        return None  # arrays alone are for others
    holes: dict[str, Hole] = {f"p{n}": part for n, part in enumerate(parts)}
    dtype = _dtype(parts, model)
    written = [_written(part, f"{{p{n}}}", dtype, model) for n, part in enumerate(parts)]
    return Rewrite(whole, f"{{ops}}.concat({brackets[0]}{', '.join(written)}{brackets[1]})", holes)


def joins_in_brackets(node: ast.AST) -> TypeGuard[ast.Subscript]:
    """True for `np.r_[x, y]` and `np.c_[x, y]`."""
    return isinstance(node, ast.Subscript) and last_name(node.value) in _IN_BRACKETS


def _parts(
    edit: Rewrite | RewriteStatement, model: SemanticModel
) -> tuple[ast.expr, Sequence[ast.expr], str] | None:
    """Return the expression that joins, what it joins, and the brackets around that."""
    parent = model.parent(edit.node)
    if edit.template == _BRACKETS and isinstance(parent, ast.Subscript) and parent.value is edit.node:
        index = parent.slice
        return parent, index.elts if isinstance(index, ast.Tuple) else [index], "[]"
    call = parent if isinstance(parent, ast.Call) and parent.func is edit.node else edit.node
    if not isinstance(call, ast.Call) or call.keywords:
        return None
    match last_name(call.func), call.args:
        case "append", [array, more]:
            return call, [array, more], "()"
        case name, [ast.List(elts=parts) | ast.Tuple(elts=parts) as several] if (
            name in _OF_NUMBERS | _OF_LISTS
        ):
            numbers = any(_is_number(part, model) for part in parts)
            if name in _OF_LISTS and numbers:
                return None  # NumPy refuses them too
            return call, parts, "[]" if isinstance(several, ast.List) else "()"
    return None


def _is_joined(part: ast.expr, model: SemanticModel) -> bool:
    value = model.value(part)
    is_array = value.is_tensor and not value.maybe and rank_of(part, model) in (None, 1)
    return not isinstance(part, ast.Starred) and (
        is_array or _is_number(part, model) or _is_list(part, model)
    )


def _is_vector(part: ast.expr, model: SemanticModel) -> bool:
    return model.value(part).is_tensor and rank_of(part, model) == 1


def _are_vectors(whole: ast.expr, parts: Sequence[ast.expr], model: SemanticModel) -> bool:
    """True where NumPy would refuse arrays of more axes than a number or a list beside them has.

    Arrays without axes it joins with numbers, and the standard does not.
    """
    arrays = [part for part in parts if model.value(part).is_tensor]
    if not arrays or (isinstance(whole, ast.Call) and last_name(whole.func) == _FLATTENS):
        return False
    if isinstance(whole, ast.Call) and last_name(whole.func) in _OF_LISTS:
        return any(_is_list(part, model) for part in parts)
    beside = any(_is_number(part, model) or _is_list(part, model) for part in parts)
    return beside and all(_has_axes(array, model) for array in arrays)


def _has_axes(array: ast.expr, model: SemanticModel) -> bool:
    """True for what is sliced or sorted, here or elsewhere in the function, and what is computed of it."""
    match array:
        case ast.Name(id=name):
            scope = enclosing(array, model)
            read = (n for n in own_nodes(scope) if isinstance(n, ast.Subscript | ast.Call))
            return any(_asks_for_axes(n) and ast.unparse(_array_of(n)) == name for n in read)
        case ast.Subscript() | ast.Call() if _asks_for_axes(array):
            return True
        case ast.Call(args=operands):
            return any(_has_axes(operand, model) for operand in operands)
        case ast.BinOp(left=left, right=right) | ast.Compare(left=left, comparators=[right]):
            return _has_axes(left, model) or _has_axes(right, model)
        case ast.UnaryOp(operand=operand):
            return _has_axes(operand, model)
    return False


def _asks_for_axes(node: ast.Subscript | ast.Call) -> bool:
    """True for `x[1:]` and `np.diff(x)`, which fail for an array without axes, and give none."""
    if isinstance(node, ast.Call):
        return bool(node.args) and last_name(node.func) in _ALONG_AXES
    index = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return any(isinstance(part, ast.Slice) for part in index)


def _array_of(node: ast.Subscript | ast.Call) -> ast.expr:
    return node.args[0] if isinstance(node, ast.Call) else node.value


def _is_number(part: ast.expr, model: SemanticModel) -> bool:
    return model.value(part).kind in PLAIN_NUMBERS


def _is_list(part: ast.expr, model: SemanticModel) -> bool:
    """True for a list of numbers that is written out, also one that is repeated: `[0.0] * n`."""
    match part:
        case ast.BinOp(left=ast.List() as listed, op=ast.Mult(), right=count):
            return _is_list(listed, model) and _is_number(count, model)
    if not isinstance(part, ast.List | ast.Tuple) or not part.elts:
        return False
    return all(_is_number(element, model) for element in part.elts)


def _dtype(parts: Sequence[ast.expr], model: SemanticModel) -> str:
    arrays = (named_array(n, model) for p in parts for n in ast.walk(p) if isinstance(n, ast.Name))
    array = next((found for found in arrays if found is not None), None)
    return "" if array is None else f", dtype={ast.unparse(array)}.dtype"


def _written(part: ast.expr, hole: str, dtype: str, model: SemanticModel) -> str:
    if _is_number(part, model):
        return f"{{ops}}.asarray([{hole}]{dtype if _is_whole([part], model) else ''})"
    if _is_list(part, model):
        listed = part.left if isinstance(part, ast.BinOp) else part
        numbers = listed.elts if isinstance(listed, ast.List | ast.Tuple) else []
        return f"{{ops}}.asarray({hole}{dtype if _is_whole(numbers, model) else ''})"
    return hole


def _is_whole(numbers: Sequence[ast.expr], model: SemanticModel) -> bool:
    return all(model.value(number).kind in _WHOLE for number in numbers)
