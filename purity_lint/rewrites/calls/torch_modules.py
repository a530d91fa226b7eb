"""Data on their way into PyTorch's modules: what is handed to layers, losses and loaders must be PyTorch's own."""

from __future__ import annotations

from purity_lint.knowledge.libraries import HOST_PACKAGES, stands_in
from purity_lint.knowledge.torch.roles import FED, FUNCTIONAL, ROOT
from purity_lint.rewrites.operands import OPS
from purity_lint.semantics.model import SemanticModel


def feeds_modules(model: SemanticModel) -> bool:
    """True for a file that computes on NumPy, or on ``ops``, and has layers, losses, optimizers or loaders of PyTorch.

    The backend of such a file is another one than PyTorch, by default, and a layer takes nothing else than its tensors.
    """
    return model.memo(feeds_modules, lambda: _feeds(model))


def makes_for_modules(name: str | None, model: SemanticModel) -> bool:
    """True where the tensor that ``name``, a function of PyTorch, makes may be for such a module."""
    return name is not None and stands_in(name, ROOT) and feeds_modules(model)


def _feeds(model: SemanticModel) -> bool:
    imported = {f"{binding.qualified}." for binding in model.imports}
    if not any(stands_in(name, *HOST_PACKAGES, OPS.partition(".")[0]) for name in imported):
        return False
    if not any(stands_in(name, ROOT) for name in imported):
        return False
    named = imported.union(f"{name}." for name in model.qualified_names.values())
    return any(name.startswith(FED) and not name.startswith(FUNCTIONAL) for name in named)
