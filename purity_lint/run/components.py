"""Files that can tell nothing about each other, told apart by what they import.

Analysis carries facts both ways along an import: results to the importer, arguments to the imported.  Files that no
chain of imports connects are analysed apart, so that a change in one part leaves the other parts' results alone.
Connecting too much only costs time, connecting too little would give stale results; so files are connected by any
one segment of a name (``import a.b`` connects with every ``a.py`` and ``b.py``), however Python would resolve it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from purity_lint.source.imports import imported_names
from purity_lint.source.read import module_name

__all__ = ["components", "imported_names"]


def components(imports: Mapping[Path, Iterable[str]]) -> list[list[Path]]:
    """The parts of a set of files between which there is no import; each sorted, in the order of their first file.

    ``imports`` has the names that each file imports, as :func:`imported_names` gives them.
    """
    paths = sorted(imports, key=os.path.abspath)
    forest = _Forest()
    fixtures = {path.absolute().parent for path in paths if path.name == "conftest.py"}
    for path in paths:
        forest.join(path, *_own_names(path))
        forest.join(path, *imports[path])
        forest.join(path, *(f for f in path.absolute().parents if f in fixtures))
    found: dict[object, list[Path]] = {}
    for path in paths:
        found.setdefault(forest.root(path), []).append(path)
    return list(found.values())


def _own_names(path: Path) -> Iterator[str]:
    yield path.parent.name if path.stem == "__init__" else path.stem
    yield from (module_name(path) or "").split(".")


class _Forest:
    """Disjoint sets."""

    def __init__(self) -> None:
        self._parent: dict[object, object] = {}

    def root(self, item: object) -> object:
        parent = self._parent.setdefault(item, item)
        while parent != item:
            grandparent = self._parent[parent]
            self._parent[item] = grandparent
            item, parent = parent, grandparent
        return item

    def join(self, first: object, *others: object) -> None:
        for other in others:
            if other:
                self._parent[self.root(other)] = self.root(first)
