"""Names that hold an array namespace: ``xp = array_namespace(x)``, ``nx = get_backend(a, b)``, a parameter ``xp``.

A function of that name says so by itself.  Of any other what is read of its result tells: nothing but a namespace has
``zeros_like``, or takes an argument in ``exp``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from purity_lint.knowledge import lookup
from purity_lint.knowledge.facades import NAMESPACE, head_of
from purity_lint.knowledge.notation import words
from purity_lint.knowledge.python import NAMESPACE_GETTERS
from purity_lint.knowledge.vocabularies.own_backend import GETTER
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import INSTANCE, MODULE, UNKNOWN
from purity_lint.source.names import last_name

NAMESPACE_VALUE: Final = Abs(MODULE, refs=(NAMESPACE,))
NAMES_OF_NAMESPACES: Final = frozenset({"xp"})
"""Names of namespaces, whatever is read of them."""
_OF_SAMPLES: Final = "fp"
"""Parameter beside which `xp` holds the places of samples, as in NumPy's `interp(x, xp, fp)`."""
_ONLY_FUNCTIONS: Final = words("""
    zeros ones empty full eye zeros_like ones_like empty_like full_like asarray arange linspace concatenate concat stack
    vstack hstack where meshgrid broadcast_to broadcast_arrays einsum expand_dims isdtype result_type unstack
    """)
"""Functions of a namespace of which tensors have no methods."""
_OF_ONE: Final = words(
    "exp log sqrt sin cos tan tanh isnan isinf isfinite sign log1p expm1 floor ceil square"
)
"""Functions of one argument: the methods of that name take none."""
NAMESPACE_NAMES: Final = _ONLY_FUNCTIONS | _OF_ONE
"""Names that say of what they are called of that it is a namespace."""
_CALL: Final = re.compile(rf"\.(?:{'|'.join(sorted(NAMESPACE_NAMES))})\(")
ENOUGH: Final = 2
"""How many such names must be read of a parameter of any name."""

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def is_namespace_parameter(name: str, function: FunctionNode, text: str) -> bool:
    """True if the parameter ``name`` holds a namespace: it is called ``xp``, or used as nothing else can be.

    ``text`` is that of the file.
    """
    if name in NAMES_OF_NAMESPACES and not _has_parameter(_OF_SAMPLES, function):
        return True
    return name in _called_of(text) and len(_telling(name, function)) >= ENOUGH


def _has_parameter(name: str, function: FunctionNode) -> bool:
    spec = function.args
    return any(a.arg == name for a in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs))


@lru_cache(maxsize=8)
def _called_of(text: str) -> frozenset[str]:
    """Return the names of which a file calls what only namespaces have."""
    return frozenset(head_of(text, match.start()) for match in _CALL.finditer(text))


def given(node: ast.Assign, value: Abs, scope: ast.AST) -> Abs:
    """Return the value of an assignment, where a namespace, or one and something else, may be what is assigned."""
    call = node.value.value if isinstance(node.value, ast.Subscript) else node.value
    if isinstance(call, ast.Attribute) and call.attr in NAMESPACE_GETTERS:
        return NAMESPACE_VALUE  # `xp = space.array_namespace`
    if isinstance(call, ast.IfExp):
        call = call.body
    if not isinstance(call, ast.Call) or len(node.targets) != 1:
        return value
    getter = last_name(call.func)
    if not lookup.may_give_namespace(getter):
        return value
    target = node.targets[0]
    if isinstance(target, ast.Tuple | ast.List):
        target = target.elts[0]
    if not isinstance(target, ast.Name | ast.Attribute):
        return value
    if getter in NAMESPACE_GETTERS:
        return NAMESPACE_VALUE
    unclear = value.mask & (UNKNOWN | INSTANCE) or isinstance(node.targets[0], ast.Tuple | ast.List)
    if unclear and getter == GETTER and call.args:
        return NAMESPACE_VALUE
    return NAMESPACE_VALUE if unclear and _telling(ast.unparse(target), scope) else value


def unpacked(node: ast.Assign, values: Mapping[ast.AST, Abs], scope: ast.AST) -> Iterator[ast.Name]:
    """Yield the targets that nothing is known of and hold a namespace: `shape, dtype, xp = prepared`.

    They are called as namespaces are, and their functions are read in ``scope``.
    """
    for target in node.targets:
        if not isinstance(target, ast.Tuple | ast.List):
            continue
        for name in target.elts:
            if isinstance(name, ast.Name) and name.id in NAMES_OF_NAMESPACES:
                bound = values.get(name)
                if bound is not None and bound.mask == UNKNOWN and _telling(name.id, scope):
                    yield name


def _telling(name: str, scope: ast.AST) -> set[str]:
    """Return what is called of ``name`` in ``scope`` that only namespaces have."""
    found: set[str] = set()
    for node in ast.walk(scope):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=held) | ast.Attribute(attr=held), attr=attr)):
                if held != name.rpartition(".")[2]:
                    continue
                if attr in _ONLY_FUNCTIONS or (attr in _OF_ONE and len(node.args) == 1):
                    found.add(attr)
    return found if all(lookup.shared(attr) is not None for attr in found) else set()
