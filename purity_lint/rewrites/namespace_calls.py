"""What code reads and calls of a namespace of the array API standard: ``xp.linalg.norm(x, axis=0)``."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from purity_lint.knowledge.libraries import ASKED_FOR
from purity_lint.knowledge.vocabularies.array_api import STANDARD_GETTERS
from purity_lint.rewrites.namespaces import is_namespace
from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import last_name

_OF_ONE_LIBRARY = re.compile(rf"\b_?is_(?:{'|'.join(ASKED_FOR)})")


@dataclass(frozen=True, slots=True)
class Read:
    """A name that is read of a namespace, and its call."""

    node: ast.Attribute
    namespace: ast.expr
    name: str
    """Below the namespace: ``linalg.norm``."""
    call: ast.Call | None


def read_of_namespace(node: ast.AST, model: SemanticModel) -> Read | None:
    """Return what ``node``, an attribute that is not read further, reads of a namespace of the standard."""
    if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
        return None
    parent = model.parent(node)
    if isinstance(parent, ast.Attribute) and node.attr in {"linalg", "fft"}:
        return None
    base, names = node.value, [node.attr]
    if isinstance(base, ast.Attribute) and base.attr in {"linalg", "fft"}:
        names.insert(0, base.attr)
        base = base.value
    if (
        not is_namespace(base, model)
        or not _is_standard(base, model)
        or _is_asked_for(node, names[-1], model)
    ):
        return None
    call = parent if isinstance(parent, ast.Call) and parent.func is node else None
    return Read(node, base, ".".join(names), call)


def _is_standard(namespace: ast.expr, model: SemanticModel) -> bool:
    """True for a namespace that is called ``xp``, or comes from a function that gives those of the standard."""
    if last_name(namespace).strip("_") == "xp":
        return True
    if not isinstance(namespace, ast.Name):
        return False
    made = bindings(enclosing(namespace, model)).get(namespace.id, ())
    return any(isinstance(value, ast.Call) and last_name(value.func) in STANDARD_GETTERS for value in made)


def _is_asked_for(node: ast.AST, name: str, model: SemanticModel) -> bool:
    """True under ``if hasattr(xp, "name")``, ``if is_torch(xp)`` and in a ``try``."""
    parent = model.parent(node)
    while parent is not None and not isinstance(parent, FUNCTIONS):
        if isinstance(parent, ast.If | ast.IfExp):
            test = ast.unparse(parent.test)
            if _OF_ONE_LIBRARY.search(test) or f"'{name}'" in test:
                return True
        if isinstance(parent, ast.Try):
            return True
        parent = model.parent(parent)
    return False
