"""What the files of a project do with the results of functions, as one file of it needs to know."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from purity_lint.knowledge.python import (
    ARGUMENTS_GIVEN_BACK,
    ARRAYS_TAKEN,
    CALLED_BACK,
    DROPPED,
    GIVEN_BACK,
    HANDED_OVER,
    LEFT_BEHIND,
    METHODS_CHANGING,
)
from purity_lint.semantics.symbols.arrays_taken import KEPT
from purity_lint.semantics.symbols.left_behind import AT
from purity_lint.semantics.symbols.scripted import CALLS
from purity_lint.source.file import SourceFile
from purity_lint.source.names import last_name

OF_RESULTS = frozenset(
    {
        ARGUMENTS_GIVEN_BACK,
        ARRAYS_TAKEN,
        CALLED_BACK,
        DROPPED,
        GIVEN_BACK,
        HANDED_OVER,
        LEFT_BEHIND,
        METHODS_CHANGING,
    }
)
"""Demands that concern the files alone which have or call the functions."""


class UsesOfResults:
    """Which results are dropped, and which arguments are given back, by what files demand of names."""

    def __init__(self, asked_about: Callable[[str], frozenset[str]]) -> None:
        """``asked_about`` gives the names of which something is demanded."""
        self._asked_about = asked_about
        self._given_back: dict[str, dict[str, int]] | None = None
        self._taken: dict[str, set[str]] | None = None
        self._to_give_back: dict[str, dict[str, int]] | None = None

    def said_in(self, source: SourceFile) -> list[str]:
        """Return what is said of the results of functions that a file defines or calls: nobody asks more."""
        if not any(map(self._asked_about, (DROPPED, HANDED_OVER, LEFT_BEHIND, ARRAYS_TAKEN))):
            return []
        called = {last_name(call.func) for call in source.of(ast.Call)}
        names = called | {function.name for function in source.of(ast.FunctionDef)}
        names |= {function.name for function in source.of(ast.AsyncFunctionDef)}
        said = [
            f"{demand}: {name}"
            for demand in (DROPPED, HANDED_OVER, CALLED_BACK, LEFT_BEHIND)
            for name in self._asked_about(demand)
            if name.removeprefix(".").partition(AT)[0] in names
        ]
        read = {attribute.attr for attribute in source.of(ast.Attribute)} | called
        for place, files in self.taken().items():
            if place.removeprefix(".").partition(KEPT)[0] in read:
                said.append(f"{ARRAYS_TAKEN}: {place} {sorted(files)}")
        given_back = self.given_back().items()
        said += [f"{name}{given}" for name, given in given_back if name.rpartition(".")[2] in names]
        said += [f"{name}[{given}]" for name, given in self.to_give_back().items() if name[1:] in names]
        return sorted(said)

    def taken(self) -> dict[str, set[str]]:
        """Return what files keep of attributes, `.u`, and functions of what they are handed, with the files."""
        if self._taken is None:
            self._taken = {}
            for each in self._asked_about(ARRAYS_TAKEN):
                file, _, place = each.partition(CALLS)
                self._taken.setdefault(place, set()).add(file)
        return self._taken

    def given_back(self) -> dict[str, dict[str, int]]:
        """Return the parameters that functions give back, and their positions, by module and name: `solver.step`."""
        if self._given_back is None:
            self._given_back = _places(self._asked_about(ARGUMENTS_GIVEN_BACK))
        return self._given_back

    def to_give_back(self) -> dict[str, dict[str, int]]:
        """Return the parameters that all methods of a name change, some of which return nothing: by `.step`."""
        if self._to_give_back is None:
            self._to_give_back = _places(self._asked_about(METHODS_CHANGING))
        return self._to_give_back


def _places(told: Iterable[str]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for each in sorted(told):
        name, _, given = each[:-1].replace("[", "(").partition("(")
        pairs = (pair.partition(":") for pair in given.split(", "))
        found[name] = {parameter: int(position) for position, _, parameter in pairs}
    return found
