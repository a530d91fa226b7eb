"""``x.flat`` that is kept: an iterator that remembers its place, and by which others store into ``x``."""

from __future__ import annotations

import ast

from purity_lint.rewrites.operands import builtin
from purity_lint.rewrites.stores.shared_memory import is_of_library
from purity_lint.semantics.model import SemanticModel

_STEPPING = frozenset({"next", "iter"})


def is_kept_iterator(flat: ast.Attribute, model: SemanticModel) -> bool:
    """True where ``flat`` goes on to a name, a container or a function of the project, and is not read at once."""
    parent = model.parent(flat)
    call = model.parent(parent) if isinstance(parent, ast.keyword | ast.Starred) else parent
    match call:
        case ast.Call(func=function):
            name = builtin(model, call)
            return name in _STEPPING if name is not None else not is_of_library(function, model)
        case ast.Subscript() | ast.Attribute() | ast.Compare() | ast.BinOp() | ast.UnaryOp():
            return False
        case ast.comprehension(iter=read) | ast.For(iter=read):
            return read is not flat
    return True
