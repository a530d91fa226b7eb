"""What a package keeps for itself: compiled modules, which take NumPy's arrays, and private functions in Python."""

from __future__ import annotations

import ast
from pathlib import Path

from purity_lint.knowledge.libraries import stands_in
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.imports import imported_from, telling
from purity_lint.source.names import last_name
from purity_lint.source.packages import package_folder

_SOURCES = frozenset({".pyx", ".so", ".pyd", ".pyi"})
"""Endings of modules without a source in Python, or of what declares one."""
_EXPORTED = "#pythran export"


def hands_to_compiled(function: ast.AST, model: SemanticModel) -> bool:
    """True if a function gives arrays to one of a compiled module of its package: `_sosfilt(sos, x, zi)`."""
    names = model.memo(hands_to_compiled, lambda: _names(model))
    return bool(names) and any(
        isinstance(node, ast.Call) and _is_of(node.func, names) and _is_given_array(node, model)
        for node in own_nodes(function)
    )


def is_private_here(function: ast.expr, model: SemanticModel) -> bool:
    """True for a private function of the package that the file is in, `_broadcast_arrays`, where it is in Python.

    It may be written for arrays of any library, where the package's public functions are NumPy's to everybody else.
    """
    if not last_name(function).startswith("_"):
        return False
    root = model.memo(package_folder, lambda: package_folder(model.source.path))
    within = root is not None and stands_in(model.qualified_name(function), root.name)
    return within and not _is_of(function, model.memo(hands_to_compiled, lambda: _names(model)))


def _is_of(called: ast.expr, names: frozenset[str]) -> bool:
    while isinstance(called, ast.Attribute):
        called = called.value
    return isinstance(called, ast.Name) and called.id in names


def _is_given_array(call: ast.Call, model: SemanticModel) -> bool:
    given = (*call.args, *(keyword.value for keyword in call.keywords))
    parts = [part for one in given for part in (one.elts if isinstance(one, ast.Tuple) else [one])]
    return any(model.value(part).is_tensor for part in parts)


def _names(model: SemanticModel) -> frozenset[str]:
    """Return the names of a file that come from compiled modules of its package."""
    root = package_folder(model.source.path)
    if root is None:
        return frozenset()
    found = set()
    for statement in telling(model.source.tree).imports:
        if not isinstance(statement, ast.ImportFrom):
            continue
        module = imported_from(statement, model.source) or ""
        if module.partition(".")[0] != root.name:
            continue
        whole = _is_compiled(root.parent.joinpath(*module.split(".")))
        for alias in statement.names:
            if whole or _is_compiled(root.parent.joinpath(*module.split("."), alias.name)):
                found.add(alias.asname or alias.name)
    return frozenset(found)


def _is_compiled(module: Path) -> bool:
    if not module.parent.is_dir():
        return False
    source = module.with_name(f"{module.name}.py")
    if source.is_file():
        with source.open(encoding="utf-8", errors="replace") as file:
            return file.readline().startswith(_EXPORTED)
    beside = module.parent.glob(f"{module.name}.*")
    return not module.is_dir() and any(file.suffix in _SOURCES for file in beside)
