"""Facts that the import statements of a file mention, whatever they may resolve to."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from purity_lint.source.blocks import statements
from purity_lint.source.file import SourceFile
from purity_lint.source.names import names_in

RELATIVE = "."
"""Stands for the package of the file itself."""
_IMPORT_ERRORS = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})


class Facts(NamedTuple):
    """Facts read off one file, which decide which files are analysed together and in which order."""

    imports: list[str]
    """Every segment of every name that it imports."""
    origins: list[str]
    """Packages from which it has base classes."""
    reads: dict[str, list[str]]
    """Names that it reads from modules that may be made at run time."""
    checked: dict[str, list[str]]
    """Names of which it asks whether they are of a class, by class, and those that it has compiled, by compiler."""
    implements: Sequence[Sequence[Any]] = ()
    """Implementations for one library: an :class:`~purity_lint.semantics.model.Implementation`."""


class Telling(NamedTuple):
    """Statements of a file that tell where its names come from, wherever they stand."""

    imports: list[ast.Import | ast.ImportFrom]
    classes: list[ast.ClassDef]


_TOLD: Final[WeakKeyDictionary[ast.Module, Telling]] = WeakKeyDictionary()
"""What was read off the trees that are held: a dozen facts of a file begin with its imports."""


def telling(tree: ast.Module) -> Telling:
    """Return the imports and the classes of a file."""
    found = _TOLD.get(tree)
    if found is None:
        found = _TOLD[tree] = _read(tree)
    return found


def _read(tree: ast.Module) -> Telling:
    found = Telling([], [])
    for node in statements(tree.body):
        if node.__class__ is ast.Import or node.__class__ is ast.ImportFrom:
            found.imports.append(node)
        elif node.__class__ is ast.ClassDef:
            found.classes.append(node)
    return found


def bound_to(imports: Iterable[ast.Import | ast.ImportFrom]) -> Iterator[tuple[str, str]]:
    """Yield the names that these statements bind, and of what: `th`, `torch`; a relative module keeps its dots."""
    for node in imports:
        for alias in node.names:
            if isinstance(node, ast.ImportFrom):
                yield alias.asname or alias.name, f"{'.' * node.level}{node.module or ''}.{alias.name}"
            else:
                bound = alias.name if alias.asname else alias.name.partition(".")[0]
                yield alias.asname or bound, bound


def qualified(node: ast.expr, bound: Mapping[str, str]) -> str | None:
    """Return what a dotted name stands for, by what names are bound to: `torch.jit.script` for `th.jit.script`."""
    match node:
        case ast.Name(id=name):
            return bound.get(name)
        case ast.Attribute(value=value, attr=name):
            owner = qualified(value, bound)
            return None if owner is None else f"{owner}.{name}"
    return None


def imported_names(imports: Iterable[ast.Import | ast.ImportFrom]) -> list[str]:
    """Every segment of every name that these statements mention, sorted."""
    names: set[str] = set()
    for node in imports:
        if isinstance(node, ast.ImportFrom):
            names.update((node.module or "").split("."))
        for alias in node.names:
            names.update(alias.name.split("."))
    return sorted(names - {"", "*"})


def imported_packages(tree: ast.Module) -> frozenset[str]:
    """Return the packages that a file imports by their full names, wherever that stands."""
    return frozenset().union(*map(packages_of, telling(tree).imports))


def packages_of(statement: ast.AST) -> frozenset[str]:
    """Return the packages that one statement imports by their full names; none for what is no import."""
    match statement:
        case ast.Import(names=names):
            return frozenset(alias.name.partition(".")[0] for alias in names)
        case ast.ImportFrom(module=str(module), level=0):
            return frozenset({module.partition(".")[0]})
    return frozenset()


def base_origins(found: Telling) -> list[str]:
    """Return the packages (first segments of names) from which the bases of classes are imported."""
    origins: dict[str, str] = {}
    for node in found.imports:
        if isinstance(node, ast.Import):
            for alias in node.names:
                root = alias.name.partition(".")[0]
                origins[alias.asname or root] = root
        else:
            root = RELATIVE if node.level else (node.module or "").partition(".")[0]
            origins.update((alias.asname or alias.name, root) for alias in node.names)
    packages: set[str] = set()
    for defined in found.classes:
        named = [*defined.bases, *(k.value for k in defined.keywords)]
        for name in {"*"}.union(*map(names_in, named)) if named else ():
            if name in origins:
                packages.add(origins[name])
    return sorted(packages)


def imported_from(statement: ast.ImportFrom, source: SourceFile) -> str | None:
    """Return the module that ``statement`` of ``source`` imports from, where the file's own place is known."""
    if statement.level == 0:
        return statement.module
    if source.module is None:
        return None
    package = source.module.split(".")
    up = statement.level - (source.path.name == "__init__.py")
    base = package[: len(package) - up] if up else package
    return ".".join([*base, *([statement.module] if statement.module else [])])


def catches_import_error(handler: ast.ExceptHandler) -> bool:
    """Return True for a handler of an import that fails, whatever else it catches."""
    if handler.type is None:
        return True
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(t, ast.Name) and t.id in _IMPORT_ERRORS for t in types)
