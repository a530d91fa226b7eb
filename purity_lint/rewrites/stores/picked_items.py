"""Items that a call takes out of a container and leaves there: `min(rows)`, `next(iter(rows))`, `state.get("x")`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.knowledge.memory import PICKING, PICKING_METHODS
from purity_lint.rewrites.operands import builtin
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.rewrites.stores.changes import Change
from purity_lint.rewrites.stores.renewed_attributes import is_renewed_unread
from purity_lint.rewrites.uses_of_names import end, start
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import dotted
from purity_lint.source.targets import paired


def picked_from(call: ast.Call, model: SemanticModel) -> Iterator[ast.expr]:
    """Yield what a call gives an item of, or all items: `rows` of `min(rows)`, `d` of `d.get(k)`."""
    match call.func:
        case ast.Name(id=name) if name in PICKING and builtin(model, call) is not None:
            yield from call.args
        case ast.Attribute(value=whole, attr=name) if name in PICKING_METHODS:
            if model.qualified_name(call.func) is None:
                yield whole


def is_stored_back(name: str, container: ast.expr, change: ast.stmt, scope: ast.AST) -> bool:
    """Return True for `d[k] = x` behind the change of `x`, which came from `d`."""
    path = dotted(container)
    return any(
        isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Name)
        and node.value.id == name
        and any(isinstance(target, ast.Subscript) and dotted(target.value) == path for target in node.targets)
        and start(node) > end(change)
        for node in own_nodes(scope)
    )


def is_attribute_put_back(attribute: str | None, change: Change) -> bool:
    """Return True where the attribute that a name was read from is bound to it, or to another, after the change.

    Or to a new array, before anybody reads the attribute: `u = self.u; u[0] = 1; self.u = np.roll(u, 1)`.
    """
    return any(
        dotted(part) == attribute and (isinstance(value, ast.Name) or is_renewed_unread(part, node, change))
        for node in own_nodes(change.scope)
        if isinstance(node, ast.Assign) and start(node) > change.end
        for target in node.targets
        for part, value in paired(target, node.value)
    )


def is_given_what_is_seen(call: ast.AST, change: Change) -> bool:
    """Return True where a call is handed an array, of which it may give the rows, that is read after the change."""
    given = [a for a in call.args if isinstance(a, ast.Name)] if isinstance(call, ast.Call) else []
    return any(change.model.value(a).is_tensor and change.is_seen_after(a.id, a) for a in given)
