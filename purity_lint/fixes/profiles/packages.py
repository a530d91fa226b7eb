"""The package that a file is in, and its module for arrays of any library."""

from __future__ import annotations

from pathlib import Path

from purity_lint.semantics.model import SemanticModel
from purity_lint.source.packages import package_folder

_MODULE = "_array_api.py"
_EXTRA = "array_api_extra"
_ASKS_FOR_LAZY = "is_lazy_array"
"""Function by which a package tells arrays without values, whose elements cannot be stored into."""


def array_api_module(path: Path) -> tuple[str, str] | None:
    """Return the dotted name and the text of the module `_array_api` in the package of the file at ``path``."""
    root = package_folder(path)
    if root is None:
        return None
    for file in sorted((*root.glob(_MODULE), *root.glob(f"*/{_MODULE}"))):
        module = ".".join(file.relative_to(root.parent).with_suffix("").parts)
        return module, file.read_text(encoding="utf-8", errors="replace")
    return None


def has_lazy_arrays(model: SemanticModel) -> bool:
    """True for a file of a package whose module `_array_api` knows of lazy arrays."""
    return model.memo(has_lazy_arrays, lambda: _knows_lazy(model))


def updates_arrays(model: SemanticModel) -> bool:
    """True for a file that has the functions of `array_api_extra`, by which lazy arrays are updated."""
    return any(binding.qualified.endswith(_EXTRA) for binding in model.imports)


def _knows_lazy(model: SemanticModel) -> bool:
    root = package_folder(model.source.path)
    if root is None:
        return False
    found = model.shared_memo(("lazy arrays", root), lambda: array_api_module(model.source.path))
    return found is not None and _ASKS_FOR_LAZY in found[1]
