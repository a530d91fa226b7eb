"""Arrays of NumPy's that an object keeps, or a function of the file gives: ``self._t = np.asarray(t)``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from purity_lint.rewrites.local_calls import Function, callee
from purity_lint.rewrites.namespaces.in_use import is_namespace, namespace_of
from purity_lint.rewrites.scopes import class_around, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.names import last_name
from purity_lint.source.parameters import parameter_names
from purity_lint.source.targets import paired

CONVERSIONS = frozenset({"asarray", "array", "ascontiguousarray", "atleast_1d", "atleast_2d"})
"""Functions of NumPy that make an array of its own of what they are given."""
BACK = frozenset({"asarray", "from_dlpack", "from_numpy"})
"""Functions of a namespace that bring such an array back."""


def is_kept_for_numpy(node: ast.expr, model: SemanticModel) -> bool:
    """True for `self._t` where the class makes it by `np.asarray(t)`, and gives it away as `xp.asarray(self._t)`."""
    if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
        return False
    owner, instance = class_around(node, model), node.value.id
    if owner is None:
        return False
    return node.attr in model.memo((_kept, owner, instance), lambda: _kept(owner, instance, model))


def _kept(owner: ast.ClassDef, instance: str, model: SemanticModel) -> frozenset[str]:
    """Return the attributes of an instance that are made NumPy's in one method, and another library's in none."""
    made: set[str] = set()
    of_namespaces: set[str] = set()
    back: set[str] = set()
    for node in (n for method in owner.body if isinstance(method, DEFINITIONS) for n in own_nodes(method)):
        for attribute, value in _assigned(node, instance):
            if isinstance(value, ast.Call) and _is_of_namespace(value.func, model):
                of_namespaces.add(attribute)
            elif isinstance(value, ast.Call) and last_name(value.func) in CONVERSIONS:
                made.add(attribute)
        match node:
            case ast.Call(func=ast.Attribute(attr=name) as function, args=[first, *_]) if name in BACK:
                if _is_of_namespace(function, model):
                    back.update(_attributes(first, instance))
    return frozenset((made & back) - of_namespaces)


def _is_of_namespace(function: ast.expr, model: SemanticModel) -> bool:
    return isinstance(function, ast.Attribute) and is_namespace(function.value, model)


def _assigned(node: ast.AST, instance: str) -> Iterator[tuple[str, ast.expr]]:
    if not isinstance(node, ast.Assign):
        return
    for target in node.targets:
        for part, value in paired(target, node.value):
            match part:
                case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == instance:
                    yield attribute, value


def _attributes(node: ast.expr, instance: str) -> Iterator[str]:
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == instance:
            yield attribute


def gives_numpys(call: ast.Call, model: SemanticModel, is_numpys: Callable[[ast.expr], bool]) -> bool:
    """True for a call of a function of the file that has no namespace, and gives what NumPy makes.

    ``is_numpys`` answers for what it returns.
    """
    function = callee(call, model)
    if function is None:
        return False
    known: dict[ast.AST, bool] = model.memo(gives_numpys, dict)
    if function not in known:
        known[function] = False  # while it is looked at: it may call itself
        known[function] = _gives(function, model, is_numpys)
    return known[function]


def _gives(function: Function, model: SemanticModel, is_numpys: Callable[[ast.expr], bool]) -> bool:
    if namespace_of(function, model) is not None or "xp" in parameter_names(function):
        return False
    given = [n.value for n in own_nodes(function) if isinstance(n, ast.Return)]
    return bool(given) and all(value is not None and is_numpys(value) for value in given)
