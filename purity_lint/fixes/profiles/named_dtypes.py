"""Dtypes that a name stands for: `kind = float` above `np.zeros(n, dtype=kind)`.

NumPy takes types of Python for dtypes; a strict library takes its own alone.

kind = x.dtype if known else float    kind = x.dtype if known else xp.float64
kind = object                         no library but NumPy has such arrays: the call stays
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.edits import Rewrite
from purity_lint.knowledge.dtypes import BUILTINS
from purity_lint.knowledge.libraries import HOST_PACKAGES, stands_in
from purity_lint.rewrites.scopes import bindings, enclosing, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

_OBJECT = "object"
_OF_LIMITS = frozenset({"finfo", "iinfo"})
_DTYPE = "dtype"
_MADE_BY_NUMPY = frozenset({_DTYPE, "min_scalar_type"})
"""Functions that give dtypes of NumPy's, which other libraries do not take."""


def types_of_python(call: ast.Call, space: str, model: SemanticModel) -> list[Rewrite]:
    """Return the edits that bind a dtype of ``space``, where a name that ``call`` takes for one is bound to a type."""
    return [
        Rewrite(value, f"{space}.{BUILTINS[value.id].removesuffix('_')}")
        for name in _names(call)
        if _is_dtype_alone(name, model)
        for value in _bound(name, model)
        if isinstance(value, ast.Name) and value.id in BUILTINS and _is_builtin(value, model)
    ]


def numpys_dtype(call: ast.Call, model: SemanticModel) -> str | None:
    """Return the dtype that NumPy alone has and which ``call`` may be given, as it is written; ``None`` without one."""
    given = [k.value for k in call.keywords if k.arg == _DTYPE]
    written = [*given, *(value for name in _names(call) for value in _bound(name, model))]
    return next((ast.unparse(value) for value in written if _is_numpys(value, model)), None)


def beside_numpys_dtype(node: ast.AST, model: SemanticModel) -> str | None:
    """Return the dtype of NumPy's that a name may stand for, where it stands for ``node`` on another way."""
    parent = model.parent(node)
    holder = model.parent(parent) if isinstance(parent, ast.IfExp) else parent
    match holder:
        case ast.Assign(targets=[ast.Name() as name]):
            others = (value for value in _bound(name, model) if value is not node)
            return next((ast.unparse(value) for value in others if _is_numpys(value, model)), None)
    return None


def _names(call: ast.Call) -> Iterator[ast.Name]:
    """Yield the names among the arguments that are, or may be, dtypes: nothing else is bound to a type."""
    first = 0 if last_name(call.func) in _OF_LIMITS | {"astype"} else 1
    given = [*call.args[first:], *(k.value for k in call.keywords if k.arg == _DTYPE)]
    yield from (argument for argument in given if isinstance(argument, ast.Name))


def _bound(name: ast.Name, model: SemanticModel) -> Iterator[ast.expr]:
    """Yield what a name is bound to in its function, each way of a choice by itself."""
    values = list(bindings(enclosing(name, model)).get(name.id, ()))
    while values:
        value = values.pop(0)
        if isinstance(value, ast.IfExp):
            values += [value.body, value.orelse]
        else:
            yield value


def _is_dtype_alone(name: ast.Name, model: SemanticModel) -> bool:
    """True for a name that is read as the dtype of calls, and nowhere else: `kind(3)` makes a number of Python's."""
    reads = (
        node
        for node in own_nodes(enclosing(name, model))
        if isinstance(node, ast.Name) and node.id == name.id and isinstance(node.ctx, ast.Load)
    )
    return all(_is_read_as_dtype(read, model) for read in reads)


def _is_read_as_dtype(read: ast.Name, model: SemanticModel) -> bool:
    parent = model.parent(read)
    if isinstance(parent, ast.keyword):
        return parent.arg == _DTYPE
    return isinstance(parent, ast.Call) and any(name is read for name in _names(parent))


def _is_numpys(value: ast.expr, model: SemanticModel) -> bool:
    match value:
        case ast.Name(id=name):
            return name == _OBJECT and _is_builtin(value, model)
        case ast.Call(func=function):
            return stands_in(model.qualified_name(function), *HOST_PACKAGES) and (
                last_name(function) in _MADE_BY_NUMPY
            )
    return False


def _is_builtin(name: ast.Name, model: SemanticModel) -> bool:
    return model.qualified_name(name) == f"builtins.{name.id}"
