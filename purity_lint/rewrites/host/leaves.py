"""What a list, a tuple, a dict or a comprehension that is handed over as it is written holds."""

from __future__ import annotations

import ast


def leaves(argument: ast.expr) -> list[ast.expr]:
    """Return the elements of a list, tuple or dict that is written out, `dict(a=x)` too, at any depth; else itself."""
    parts = parts_written(argument)
    return [leaf for part in parts for leaf in leaves(part)] if parts else [argument]


def parts_written(argument: ast.expr) -> list[ast.expr]:
    """Return the elements of a list, tuple or dict that is written out, and what a comprehension makes each of."""
    match argument:
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return elements
        case ast.ListComp(elt=element):
            return [element]
        case ast.Dict(values=elements):
            return elements
        case ast.Call(func=ast.Name(id="dict"), args=[], keywords=given) if all(k.arg for k in given):
            return [k.value for k in given]
    return []
