"""Text of a rewritten expression that stands on one line: put together from slices of the source, without a tree.

Most of what fixes write is a call whose arguments are copied.  Where no parenthesis, line break, comment or f-string
asks for a decision, the text that :mod:`purity_lint.fixes.composition.compose` would get from trees is known at once.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

from purity_lint.findings.edits import Rewrite, RewriteStatement
from purity_lint.fixes.composition.layout import Extent
from purity_lint.fixes.composition.sourcemap import SourceMap
from purity_lint.fixes.composition.templates import hole_name, node_holes
from purity_lint.source.constructs import TEMPLATE_STRINGS
from purity_lint.source.parse import parsed, parsed_expression

_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
"""Types of expressions that need parentheses nowhere."""
_ELEMENTS = (
    *_ATOMS,
    *(ast.Constant, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Lambda, ast.JoinedStr),
    *(ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp),
)
"""Types of expressions that need none between brackets and commas."""
_FORMATTED: tuple[type[ast.AST], ...] = (ast.JoinedStr, *TEMPLATE_STRINGS)
_SIMPLE = (ast.Expr, ast.Assign, ast.Return)

Shape = Sequence[tuple[str, str, bool]]
"""Pieces of a template: text, the hole behind it (empty at the end), and whether that stands between commas."""


class OneLine:
    """Writes edited nodes that stand on one line."""

    def __init__(
        self, source: SourceMap, edits: Mapping[ast.AST, Sequence[Rewrite | RewriteStatement]], ops: str
    ) -> None:
        self.source = source
        self.edits = edits
        self.ops = ops

    def text(self, node: ast.expr, done: int = 0) -> str | None:
        """Return the new text of a node with edits, the first ``done`` left out; ``None`` where it takes trees to tell.

        What it returns needs no parentheses anywhere.
        """
        edit = self.edits[node][done]
        return self._filled(_shape(self.source.written(edit, self.ops)), edit, node, done)

    def statements(self, node: ast.stmt) -> list[str] | None:
        """Return the texts of the statements that replace ``node``; ``None`` where it takes trees to tell."""
        edit = self.edits[node][0]
        text = self._filled(_statement_shape(self.source.written(edit, self.ops)), edit, node, 0)
        return None if text is None else text.split("\n")

    def _filled(
        self, shape: Shape | None, edit: Rewrite | RewriteStatement, node: ast.AST, done: int
    ) -> str | None:
        if shape is None or "\n" in self._slice(node):
            return None
        values = node_holes(edit)
        parts: list[str] = []
        for literal, hole, between_commas in shape:
            parts.append(literal)
            if hole:
                value = values[hole]
                filling = self._filling(value, done + 1 if value is node else 0, between_commas)
                if filling is None:
                    return None
                parts.append(filling)
        return "".join(parts)

    def _filling(self, value: ast.expr, done: int, between_commas: bool) -> str | None:
        if len(self.edits.get(value, ())) > done:
            return self.text(value, done)
        if not isinstance(value, _ELEMENTS if between_commas else _ATOMS):
            return None
        return self._copied(value)

    def _copied(self, node: ast.expr) -> str | None:
        """Return the source of a node that has no edit of its own left, with the edits below it."""
        text, (start, end) = self.source.text, self.source.extent(node)
        if "\n" in text[start:end]:
            return None
        parts: list[str] = []
        for inner in self._outermost(node):
            new = None if inner is None else self.text(inner)
            if inner is None or new is None:
                return None
            place = self.source.outer_extent(inner)
            parts += text[start : place.start], apart(text, place, new)
            start = place.end
        return "".join([*parts, text[start:end]])

    def _outermost(self, node: ast.AST) -> list[ast.expr | None]:
        """Return the edited expressions below ``node`` that are in no other one, ``None`` for one within a string."""
        found: list[ast.expr | None] = []
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr) and child in self.edits:
                found.append(child)
            else:
                below = self._outermost(child)
                found += [None] if below and isinstance(child, _FORMATTED) else below
        return found

    def _slice(self, node: ast.AST) -> str:
        start, end = self.source.extent(node)
        return self.source.text[start:end]


def apart(whole: str, extent: Extent, text: str) -> str:
    """``return(a + b)`` -> ``return ops.add(a, b)``: a space where a parenthesis kept words apart."""
    before, after = words_around(whole, extent)
    if before and _is_word(text[:1]):
        text = f" {text}"
    return f"{text} " if after and _is_word(text[-1:]) else text


def words_around(whole: str, extent: Extent) -> tuple[bool, bool]:
    """Whether a word ends right before ``extent``, and whether one begins right behind it."""
    before, after = whole[max(0, extent.start - 1) : extent.start], whole[extent.end : extent.end + 1]
    return _is_word(before), _is_word(after)


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


@lru_cache(maxsize=512)
def _shape(template: str) -> Shape | None:
    """Return the pieces of a template that binds as tightly as a name does; ``None`` for any other."""
    try:
        tree = parsed_expression(template)
    except SyntaxError:
        return None
    if not isinstance(tree, _ATOMS) or "\n" in template:
        return None
    return _pieces(template, [tree])


@lru_cache(maxsize=512)
def _statement_shape(template: str) -> Shape | None:
    """Return the pieces of a template of statements, each on a line of its own; ``None`` for any other."""
    try:
        statements = parsed(template).body
    except SyntaxError:
        return None
    lines = [(node.lineno, node.end_lineno) for node in statements]
    if lines != [(number, number) for number in range(1, template.count("\n") + 2)]:
        return None
    if not all(isinstance(node, _SIMPLE) for node in statements):
        return None
    return _pieces(template, statements)


def _pieces(template: str, trees: Sequence[ast.AST]) -> Shape | None:
    starts = [0, *accumulate(len(line) + 1 for line in template.split("\n"))]
    if not template.isascii() or template != template.strip():
        return None
    nodes = [node for tree in trees for node in ast.walk(tree)]
    between = {id(child) for parent in nodes for child in _between_commas(parent)}
    names = [(starts[n.lineno - 1] + n.col_offset, n) for n in nodes if isinstance(n, ast.Name)]
    pieces: list[tuple[str, str, bool]] = []
    edge = 0
    for place, node in sorted(names, key=lambda name: name[0]):
        hole = hole_name(node.id)
        if hole is not None:
            pieces.append((template[edge:place], hole, id(node) in between))
            edge = place + len(node.id)
    return [*pieces, (template[edge:], "", False)]


def _between_commas(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.Call():
            return [arg.value if isinstance(arg, ast.Starred) else arg for arg in node.args]
        case ast.keyword(arg=str()):
            return [node.value]
        case ast.List():
            return [element for element in node.elts if not isinstance(element, ast.Starred)]
        case ast.Assign(value=value) | ast.Return(value=ast.expr() as value):
            return [value]
    return []
