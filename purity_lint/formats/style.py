"""Few colours that are used, and the width of text on a terminal."""

from __future__ import annotations

import re

TAB = "    "
_ACTIVE = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
"""Controls, line ends, marks that turn the direction of writing, and bytes of a file name that are not text."""


_COLOR = re.compile(r"\x1b\[[0-9;]{1,7}m")


class Style:
    """Wraps text in ANSI codes, or not."""

    def __init__(self, color: bool) -> None:
        self._color = color

    def bold(self, text: str) -> str:
        """Headlines."""
        return self._wrap("1", text)

    def code(self, text: str) -> str:
        """Rule codes and carets."""
        return self._wrap("1;31", text)

    def accent(self, text: str) -> str:
        """Gutters, marks and separators."""
        return self._wrap("36", text)

    def gutter(self, text: str) -> str:
        """Line numbers."""
        return self._wrap("1;94", text)

    def added(self, text: str) -> str:
        """A line that a diff adds."""
        return self._wrap("32", text)

    def removed(self, text: str) -> str:
        """A line that a diff takes away."""
        return self._wrap("31", text)

    def _wrap(self, codes: str, text: str) -> str:
        return f"\x1b[{codes}m{text}\x1b[0m" if self._color and text else text


def visible(text: str) -> str:
    """``text`` as it can be shown in one line: tabs expanded, control characters as pictures or escapes.

    Terminals and the logs of CI act on some characters: they move the cursor, begin a command, turn the direction of
    writing.  None of them is emitted; ordinary text in any language stays as it is.
    """
    if text.isprintable():
        return text
    return _ACTIVE.sub(_shown, text.replace("\t", TAB))


def visible_lines(text: str) -> str:
    """Return a text of several lines, which stay lines, with every character that would not show made visible."""
    return "\n".join(map(visible, text.split("\n")))


def is_harmless(text: str) -> bool:
    """True if a terminal shows ``text``, and does nothing else but change colours and begin lines and columns."""
    plain = _COLOR.sub("", text) if "\x1b" in text else text
    plain = plain.replace("\n", "").replace("\t", "")
    return plain.isprintable() or _ACTIVE.search(plain) is None


def width(text: str) -> int:
    """Columns that ``text`` takes on a terminal."""
    text = visible(text)
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _shown(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
