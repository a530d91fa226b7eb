"""Keys that a class of a project is asked for, ``table[key]``: whatever NumPy takes, callers may write."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.rewrites.operands import is_certain
from purity_lint.rewrites.uses_of_names import assigned
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value
from purity_lint.source.constructs import DEFINITIONS, Definition
from purity_lint.source.parameters import parameter_names

_ITERATED: Final = "__iter__"
_NO_ARRAYS: Final = frozenset({Kind.INT, Kind.DIM, Kind.SCALAR, Kind.FLOAT, Kind.STR, Kind.NONE, Kind.BYTES})
_NO_NUMBERS: Final = frozenset({Kind.FLOAT, Kind.STR, Kind.NONE, Kind.BYTES})
_KEY: Final = 1
"""Position of the key among the parameters of `__getitem__`."""

_ENDS_LOOPS: Final = (
    "JAX and MLX raise no `IndexError` where it is out of bounds, at which loops over the object end"
)


def trouble_of_key(read: ast.Subscript, value: Value, model: SemanticModel) -> str | None:
    """Return what is wrong with `self.data[key]` in `__getitem__`, ``value`` being that of the array.

    The key may be a mask or a list, unless it is known for a number, or is asked for its class or its dtype.  And
    Python iterates over what has no `__iter__` by numbers, until there is an `IndexError`.  Nothing is said of the name
    of the key in another one, `[key, 0]`.
    """
    key = read.slice
    function = model.function(read)
    if (
        not isinstance(key, ast.Name)
        or not isinstance(function, DEFINITIONS)
        or function.name != "__getitem__"
    ):
        return None
    names = parameter_names(function)
    if len(names) <= _KEY or names[_KEY] != key.id or key.id in assigned(function):
        return None
    asked = model.value(key)
    if not _is_asked_for_dtype(key.id, read, model):
        if is_certain(value) and asked.kind not in _NO_ARRAYS and asked.dtype != "int":
            return "what callers ask for may be a mask or a list"
        if asked.kind not in _NO_NUMBERS and _is_iterated_by_numbers(function, model):
            return _ENDS_LOOPS
    return None


def _is_iterated_by_numbers(method: Definition, model: SemanticModel) -> bool:
    """True for a method of a class that has no `__iter__`, and of whose bases it is known that they have none."""
    owner = model.parent(method)
    if not isinstance(owner, ast.ClassDef):
        return False
    inherited = model.inherited(owner)
    own = {s.name for s in owner.body if isinstance(s, DEFINITIONS)}
    return inherited is not None and _ITERATED not in own | inherited


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
