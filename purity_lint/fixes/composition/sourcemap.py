"""Map the nodes of a file to its text: offsets, enclosing parentheses, comments, alignment, f-strings."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from keyword import kwlist as keyword_list
from pathlib import Path
from typing import NamedTuple

import libcst as cst

from purity_lint.findings.edits import Rewrite, RewriteStatement
from purity_lint.fixes.composition.layout import Extent, Layout, layout_of
from purity_lint.fixes.composition.quotes import in_quotes, preferred
from purity_lint.fixes.composition.templates import UnfixableError, template_text
from purity_lint.source.constructs import TEMPLATE_STRINGS
from purity_lint.source.file import SourceFile
from purity_lint.source.parse import parsed
from purity_lint.source.positions import Span
from purity_lint.source.walk import walk

_CALLEE_END = re.compile(r"[\w)\]}\"']")
_INDENT = re.compile(r"[ \t\f]*")
_LAST_WORD = re.compile(r"(\w+)$")
# After these an opening parenthesis groups; after any other word it calls.
_KEYWORDS = frozenset(keyword for keyword in keyword_list if keyword not in ("None", "True", "False"))


class SourceMap:
    """Text of one file as the fixes see it."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.text = source.text
        self.line_starts = [0, *accumulate(len(line) + 1 for line in source.lines)]
        self._located: dict[ast.JoinedStr, dict[ast.AST, Extent] | None] = {}
        self._fields: dict[ast.JoinedStr, list[Field]] = {}

    def written(self, edit: Rewrite | RewriteStatement, ops: str) -> str:
        """Return the template of ``edit`` with its strings in the quotes of this file."""
        text = template_text(edit, ops)
        return in_quotes(text, self._quote) if "'" in text or '"' in text else text

    @cached_property
    def _quote(self) -> str:
        return preferred(self.text)

    # positions ---------------------------------------------------------------------------------------------

    def extent(self, node: ast.AST) -> Extent:
        """Return what ``node`` covers, without parentheses around it.

        Raises :class:`ValueError` for the literal text of an f-string, which has no place of its own in the tree.
        """
        found = self._find(node)
        if found is None:
            raise ValueError(f"{type(node).__name__} is part of an f-string's text")
        return found

    def _find(self, node: ast.AST) -> Extent | None:
        fstring = self._outermost_fstring(node)
        if fstring is None:
            return self._plain_extent(node)
        if fstring not in self._located:
            start = self._plain_extent(fstring).start
            try:
                self._located[fstring] = _locate_fields(fstring, self.fields(fstring), start)
            except UnfixableError:
                self._located[fstring] = None
        located = self._located[fstring]
        return self._plain_extent(node) if located is None else located.get(node)

    def outer_extent(self, node: ast.expr, within: Extent | None = None) -> Extent:
        """Return what ``node`` covers together with the grouping parentheses around it (those inside ``within``)."""
        low, high = within or Extent(0, len(self.text))
        start, end = self.extent(node)
        while True:
            left, right = self._skip_back(start), self._skip_forward(end)
            if left <= low or right >= high or self.text[left - 1] != "(" or self.text[right] != ")":
                return Extent(start, end)
            if self._is_call(left - 1):
                return Extent(start, end)
            start, end = left - 1, right + 1

    def span(self, extent: Extent) -> Span:
        """Lines and columns of ``extent``."""
        (line, col), (end_line, end_col) = self.position(extent.start), self.position(extent.end)
        return Span(line, col, end_line, end_col)

    def position(self, offset: int) -> tuple[int, int]:
        """1-based line and 0-based column of a character."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1]

    def line_indent(self, offset: int) -> str:
        """Return the white space at the start of the line of ``offset``."""
        match = _INDENT.match(self.text, self.line_starts[self.position(offset)[0] - 1])
        return match[0] if match else ""

    def _plain_extent(self, node: ast.AST) -> Extent:
        span = self.source.span(node)
        return Extent(
            self.line_starts[span.line - 1] + span.col, self.line_starts[span.end_line - 1] + span.end_col
        )

    # f-strings ---------------------------------------------------------------------------------------------

    def fields(self, fstring: ast.JoinedStr) -> list[Field]:
        """Return the fields of an f-string, those of its format specifications included, in order; parsed once.

        Raises :class:`UnfixableError` for what a newer Python has let f-strings hold than this libcst knows.
        """
        found = self._fields.get(fstring)
        if found is None:
            extent = self.extent(fstring)
            found = self._fields[fstring] = fstring_fields(self.text[extent.start : extent.end])
        return found

    def field_at(self, fstring: ast.JoinedStr, offset: int) -> Field:
        """Return the field of ``fstring`` whose expression the character at ``offset`` belongs to."""
        fields = self.fields(fstring)
        inner = offset - self.extent(fstring).start
        return fields[bisect_right(fields, inner, key=lambda field: field.start) - 1]

    # tree --------------------------------------------------------------------------------------------------

    @property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """Child -> the node that holds it."""
        return self.source.parents

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield what holds ``node``, from the inside out."""
        parent = self.parents.get(node)
        while parent is not None:
            yield parent
            parent = self.parents.get(parent)

    @cached_property
    def in_templates(self) -> frozenset[ast.AST]:
        """What stands in t-strings, which keep the source of their fields."""
        templates = (template for kind in TEMPLATE_STRINGS for template in self.source.of(kind))
        return frozenset(node for template in templates for node in walk(template) if node is not template)

    def _outermost_fstring(self, node: ast.AST) -> ast.JoinedStr | None:
        found = None
        for parent in self.ancestors(node):
            if isinstance(parent, ast.stmt):
                break
            if isinstance(parent, ast.JoinedStr):
                found = parent
            elif isinstance(parent, TEMPLATE_STRINGS):
                found = None  # the Python that has them knows where everything stands
        return found

    # tokens ------------------------------------------------------------------------------------------------

    @cached_property
    def _layout(self) -> Layout:
        return layout_of(self.text, self.line_starts)

    @property
    def comments(self) -> list[Extent]:
        """Every comment, in order."""
        return self._layout.comments

    def comments_in(self, start: int, end: int) -> list[Extent]:
        """Return the comments between two offsets."""
        low = bisect_left(self.comments, start, key=lambda c: c.start)
        high = bisect_left(self.comments, end, key=lambda c: c.start)
        return self.comments[low:high]

    def aligned_lines(self, extent: Extent) -> list[int]:
        """Offsets of the first token of those lines that continue an expression right below its open bracket."""
        lines = self._aligned
        return lines[bisect_right(lines, extent.start) : bisect_left(lines, extent.end)]

    @cached_property
    def _aligned(self) -> list[int]:
        return list(self._layout.aligned)

    def aligned_with(self, line: int) -> list[tuple[int, int]]:
        """Return the lines aligned with a bracket on ``line``: their first tokens and the brackets, as offsets."""
        return self._by_bracket.get(line, [])

    @cached_property
    def _by_bracket(self) -> dict[int, list[tuple[int, int]]]:
        lines: dict[int, list[tuple[int, int]]] = {}
        for start, bracket in self._layout.aligned.items():
            lines.setdefault(self.position(bracket)[0], []).append((start, bracket))
        return lines

    def _skip_forward(self, offset: int) -> int:
        """Return the next character that is not white space, a comment or a line continuation."""
        text = self.text
        while offset < len(text):
            if text[offset] == "#":
                end = text.find("\n", offset)
                offset = len(text) if end < 0 else end
            elif text[offset].isspace() or text.startswith("\\\n", offset):
                offset += 1
            else:
                break
        return offset

    def _skip_back(self, offset: int) -> int:
        """Right after the last such character before ``offset``."""
        text = self.text
        while offset > 0:
            if text[offset - 1] == "\n":
                line_start = text.rfind("\n", 0, offset - 1) + 1
                comments = self.comments_in(line_start, offset)
                offset = comments[0].start if comments else offset - 1
            elif text[offset - 1].isspace() or text.startswith("\\\n", offset - 1):
                offset -= 1
            else:
                break
        return offset

    def _is_call(self, bracket: int) -> bool:
        """True if the parenthesis at ``bracket`` calls what stands before it (it groups otherwise)."""
        before = self._skip_back(bracket)
        if before == 0 or not _CALLEE_END.match(self.text[before - 1]):
            return False
        word = _LAST_WORD.search(self.text, max(0, before - 80), before)
        return word is None or word[1] not in _KEYWORDS


