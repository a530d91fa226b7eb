"""Tensors that SciPy's sparse matrices are given: as places of items, and as the arrays that they consist of.

They read places by NumPy's dtypes and methods, and their compiled code reads the bytes of their arrays.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.host.foreign_calls import is_converted, is_numpys_own
from purity_lint.rewrites.operands import quote, strongest
from purity_lint.rewrites.sparse_parts import is_sparse, matrix_of_part
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value


def tensors_as_places(item: ast.Subscript, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for `matrix[rows, columns]`, read or stored, with a tensor among the places.

    They are copied, since SciPy declares writable what it makes of them, which memory of PyTorch's cannot be.  So are
    those of a grid, `matrix[ops.ix_(rows, columns)]`, which is a tuple of them.
    """
    if not is_sparse(item.value, model) or model.value(item.value).is_tensor:
        return  # what is an array for other callers takes any library's tensors for places
    places = item.slice.elts if isinstance(item.slice, ast.Tuple) else [item.slice]
    handed = [p for p in places if model.value(p).is_tensor and not _is_numpys(p, model)]
    grid = _grid(item.slice, model)
    tensor = strongest(grid or [model.value(place) for place in handed])
    if tensor is None:
        return
    holes: dict[str, ast.expr] = {"matrix": item.value}
    written = []
    for number, place in enumerate(places):
        template = _written(place, f"p{number}", holes)
        if grid:
            written.append(f"tuple({{ops}}.to_numpy(place).copy() for place in {template})")
        else:
            written.append(f"{{ops}}.to_numpy({template}).copy()" if place in handed else template)
    edit = Rewrite(item, f"{{matrix}}[{', '.join(written)}]", holes)
    advice = "hand them over: `ops.to_numpy(rows).copy()`"
    message = Message(
        f"the sparse matrix `{quote(model, item.value)}` takes NumPy's arrays as places", advice, ":"
    )
    fix = Fix((edit,), Applicability.UNSAFE, "Hand the places over as NumPy's arrays")
    yield Finding(item, message, tensor.evidence, tensor.reasons, fix)


def _grid(places: ast.expr, model: SemanticModel) -> tuple[Value, ...]:
    """Return the tensors of a tuple that holds nothing else, and is not written out: of `ops.ix_(rows, columns)`."""
    value = model.value(places)
    if isinstance(places, ast.Tuple) or value.kind is not Kind.TUPLE or _is_grid_of_numpys(places, model):
        return ()
    parts = value.elements or ((value.element,) if value.element is not None else ())
    return parts if all(part.is_tensor and not part.maybe for part in parts) else ()


def _is_grid_of_numpys(places: ast.expr, model: SemanticModel) -> bool:
    match places:
        case ast.Call(func=ast.Name(id="tuple"), args=[ast.GeneratorExp(elt=place)]):
            return _is_numpys(place, model)
    return False


def tensor_as_part(store: ast.Assign | ast.AugAssign, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for `matrix.data = x` and `matrix.data *= x` with a tensor."""
    targets = store.targets if isinstance(store, ast.Assign) else [store.target]
    matrix = next((m for one in targets if (m := matrix_of_part(one, model)) is not None), None)
    if matrix is None:
        return
    value = model.value(store.value)
    if not value.is_tensor or value.maybe or _is_of_sparse(store.value, model):
        return
    advice = f"hand it over: `ops.to_numpy({quote(model, store.value)})`"
    message = Message(f"the sparse matrix `{quote(model, matrix)}` consists of NumPy's arrays", advice, ":")
    edit = Rewrite(store.value, "{ops}.to_numpy({x})", {"x": store.value})
    fix = Fix((edit,), Applicability.UNSAFE, "Hand over NumPy's array")
    yield Finding(store.value, message, value.evidence, value.reasons, fix)


def _is_of_sparse(array: ast.expr, model: SemanticModel) -> bool:
    """True for `other.data`, an item of it and what a method of it gives: NumPy's arrays already."""
    if matrix_of_part(array, model) is not None:
        return True
    match array:
        case ast.Subscript(value=inner) | ast.UnaryOp(operand=inner):
            return _is_of_sparse(inner, model)
        case ast.Call(func=ast.Attribute(value=inner)):
            return _is_of_sparse(inner, model) or is_numpys_own(array, model)
    return is_numpys_own(array, model)


def _is_numpys(place: ast.expr, model: SemanticModel) -> bool:
    match place:
        case ast.Call(func=ast.Attribute(value=array, attr="copy")):
            return is_converted(array, model)
    return is_converted(place, model)


def _written(place: ast.expr, name: str, holes: dict[str, ast.expr]) -> str:
    """Return the template of a place; of a slice that of its bounds, for it is no expression by itself."""
    if not isinstance(place, ast.Slice):
        holes[name] = place
        return f"{{{name}}}"
    bounds = []
    for end in ("lower", "upper", "step"):
        bound = getattr(place, end)
        if bound is not None:
            holes[f"{name}_{end}"] = bound
        bounds.append("" if bound is None else f"{{{name}_{end}}}")
    return ":".join(bounds if bounds[2] else bounds[:2])
