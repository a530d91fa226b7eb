"""Tell where an array that is changed in place can be seen under another name."""

from __future__ import annotations

import ast

from purity_lint.knowledge.memory import FRESH
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.symbols import structure
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import last_name
from purity_lint.source.parameters import parameter_names


def may_alias(model: SemanticModel, target: ast.expr) -> bool:
    """``False`` only for a local name whose every binding is fresh and that nothing else was made a view of."""
    root = structure.root_name(target)
    if root is None:
        return True
    function = model.function(target)
    scope: ast.AST = function if function is not None else model.source.tree
    if function is not None and root in parameter_names(function):
        return True
    bound = False
    for node in ast.walk(scope):
        if isinstance(node, (ast.Global, ast.Nonlocal)) and root in node.names:
            return True
        if isinstance(node, FUNCTIONS) and node is not scope and root in structure.names_bound(node):
            return True
        if isinstance(node, ast.Assign):
            verdict = _assignment(node, root)
            if verdict is None:
                continue
            if verdict:
                return True
            bound = True
        elif isinstance(node, ast.List | ast.Tuple | ast.Dict | ast.Set) and _holds(node, root):
            return not _is_index(model, node)
        elif _binds_elsewhere(node, root) or (isinstance(node, ast.Call) and _keeps(node, root)):
            return True
    return not bound


def _binds_elsewhere(node: ast.AST, root: str) -> bool:
    """True where something other than an assignment binds ``root``: a loop, `with`, `:=`."""
    if not isinstance(node, ast.For | ast.AsyncFor | ast.comprehension | ast.withitem | ast.NamedExpr):
        return False
    targets = node.optional_vars if isinstance(node, ast.withitem) else node.target
    return targets is not None and any(isinstance(n, ast.Name) and n.id == root for n in ast.walk(targets))


def _holds(display: ast.List | ast.Tuple | ast.Dict | ast.Set, root: str) -> bool:
    """True where a display, and no target, has ``root`` among its elements."""
    if not isinstance(getattr(display, "ctx", ast.Load()), ast.Load):
        return False
    return any(isinstance(e, ast.Name) and e.id == root for e in ast.iter_child_nodes(display))


def _is_index(model: SemanticModel, node: ast.AST) -> bool:
    parent = model.parent(node)
    return isinstance(parent, (ast.Subscript, ast.Return, ast.Compare))


def _keeps(node: ast.Call, root: str) -> bool:
    f = node.func
    if isinstance(f, ast.Attribute) and f.attr in (
        "append",
        "extend",
        "insert",
        "add",
        "put",
        "update",
        "setdefault",
    ):
        return any(isinstance(a, ast.Name) and a.id == root for a in node.args)
    return False


def _assignment(node: ast.Assign, root: str) -> bool | None:
    """``None``: has nothing to do with ``root``; ``True``: makes or is an alias."""
    if any(isinstance(t, ast.Name) and t.id == root for t in node.targets):
        value = node.value
        if len(node.targets) > 1:
            return True
        return not _fresh(value)
    if any(
        isinstance(t, (ast.Tuple, ast.List))
        and any(isinstance(n, ast.Name) and n.id == root for n in ast.walk(t))
        for t in node.targets
    ):
        return True
    if root in structure.view_sources(node.value) and not isinstance(node.value, ast.Subscript):
        return True
    if isinstance(node.value, ast.Subscript) and root in structure.view_sources(node.value):
        return any(not isinstance(t, ast.Subscript) for t in node.targets)
    return None


def _fresh(value: ast.expr) -> bool:
    if isinstance(value, (ast.BinOp, ast.UnaryOp)):
        return True
    if isinstance(value, ast.Call):
        return last_name(value.func) in FRESH
    return False
