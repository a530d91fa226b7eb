"""What the files of a project do with the results of functions, as one file of it needs to know."""

from __future__ import annotations

import ast
from collections.abc import Callable

from purity_lint.knowledge.python import (
    ARGUMENTS_GIVEN_BACK,
    CALLED_BACK,
    DROPPED,
    GIVEN_BACK,
    HANDED_OVER,
    LEFT_BEHIND,
)
from purity_lint.semantics.symbols.left_behind import AT
from purity_lint.source.file import SourceFile
from purity_lint.source.names import last_name

OF_RESULTS = frozenset({ARGUMENTS_GIVEN_BACK, CALLED_BACK, DROPPED, GIVEN_BACK, HANDED_OVER, LEFT_BEHIND})
"""Demands that concern the files alone which have or call the functions."""


class UsesOfResults:
    """Which results are dropped, and which arguments are given back, by what files demand of names."""

    def __init__(self, asked_about: Callable[[str], frozenset[str]]) -> None:
        """``asked_about`` gives the names of which something is demanded."""
        self._asked_about = asked_about
        self._given_back: dict[str, dict[str, int]] | None = None

    def said_in(self, source: SourceFile) -> list[str]:
        """Return what is said of the results of functions that a file defines or calls: nobody asks more."""
        if not any(map(self._asked_about, (DROPPED, HANDED_OVER, LEFT_BEHIND))):
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
        given_back = self.given_back().items()
        said += [f"{name}{given}" for name, given in given_back if name.rpartition(".")[2] in called]
        return sorted(said)

    def given_back(self) -> dict[str, dict[str, int]]:
        """Return the parameters that functions give back, and their positions, by module and name: `solver.step`."""
        if self._given_back is None:
            found: dict[str, dict[str, int]] = {}
            for each in sorted(self._asked_about(ARGUMENTS_GIVEN_BACK)):
                name, _, given = each.removesuffix(")").partition("(")
                pairs = (pair.partition(":") for pair in given.split(", "))
                found[name] = {parameter: int(position) for position, _, parameter in pairs}
            self._given_back = found
        return self._given_back
