"""What the top level of a module has read of functions of which more was found out afterwards.

Functions are evaluated again when a result that they read changes. The statements of a module are evaluated once, in
the order of the text, when little is known yet of who calls what.
"""

from __future__ import annotations

from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.symbols.table import FunctionSymbol, ModuleSymbol


class TopLevelReads:
    """Results of functions as the statements of modules have found them."""

    def __init__(self) -> None:
        self._read: dict[ModuleSymbol, dict[FunctionSymbol, Abs]] = {}

    def note(self, module: ModuleSymbol, symbol: FunctionSymbol) -> None:
        """Remember what ``module`` has been told that ``symbol`` returns."""
        self._read.setdefault(module, {}).setdefault(symbol, symbol.result.value.core)

    def forget(self, module: ModuleSymbol) -> None:
        """Forget a module that is asked for nothing any more: what it has read may be emptied."""
        self._read.pop(module, None)

    def take_outdated(self) -> list[ModuleSymbol]:
        """Return the modules that were told what is no longer so, and forget what they were told."""
        outdated = [
            module
            for module, read in self._read.items()
            if any(symbol.result.value.core is not told for symbol, told in read.items())
        ]
        for module in outdated:
            del self._read[module]
        return outdated
