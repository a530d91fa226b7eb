"""Places where facts about a project meet: cells, and the parameters of functions."""

from __future__ import annotations

import ast
from typing import Any, Protocol

from purity_lint.semantics.domain.atoms import NEVER
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.lattice import join, widen
from purity_lint.semantics.symbols.uses import USE_NONE


class Home(Protocol):
    """The module that a cell belongs to."""

    frozen: bool
    """It belongs to another stage than the one that is going on."""


class Cell:
    """A place where facts from anywhere in the project are joined, and who has read it."""

    __slots__ = ("home", "readers", "value")

    def __init__(self, home: Home | None = None) -> None:
        self.home = home
        self.value: Abs = NEVER
        self.readers: dict[Any, None] = {}
        """The symbols of functions that have read it, which know cells and so are not known here."""

    @property
    def frozen(self) -> bool:
        """Return True where it belongs to another stage of the analysis: it is read and never changed."""
        return self.home is not None and self.home.frozen

    def add(self, value: Abs) -> bool:
        """Join ``value``; whether that changed anything."""
        old = self.value
        new = join(old, value)
        if new is old:
            return False
        new = widen(new)
        if new.core is old.core:
            return False
        self.value = new
        return True


class Parameter:
    """Facts about one parameter, by source of evidence."""

    __slots__ = (
        "at",
        "calls",
        "declared",
        "default",
        "kind",
        "like_siblings",
        "made_array",
        "may_be_sparse",
        "name",
        "operand",
        "strict",
        "sure",
        "unknown_calls",
        "use",
        "use_at",
        "value",
        "weighed",
    )

    def __init__(self, name: str, kind: str) -> None:
        self.name = name
        self.kind = kind
        """``positional``, ``keyword``, ``args`` or ``kwargs``."""
        self.at: tuple[int, int, str | None] = (1, 0, None)
        """Place where it stands: line, column and file."""
        self.declared: Abs | None = None
        self.strict = False
        """True where the declaration is an annotation (a docstring may be loose)."""
        self.default: Abs | None = None
        self.calls = Cell()
        self.unknown_calls = False
        self.sure = 0
        """How certain it is that all calls pass a tensor, where all are known; 0 where they are not."""
        self.use = USE_NONE
        self.use_at: ast.AST | None = None
        self.like_siblings = False
        """Nothing is known of it, and in the functions around this one its name is that of a tensor."""
        self.operand = False
        """Whoever calls the function gives it arrays and containers of them, and no container is an operand of `*`."""
        self.may_be_sparse = False
        """The function asks whether it is a sparse matrix, so some caller hands one in."""
        self.made_array = False
        """Arrays are made of what is computed with it, which would be arrays already if it were one."""
        self.value: Abs | None = None
        """Values that the body was last evaluated with."""
        self.weighed: object = None
        """Evidence that these were read from."""

    def evidence(self) -> object:
        """Return what may change of what is known; the rest is said once, where the function is declared."""
        return self.calls.value, self.use, self.unknown_calls, self.like_siblings, self.sure
