"""Turns that functions take in the evaluation of a project: whose is next, and which are worth taking."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Final

from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import DECLARED, TENSOR
from purity_lint.semantics.domain.lattice import same
from purity_lint.semantics.evidence import parameters
from purity_lint.semantics.symbols.table import FunctionSymbol, ModuleSymbol

MAX_VISITS: Final = 3
"""How often one function is evaluated at most in one stage."""
MAX_INNER_VISITS: Final = 6
"""The same for functions within functions, which are evaluated with each turn of the outer one."""
_BEFORE: Final = 0, 1 << 60
"""Position from which everything is in the next sweep."""


class Sweeps:
    """Functions that wait for another turn, in sweeps: callees before their callers, which see all news at once."""

    def __init__(self) -> None:
        self._queue: list[tuple[int, int, FunctionSymbol]] = []
        """By sweep, and in each by :attr:`FunctionSymbol.order`."""
        self._position = _BEFORE

    def add(self, symbol: FunctionSymbol) -> None:
        """Let ``symbol`` wait, if it does not yet: in this sweep if its place is still to come, else in the next."""
        if not symbol.queued:
            symbol.queued = True
            sweep, order = self._position
            heappush(self._queue, (sweep + (symbol.order <= order), symbol.order, symbol))

    def forget(self, module: ModuleSymbol) -> None:
        """Let no function of ``module`` wait: the second look, which comes last, leaves some."""
        waiting, self._queue = self._queue, []
        for sweep, order, symbol in waiting:
            if symbol.module is module:
                symbol.queued = False
            else:
                heappush(self._queue, (sweep, order, symbol))

    def __iter__(self) -> Iterator[FunctionSymbol]:
        """Hand out what waits, also what is added meanwhile."""
        queue = self._queue
        while queue:
            sweep, order, symbol = heappop(queue)
            self._position = sweep, order
            symbol.queued = False
            yield symbol
        self._position = _BEFORE


def turns(symbol: FunctionSymbol) -> int:
    """How often a function is evaluated at most."""
    return MAX_VISITS if symbol.closure is None else MAX_INNER_VISITS


def is_worth_a_turn(symbol: FunctionSymbol) -> bool:
    """Return True where ``symbol`` would learn something; in its last turn, only what is a tensor, or is none."""
    left = turns(symbol) - symbol.visits
    if left > 1:
        return symbol.dirty or is_stale(symbol)
    return left > 0 and (symbol.reads_new_tensor or _learns_of_tensors(symbol))


def would_differ(inner: FunctionSymbol) -> bool:
    """Return True where a function within a function would find something else than when it was evaluated."""
    if inner.dirty or inner.has_inner or inner.closure is None or is_stale(inner):
        return True
    for name, core in inner.captured.items():
        value = inner.closure.captured(name)
        if (None if value is None else value.core) is not core:
            return True
    return False


def is_stale(symbol: FunctionSymbol) -> bool:
    """Return True where its parameters are something else by now than when it was evaluated."""
    for i, p in enumerate(symbol.parameters):
        if p.value is None:
            return True
        if p.weighed != p.evidence() and not same(p.value, parameters.current(p, i)):
            return True
    return False


def _learns_of_tensors(symbol: FunctionSymbol) -> bool:
    """Return True where a parameter turns out to be a tensor, or not to be what is declared."""
    for i, p in enumerate(symbol.parameters):
        if p.value is None:
            return True
        if p.weighed != p.evidence():
            value = parameters.current(p, i)
            if is_new_tensor(p.value, value) or (p.value.ev == DECLARED and value.ev < DECLARED):
                return True
    return False


def is_new_tensor(old: Abs, new: Abs) -> bool:
    """Return True where something is a tensor in ``new`` that was none in ``old``."""
    if new.mask & TENSOR & ~old.mask:
        return True
    if new.size == 1 or new.core is old.core:
        return False
    if new.elems is not None and old.elems is not None and len(new.elems) == len(old.elems):
        return any(map(is_new_tensor, old.elems, new.elems))
    return _holds_tensor(new) and not _holds_tensor(old)


def _holds_tensor(value: Abs) -> bool:
    parts = [*(value.elems or ()), *(value.fields or {}).values()]
    return any(part.mask & TENSOR for part in ([*parts, value.elem] if value.elem is not None else parts))
