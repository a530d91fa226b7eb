"""Calls of methods that subclasses override, each of which may be the one that is called.

What a call passes is joined into the parameters of every override.  In a project where hundreds of classes have a
`forward` of their own, most calls pass what an earlier one has passed, and need not tell it to all of them again.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator, Sequence
from typing import Final

from purity_lint.semantics.domain.atoms import ANY, NEVER
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import UNKNOWN
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.evaluation.arguments import bind_arguments
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.symbols.table import ClassSymbol, FunctionSymbol

_MANY: Final = 8
"""From so many overrides on it pays to look for an earlier call."""


def call_method(
    frame: Frame, symbol: ClassSymbol, name: str, args: list[Abs], keywords: dict[str, Abs], node: ast.AST
) -> Abs:
    """Return the result of a method, whichever of the class and its subclasses has it."""
    method = symbol.method(name)
    out = NEVER
    if method is not None:
        out = frame.call_symbol(method, args, keywords, node, symbol)
    if name != "__init__":
        for value in _results_of_overrides(frame, symbol, name, args, keywords, node):
            if value.mask and value is not ANY:
                out = value if not out.mask or out.mask == UNKNOWN else join(out, value)
    return out if out.mask else ANY


def _results_of_overrides(
    frame: Frame, symbol: ClassSymbol, name: str, args: list[Abs], keywords: dict[str, Abs], node: ast.AST
) -> Iterator[Abs]:
    overrides = symbol.overrides(name)
    key = _key(symbol, name, args, keywords) if len(overrides) >= _MANY and not frame.failing else None
    state = overrides, 0 if key is None else _news(overrides)
    told = frame.project.told
    if key is not None and told.get(key) == state:
        for other in overrides:
            yield frame.project.answer(frame, other, bind_arguments(other, args, keywords, bound=other.bound))
        return
    for other in overrides:
        yield frame.call_symbol(other, args, keywords, node, other.owner)
    if key is not None and state == (overrides, _news(overrides)) and all(map(_is_plain, overrides)):
        told[key] = state


def _key(symbol: ClassSymbol, name: str, args: list[Abs], keywords: dict[str, Abs]) -> Hashable:
    """Return what tells a call from others; ``None`` where it also tells the caller something of what it passes."""
    if any(value.mask & UNKNOWN for value in (*args, *keywords.values())):
        return None
    passed = tuple([value.core for value in args])
    return symbol, name, passed, tuple([(keyword, value.core) for keyword, value in keywords.items()])


def _news(overrides: Sequence[FunctionSymbol]) -> int:
    return sum([override.news for override in overrides])


def _is_plain(override: FunctionSymbol) -> bool:
    """True where a call does nothing but tell it of its arguments and ask for its result."""
    return (
        override.evaluated
        and override.owner is not None
        and override.sites is None
        and not override.module.frozen
    )