def _locate_fields(fstring: ast.JoinedStr, fields: list[Field], start: int) -> dict[ast.AST, Extent]:
    """Return where the expressions inside an f-string stand: before Python 3.12 ``ast`` does not know.

    libcst splits the string into its fields, each field is parsed again on its own, and the two trees of a field,
    being equal, are walked side by side.
    """
    places: dict[ast.AST, Extent] = {}
    for value, field in zip(_values(fstring), fields, strict=True):
        tree = parsed(f"({field.code})")
        inner = SourceMap(SourceFile(Path(), f"({field.code})", tree))
        offset = start + field.start - 1
        (statement,) = tree.body
        assert isinstance(statement, ast.Expr)
        for old, new in zip(ast.walk(value), ast.walk(statement.value), strict=True):
            if isinstance(new, ast.expr | ast.keyword):
                place = inner._find(new)
                if place is not None:
                    places[old] = Extent(place.start + offset, place.end + offset)
    return places


def _values(fstring: ast.JoinedStr) -> Iterator[ast.expr]:
    for part in fstring.values:
        if isinstance(part, ast.FormattedValue):
            yield part.value
            if isinstance(part.format_spec, ast.JoinedStr):
                yield from _values(part.format_spec)


class Field(NamedTuple):
    """One replacement field of an f-string: where its expression starts, the expression, the quotes around."""

    start: int
    code: str
    quote: str
    shows_itself: bool
    """It is of the form ``{x=}`` and prints its own source."""


def fstring_fields(code: str) -> list[Field]:
    """Return the fields of an f-string literal (or of several in a row), nested format specifications included."""
    try:
        tree = cst.parse_expression(f"({code})")
    except cst.ParserSyntaxError as error:
        raise UnfixableError("the installed libcst cannot read this f-string") from error
    return list(_fields_of(tree, -1))


def _fields_of(node: cst.BaseExpression, start: int) -> Iterator[Field]:
    start += len(node.lpar)
    match node:
        case cst.ConcatenatedString(left=left, right=right):
            yield from _fields_of(left, start)
            gap = _code(left) + _code(node.whitespace_between)
            yield from _fields_of(right, start + len(gap))
        case cst.FormattedString():
            yield from _fields_in(node.parts, start + len(node.start), node.quote)


def _fields_in(parts: Sequence[cst.BaseFormattedStringContent], start: int, quote: str) -> Iterator[Field]:
    for part in parts:
        if isinstance(part, cst.FormattedStringExpression):
            head = f"{{{_code(part.whitespace_before_expression)}"
            expression = _code(part.expression)
            yield Field(start + len(head), expression, quote, part.equal is not None)
            if part.format_spec is not None:
                specification = "".join(_code(p) for p in part.format_spec)
                tail = len(_code(part)) - len(specification) - 1
                yield from _fields_in(part.format_spec, start + tail, quote)
        start += len(_code(part))


def _code(node: cst.CSTNode) -> str:
    return _EMPTY.code_for_node(node)


_EMPTY = cst.Module([])
