"""Bytes to text and back, as Python itself reads source: PEP 263, byte order marks, three line ends."""

from __future__ import annotations

import codecs
import io
import re
import warnings
from functools import lru_cache
from pathlib import Path

from purity_lint.errors import InvalidSource
from purity_lint.records import dataclass

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=]", re.MULTILINE)
_HEAD = 4096
"""Bytes in which the two lines end that may declare an encoding."""
_SYNTAX = b"\t\n\f\r" + bytes(range(32, 127)) + rb" \n \u0041 " + b".xn--4ca."
"""Bytes in which code is written, some of which codecs take for something else."""
_LINE_END = re.compile("\r\n|\r|\n")
_UTF16_OR_32 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)


@dataclass(frozen=True, slots=True)
class Decoded:
    r"""Text with ``\n`` line ends, and what is needed to turn it back into the same bytes."""

    text: str
    encoding: str = "utf-8"
    newline: str = "\n"
    has_bom: bool = False
    line_ends: tuple[str, ...] | None = None
    """End of each line, when the file mixes them; ``None`` when ``newline`` says it all."""
    is_reversible: bool = True
    """False where the encoding writes this text with other bytes, since it has several for one character."""


def decode(data: bytes, path: Path) -> Decoded:
    """Decode Python source.

    Raises :class:`InvalidSource` with the position of the first byte that the encoding does not allow.
    """
    has_bom = data.startswith(codecs.BOM_UTF8)
    if not has_bom and data.startswith(_UTF16_OR_32):
        raise InvalidSource(
            path, "the file is UTF-16 or UTF-32, which Python does not read; save it as UTF-8"
        )
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise InvalidSource(path, "the file contains null bytes; it is not a text file", line)
    encoding = _declared_encoding(data, path)
    body = data[len(codecs.BOM_UTF8) :] if has_bom else data
    try:
        raw = body.decode(encoding)
    except UnicodeDecodeError as error:
        raise _undecodable(path, body, encoding, error) from None
    except (ValueError, LookupError) as error:
        raise InvalidSource(path, f"it cannot be decoded as {encoding}: {error}") from None
    is_reversible = encoding == "utf-8" or _encoded(raw, encoding) == body
    if "\r" not in raw:
        return Decoded(raw, encoding, "\n", has_bom, is_reversible=is_reversible)
    ends = _LINE_END.findall(raw)
    newline = max(("\n", "\r\n", "\r"), key=ends.count)
    mixed = tuple(ends) if len(set(ends)) > 1 else None
    return Decoded(_LINE_END.sub("\n", raw), encoding, newline, has_bom, mixed, is_reversible)


def encode(new_text: str, original: Decoded) -> bytes:
    """Return the bytes of ``new_text`` with the encoding, mark and line ends of ``original``.

    In a file with mixed line ends, lines that did not change keep the end they had.
    """
    if original.line_ends is not None:
        raw = _restore_mixed_ends(new_text, original)
    elif original.newline != "\n":
        raw = new_text.replace("\n", original.newline)
    else:
        raw = new_text
    mark = codecs.BOM_UTF8 if original.has_bom else b""
    return mark + raw.encode(original.encoding)


def bytes_of(text: str) -> bytes:
    """Return the bytes of a file that would hold ``text``, in the encoding that it declares if that can write it."""
    data = text.encode("utf-8", "surrogatepass")
    try:
        encoding = _declared_encoding(data, Path("<text>"))
    except InvalidSource:  # which is reported when it is decoded
        return data
    return _encoded(text, encoding) or data


def text_of(data: bytes) -> str:
    """Return the text that :func:`bytes_of` gave these bytes for."""
    return data.decode(_declared_encoding(data, Path("<text>")), "surrogatepass")


def _declared_encoding(data: bytes, path: Path) -> str:
    head = data[:_HEAD]
    if b"coding" not in head or not _COOKIE.search(head.removeprefix(codecs.BOM_UTF8)):
        return "utf-8"
    import tokenize

    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        raise InvalidSource(path, str(error.msg)) from None
    if encoding == "utf-8-sig":
        return "utf-8"
    if not _is_superset_of_ascii(encoding):
        raise InvalidSource(
            path, f"the declared encoding {encoding!r} is not one for source files; save the file as UTF-8"
        )
    return encoding


@lru_cache(maxsize=64)
def _is_superset_of_ascii(encoding: str) -> bool:
    """True for an encoding in which what looks like code is that code (not so in ``hex`` or ``unicode_escape``)."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes, by codecs that are not for source
            return _SYNTAX.decode(encoding) == _SYNTAX.decode("ascii")
    except (ValueError, LookupError, TypeError, AttributeError):
        return False


def _encoded(text: str, encoding: str) -> bytes | None:
    """Return the bytes of ``text``, or ``None`` where the encoding reads it and cannot write it."""
    try:
        return text.encode(encoding)
    except ValueError:
        return None


def _undecodable(path: Path, body: bytes, encoding: str, error: UnicodeDecodeError) -> InvalidSource:
    line = body.count(b"\n", 0, error.start) + 1
    start = body.rfind(b"\n", 0, error.start) + 1
    col = len(body[start : error.start].decode(encoding, "replace"))
    byte = body[error.start]
    name = encoding.upper()
    return InvalidSource(
        path,
        f"byte 0x{byte:02x} is not valid {name}; save the file as UTF-8, or declare its encoding "
        "in the first line, e.g. `# -*- coding: latin-1 -*-`",
        line,
        col,
    )


def _restore_mixed_ends(new_text: str, original: Decoded) -> str:
    import difflib

    assert original.line_ends is not None
    old_lines = original.text.split("\n")
    new_lines = new_text.split("\n")
    ends = [original.newline] * len(new_lines)
    matcher = difflib.SequenceMatcher(None, old_lines, new_lines, autojunk=False)
    for old, new, size in matcher.get_matching_blocks():
        for k in range(size):
            if old + k < len(original.line_ends):
                ends[new + k] = original.line_ends[old + k]
    ends[-1] = ""
    return "".join(line + end for line, end in zip(new_lines, ends, strict=True))
