"""Calls of a function of which every one is known, and how certain it is that they pass tensors."""

from __future__ import annotations

import ast

from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import PROVEN, TENSOR, UNKNOWN


class Sites:
    """Calls of a function, and how certain it is that each passes tensors."""

    __slots__ = ("_seen", "is_open", "own")

    def __init__(self) -> None:
        self._seen: dict[ast.AST, tuple[int, list[int]]] = {}
        self.own: set[ast.AST] = set()
        """Those that the function makes itself, of which each passes what others have passed it."""
        self.is_open = False
        """Somebody else may call it as well."""

    def note(self, node: ast.AST, turn: int, given: list[Abs | None], *, own: bool) -> None:
        """A call passes these arguments; ``turn`` is that of the caller, whose earlier turns no longer count."""
        sure = [certainty(value) for value in given]
        known = self._seen.get(node)
        if known is not None and known[0] == turn:
            sure = list(map(min, sure, known[1]))
        self._seen[node] = turn, sure
        if own:
            self.own.add(node)

    def are(self, written: frozenset[ast.Call]) -> bool:
        """Return True where these calls have been seen, and no other."""
        return self._seen.keys() == written

    def weakest(self, position: int, *, besides_own: bool) -> int:
        """Return how certain the least certain call is; 0 where somebody else may call it."""
        if self.is_open:
            return 0
        left_out = self.own if besides_own else ()
        return min(
            (sure[position] for node, (_, sure) in self._seen.items() if node not in left_out), default=0
        )


def certainty(value: Abs | None) -> int:
    """Return the evidence for a tensor; what is known to be none, or left out, says nothing against one."""
    if value is None or not value.mask & (TENSOR | UNKNOWN):
        return PROVEN
    return value.ev if value.mask == TENSOR else 0
