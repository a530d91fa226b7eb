"""A second look at functions that are certainly called with tensors.

While calls are still being found, a parameter is no more than inferred from what it is called with: there may be
another one.  In the end it is known of some functions that there is none, and with what each call passes: what is a
certain tensor in all of them is one in the function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeAlias

from purity_lint.semantics.domain.atoms import NEVER
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import DECLARED, INFERRED, TENSOR
from purity_lint.semantics.symbols.call_sites import certainty
from purity_lint.semantics.symbols.cells import Parameter
from purity_lint.semantics.symbols.closed import closed_functions
from purity_lint.semantics.symbols.table import FunctionSymbol, ModuleSymbol

Caller: TypeAlias = FunctionSymbol | ModuleSymbol

_ROUNDS = 6
"""How far what is certain is followed, from caller to function and from result to caller."""
_TURNS = 3
"""Turns that functions within others have had, as far as the second look is concerned."""


class Looking(Protocol):
    """What has to be done again."""

    hopes: Hopes
    imported_names: frozenset[str]

    def evaluate(self, symbol: FunctionSymbol) -> None:
        """Evaluate the body of a function with what is known of its parameters."""

    def run_again(self, module: ModuleSymbol) -> None:
        """Evaluate the top level of a module."""

    def result_if_certain(self, symbol: FunctionSymbol) -> Abs:
        """Return the result of a function whose parameters are certainly tensors, if they are any."""


class Hopes:
    """Calls whose results would be certain if functions were asked with certain arguments, as these are."""

    def __init__(self) -> None:
        self.callers: dict[Caller, dict[FunctionSymbol, None]] = {}
        self.results: dict[FunctionSymbol, Abs] = {}
        """Results of functions for tensors that are certain."""

    def result(self, caller: Caller, symbol: FunctionSymbol, given: list[Abs | None], found: Abs) -> Abs:
        """Return ``found``, the result of a call, with the evidence that its arguments give it."""
        if found.mask != TENSOR or found.ev != INFERRED or not may_be_asked(symbol):
            return found
        if any(certainty(value) < DECLARED for value in given):
            return found
        self.callers.setdefault(caller, {})[symbol] = None
        certain = self.results.get(symbol)
        if certain is None or certain.mask != TENSOR or certain.ev <= INFERRED:
            return found
        return found.but(ev=certain.ev)

    def forget(self, module: ModuleSymbol) -> None:
        """Hope for nothing of the functions of ``module`` any more, and tell nobody of them."""
        self.callers = {c: asked for c, asked in self.callers.items() if _module_of(c) is not module}
        self.results = {f: result for f, result in self.results.items() if f.module is not module}


def _module_of(caller: Caller) -> ModuleSymbol:
    return caller if isinstance(caller, ModuleSymbol) else caller.module


def may_be_asked(symbol: FunctionSymbol) -> bool:
    """True where a function can be evaluated for one caller, and leave nothing behind."""
    plain = symbol.owner is None and not symbol.has_inner and not symbol.is_generator
    return (
        plain
        and not symbol.module.frozen
        and not symbol.module.is_test
        and symbol.decorators in {(), (NEVER,)}
    )


def look_again(project: Looking, modules: Iterable[ModuleSymbol]) -> None:
    """Evaluate anew what is certain in the end."""
    modules = [module for module in modules if not module.is_test]
    closed = [f for module in modules for f in _closed(module, project.imported_names)]
    for _ in range(_ROUNDS):
        waiting: dict[Caller, None] = dict.fromkeys(f for f in closed if _settle(f))
        waiting.update(dict.fromkeys(_hopeful(project)))
        if not waiting:
            break
        _evaluate(project, waiting)
    while broken := [f for f in closed if _is_broken(f)]:
        for function in broken:
            function.sites = None
            for p in function.parameters:
                p.sure = 0
        _evaluate(project, broken)


def _closed(module: ModuleSymbol, imported: frozenset[str]) -> list[FunctionSymbol]:
    """Return the functions of a module of which all calls are known."""
    hopeful = [f for f in module.functions.values() if f.sites is not None]
    if not any(_sureness(f, p, i) for f in hopeful for i, p in enumerate(f.parameters)):
        return []
    written = closed_functions(module.source, imported)
    for function in hopeful:
        calls = written.get(function.node)
        if function.sites is not None and (calls is None or not function.sites.are(calls)):
            function.sites.is_open = True
    return [f for f in hopeful if f.sites is not None and not f.sites.is_open]


def _hopeful(project: Looking) -> Iterator[Caller]:
    """Yield whoever reads a result that is certain now."""
    hopes = project.hopes
    callers, hopes.callers = hopes.callers, {}
    for caller, symbols in callers.items():
        news = False
        for symbol in symbols:
            if symbol not in hopes.results:
                hopes.results[symbol] = project.result_if_certain(symbol)
                news |= hopes.results[symbol].ev > INFERRED
        if news:
            yield caller


def _evaluate(project: Looking, waiting: Iterable[Caller]) -> None:
    """Evaluate each, and those that read results which are others now."""
    again: dict[Caller, None] = {}
    for symbol in waiting:
        again.update(dict.fromkeys(_readers(project, symbol)))
    for symbol in again:
        _readers(project, symbol)


def _readers(project: Looking, symbol: Caller) -> Iterable[Caller]:
    if isinstance(symbol, ModuleSymbol):
        project.run_again(symbol)
        return ()
    before = symbol.result.value.core
    for inner in symbol.module.functions.values() if symbol.has_inner else ():
        if inner.closure is not None:
            inner.visits = min(inner.visits, _TURNS)
    project.evaluate(symbol)
    if symbol.result.value.core is before:
        return ()
    return [*symbol.result.readers, symbol.module]


def _settle(function: FunctionSymbol) -> bool:
    """Note which parameters are certainly tensors; whether that is news.

    Calls of its own pass what is certain if the parameters are: they are asked when it has been evaluated with that.
    """
    sure = [_sureness(function, p, i) for i, p in enumerate(function.parameters)]
    news = False
    for p, level in zip(function.parameters, sure, strict=True):
        if level > p.sure:
            p.sure = level
            news = True
    return news


def _is_broken(function: FunctionSymbol) -> bool:
    """Return True where a call, be it one of its own, turns out to pass less than was noted."""
    return any(
        p.sure and _sureness(function, p, i, besides_own=False) < p.sure
        for i, p in enumerate(function.parameters)
    )


def _sureness(function: FunctionSymbol, p: Parameter, index: int, *, besides_own: bool = True) -> int:
    """Return how certain it is that ``p`` is a tensor; 0 where it may be something else."""
    is_declared = p.declared is not None and p.declared.mask & TENSOR
    if (
        is_declared
        or function.sites is None
        or not p.calls.value.mask & TENSOR
        or p.kind in {"args", "kwargs"}
    ):
        return 0
    level = function.sites.weakest(index, besides_own=besides_own)
    return level if level >= DECLARED else 0
