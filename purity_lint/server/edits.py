"""Two versions of a document as edits: only the lines that differ, so that cursors and marks stay where they are."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from lsprotocol import types as lsp
from pygls.workspace import PositionCodec

from purity_lint.server.documents import Document, lines_of

_MANY = 5_000
"""Differing lines that are compared with one another; more are replaced as one."""


def workspace_edit(document: Document, data: bytes, *, versioned: bool) -> lsp.WorkspaceEdit | None:
    """Return the edit that makes ``data`` of ``document``; nothing where it is that already.

    ``versioned``: the client takes edits that say which version of a document they are for.
    """
    changed = [
        (part, list(_edits(part.text, text, document.codec)))
        for part, text in zip(document.parts, document.texts_of(data), strict=True)
        if part.is_python and part.text != text
    ]
    if not changed:
        return None
    if not versioned:
        return lsp.WorkspaceEdit(changes={part.uri: edits for part, edits in changed})
    return lsp.WorkspaceEdit(
        document_changes=[
            lsp.TextDocumentEdit(
                lsp.OptionalVersionedTextDocumentIdentifier(part.uri, part.version), list(edits)
            )
            for part, edits in changed
        ]
    )


def _edits(before: str, after: str, codec: PositionCodec) -> Iterator[lsp.TextEdit]:
    """Yield edits of whole lines."""
    old, new = lines_of(before), lines_of(after)
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    old_end, new_end = len(old) - tail, len(new) - tail
    for first, last, start, end in _blocks(old[head:old_end], new[head:new_end]):
        text = "".join(new[head + start : head + end])
        where = lsp.Range(_start(old, head + first, codec), _start(old, head + last, codec))
        yield lsp.TextEdit(where, text)


def _common(one: list[str], other: list[str]) -> int:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def _blocks(old: list[str], new: list[str]) -> Iterator[tuple[int, int, int, int]]:
    if len(old) + len(new) > _MANY:
        yield 0, len(old), 0, len(new)
        return
    for kind, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            yield first, last, start, end


def _start(lines: list[str], number: int, codec: PositionCodec) -> lsp.Position:
    """Return the start of a line; of the one after the last, the end of the text."""
    if number == len(lines) and lines and not lines[-1].endswith(("\n", "\r")):
        return lsp.Position(number - 1, codec.client_num_units(lines[-1]))
    return lsp.Position(number, 0)
