"""Names that files take from one another: an import that one of them binds may be what another one uses.

``from module import *`` takes the names that it finds no other binding for, ``from module import np`` says so, and
``module.np`` takes it as an attribute.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from purity_lint.records import dataclass
from purity_lint.semantics.symbols.files_of_tests import is_test
from purity_lint.semantics.symbols.naming import Names
from purity_lint.source.file import SourceFile
from purity_lint.source.imports import telling


class Uses(NamedTuple):
    """What decides which names a file takes from others."""

    module: str | None
    imports: list[ast.Import | ast.ImportFrom]
    reads: Callable[[], Iterable[tuple[str, str | None]]]
    """Gives every name that is read, with ``None``, and with every attribute that is read from it."""

    @classmethod
    def of(cls, source: SourceFile) -> Uses:
        """Read it off a file."""
        return cls(source.module, telling(source.tree).imports, partial(_reads, source))

    def without_tree(self) -> Uses:
        """Return the same, which does not hold the tree of the file any more."""
        reads = frozenset(self.reads())
        return self._replace(reads=lambda: reads)


class AsFound(NamedTuple):
    """What later versions of files must know of these as they were found; it holds no trees of them."""

    tests: Mapping[Path, Uses]
    """Those of tests: what is fixed must pass the tests as they were, so what these take stays, even where they are
    fixed as well."""
    speaks: Mapping[Path, frozenset[str]]
    """Libraries that each file imports."""

    @classmethod
    def of(cls, sources: Mapping[Path, SourceFile]) -> AsFound:
        """Read it off the files."""
        tests = {path: Uses.of(source).without_tree() for path, source in sources.items() if is_test(path)}
        return cls(tests, {path: source.speaks for path, source in sources.items()})


NOT_BEFORE: Final = AsFound({}, {})
"""Nothing was fixed yet."""


def names_taken(sources: Mapping[Path, SourceFile], tests: Mapping[Path, Uses]) -> dict[Path, frozenset[str]]:
    """Return the names of every file that other files take from it; what ``tests`` take counts as is said there."""
    read = {path: tests.get(path) or Uses.of(source) for path, source in sources.items()}
    names = Names(read, {path: uses.module for path, uses in read.items()})
    modules = _by_every_name(names, read)
    imports = {path: _taking(path, uses, names, modules) for path, uses in read.items()}
    found: dict[Path, set[str]] = {path: set() for path in read}
    for taking in imports.values():
        for path, name in taking.named:
            found[path].add(name)
    todo = [(path, name) for taking in imports.values() for path in taking.stars for name in taking.unbound]
    passed_on = {*todo}
    while todo:
        path, name = todo.pop()
        found[path].add(name)
        onward = {(star, name) for star in imports[path].stars} - passed_on
        passed_on |= onward
        todo += onward
    return {path: frozenset(names) for path, names in found.items()}


def _by_every_name(names: Names, paths: Iterable[Path]) -> dict[str, Path]:
    """Return the files by what imports may call them: folders on the path of Python are told by no file.

    Below a folder that holds an ``__init__.py`` and is on the path itself, `project.core.model` is `core.model`.
    """
    own = {names.of(path): path for path in paths}
    shorter: dict[str, Path | None] = {}
    for name, path in own.items():
        parts = name.partition("@")[0].split(".")
        for end in (".".join(parts[first:]) for first in range(1, len(parts))):
            shorter[end] = None if end in shorter else path
    told = {name: path for name, path in shorter.items() if path is not None}
    return told | {longer: own[name] for longer, name in names.longer.items() if name in own} | own


@dataclass(slots=True)
class _Taking:
    """Names that one file takes from the others."""

    stars: set[Path] = field(default_factory=set)
    """Files of which it imports everything."""
    named: set[tuple[Path, str]] = field(default_factory=set)
    unbound: set[str] = field(default_factory=set)
    """Names that it reads and imports nowhere."""


def _taking(path: Path, uses: Uses, names: Names, modules: Mapping[str, Path]) -> _Taking:
    taking = _Taking()
    aliases: dict[str, Path] = {}
    bound: set[str] = set()
    for node in uses.imports:
        if isinstance(node, ast.Import):
            bound |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
            aliases |= {
                alias.asname or alias.name: modules[alias.name]
                for alias in node.names
                if alias.name in modules and (alias.asname or "." not in alias.name)
            }
        else:
            bound |= {alias.asname or alias.name for alias in node.names}
            base = names.absolute(path, "." * node.level + (node.module or ""))
            _take_from(base, node, modules, taking, aliases)
    wanted = uses.reads() if aliases or taking.stars else ()
    for name, attribute in wanted:
        if attribute is not None and name in aliases:
            taking.named.add((aliases[name], attribute))
        elif attribute is None and taking.stars and name not in bound:
            taking.unbound.add(name)
    return taking


def _take_from(
    base: str,
    node: ast.ImportFrom,
    modules: Mapping[str, Path],
    taking: _Taking,
    aliases: dict[str, Path],
) -> None:
    """Note what ``from base import ...`` takes of a module, and the modules of a package that it names."""
    for alias in node.names:
        submodule = modules.get(f"{base}.{alias.name}")
        if submodule is not None:
            aliases[alias.asname or alias.name] = submodule
        if base not in modules:
            continue
        if alias.name == "*":
            taking.stars.add(modules[base])
        else:
            taking.named.add((modules[base], alias.name))


def _reads(source: SourceFile) -> Iterator[tuple[str, str | None]]:
    for name in source.of(ast.Name):
        if name.ctx.__class__ is ast.Load:
            yield name.id, None
    for node in source.of(ast.Attribute):
        if node.value.__class__ is ast.Name:
            yield node.value.id, node.attr
