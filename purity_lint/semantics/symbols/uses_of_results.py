"""What the files of a project do with functions and their results, as one file of it needs to know."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

from purity_lint.knowledge.numpy.roles import TOLD_APART
from purity_lint.knowledge.python import (
    ARGUMENTS_GIVEN_BACK,
    ARRAYS_TAKEN,
    AT,
    CALLED_BACK,
    DROPPED,
    GIVEN_BACK,
    HANDED_OVER,
    LEFT_BEHIND,
    METHODS_CHANGING,
)
from purity_lint.semantics.symbols.arrays_taken import KEPT
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
        TOLD_APART,
    }
)
"""Demands that concern the files alone which have, call or name the functions."""
_ASKED_FIRST: Final = (DROPPED, HANDED_OVER, LEFT_BEHIND, ARRAYS_TAKEN)
"""Where nothing is said of these, nobody asks about the others."""


class UsesOfResults:
    """Which results are dropped, and which arguments are given back, by what files demand of names.

    It is one for all files that are analysed together: each asks for its own few names.
    """

    def __init__(self, asked: Mapping[str, frozenset[str]]) -> None:
        """``asked`` has the names of which something is demanded."""
        self._asked = asked

    def ask_again(self) -> None:
        """Forget what was read off the demands, which are others now."""
        self.__dict__ = {"_asked": self._asked}

    def _asked_about(self, demand: str) -> frozenset[str]:
        return self._asked.get(demand, frozenset())

    def said_in(self, source: SourceFile) -> list[str]:
        """Return what is said of functions that a file names, and of results of those that it defines or calls.

        Nobody asks more.
        """
        told_apart = self._told_apart_in(source)
        if not any(map(self._asked_about, _ASKED_FIRST)):
            return told_apart
        called = {last_name(call.func) for call in source.of(ast.Call)}
        names = called | {function.name for function in source.of(ast.FunctionDef)}
        names |= {function.name for function in source.of(ast.AsyncFunctionDef)}
        read = called | {attribute.attr for attribute in source.of(ast.Attribute)}
        said = [each for name in names for each in self._said.get(name, ())]
        said += [each for name in read for each in self._said_of_taken.get(name, ())]
        return sorted(said) + told_apart

    def _told_apart_in(self, source: SourceFile) -> list[str]:
        told = self._asked_about(TOLD_APART)
        if not told:
            return []
        named = {attribute.attr for attribute in source.of(ast.Attribute)}
        named |= {name.id for name in source.of(ast.Name)}
        return [f"{TOLD_APART}: {name}" for name in sorted(told & named)]

    @cached_property
    def _said(self) -> dict[str | None, list[str]]:
        """What is said, by the names of functions that it is said of."""
        said: defaultdict[str | None, list[str]] = defaultdict(list)
        for demand in (DROPPED, HANDED_OVER, CALLED_BACK, LEFT_BEHIND):
            for name in self._asked_about(demand):
                said[name.removeprefix(".").partition(AT)[0]].append(f"{demand}: {name}")
        for name, given in self.given_back.items():
            said[name.rpartition(".")[2]].append(f"{name}{given}")
        for name, given in self.to_give_back.items():
            said[name[1:]].append(f"{name}[{given}]")
        return dict(said)

    @cached_property
    def _said_of_taken(self) -> dict[str | None, list[str]]:
        """What is said of :attr:`taken`, by the names of the attributes and functions."""
        said: defaultdict[str | None, list[str]] = defaultdict(list)
        for place, files in self.taken.items():
            name = place.removeprefix(".").partition(KEPT)[0]
            said[name].append(f"{ARRAYS_TAKEN}: {place} {sorted(files)}")
        return dict(said)

    @cached_property
    def taken(self) -> dict[str, set[str]]:
        """What files keep of attributes, `.u`, and functions of what they are handed, with the files."""
        taken: dict[str, set[str]] = {}
        for each in self._asked_about(ARRAYS_TAKEN):
            file, _, place = each.partition(CALLS)
            taken.setdefault(place, set()).add(file)
        return taken

    @cached_property
    def given_back(self) -> dict[str, dict[str, int]]:
        """Parameters that functions give back, and their positions, by module and name: `solver.step`."""
        return _places(self._asked_about(ARGUMENTS_GIVEN_BACK))

    @cached_property
    def to_give_back(self) -> dict[str, dict[str, int]]:
        """Parameters that all methods of a name change, some of which return nothing: by `.step`."""
        return _places(self._asked_about(METHODS_CHANGING))


def _places(told: Iterable[str]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for each in sorted(told):
        name, _, given = each[:-1].replace("[", "(").partition("(")
        pairs = (pair.partition(":") for pair in given.split(", "))
        found[name] = {parameter: int(position) for position, _, parameter in pairs}
    return found


Said = Mapping[str, Iterable[str]]
"""What is said of results, by demand."""


def said_of_results(asked: Said) -> dict[str, list[str]]:
    """Return what is demanded of results, as it is kept to tell later what is new."""
    return {demand: sorted(asked.get(demand, ())) for demand in sorted(OF_RESULTS)}


def kept_said(kept: object) -> Said:
    """Return what was kept of :func:`said_of_results`, which may be anything."""
    found = kept.items() if isinstance(kept, dict) else ()
    return {demand: [*map(str, said)] for demand, said in found if isinstance(said, list)}


def words_of_news(before: Said, after: Said) -> frozenset[str] | None:
    """Return the words one of which stands in each file that :meth:`UsesOfResults.said_in` says something new of.

    ``None`` where that may be any file.
    """
    if any(map(before.get, _ASKED_FIRST)) != any(map(after.get, _ASKED_FIRST)):
        return None
    return frozenset(
        _word(demand, said)
        for demand in OF_RESULTS
        for said in {*before.get(demand, ())} ^ {*after.get(demand, ())}
    )


def _word(demand: str, said: str) -> str:
    """Return the name that a file must have for something to concern it: `step` of `solver.step(0:u)`."""
    name = said.partition(CALLS)[2] if demand == ARRAYS_TAKEN else said
    for mark in (AT, KEPT, "(", "["):
        name = name.partition(mark)[0]
    return name.rpartition(".")[2]
