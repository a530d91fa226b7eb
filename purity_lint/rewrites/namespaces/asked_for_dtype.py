"""Functions that ask for a namespace to learn the dtype alone, and compute with NumPy.

xp = array_namespace(x0)
x0 = xp.asarray(x0)
dtype = x0.dtype if xp.isdtype(x0.dtype, "real floating") else xp.float64
x = xp.astype(x0, dtype)

What minimizes is compiled, and calls back with NumPy's arrays: nothing else of the namespace is read there.
"""

from __future__ import annotations

import ast

from purity_lint.knowledge.vocabularies.array_api import DTYPES
from purity_lint.rewrites.namespaces.in_use import is_namespace
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name
from purity_lint.source.walk import walk

_QUESTION = "isdtype"
_CONVERSIONS = frozenset({"asarray", "astype", "reshape"}) | DTYPES
"""Words of a namespace that give what was handed over another form."""
_COPY = "copy"
_TO_AXES = "atleast_nd"
"""Function that is told a namespace, and adds axes."""


def asks_for_dtype_alone(node: ast.AST, model: SemanticModel) -> bool:
    """True in a function whose namespace says whether numbers are floats, or copies an array, and computes nothing.

    The methods of a class that keeps its namespace are looked at together.
    """
    holder = _holder(node, model)
    if holder is None:
        return False
    return model.memo((asks_for_dtype_alone, holder), lambda: _asks(holder, model))


def _holder(node: ast.AST, model: SemanticModel) -> ast.AST | None:
    """Return the function around ``node`` that no other one is around of, or the class that it is a method of."""
    function = model.function(node)
    while function is not None:
        outer = model.function(function)
        if outer is None:
            owner = model.parent(function)
            return owner if isinstance(owner, ast.ClassDef) else function
        function = outer
    return None


def _asks(holder: ast.AST, model: SemanticModel) -> bool:
    read: set[str] = set()
    for one in walk(holder):
        if not isinstance(one, ast.Name | ast.Attribute) or not isinstance(one.ctx, ast.Load):
            continue
        if is_namespace(one, model):
            word = _word(one, model)
            if word is None:
                return False
            read.add(_COPY if _is_copied(one, model) else word)
    return read == {_COPY} or (_QUESTION in read and read <= _CONVERSIONS | {_QUESTION, _TO_AXES, _COPY})


def _is_copied(space: ast.expr, model: SemanticModel) -> bool:
    """True for `xp.astype(x, x.dtype)`, which is of the same dtype."""
    function = model.parent(space)
    match None if function is None else model.parent(function):
        case ast.Call(
            func=ast.Attribute(attr="astype"), args=[array, ast.Attribute(value=same, attr="dtype")]
        ):
            return ast.dump(array) == ast.dump(same)
    return False


def _word(space: ast.expr, model: SemanticModel) -> str | None:
    """Return what is read of a namespace, or the function that is told it; ``None`` where it goes elsewhere."""
    parent = model.parent(space)
    match parent:
        case ast.Attribute(attr=word):
            return word
        case ast.keyword():
            call = model.parent(parent)
            return last_name(call.func) if isinstance(call, ast.Call) else None
    return None
