"""Functions that TorchScript compiles: it reads their source, and knows PyTorch's own functions alone."""

from __future__ import annotations

import ast

from purity_lint.knowledge.torch.roles import ROOT, SCRIPTED
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS


def is_scripted(node: ast.AST, model: SemanticModel) -> bool:
    """True where ``node`` stands in a function or class that some file of the project hands to TorchScript."""
    scripted = model.asked_about(SCRIPTED)
    current: ast.AST | None = node if scripted else None
    while current is not None:
        if isinstance(current, (*DEFINITIONS, ast.ClassDef)) and current.name in scripted:
            return True
        current = model.parent(current)
    return False


def may_be_scripted(model: SemanticModel) -> bool:
    """True for a file whose functions TorchScript may reach: what a compiled function calls, it compiles as well."""
    if not model.asked_about(SCRIPTED):
        return False
    return any(binding.qualified.partition(".")[0] == ROOT for binding in model.imports)
