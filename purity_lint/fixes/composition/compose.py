"""All edits of a file at once, nested ones inside out: from edits to the pieces of text that change."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import libcst as cst

from purity_lint.findings.edits import Rewrite, RewriteStatement
from purity_lint.fixes.composition import templates
from purity_lint.fixes.composition.layout import Extent, is_whole, without_continuations
from purity_lint.fixes.composition.one_line import OneLine, apart, words_around
from purity_lint.fixes.composition.precedence import Level
from purity_lint.fixes.composition.quotes import requote
from purity_lint.fixes.composition.sourcemap import Field, SourceMap
from purity_lint.fixes.composition.templates import NoPlaceError, UnfixableError, placeholder
from purity_lint.fixes.composition.trivia import ALIGN, Gaps

NodeEdit = Rewrite | RewriteStatement
Edits = Mapping[ast.AST, Sequence[NodeEdit]]
"""Edits of each node, the outermost first: a template may wrap its own node."""


class Replacement(NamedTuple):
    """New text for a stretch of the old one."""

    start: int
    end: int
    text: str


def apply(text: str, replacements: Sequence[Replacement]) -> str:
    """``text`` with ``replacements``, which do not overlap, put in."""
    parts: list[str] = []
    edge = 0
    for start, end, new in sorted(replacements):
        parts += text[edge:start], new
        edge = end
    return "".join([*parts, text[edge:]])


class Composer:
    """Writes the new text of the places that edits change."""

    def __init__(self, source: SourceMap, edits: Edits, ops: str) -> None:
        self.source = source
        self.edits = edits
        self.ops = ops
        self._keeps_continuations = False

    def replacement(self, node: ast.AST) -> Replacement:
        """Return the new text for ``node``, the outermost node that changes somewhere.

        Raises :class:`UnfixableError` where it cannot be written.
        """
        if isinstance(node, ast.stmt):
            return self._statement(node)
        assert isinstance(node, ast.expr)
        new = self._expression(node)
        field = self._field(node)
        if field is None:
            return new
        if field.shows_itself:
            raise NoPlaceError("the f-string prints the source of this expression (`=`)")
        return new._replace(text=requote(new.text, field.quote))

    def _expression(self, node: ast.expr) -> Replacement:
        extent = self.source.outer_extent(node)
        parent = self.source.parents[node]
        plain = self._on_one_line(node, extent, parent)
        if plain is not None:
            return Replacement(*extent, apart(self.source.text, extent, plain))
        tree = self._render_in(node, extent, 0, needed_by(parent, node))
        if isinstance(parent, ast.pattern) and not isinstance(tree, cst.Name | cst.Attribute):
            raise NoPlaceError("a pattern can hold a name, not a call")
        return Replacement(*extent, apart(self.source.text, extent, templates.code(tree)))

    def _on_one_line(self, node: ast.expr, extent: Extent, parent: ast.AST) -> str | None:
        """Return the text of a node that needs no tree; ``None`` where it does."""
        if isinstance(parent, ast.pattern) or "\n" in self.source.text[extent.start : extent.end]:
            return None
        if (
            node not in self.edits
            or node in self.source.in_templates
            or self._fstring_around(node) is not None
        ):
            return None
        return OneLine(self.source, self.edits, self.ops).text(node)

    def _kept_apart(self, node: ast.expr, new: cst.BaseExpression) -> list[Replacement]:
        """Return the spaces that keep the words around ``node`` apart from ``new`` when its parentheses go."""
        outer = self.source.outer_extent(node)
        if outer == self.source.extent(node) or not any(words_around(self.source.text, outer)):
            return []
        text = templates.code(new)
        spaced = apart(self.source.text, outer, text)
        spaces = [Replacement(outer.start, outer.start, " ")] if spaced.startswith(f" {text}") else []
        return [*spaces, Replacement(outer.end, outer.end, " ")] if spaced.endswith(f"{text} ") else spaces

    def _statement(self, node: ast.stmt) -> Replacement:
        edit = self.edits[node][0]
        extent = self.source.extent(node)
        if not edit.template:
            return self._without_line(extent)
        plain = OneLine(self.source, self.edits, self.ops).statements(node)
        if plain is not None:
            return Replacement(*extent, self._separator(extent).join(plain))
        filled = self._filled(node, edit, extent)
        if any("\n" in text and not is_whole(text) for text in filled):
            self._keeps_continuations = True  # a line that ended with a backslash stands within no brackets
            try:
                filled = self._filled(node, edit, extent)
            finally:
                self._keeps_continuations = False
        return Replacement(*extent, self._separator(extent).join(filled))

    def _filled(self, node: ast.stmt, edit: NodeEdit, extent: Extent) -> list[str]:
        """Return the texts of the statements that an edit writes for ``node``."""
        holes, places = self._holes(node, edit, 0)
        module = templates.parse_statements(self.source.written(edit, self.ops))
        gaps = Gaps(self.source, extent, places)
        if gaps.matter:
            module = cst.ensure_type(gaps.into(module), cst.Module)
        if not all(isinstance(s, cst.SimpleStatementLine) for s in module.body):
            raise UnfixableError("the new code is a statement with a body")
        return templates.fill_statements(module, holes)

    def _without_line(self, extent: Extent) -> Replacement:
        """Return the edit by which a statement goes with its line; a comment behind it stays.

        Raises :class:`UnfixableError` where another statement stands on the line.
        """
        text = self.source.text
        start = text.rfind("\n", 0, extent.start) + 1
        end = text.find("\n", extent.end)
        comments = self.source.comments_in(extent.end, end)
        rest = text[extent.end : comments[0].start if comments else end]
        if text[start : extent.start].strip() or end < 0 or rest.strip():
            raise UnfixableError("something else stands on the line of the statement that goes")
        return (
            Replacement(extent.start, end, text[slice(*comments[0])])
            if comments
            else Replacement(start, end + 1, "")
        )

    def _separator(self, extent: Extent) -> str:
        """Return the text between two statements where the old one stood: a line end, if it had the line to itself."""
        text = self.source.text
        line_start = text.rfind("\n", 0, extent.start) + 1
        line_end = text.find("\n", extent.end)
        before = text[line_start : extent.start]
        after = text[extent.end : line_end if line_end >= 0 else len(text)].lstrip()
        alone = not before.strip() and (not after or after.startswith("#"))
        return f"\n{before}" if alone else "; "

    # trees -------------------------------------------------------------------------------------------------

    def _render(self, node: ast.expr, done: int = 0) -> cst.BaseExpression:
        """``node`` with its edits, the first ``done`` of its own left out."""
        edits = self.edits.get(node, ())
        if len(edits) <= done:
            return self._render_source(node)
        if node in self.source.in_templates:
            raise NoPlaceError("the t-string keeps the source of this expression")
        edit = edits[done]
        holes, places = self._holes(node, edit, done)
        template: cst.CSTNode = templates.parse(self.source.written(edit, self.ops))
        gaps = Gaps(self.source, self.source.extent(node), places)
        if gaps.hold_comments if self._is_operand(node) else gaps.matter:
            template = gaps.into(template)
        assert isinstance(template, cst.BaseExpression)
        return templates.fill(template, holes)

    def _is_operand(self, node: ast.expr) -> bool:
        """True for an operator in an expression that is rewritten: its line breaks would stand within arguments."""
        if not isinstance(node, ast.BinOp):
            return False
        around = self.source.ancestors(node)
        return any(parent in self.edits for parent in around if isinstance(parent, ast.expr))

    def _render_source(self, node: ast.expr) -> cst.BaseExpression:
        """Return the source of ``node``, which has no edit itself, with the edits below it."""
        extent = self.source.extent(node)
        pieces: list[Replacement] = []
        holes: dict[str, cst.BaseExpression] = {}
        for inner in self._outermost(node):
            if self._in_fstring_below(node, inner):
                pieces.append(self.replacement(inner))
            else:
                name = f"source_{len(holes)}"
                holes[name] = self._render(inner)
                pieces += self._kept_apart(inner, holes[name])
                pieces.append(Replacement(*self.source.extent(inner), placeholder(name)))
        tree = templates.parse(self._slice(extent, pieces))
        return templates.fill(tree, holes) if holes else tree

    def _render_in(self, node: ast.expr, outer: Extent, done: int, needed: Level) -> cst.BaseExpression:
        """``node`` with those of its parentheses, which reach to ``outer``, that it still needs."""
        tree = self._render(node, done)
        inner = self.source.extent(node)
        if inner == outer and needed is Level.ALWAYS:
            return tree
        around = templates.parse(self._slice(outer, [Replacement(*inner, placeholder("inner"))]))
        return templates.place(tree, around, needed)

    def _slice(self, extent: Extent, pieces: Sequence[Replacement]) -> str:
        marks = [Replacement(line, line, ALIGN) for line in self.source.aligned_lines(extent)]
        kept = [m for m in marks if not any(p.start <= m.start < p.end for p in pieces)]
        shifted = [Replacement(s - extent.start, e - extent.start, t) for s, e, t in (*kept, *pieces)]
        text = apply(self.source.text[extent.start : extent.end], shifted)
        return text if self._keeps_continuations else without_continuations(text)

    def _holes(
        self, node: ast.AST, edit: NodeEdit, done: int
    ) -> tuple[dict[str, cst.BaseExpression], dict[str, Extent]]:
        """Return the trees that fill the holes of ``edit``, and where they come from."""
        whole = self.source.extent(node)
        holes: dict[str, cst.BaseExpression] = {}
        places: dict[str, Extent] = {}
        for name, value in templates.node_holes(edit).items():
            if value is node:
                holes[name] = self._render(value, done + 1)
                continue
            inside = any(parent is node for parent in self.source.ancestors(value))
            places[name] = self.source.outer_extent(value, whole if inside else None)
            holes[name] = self._render_in(value, places[name], 0, Level.ALWAYS)
        return holes, places

    # f-strings ---------------------------------------------------------------------------------------------

    def _field(self, node: ast.AST) -> Field | None:
        """Return the replacement field that ``node`` stands in."""
        fstring = self._fstring_around(node)
        if fstring is None:
            return None
        while (
            isinstance(parent := self.source.parents[fstring], ast.FormattedValue)
            and parent.format_spec is fstring
        ):
            fstring = self._fstring_around(parent) or fstring
        return self.source.field_at(fstring, self.source.extent(node).start)

    def _fstring_around(self, node: ast.AST) -> ast.JoinedStr | None:
        for parent in self.source.ancestors(node):
            if isinstance(parent, ast.stmt | ast.JoinedStr):
                return parent if isinstance(parent, ast.JoinedStr) else None
        return None

    def _in_fstring_below(self, node: ast.AST, inner: ast.AST) -> bool:
        if isinstance(node, ast.JoinedStr):
            return True
        for parent in self.source.ancestors(inner):
            if parent is node:
                return False
            if isinstance(parent, ast.JoinedStr):
                return True
        return False

    def _outermost(self, node: ast.AST) -> Iterator[ast.expr]:
        """Yield the edited expressions below ``node`` that are in no other one."""
        for child in ast.iter_child_nodes(node):
            if child in self.edits and isinstance(child, ast.expr):
                yield child
            else:
                yield from self._outermost(child)


def needed_by(parent: ast.AST, node: ast.AST) -> Level:
    """Return how tightly an expression must bind to replace ``node`` in ``parent`` without parentheses."""
    match parent:
        case ast.BinOp(op=ast.Pow(), left=left) if left is node:
            return Level.ATOM
        case ast.BinOp(op=ast.Add() | ast.Sub(), left=left):
            return Level.SUM if left is node else Level.PRODUCT
        case ast.BinOp(op=ast.Mult() | ast.Div() | ast.MatMult(), left=left) if left is node:
            return Level.MATRIX_PRODUCT  # `a @ b / c` is read from the left
        case ast.BinOp() | ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Invert()):
            return Level.UNARY
        case ast.UnaryOp() | ast.BoolOp():
            return Level.NOT
        case ast.Compare() | ast.Starred():
            return Level.BIT_OR
        case ast.IfExp() | ast.comprehension():
            return Level.OR
        case ast.Attribute() | ast.Await():
            return Level.ATOM
        case ast.Call(func=func) if func is node:
            return Level.ATOM
        case ast.Subscript(value=value) if value is node:
            return Level.ATOM
        case ast.Assign() | ast.AugAssign() | ast.Return() | ast.For() | ast.AsyncFor():
            return Level.BARE
    return Level.LAMBDA
