"""What code reads and calls of a namespace of the array API standard: ``xp.linalg.norm(x, axis=0)``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from purity_lint.knowledge.libraries import ASKED_FOR
from purity_lint.knowledge.python import NAMESPACE_GETTERS, NAMESPACES_BOUND
from purity_lint.knowledge.vocabularies.array_api import STANDARD_GETTERS, gives_numpys_names
from purity_lint.records import dataclass
from purity_lint.rewrites.namespaces.in_use import is_namespace, namespaces
from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.blocks import before
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import last_name

_EXTENSIONS = frozenset({"linalg", "fft"})
"""Parts of a namespace that have functions of their own."""
_OF_ONE_LIBRARY = re.compile(rf"\b_?is_(?:{'|'.join(ASKED_FOR)})")


@dataclass(frozen=True, slots=True)
class Read:
    """A name that is read of a namespace, and its call."""

    node: ast.Attribute
    namespace: ast.expr
    name: str
    """Below the namespace: ``linalg.norm``."""
    call: ast.Call | None


def reads_of_namespaces(model: SemanticModel) -> Mapping[ast.AST, Read]:
    """Return what a file reads of namespaces of the standard, by the attributes that are not read further."""
    return model.memo(reads_of_namespaces, lambda: {read.node: read for read in _reads(model)})


def _reads(model: SemanticModel) -> Iterator[Read]:
    for namespace in namespaces(model):
        node = model.parent(namespace)
        if isinstance(node, ast.Attribute):
            holder = model.parent(node)
            longer = isinstance(holder, ast.Attribute) and node.attr in _EXTENSIONS
            found = _read(holder if longer else node, model)
            if found is not None:
                yield found


def _read(node: ast.AST | None, model: SemanticModel) -> Read | None:
    if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
        return None
    parent = model.parent(node)
    if isinstance(parent, ast.Attribute) and node.attr in _EXTENSIONS:
        return None
    base, names = node.value, [node.attr]
    if isinstance(base, ast.Attribute) and base.attr in _EXTENSIONS:
        names.insert(0, base.attr)
        base = base.value
    if not is_namespace(base, model) or not _is_standard(base, model) or _is_asked_for(node, base, model):
        return None
    call = parent if isinstance(parent, ast.Call) and parent.func is node else None
    return Read(node, base, ".".join(names), call)


def _is_standard(namespace: ast.expr, model: SemanticModel) -> bool:
    """True for a namespace that is called ``xp``, or comes from a function that gives those of the standard."""
    if model.memo(has_numpys_names, lambda: has_numpys_names(model)):
        return False
    if last_name(namespace).strip("_") == "xp":
        return True
    if not isinstance(namespace, ast.Name) or not model.memo(_is_standard, lambda: _asks_for_standard(model)):
        return False
    made = bindings(enclosing(namespace, model)).get(namespace.id, ())
    return any(isinstance(value, ast.Call) and last_name(value.func) in STANDARD_GETTERS for value in made)


def has_numpys_names(model: SemanticModel) -> bool:
    """True for a file whose namespaces come from what gives those with NumPy's names: CuPy's function, autoray's.

    Where they are handed on to it, or methods give them, the other files of the project say so.
    """
    calls = (call.func for call in model.source.of(ast.Call) if last_name(call.func) in NAMESPACE_GETTERS)
    names = {name for name in map(model.qualified_name, calls) if name is not None}
    asked = names or model.asked_about(NAMESPACES_BOUND)
    return bool(asked) and all(map(gives_numpys_names, asked))


def _asks_for_standard(model: SemanticModel) -> bool:
    return any(last_name(call.func) in STANDARD_GETTERS for call in model.source.of(ast.Call))


def _is_asked_for(node: ast.AST, namespace: ast.expr, model: SemanticModel) -> bool:
    """True where code asks what the namespace, or a part of it, has: in and below `if hasattr(xp, "name")`, in a `try`.

    So it is under `if is_torch(xp)`.
    """
    asked = f"hasattr({ast.unparse(namespace)}"
    asks = (f"{asked},", f"{asked}.")
    child, parent = node, model.parent(node)
    while parent is not None and not isinstance(child, FUNCTIONS):
        if isinstance(parent, ast.If | ast.IfExp):
            test = ast.unparse(parent.test)
            if _OF_ONE_LIBRARY.search(test) or any(ask in test for ask in asks):
                return True
        if isinstance(parent, ast.Try):
            return True
        if isinstance(child, ast.stmt) and any(_leaves(above, asks) for above in before(child, parent)):
            return True
        child, parent = parent, model.parent(parent)
    return False


def _leaves(statement: ast.stmt, asks: tuple[str, ...]) -> bool:
    """True for `if hasattr(xp, "name"): return ...`: what is below is for namespaces without it."""
    match statement:
        case ast.If(test=test, body=[*_, ast.Return() | ast.Raise() | ast.Continue()]):
            asked = ast.unparse(test)
            return any(ask in asked for ask in asks)
    return False
