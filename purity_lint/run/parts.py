"""Parts of a project that can tell nothing about each other, and what of earlier runs still holds in them.

Analysis carries facts both ways along an import: results to the importer, arguments to the imported.  Files that no
chain of imports connects are analysed apart, so that a change in one part leaves the other parts' results alone.
Connecting too much only costs time, connecting too little would give stale results; so files are connected by any
one segment of a name (``import a.b`` connects with every ``a.py`` and ``b.py``), however Python would resolve it.

Results are kept under the content of a file and a fingerprint of what was inferred of it.  To know the fingerprint
without inferring anything, it is kept in turn under the content of everything that the file is connected with.
Where nothing has changed at all, nobody asks (:mod:`purity_lint.run.kept_results`).  After a change the connected part
is analysed again, stage by stage (:mod:`purity_lint.semantics.stages`): a stage whose files and summaries are as they
were is not.  Rules run again on those files of which something else is now known.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from purity_lint.records import dataclass
from purity_lint.run.cache.facts import NoCache
from purity_lint.run.progress import Progress
from purity_lint.run.read import Sources
from purity_lint.run.workers import run
from purity_lint.source.imports import Facts
from purity_lint.source.read import module_name

if TYPE_CHECKING:
    from purity_lint.semantics.stages import Stages

ALONE = "alone"
"""Fingerprint of a file of which its own content says everything."""
_IMPORTS = "imports"


@dataclass(frozen=True, slots=True)
class Part:
    """Files that are analysed together."""

    name: str
    """Name under which facts about it are kept: the same for the same files, whatever they hold."""
    digest: str
    """A hash of all that the analysis of this part depends on."""
    paths: tuple[Path, ...]
    facts: Mapping[Path, Facts]
    """Facts read off those of its files that are Python."""
    ops_module: str | None

    def linked(self, recorded: bool) -> bool:
        """True if anything but their own content decides what is inferred of its files."""
        return recorded or len(self.paths) > 1


class Parts:
    """Parts of a run, and the fingerprints that earlier runs left of their files."""

    def __init__(
        self,
        sources: Sources,
        digests: Mapping[Path, str],
        extra: str,
        cache: NoCache,
        progress: Progress,
        jobs: int | None = None,
    ) -> None:
        self._cache = cache
        self._recorded = sources.recorded
        self._contents = digests
        self._facts: dict[Path, Facts] = {}
        self.parts = [
            self._part(group, sources, extra) for group in self._components(sources, progress, jobs)
        ]
        self._known = {
            part.name: cache.recall(part.name, part.digest)
            for part in self.parts
            if part.linked(self._recorded)
        }

    def fingerprint(self, part: Part, path: Path) -> str | None:
        """Return what was inferred of ``path`` when its whole part was as it is now; ``None``: no run has told."""
        if not part.linked(self._recorded):
            return ALONE
        known = self._known[part.name].get(str(path))
        return known if isinstance(known, str) else None

    def stages(self, part: Part, sources: Sources, jobs: int | None = None) -> Stages | None:
        """Return the stages in which ``part`` is analysed; ``None`` where its files are understood one by one."""
        if len(part.facts) < 2 or self._recorded:
            return None
        from purity_lint.semantics.stages import Files, Stages

        modules = {path: module_name(path) for path in part.facts}
        files = Files(part.facts, self._contents, sources.parsed, modules, sources.contents.__getitem__)
        return Stages(
            files, part.ops_module, part.name, self._cache, partial(run, jobs=jobs, failed=no_outcome)
        )

    def remember(self, fingerprints: Mapping[Path, str]) -> None:
        """Keep what a run has inferred."""
        for part in self.parts:
            new = {str(path): fingerprints[path] for path in part.paths if path in fingerprints}
            if new and part.linked(self._recorded):
                self._known[part.name] |= new
                self._cache.remember(part.name, part.digest, self._known[part.name])

    def _components(self, sources: Sources, progress: Progress, jobs: int | None) -> Iterable[list[Path]]:
        known = self._cache.recall(_IMPORTS, "")
        unknown = []
        for number, (path, content) in enumerate(self._contents.items()):
            progress.done(number)
            match known.get(str(path)):
                case [str(before), str(target), [*read]] if before == content and target == _target(
                    sources, path
                ):
                    if read:
                        self._facts[path] = Facts(*read)
                case _:
                    sources.get(path)  # here, so that the processes which read facts off trees share these
                    unknown.append(path)
        news: dict[str, object] = {}
        for path, found in zip(unknown, run(sources.facts, unknown, jobs, failed=no_outcome), strict=True):
            facts = found if found is not None else sources.facts(path)
            if facts is not None:
                self._facts[path] = facts
            news[str(path)] = self._contents[path], _target(sources, path), facts or []
        if news:
            kept = {name: fact for name, fact in known.items() if os.path.exists(name)}
            self._cache.remember(_IMPORTS, "", kept | news)
        for group in sources.vocabularies():
            yield from components({path: f.imports if (f := self._facts.get(path)) else [] for path in group})

    def _part(self, paths: list[Path], sources: Sources, extra: str) -> Part:
        name, digest = hashlib.sha256(), hashlib.sha256(extra.encode())
        for path in paths:
            own = sources.settings_of(path)
            vocabulary = own.ops_module if own is not None else None
            read = path, module_name(path), self._contents[path], vocabulary, _target(sources, path)
            name.update(f"{path}\n".encode("utf-8", "backslashreplace"))
            digest.update(f"{read}\n".encode("utf-8", "backslashreplace"))
        facts = {path: self._facts[path] for path in paths if path in self._facts}
        own = sources.settings_of(paths[0])
        ops_module = own.ops_module if own is not None else None
        return Part(f"part-{name.hexdigest()[:32]}", digest.hexdigest(), tuple(paths), facts, ops_module)


def components(imports: Mapping[Path, Iterable[str]]) -> list[list[Path]]:
    """Return the parts of a set of files that no import connects; each sorted, in the order of their first file.

    ``imports`` has the names that each file imports, as :func:`imported_names` gives them.
    """
    paths = sorted(imports, key=os.path.abspath)
    forest = _Forest()
    fixtures = {path.absolute().parent for path in paths if path.name == "conftest.py"}
    for path in paths:
        forest.join(path, *own_names(path))
        forest.join(path, *imports[path])
        forest.join(path, *(f for f in path.absolute().parents if f in fixtures))
    found: dict[object, list[Path]] = {}
    for path in paths:
        found.setdefault(forest.root(path), []).append(path)
    return list(found.values())


def own_names(path: Path) -> Iterator[str]:
    """Yield the segments of the names by which others may import a file."""
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


def no_outcome(_: Path, error: Exception) -> None:
    """Stand for the outcome of a file that crashed in a worker: it is tried again, for all to see."""


def _target(sources: Sources, path: Path) -> str:
    """Return the version of Python that decides whether a file is valid."""
    own = sources.settings_of(path)
    return str(own.target_version if own is not None else None)
