"""What one stage of an analysis tells of functions and classes that belong to an earlier one.

A file that nothing imports is analysed when all that it imports is known, and changes nothing of that: what it calls
functions with, and assigns to attributes, is put down here for whoever wants to take it up.
"""

from __future__ import annotations

from purity_lint.semantics.domain.kinds import TENSOR
from purity_lint.semantics.domain.lattice import NEVER, Abs, join
from purity_lint.semantics.symbols.table import Cell, ClassSymbol, FunctionSymbol, Parameter


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


def _stand_in(p: Parameter) -> Parameter:
    out = Parameter(p.name, p.kind)
    out.declared, out.default, out.strict, out.use = p.declared, p.default, p.strict, p.use
    out.calls = Cell()
    return out
