"""Code that implements one library beside others that do so too: it is reported, and no fix touches it.

``class NumPyBackend`` and ``class TorchBackend`` say the same in the words of each library, and callers choose one of
them: rewritten to ``ops``, the one for PyTorch gives what another library made.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from purity_lint.engine.find import Located
from purity_lint.semantics.model import SemanticModel

_HINT = (
    "this code is for one library, as its name says, beside code for others: name its file in `backend-paths`"
)


def left_to_their_library(located: Sequence[Located], model: SemanticModel) -> list[Located]:
    """Return the same findings, those in an implementation for one library without a fix."""
    names = _implementations(model)
    if not names:
        return list(located)
    return [
        one._replace(finding=replace(one.finding, fix=None, hint=_HINT))
        if one.finding.fix is not None and _is_within(one.finding.node, names, model)
        else one
        for one in located
    ]


def _implementations(model: SemanticModel) -> frozenset[str]:
    """Return the classes of this file that implement one library each, and the empty string if all of it does."""
    path = str(model.source.path)
    families = model.implementations
    return frozenset(one.name for family in families for one in family if one.path == path and one.library)


def _is_within(node: ast.AST, names: frozenset[str], model: SemanticModel) -> bool:
    if "" in names:
        return True
    around: ast.AST | None = node
    while around is not None:
        if isinstance(around, ast.ClassDef) and around.name in names:
            return True
        around = model.parent(around)
    return False
