"""Tell which module a file is, and which files of a project nothing imports."""

from __future__ import annotations

import ast
import os
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from purity_lint.knowledge.facades import facades, is_known_elsewhere, reads
from purity_lint.semantics.model import Implementation
from purity_lint.semantics.symbols.demands import demands, joined
from purity_lint.semantics.symbols.files_of_tests import is_test
from purity_lint.semantics.symbols.implementations import families, implementations
from purity_lint.source.imports import RELATIVE, Facts, base_origins, imported_names, telling

if TYPE_CHECKING:
    from purity_lint.semantics.symbols.modules import ModuleGraph
    from purity_lint.semantics.symbols.table import ModuleSymbol
    from purity_lint.source.file import SourceFile


_READ: Final[WeakKeyDictionary[ast.Module, tuple[Path, Facts]]] = WeakKeyDictionary()
"""Facts of the files that are held, by their trees: `fix` asks again in each round, and most files stay the same."""


def facts_of(source: SourceFile) -> Facts:
    """Return the facts of a file."""
    known = _READ.get(source.tree)
    if known is None or known[0] != source.path:
        known = _READ[source.tree] = source.path, _read_facts(source)
    return known[1]


def _read_facts(source: SourceFile) -> Facts:
    tree = source.tree
    found = telling(tree)
    return Facts(
        imported_names(found.imports),
        base_origins(found),
        reads(found.imports, source.text),
        demands(source),
        implementations(tree, source.path) if not is_test(source.path) else (),
    )


class Names:
    """Modules that a set of files are, whatever they hold.

    ``modules`` has the dotted names of those that are known to belong to a package.
    """

    def __init__(self, paths: Iterable[Path], modules: Mapping[Path, str | None]) -> None:
        ordered = list(paths)
        self._packages = {p.parent for p in ordered if p.name == "__init__.py"}
        self._names: dict[Path, str] = {}
        taken: set[str] = set()
        for path in ordered:
            name = modules.get(path) or _module_name(path, self._packages)
            if name in taken:
                name = f"{name}@{path}"
            taken.add(name)
            self._names[path] = name
        self.alone = len(ordered) == 1
        self.longer = _longer_names(self._names)
        """Full names of modules in folders without an ``__init__.py`` -> what they are called here."""

    def of(self, path: Path) -> str:
        """Return the name of the module that ``path`` is, which need not be among them yet."""
        return self._names.get(path) or _module_name(path, self._packages)

    def add(self, project: ModuleGraph, source: SourceFile) -> ModuleSymbol:
        """Add a file to ``project``."""
        path = source.path
        return project.add(
            source, self.of(path), is_package=path.name == "__init__.py", is_test=is_test(path)
        )

    def facades(self, facts: Mapping[Path, Facts]) -> frozenset[str]:
        """Return the modules that no file is and that are used as array namespaces."""
        read = [(self.absolute(path, n), names) for path, f in facts.items() for n, names in f.reads.items()]
        return facades(read, set(self._names.values()))

    def asked(self, facts: Mapping[Path, Facts]) -> dict[str, frozenset[str]]:
        """Return the names of which some file demands something, by what it is."""
        return joined(fact.checked for fact in facts.values())

    def implementations(self, facts: Mapping[Path, Facts]) -> dict[str, list[Implementation]]:
        """Implementations for several libraries, by family."""
        return families([Implementation(*data) for fact in facts.values() for data in fact.implements])

    def imported(self, facts: Mapping[Path, Facts]) -> frozenset[str]:
        """Return the private names that files import, and the modules among these files."""
        mine = {path.stem for path in facts}
        names = {name for fact in facts.values() for name in fact.imports}
        return frozenset(name for name in names if name.startswith("_") or name in mine)

    def absolute(self, path: Path, name: str) -> str:
        """Return the full name for ``name`` in an import statement of ``path``; leading dots make it relative."""
        bare = name.lstrip(".")
        level = len(name) - len(bare)
        if not level:
            return name
        package = self._names[path].split(".")
        package = package[: len(package) - level + (path.name == "__init__.py")]
        return ".".join([*package, bare] if bare else package)

    def leaves(self, facts: Mapping[Path, Facts]) -> list[Path]:
        """Return the files that no other one imports; none if all are.

        A base class hears from its subclasses, so a file with a subclass of another file's class counts as imported.
        """
        names = *self._names.values(), *self.longer
        roots = {RELATIVE, *(name.partition(".")[0] for name in names)}
        importers: dict[str, int] = {}
        for fact in facts.values():
            for name in fact.imports:
                importers[name] = importers.get(name, 0) + 1
        found = []
        for path, fact in facts.items():
            if path.name in ("__init__.py", "conftest.py") or not roots.isdisjoint(fact.origins):
                continue
            if importers.get(path.stem, 0) == (path.stem in fact.imports):
                found.append(path)
        return found if len(found) < len(self._names) else []


def _module_name(path: Path, packages: set[Path]) -> str:
    parts = [path.stem]
    folder = path.parent
    while folder in packages:
        parts.append(folder.name)
        folder = folder.parent
    names = parts[::-1]
    if names[-1] == "__init__":
        names.pop()
    return ".".join(names) or path.parent.name


def _longer_names(names: Mapping[Path, str]) -> dict[str, str]:
    """Return the names that modules have by the folders around them, if only one has each.

    Folders without an ``__init__.py`` are packages as well (PEP 420), whose outermost one no file tells: it is taken to
    be any folder up to the one that holds all files.
    """
    above = {path: _folder_around(path, name) for path, name in names.items()}
    outermost = Path(os.path.commonpath(list(above.values()))) if above else Path()
    found: dict[str, str | None] = {}
    for path, name in names.items():
        for longer in _qualified(name, above[path], outermost):
            found[longer] = None if longer in found else name
    taken = set(names.values())
    return {
        longer: name
        for longer, name in found.items()
        if name is not None and longer not in taken and _may_be_own(longer.partition(".")[0], taken)
    }


def _may_be_own(root: str, modules: Container[str]) -> bool:
    """Return False where a folder has the name of a library, unless it is that library's source."""
    return root in modules or not is_known_elsewhere(root)


def _folder_around(path: Path, name: str) -> Path:
    """Return the folder that the outermost package of a module stands in."""
    levels = 0 if "@" in name else name.count(".") + (path.stem == "__init__")
    parents = path.absolute().parents
    return parents[min(levels, len(parents) - 1)]


def _qualified(name: str, folder: Path, outermost: Path) -> Iterator[str]:
    """Return ``name`` with the names of ever more folders before it."""
    name = name.partition("@")[0]
    while folder.name.isidentifier():
        name = f"{folder.name}.{name}"
        yield name
        if folder == outermost:
            break
        folder = folder.parent
