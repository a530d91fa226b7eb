"""Which files of a project import which others."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from purity_lint.semantics.symbols.naming import Names
from purity_lint.source.file import SourceFile


def imported_files(sources: Mapping[Path, SourceFile]) -> dict[Path, set[Path]]:
    """Return the files that each file imports: the modules that it names, and their packages."""
    names = Names(sources, {path: source.module for path, source in sources.items()})
    modules = {names.of(path): path for path in sources}
    modules |= {longer: modules[name] for longer, name in names.longer.items() if name in modules}
    found: dict[Path, set[Path]] = {}
    for path, source in sources.items():
        files = {modules[name] for name in _named(source, names) if name in modules}
        found[path] = files - {path}
    return found


def _named(source: SourceFile, names: Names) -> Iterator[str]:
    """Yield the full names of the modules that a file may import, wherever in it."""
    for plain in source.of(ast.Import):
        yield from (alias.name for alias in plain.names)
    for node in source.of(ast.ImportFrom):
        base = names.absolute(source.path, "." * node.level + (node.module or ""))
        yield base
        yield from (f"{base}.{alias.name}" for alias in node.names)
