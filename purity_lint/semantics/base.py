"""The base of a project, all files that others import: analysed together, and again with what the leaves offer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from purity_lint.semantics.domain.interning import Abs, Why
from purity_lint.semantics.domain.kinds import INFERRED, TENSOR
from purity_lint.semantics.interpreter import Project
from purity_lint.semantics.symbols.naming import Names
from purity_lint.semantics.symbols.stable_names import StableNames
from purity_lint.semantics.symbols.summaries import Reader, Symbols, summarize
from purity_lint.semantics.turns import MAX_VISITS
from purity_lint.source.file import SourceFile

Data = dict[str, Any]


class Base:
    """Files that others import, analysed together (steps 1 and 3)."""

    def __init__(
        self, sources: Iterable[SourceFile], names: Names, project: Project, *, is_kept: bool
    ) -> None:
        self.project = project
        self.project.alone = names.alone
        self.modules = {source.path: names.add(self.project, source) for source in sources}
        self.project.evaluate_all()
        self.symbols = Symbols()
        self.symbols.modules = list(self.modules.values())
        self.symbols.numbers = {module: number for number, module in enumerate(self.symbols.modules)}
        self._freeze(True)
        if not is_kept:
            self.symbols.number_all()
        self.told: Data = self.summary() if is_kept else {}
        """Summary that leaves get of it in their first turn; offers that are kept name symbols by its numbers."""

    def _freeze(self, frozen: bool) -> None:
        for module in self.modules.values():
            module.frozen = frozen

    def summary(self) -> Data:
        """Return what leaves are told of the base as it is now."""
        return summarize(self.symbols)

    def take(self, offers: Iterable[Data]) -> None:
        """Let everything know what the leaves offer, in this order."""
        self._freeze(False)
        names = StableNames(self.told) if self.told else None
        functions = [function for module in self.modules.values() for function in module.functions.values()]
        for number, offer in enumerate(offers):
            if number == 0:
                for function in functions:
                    function.visits = min(function.visits, MAX_VISITS - 1)
            _take(self.project, self.symbols, names.numbered(offer) if names is not None else offer)
        self.project.settle()
        self._freeze(True)


def _take(project: Project, symbols: Symbols, offer: Data) -> None:
    reader = Reader(symbols, offer["values"], [])
    path = offer["path"]
    for number, position, value, unknown, caller in offer["arguments"]:
        function = symbols.functions[number]
        p = function.parameters[position]
        if function.sites is not None:
            function.sites.is_open = True
        why = Why(f"passed as `{p.name}` by {f'`{caller}` in ' if caller else ''}`{path}`", *p.at)
        changed = p.calls.add(_explained(reader.value(value), why))
        if unknown and not p.unknown_calls:
            p.unknown_calls = changed = True
        if changed:
            project.reconsider(function)
    for number, name, value in offer["members"]:
        owner = symbols.classes[number]
        at = getattr(owner.node, "lineno", 1), getattr(owner.node, "col_offset", 0)
        why = Why(f"`{name}` is assigned by `{path}`", *at, project.path_of(owner.module))
        project.assign_member(owner, name, _explained(reader.value(value), why))


def _explained(value: Abs, why: Why) -> Abs:
    """``value`` with a reason wherever a tensor is."""
    if not value.mask & TENSOR and value.elem is None and value.elems is None and value.fields is None:
        return value
    is_tensor = value.mask & TENSOR
    return value.but(
        why=why if is_tensor else value.why,
        ev=min(value.ev, INFERRED) if is_tensor else value.ev,
        elem=None if value.elem is None else _explained(value.elem, why),
        elems=None if value.elems is None else tuple([_explained(e, why) for e in value.elems]),
        fields=None if value.fields is None else {k: _explained(v, why) for k, v in value.fields.items()},
    )
