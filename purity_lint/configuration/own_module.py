"""The functions of a project's own ops module, read from its source: what it lacks is no advice to give.

They are what the file of the module defines, or what a table of names says, from which a package makes a module at run
time: ``{"": ["exp", "sum"], "linalg": ["norm"]}``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from purity_lint.configuration.settings import Settings
from purity_lint.source.file import SourceFile
from purity_lint.source.parse import parsed

_ENOUGH = 30
"""A table with fewer names is one of something else."""


def offered(settings: Settings) -> frozenset[str] | None:
    """Return what the configured module offers, ``linalg.norm`` for a function of a part; ``None``: it is not known."""
    if settings.profile != "emberops" or settings.ops_module == settings.laws.module:
        return None
    return _offered(settings.root, settings.ops_module)


def is_class(settings: Settings) -> bool:
    """True where the configuration names a class in the place of a module: code has an object of it, and no import."""
    return offered(settings) is not None and _methods(settings.root, settings.ops_module) is not None


def module_for(source: SourceFile, settings: Settings) -> str:
    """Return the module that ``source`` imports the operations from: code of Keras itself takes `keras.src.ops`."""
    inner = settings.laws.inner
    if inner is None or settings.ops_module != settings.laws.module:
        return settings.ops_module
    package = inner.rpartition(".")[0]
    return inner if f"{source.module}.".startswith(f"{package}.") else settings.ops_module


def defines_operations(source: SourceFile, settings: Settings) -> bool:
    """True for a file of the module of operations itself, which cannot import it."""
    module = module_for(source, settings)
    return "." in module and f"{source.module}.".startswith(f"{module}.")


@lru_cache(maxsize=16)
def _methods(root: Path, name: str) -> frozenset[str] | None:
    """Return the methods of the class of this name; ``None`` where there is none."""
    module, _, leaf = name.rpartition(".")
    base = root.joinpath(*module.split("."))
    for file in (base.with_suffix(".py"), base / "__init__.py"):
        for statement in _body(file):
            if isinstance(statement, ast.ClassDef) and statement.name == leaf:
                methods = (n.name for n in statement.body if isinstance(n, ast.FunctionDef))
                return frozenset(name for name in methods if not name.startswith("_"))
    return None


@lru_cache(maxsize=16)
def _offered(root: Path, module: str) -> frozenset[str] | None:
    methods = _methods(root, module) if "." in module else None
    if methods is not None:
        return methods
    parent, _, leaf = module.rpartition(".")
    folder = root.joinpath(*parent.split(".")) if parent else root
    for file in (folder / f"{leaf}.py", folder / leaf / "__init__.py", folder / f"_{leaf}" / "__init__.py"):
        body = _body(file)
        names = frozenset(_tabled(body)) or frozenset(_defined(body))
        if len(names) >= _ENOUGH:
            return names
    return None


def _body(file: Path) -> list[ast.stmt]:
    try:
        return parsed(file.read_bytes()).body
    except (OSError, SyntaxError, ValueError):
        return []  # there is none, or none that could be read


def _defined(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the public names that a module defines or imports."""
    for statement in body:
        match statement:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names = [name]
            case ast.ImportFrom(names=imported):
                names = [alias.asname or alias.name for alias in imported]
            case ast.Assign(targets=targets):
                names = [target.id for target in targets if isinstance(target, ast.Name)]
            case _:
                names = []
        yield from (name for name in names if not name.startswith("_"))


def _tabled(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the names of a table that says for each part of a module which functions it has."""
    for statement in body:
        if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Dict):
            continue
        for part, names in zip(statement.value.keys, statement.value.values, strict=True):
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and isinstance(names, ast.List):
                found = [
                    n.value for n in names.elts if isinstance(n, ast.Constant) and isinstance(n.value, str)
                ]
                yield from (f"{part.value}.{name}".removeprefix(".") for name in found)
