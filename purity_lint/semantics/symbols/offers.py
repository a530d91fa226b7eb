"""Offers: facts about functions and classes of an earlier stage that a later one found.

A file that nothing imports is analysed when all that it imports is known, and changes nothing of that: what it calls
functions with, and assigns to attributes, is put down here for whoever wants to take it up.
"""

from __future__ import annotations

from purity_lint.semantics.domain.atoms import NEVER
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import TENSOR
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.symbols.cells import Cell, Parameter
from purity_lint.semantics.symbols.table import ClassSymbol, FunctionSymbol


class Offers:
    """Arguments and attributes, by what they were given to."""

    def __init__(self) -> None:
        self.arguments: dict[FunctionSymbol, list[Parameter]] = {}
        self.callers: dict[FunctionSymbol, dict[str, str]] = {}
        """By parameter, the first function that passed a tensor; empty for code outside any."""
        self.members: dict[tuple[ClassSymbol, str], Abs] = {}

    def parameters(self, symbol: FunctionSymbol) -> list[Parameter]:
        """Stand-ins for the parameters of ``symbol``, that take up what it is called with."""
        found = self.arguments.get(symbol)
        if found is None:
            found = self.arguments[symbol] = [_stand_in(p) for p in symbol.parameters]
        return found

    def sign(self, symbol: FunctionSymbol, caller: FunctionSymbol | None) -> None:
        """Note who was the first to pass a tensor for each parameter."""
        for p in self.arguments.get(symbol, ()):
            if p.calls.value.mask & TENSOR:
                callers = self.callers.setdefault(symbol, {})
                callers.setdefault(p.name, caller.name if caller is not None else "")

    def member(self, symbol: ClassSymbol, name: str, value: Abs) -> None:
        """An instance of ``symbol`` was given an attribute."""
        self.members[symbol, name] = join(self.members.get((symbol, name), NEVER), value)


class Reads:
    """Record of what a stage has read of an earlier one, to know later whether it would read the same again."""

    def __init__(self) -> None:
        self._results: dict[FunctionSymbol, object] = {}
        self._members: dict[tuple[ClassSymbol, str], object] = {}

    def result(self, symbol: FunctionSymbol) -> None:
        """A function was called."""
        if symbol not in self._results:
            self._results[symbol] = _state_of(symbol)

    def member(self, symbol: ClassSymbol, name: str) -> None:
        """An attribute was read."""
        if symbol.module.frozen and (symbol, name) not in self._members:
            self._members[symbol, name] = _state_of_member(symbol, name)

    def hold(self) -> bool:
        """Return True where everything is as it was when it was read."""
        return all(state == _state_of(symbol) for symbol, state in self._results.items()) and all(
            state == _state_of_member(symbol, name) for (symbol, name), state in self._members.items()
        )


def _state_of(symbol: FunctionSymbol) -> object:
    """Return what a caller has of a function; values are compared by identity."""
    return symbol.result.value, [p.use for p in symbol.parameters]


def _state_of_member(symbol: ClassSymbol, name: str) -> object:
    cell = symbol.member(name)
    if cell is not None:
        return cell.value
    return [sub.members[name].value for sub in symbol.below_with(name) if name in sub.members]


def _stand_in(p: Parameter) -> Parameter:
    out = Parameter(p.name, p.kind)
    out.declared, out.default, out.strict, out.use = p.declared, p.default, p.strict, p.use
    out.calls = Cell()
    return out
