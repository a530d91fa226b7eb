"""The package that a file is in, and its module for arrays of any library."""

from __future__ import annotations

import ast
from pathlib import Path

from purity_lint.semantics.model import SemanticModel
from purity_lint.source.packages import package_folder
from purity_lint.source.walk import walk

_MODULE = "_array_api.py"
_EXTRA = "array_api_extra"
_UPDATES = "at"
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


def updates_arrays(node: ast.AST, model: SemanticModel) -> bool:
    """True in a function that updates arrays by `xpx.at`, as lazy ones want it."""
    extra = {binding.local for binding in model.imports if binding.qualified.endswith(_EXTRA)}
    around = model.function(node) if extra else None
    while (outer := model.function(around) if around is not None else None) is not None:
        around = outer
    return around is not None and any(
        isinstance(one, ast.Attribute)
        and one.attr == _UPDATES
        and isinstance(one.value, ast.Name)
        and one.value.id in extra
        for one in walk(around)
    )


def _knows_lazy(model: SemanticModel) -> bool:
    root = package_folder(model.source.path)
    if root is None:
        return False
    found = model.shared_memo(("lazy arrays", root), lambda: array_api_module(model.source.path))
    return found is not None and _ASKS_FOR_LAZY in found[1]
