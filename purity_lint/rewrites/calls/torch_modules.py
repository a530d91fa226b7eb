"""Data on their way into PyTorch's modules: what is handed to layers, losses and loaders must be PyTorch's own."""

from __future__ import annotations

import ast

from purity_lint.knowledge.libraries import HOST_PACKAGES, stands_in
from purity_lint.knowledge.torch.roles import FED, FROM_HOST, FUNCTIONAL, ROOT
from purity_lint.rewrites.operands import OPS
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.walk import walk


def feeds_modules(model: SemanticModel) -> bool:
    """True for a file that computes on NumPy, or on ``ops``, and has layers, losses, optimizers or loaders of PyTorch.

    The backend of such a file is another one than PyTorch, by default, and a layer takes nothing else than its tensors.
    """
    return model.memo(feeds_modules, lambda: _feeds(model))


def makes_for_modules(name: str | None, model: SemanticModel) -> bool:
    """True where the tensor that ``name``, a function of PyTorch, makes may be for such a module."""
    return name is not None and stands_in(name, ROOT) and feeds_modules(model)


def guards_making(question: ast.AST, model: SemanticModel) -> bool:
    """True for the question of `if not torch.is_tensor(x): x = torch.tensor(x)`, where PyTorch makes it for a module.

    What is a tensor of another library's has to be made anew as well.
    """
    holder = model.parent(question)
    while isinstance(holder, ast.UnaryOp | ast.BoolOp):
        holder = model.parent(holder)
    if not isinstance(holder, ast.If | ast.IfExp):
        return False
    if not feeds_modules(model):
        return False
    made = (model.qualified_name(n.func) for n in walk(holder) if isinstance(n, ast.Call))
    return any(name in FROM_HOST and makes_for_modules(name, model) for name in made)


def _feeds(model: SemanticModel) -> bool:
    imported = {f"{binding.qualified}." for binding in model.imports}
    if not any(stands_in(name, *HOST_PACKAGES, OPS.partition(".")[0]) for name in imported):
        return False
    if not any(stands_in(name, ROOT) for name in imported):
        return False
    named = imported.union(f"{name}." for name in model.qualified_names.values())
    return any(name.startswith(FED) and not name.startswith(FUNCTIONAL) for name in named)
