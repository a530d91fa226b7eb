"""Coroutines: a call of one is taken for its result, and so is what ``asyncio`` makes of it."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.knowledge import python
from purity_lint.semantics.domain.atoms import ANY
from purity_lint.semantics.domain.containers import list_of, tuple_of
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import ITERATOR, LIST
from purity_lint.semantics.evaluation.frame import Frame


def _awaited(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``asyncio.run(f(x))``, ``wait_for(f(x), 3)``: what the coroutine gives."""
    return args[0] if args else ANY


def _all_awaited(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``gather(f(x), f(y))``: the list of what each gives."""
    if any(isinstance(a, ast.Starred) for a in node.args):
        return list_of(args[0]) if len(args) == 1 else Abs(LIST)
    return tuple_of(tuple(args), LIST)


def _as_completed(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    from_each = args[0] if args else ANY
    return from_each.but(mask=ITERATOR) if from_each.mask == LIST else from_each


def _in_thread(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``to_thread(f, x)`` gives what the function does."""
    return frame.apply(args[0], args[1:], keywords, node) if args else ANY


COROUTINES: Final = {
    **dict.fromkeys(python.AWAITING, _awaited),
    "asyncio.gather": _all_awaited,
    "asyncio.as_completed": _as_completed,
    "asyncio.to_thread": _in_thread,
}
"""Functions that run coroutines -> what they give."""
