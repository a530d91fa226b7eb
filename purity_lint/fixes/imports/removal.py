"""How names and whole statements are cut out of imports."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise

from purity_lint.findings.edits import RemoveImport
from purity_lint.fixes.composition.compose import Replacement
from purity_lint.fixes.composition.layout import Extent
from purity_lint.fixes.composition.sourcemap import SourceMap
from purity_lint.fixes.composition.templates import UnfixableError

_EQUALS = re.compile(r"\s*=\s*")
_COMMA = re.compile(r"\s*,[ \t]*")
PRAGMA = re.compile(
    r"#\s*(?:type:\s*ignore|isort:|pylint:|pyright:|ruff:|mypy:|fmt:|yapf:|pragma:|nosec|flake8)"
)


def cut(
    source: SourceMap, edits: Iterable[RemoveImport], inserted: Sequence[Replacement]
) -> list[Replacement]:
    """Return the edits that take names out of imports; ``inserted`` are the lines that come in."""
    doomed: dict[ast.stmt, set[str]] = {}
    written = {(piece.start, piece.end) for piece in inserted}
    for edit in edits:
        if tuple(source.extent(edit.node)) not in written:  # names are added to it, without those that go
            doomed.setdefault(edit.node, set()).add(edit.local)
    whole: list[ast.stmt] = []
    pieces: list[Replacement] = []
    for node, names in doomed.items():
        assert isinstance(node, ast.Import | ast.ImportFrom)
        kept = [alias for alias in node.names if (alias.asname or alias.name.partition(".")[0]) not in names]
        if kept:
            pieces += _cut_names(source, node, kept)
        else:
            whole.append(node)
    return pieces + _cut_statements(source, whole, inserted)


def cut_decorator(source: SourceMap, node: ast.expr) -> Replacement:
    """Return the edit that takes the lines of a decorator away."""
    extent = source.extent(node)
    return Replacement(_line_of(source, extent.start), _line_end(source, extent.end), "")


def cut_annotation(source: SourceMap, node: ast.arg | ast.FunctionDef | ast.AsyncFunctionDef) -> Replacement:
    """Return the edit that takes an annotation away: `x: T = 1` becomes `x=1`.

    Raises :class:`UnfixableError` where something else stands before it.
    """
    annotation = node.annotation if isinstance(node, ast.arg) else node.returns
    assert annotation is not None
    start, end = source.outer_extent(annotation)
    sign = ":" if isinstance(node, ast.arg) else "->"
    before = source.text[:start].rstrip()
    if not before.endswith(sign):
        raise UnfixableError("the annotation is not where it is expected")
    kept = len(before.removesuffix(sign).rstrip())
    default = _EQUALS.match(source.text, end) if isinstance(node, ast.arg) else None
    return Replacement(kept, end if default is None else default.end(), "" if default is None else "=")


def _cut_names(
    source: SourceMap, node: ast.Import | ast.ImportFrom, kept: Sequence[ast.alias]
) -> Iterator[Replacement]:
    if _kept_comments(source, *source.extent(node)):
        yield from _cut_names_by_lines(source, node, kept)
        return
    names = node.names
    last = max(i for i, alias in enumerate(names) if alias in kept)
    for i, alias in enumerate(names[:last]):
        if alias not in kept:
            yield Replacement(source.extent(alias).start, source.extent(names[i + 1]).start, "")
    if last + 1 < len(names):
        yield Replacement(source.extent(names[last]).end, source.extent(names[-1]).end, "")


def _cut_names_by_lines(
    source: SourceMap, node: ast.Import | ast.ImportFrom, kept: Sequence[ast.alias]
) -> Iterator[Replacement]:
    """Names of a list that holds comments, which stay: lines that only a name stood on go."""
    gone: dict[int, list[Extent]] = {}
    for alias in node.names:
        if alias not in kept:
            start, end = source.extent(alias)
            comma = _COMMA.match(source.text, end)
            gone.setdefault(_line_of(source, start), []).append(Extent(start, comma.end() if comma else end))
    for line, names in gone.items():
        end = _line_end(source, names[-1].end)
        stays = [source.text[a:b] for a, b in pairwise([line, *chain(*names), end])][::2]
        code, sign, comment = "".join(stays).rstrip().partition("#")
        if sign:
            before = f"{code.rstrip()}  " if code.strip() else source.line_indent(names[0].start)
            code = f"{before}#{comment}"
        yield Replacement(line, end, f"{code}\n" if code.strip() else "")


def _kept_comments(source: SourceMap, start: int, end: int) -> list[str]:
    """Return the comments of a stretch that stay when the code beside them goes."""
    found = [source.text[c.start : c.end] for c in source.comments_in(start, end)]
    return [comment for comment in found if not PRAGMA.match(comment)]


def _cut_statements(
    source: SourceMap, nodes: Sequence[ast.stmt], inserted: Sequence[Replacement]
) -> list[Replacement]:
    pieces: list[Replacement] = []
    lines: list[tuple[int, int]] = []
    doomed = set(nodes)
    seams = {piece.start for piece in inserted}
    for node in sorted(nodes, key=lambda n: n.lineno):
        body = _body_of(source, node)
        extent = source.extent(node)
        start, end = _line_of(source, extent.start), _line_end(source, extent.end)
        alone = not source.text[start : extent.start].strip() and _is_rest(source.text[extent.end : end])
        comments = _kept_comments(source, extent.start, end)
        emptied = not isinstance(source.parents[node], ast.Module) and all(other in doomed for other in body)
        if emptied and (node is body[-1] or not alone):
            pieces.append(Replacement(*extent, "pass"))
        elif not alone:
            pieces.append(_cut_from_line(source, node, body))
        elif comments:
            indent = source.line_indent(extent.start)
            pieces.append(Replacement(start, end, "".join(f"{indent}{c}\n" for c in comments)))
        elif lines and lines[-1][1] == start and start not in seams:
            lines[-1] = (lines[-1][0], end)
        else:
            lines.append((start, end))
    return pieces + [_cut_lines(source.text, start, end, inserted) for start, end in lines]


def _is_rest(text: str) -> bool:
    return not text.strip() or text.lstrip().startswith("#")


def _body_of(source: SourceMap, node: ast.stmt) -> list[ast.stmt]:
    """Return the statements of the block that ``node`` stands in."""
    for _, value in ast.iter_fields(source.parents[node]):
        if isinstance(value, list) and node in value:
            return value
    return [node]


def _cut_from_line(source: SourceMap, node: ast.stmt, body: Sequence[ast.stmt]) -> Replacement:
    """Out of ``a; b; c``: together with the semicolon."""
    extent = source.extent(node)
    index = list(body).index(node)
    following = source.extent(body[index + 1]).start if index + 1 < len(body) else None
    if following is not None and "\n" not in source.text[extent.end : following]:
        return Replacement(extent.start, following, "")
    previous = source.extent(body[index - 1]).end if index else extent.start
    return Replacement(previous, extent.end, "")


def _cut_lines(text: str, start: int, end: int, inserted: Sequence[Replacement]) -> Replacement:
    """Whole lines, and the blank lines that would pile up where they were."""
    if any(start <= piece.start <= end for piece in inserted):
        return Replacement(start, end, "")
    before = len(text[:start]) - len(text[:start].rstrip("\n"))
    after = len(text[end:]) - len(text[end:].lstrip("\n"))
    if end == len(text):
        return Replacement(start - max(before - 1, 0), end, "")
    surplus = after if before == start else min(max(before - 1, 0), after)
    return Replacement(start, end + surplus, "")


def _line_of(source: SourceMap, offset: int) -> int:
    return source.text.rfind("\n", 0, offset) + 1


def _line_end(source: SourceMap, offset: int) -> int:
    end = source.text.find("\n", offset)
    return len(source.text) if end < 0 else end + 1
