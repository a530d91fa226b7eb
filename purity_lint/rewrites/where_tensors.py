"""What is a tensor on some paths, and an object of another class on others: which it is decides when it runs.

Tables of pandas, lists and objects of a project are copied alike, and have items that are read alike.
"""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Edit, Rewrite
from purity_lint.rewrites.operands import is_plain, is_simple, operation
from purity_lint.semantics.model import SemanticModel

_COPY = "copy"


def asked_what_it_is(edit: Edit, subject: ast.expr) -> Rewrite | None:
    """Write ``edit`` for a tensor alone, ``ops.f(x) if ops.is_tensor(x) else x.f()``, where ``subject`` is ``x``."""
    if not isinstance(edit, Rewrite) or not is_plain(subject):
        return None
    return _either(edit, subject)


def copied_where_it_is_one(edit: Edit, call: ast.Call, method: ast.Attribute) -> Rewrite | None:
    """Write ``x.copy()`` and ``x[0].copy()`` so: every container has that method, and copies by it what it is."""
    if method.attr != _COPY or call.args or call.keywords or not is_simple(method.value):
        return None
    return _either(edit, method.value) if isinstance(edit, Rewrite) and edit.node is call else None


def _either(edit: Rewrite, subject: ast.expr) -> Rewrite:
    template = f"({edit.template} if {{ops}}.is_tensor({{asked}}) else {{as_it_is}})"
    return Rewrite(edit.node, template, {**edit.holes, "asked": subject, "as_it_is": edit.node})


def is_of_no_tensor(node: ast.expr, subject: ast.expr, model: SemanticModel) -> bool:
    """True for the last part of ``ops.copy(x[0]) if ops.is_tensor(x[0]) else x[0].copy()``."""
    choice = model.parent(node)
    if not isinstance(choice, ast.IfExp) or choice.orelse is not node:
        return False
    match choice.test:
        case ast.Call(args=[asked], keywords=[]) if operation(model, choice.test) == "is_tensor":
            return ast.dump(asked) == ast.dump(subject)
    return False
