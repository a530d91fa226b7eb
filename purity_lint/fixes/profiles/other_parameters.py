"""Parameters that hold no arrays of their function: callbacks, what these are given, ``f(x, *args)``, and dtypes."""

from __future__ import annotations

import ast

from purity_lint.rewrites.scopes import own_nodes
from purity_lint.source.names import last_name
from purity_lint.source.parameters import parameter_names
from purity_lint.source.walk import walk

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_ABOUT_DTYPES = frozenset({"issubdtype", "isdtype", "finfo", "iinfo"})
"""Functions that are given a dtype first, and never an array."""


def called_by(function: _Function) -> frozenset[str]:
    """Return the names that a function calls, `hess(p)`: whatever callers pass there is no array."""
    calls = (node.func for node in walk(function) if isinstance(node, ast.Call))
    return frozenset(called.id for called in calls if isinstance(called, ast.Name))


def is_for_callbacks(several: str, function: _Function) -> bool:
    """True for the `*args` of `f(x, *args)`, where `f` is a parameter: they may be anything that this one takes."""
    own = set(parameter_names(function))
    calls = (node for node in own_nodes(function) if isinstance(node, ast.Call))
    return any(
        isinstance(part, ast.Starred) and isinstance(part.value, ast.Name) and part.value.id == several
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in own
        for part in call.args
    )


def asked_as_dtypes(function: _Function) -> frozenset[str]:
    """Return the names that a function asks about as dtypes: `np.issubdtype(dt, np.signedinteger)`."""
    calls = (node for node in own_nodes(function) if isinstance(node, ast.Call) and node.args)
    first = (call.args[0] for call in calls if last_name(call.func) in _ABOUT_DTYPES)
    return frozenset(argument.id for argument in first if isinstance(argument, ast.Name))
