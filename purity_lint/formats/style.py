"""The few colours that are used, and the width of text on a terminal."""

from __future__ import annotations

TAB = "    "


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
    """``text`` as it can be shown in one line: tabs expanded, control characters as pictures."""
    if text.isprintable():
        return text
    text = text.replace("\t", TAB)
    return "".join(_picture(c) if ord(c) < 32 or ord(c) == 127 else c for c in text)


def width(text: str) -> int:
    """Columns that ``text`` takes on a terminal."""
    text = visible(text)
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _picture(character: str) -> str:
    return "\u2421" if character == "\x7f" else chr(0x2400 + ord(character))
