"""Read the meaning of a name off its module: functions that stand together call the same thing by the same name.

``def gaussian(x, amplitude)`` takes the exponential of its ``x`` and ``def linear(x, slope)`` only multiplies it:
that of ``linear`` is what ``x`` is in the functions around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from purity_lint.semantics.domain.kinds import TENSOR, UNKNOWN
from purity_lint.semantics.symbols.cells import Parameter
from purity_lint.semantics.symbols.table import FunctionSymbol, ModuleSymbol
from purity_lint.semantics.symbols.uses import USE_NONE

MIN_SIBLINGS: Final = 3
"""How many functions of a module must agree on what a name is."""


def take_after_siblings(modules: Iterable[ModuleSymbol]) -> Iterator[FunctionSymbol]:
    """Give parameters of which nothing is known what their namesakes are; the functions where that changes one."""
    for module in modules:
        if module.is_test:
            continue
        named: dict[str, list[tuple[FunctionSymbol, Parameter]]] = {}
        for function in module.functions.values():
            for p in function.parameters:
                if p.kind == "positional":
                    named.setdefault(p.name, []).append((function, p))
        for group in named.values():
            yield from _agree(group)


def _agree(group: list[tuple[FunctionSymbol, Parameter]]) -> Iterator[FunctionSymbol]:
    known = sum(1 for _, p in group if _mask(p) & TENSOR)
    unknown = [(f, p) for f, p in group if _mask(p) == UNKNOWN]
    if known < max(MIN_SIBLINGS, len(unknown)) or known + len(unknown) < len(group):
        return
    for function, p in unknown:
        if p.declared is None and p.default is None and p.use == USE_NONE and not p.like_siblings:
            p.like_siblings = True
            yield function


def _mask(p: Parameter) -> int:
    return p.value.mask if p.value is not None else UNKNOWN
