"""Keys that a class of a project is asked for, ``table[key]``: whatever NumPy takes, callers may write."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.rewrites.uses_of_names import assigned
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.parameters import parameter_names

_NO_ARRAYS: Final = frozenset({Kind.INT, Kind.DIM, Kind.SCALAR, Kind.FLOAT, Kind.STR, Kind.NONE, Kind.BYTES})
_KEY: Final = 1
"""Position of the key among the parameters of `__getitem__`."""


def is_key_of_callers(read: ast.Subscript, model: SemanticModel) -> bool:
    """True for `self.data[key]` in `__getitem__`, where the key may be a mask or a list.

    Not where it is known for a number, or is asked for its class or its dtype, and not for its name in another key,
    `[key, 0]`.
    """
    key = read.slice
    function = model.function(read)
    if (
        not isinstance(key, ast.Name)
        or not isinstance(function, DEFINITIONS)
        or function.name != "__getitem__"
    ):
        return False
    names = parameter_names(function)
    is_key = len(names) > _KEY and names[_KEY] == key.id
    value = model.value(key)
    known = value.kind in _NO_ARRAYS or value.dtype == "int" or _is_asked_for_dtype(key.id, read, model)
    return is_key and key.id not in assigned(function) and not known


def _is_asked_for_dtype(name: str, read: ast.AST, model: SemanticModel) -> bool:
    """True below `if key.dtype == xp.bool:`, where it is an array of that dtype and nothing else."""
    child, parent = read, model.parent(read)
    while parent is not None and not isinstance(child, DEFINITIONS):
        if (
            isinstance(parent, ast.If)
            and child in parent.body
            and any(_asks(n, name) for n in ast.walk(parent.test))
        ):
            return True
        child, parent = parent, model.parent(parent)
    return False


def _asks(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Compare(left=ast.Attribute(value=ast.Name(id=asked), attr="dtype"), ops=[ast.Eq()]):
            return asked == name
    return False
