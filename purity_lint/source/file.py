"""A source file as the linter sees it: text, lines, tree."""

from __future__ import annotations

import ast
from collections import defaultdict
from dataclasses import field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from purity_lint.records import dataclass
from purity_lint.source.positions import Span, span_of
from purity_lint.source.walk import survey

if TYPE_CHECKING:
    from purity_lint.source.notebook import Notebook

N = TypeVar("N", bound=ast.AST)
_OF_NODES = ("lines", "_survey", "_by_type")
"""Attributes that are worked out when they are first asked for."""


@dataclass
class SourceFile:
    r"""Decoded text with its tree.  ``text`` has ``\n`` line ends; ``newline`` says what the file uses."""

    path: Path
    text: str
    tree: ast.Module
    encoding: str = "utf-8"
    newline: str = "\n"
    has_bom: bool = False
    cell: int | None = None
    module: str | None = field(default=None)
    """Dotted name, when the file belongs to a package."""
    line_ends: tuple[str, ...] | None = None
    """End of every line, where the file mixes them."""
    is_reversible: bool = True
    """False where ``encoding`` would write the text with other bytes than were read."""
    notebook: Notebook | None = None
    """Positions of the cells, when ``text`` is the code of a notebook."""
    speaks: frozenset[str] = frozenset()
    """Libraries beside NumPy that it imports, or did before anything in it was fixed: its tensors may be theirs."""
    taken: frozenset[str] = frozenset()
    """Names of the module that other files import from it or read as its attributes."""

    @cached_property
    def lines(self) -> list[str]:
        """Lines as ``ast`` counts them, without their ends (a form feed does not end a line)."""
        return self.text.split("\n")

    @cached_property
    def _survey(self) -> tuple[list[ast.AST], dict[ast.AST, ast.AST]]:
        return survey(self.tree)

    @property
    def nodes(self) -> list[ast.AST]:
        """Return the nodes of the tree, as :func:`purity_lint.source.walk.walk` gives them."""
        return self._survey[0]

    @property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """Return the holder of each node."""
        return self._survey[1]

    @cached_property
    def _by_type(self) -> dict[type[ast.AST], list[Any]]:
        found: defaultdict[type[ast.AST], list[Any]] = defaultdict(list)
        for node in self.nodes:
            found[node.__class__].append(node)
        return found

    def of(self, kind: type[N]) -> list[N]:
        """Return the nodes of one type, in the order of :attr:`nodes`."""
        return self._by_type.get(kind, [])

    def forget_nodes(self) -> None:
        """Forget what can be found out again from text and tree, and takes as much memory as they do."""
        for name in _OF_NODES:
            self.__dict__.pop(name, None)

    def after(self, spoken: frozenset[str], taken: frozenset[str]) -> SourceFile:
        """Return the same file as one that spoke of some libraries before, and of which others take ``taken``.

        It knows of its nodes what this one does.
        """
        other = replace(self, taken=taken, speaks=spoken | self.speaks)
        other.__dict__.update((name, self.__dict__[name]) for name in _OF_NODES if name in self.__dict__)
        return other

    def span(self, node: ast.AST) -> Span:
        """Return the position of ``node``, in characters."""
        return span_of(node, self.lines)

    def segment(self, node: ast.AST) -> str:
        """Return the source text of ``node``."""
        s = self.span(node)
        if s.line == s.end_line:
            return self.lines[s.line - 1][s.col : s.end_col]
        first, *middle, last = self.lines[s.line - 1 : s.end_line]
        return "\n".join([first[s.col :], *middle, last[: s.end_col]])
