"""Attributes that a local name stands for: `x = self.x`, so that what is done to `x` is done to the attribute."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.rewrites.operands import dotted
from purity_lint.rewrites.scopes import FUNCTIONS, bindings, bound_names, enclosing, own_nodes
from purity_lint.rewrites.stores import is_plainly_bound
from purity_lint.semantics.model import SemanticModel


def twin(array: ast.expr, model: SemanticModel) -> str | None:
    """The attribute whose array the local name ``array`` is, where it has to be rebound along with the name.

    That is so where the name is bound to the attribute and to nothing else, and the attribute to nothing but the
    name; where another function could bind it in the meantime, nothing is known.
    """
    if not isinstance(array, ast.Name):
        return None
    scope = enclosing(array, model)
    if not isinstance(scope, FUNCTIONS) or array.id not in bound_names(scope):
        return None
    attribute = _attribute(array.id, scope)
    if attribute is None or not is_plainly_bound(attribute, model):
        return None
    name = dotted(attribute)
    owner = attribute.value
    if name is None or not isinstance(owner, ast.Name) or owner.id in bindings(scope):
        return None
    if any(_may_bind(node, owner.id) for node in own_nodes(scope)):
        return None
    return name if _bound_together(array.id, name, scope) else None


def _attribute(name: str, scope: ast.AST) -> ast.Attribute | None:
    """The attribute that ``name`` is bound to first, if to one."""
    first = next(iter(bindings(scope).get(name, ())), None)
    return first if isinstance(first, ast.Attribute) else None


def _bound_together(name: str, attribute: str, scope: ast.AST) -> bool:
    """Whether the name and the attribute are bound to each other, and to anything else at once only."""
    plain = 0
    for node in own_nodes(scope):
        if not _binds(node, name, attribute):
            continue
        if isinstance(node, ast.AugAssign):
            continue  # in place, if it is one
        if not isinstance(node, ast.Assign):
            return False
        targets = [dotted(target) for target in node.targets]
        if sorted(filter(None, targets)) == sorted((name, attribute)) and len(targets) == 2:
            continue
        plain += 1
    return plain == 1


def _binds(node: ast.AST, name: str, attribute: str) -> bool:
    """Whether the statement ``node`` itself binds one of the two."""
    if not isinstance(node, ast.stmt | ast.NamedExpr | ast.comprehension | ast.arg):
        return False
    return any(dotted(target) in (name, attribute) for target in _targets(node))


def _targets(node: ast.AST) -> Iterator[ast.expr]:
    for field in ("targets", "target", "items"):
        for part in _listed(getattr(node, field, None)):
            holder = part.optional_vars if isinstance(part, ast.withitem) else part
            if holder is not None:
                yield from (
                    inner
                    for inner in ast.walk(holder)
                    if isinstance(inner, ast.Name | ast.Attribute)
                    and isinstance(inner.ctx, ast.Store | ast.Del)
                )


def _listed(value: object) -> list[ast.AST]:
    if isinstance(value, list):
        return [item for item in value if isinstance(item, ast.AST)]
    return [value] if isinstance(value, ast.AST) else []


def _may_bind(node: ast.AST, owner: str) -> bool:
    """Whether ``node`` calls what could bind attributes of ``owner``: its methods, or what is given ``owner``."""
    if not isinstance(node, ast.Call):
        return False
    root = node.func
    while isinstance(root, ast.Attribute | ast.Subscript | ast.Call):
        root = root.func if isinstance(root, ast.Call) else root.value
    given = [*node.args, *(keyword.value for keyword in node.keywords)]
    return (isinstance(root, ast.Name) and root.id == owner) or any(
        isinstance(argument, ast.Name) and argument.id == owner for argument in given
    )
