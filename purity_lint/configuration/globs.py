"""Patterns of ``.gitignore``, all of a file matched at once, in time that grows with the path and no faster.

Patterns come with the repository that is checked.  Libraries translate them to regular expressions that go back and
try again, so that a pattern of ten stars takes minutes on one long name, and try thousands of patterns one by one.
Here the characters of all patterns are the states of one automaton, which are the bits of one number: a character of
the path moves all of them on with a few operations on that number (Baeza-Yates and Gonnet, "A new approach to text
searching", 1992).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from purity_lint.records import dataclass

_REMEMBERED = 256
"""Folders and characters of which is known what they do; there is no end of them in a hostile repository."""
_POSIX = {
    "alnum": ("09", "AZ", "az"),
    "alpha": ("AZ", "az"),
    "blank": ("  ", "\t\t"),
    "cntrl": ("\x00\x1f", "\x7f\x7f"),
    "digit": ("09",),
    "graph": ("!~",),
    "lower": ("az",),
    "print": (" ~",),
    "punct": ("!/", ":@", "[`", "{~"),
    "space": ("  ", "\t\r"),
    "upper": ("AZ",),
    "xdigit": ("09", "AF", "af"),
}


@dataclass(frozen=True, slots=True)
class _Characters:
    """A set of characters: one, those of ``[...]``, or all but ``/`` (none excluded)."""

    ranges: tuple[str, ...]
    """First and last character of each."""
    negated: bool = False

    def holds(self, character: str) -> bool:
        return any(pair[0] <= character <= pair[1] for pair in self.ranges) is not self.negated


_ANY = _Characters((), negated=True)
_NONE = _Characters(())
_POSIX_NAME = re.compile(r"\[:([a-z]*):\]")
_STAR = None
"""Stands for any number of characters in a segment."""
Segment = tuple[_Characters | None, ...]
_MANY: Segment = ()
"""Stands for ``**``: any number of segments; no other segment is empty."""


class Globs:
    """A list of patterns, of which the last one that matches decides."""

    def __init__(self, lines: Iterable[str]) -> None:
        patterns = [pattern for line in lines if (pattern := _parse(line)) is not None]
        self._negated = [pattern.negated for pattern in patterns]
        self._automaton = _Automaton(patterns)
        self._folders: dict[tuple[str, ...], tuple[int, int]] = {}

    def __bool__(self) -> bool:
        return bool(self._negated)

    def matches(self, path: str) -> bool:
        """True where the patterns match ``path``, of a file, or a folder above it; ``/`` divides its segments."""
        best = self._last(path, is_dir=False, above=True)
        return best >= 0 and not self._negated[best]

    def verdict(self, path: str, *, is_dir: bool) -> bool | None:
        """Return True where the patterns take in ``path`` itself, False where they let it out again, else None."""
        best = self._last(path, is_dir=is_dir, above=False)
        return None if best < 0 else not self._negated[best]

    def _last(self, path: str, *, is_dir: bool, above: bool) -> int:
        """Return the number of the last pattern that matches ``path``, or a folder ``above`` it; -1 where none does."""
        *folders, name = _segments(path) or [""]
        if not name or not self._negated:
            return -1
        states, best = self._inside(tuple(folders))
        here = self._automaton.last(self._automaton.enter(states, name), is_dir=is_dir)
        return max(here, best) if above else here

    def _inside(self, folders: tuple[str, ...]) -> tuple[int, int]:
        """Return the states in a folder, and the last pattern that matches it or one above it."""
        known = self._folders.get(folders)
        if known is None:
            states, best = self._automaton.start, -1
            for folder in folders:
                states = self._automaton.enter(states, folder)
                best = max(best, self._automaton.last(states, is_dir=True))
            if len(self._folders) >= _REMEMBERED:
                self._folders.clear()
            known = self._folders[folders] = states, best
        return known


class _Automaton:
    """States of all patterns, each a bit: how much of a pattern has been read.

    A state is reached from the one before it by a character, or stays as it is under a star.
    """

    def __init__(self, patterns: Sequence[_Pattern]) -> None:
        self._accepting: dict[_Characters, list[int]] = {}
        """Characters -> the states that they lead to."""
        self._size = 0
        self._moves: dict[str, int] = {}
        starts: list[int] = []
        gaps: list[int] = []
        slashes: list[int] = []
        stars: list[int] = []
        many: list[int] = []
        files: list[int] = []
        folders: list[int] = []
        for pattern in patterns:
            starts.append(self._size)
            after_gap = False
            for segment in pattern.segments:
                state = self._size
                if segment is _MANY:  # over its slash, any text and another slash, or over one slash alone
                    gaps.append(state)
                    slashes += [state + 1, state + 2]
                    many.append(state + 1)
                    self._size += 2
                    after_gap = True
                    continue
                if not after_gap:
                    self._size += 1
                    slashes.append(self._size)
                after_gap = False
                for element in segment:
                    if element is _STAR:
                        stars.append(self._size)
                    else:
                        self._size += 1
                        self._accepting.setdefault(element, []).append(self._size)
            (folders if pattern.folders_only else files).append(self._size)
            self._size += 1
        self._starts = starts
        self._files, folders_only = self._bits(files), self._bits(folders)
        self._ends = self._files | folders_only
        self._gaps, self._slashes, self._many = self._bits(gaps), self._bits(slashes), self._bits(many)
        self._stay = self._many | self._bits(stars)
        self.start = self._bits(starts)

    def enter(self, states: int, name: str) -> int:
        """Return the states behind a slash and ``name``."""
        states = ((states << 1) & self._slashes) | ((states & self._gaps) << 2) | (states & self._many)
        stay = self._stay
        for character in name:
            states = ((states << 1) & self._move(character)) | (states & stay)
        return states

    def last(self, states: int, *, is_dir: bool) -> int:
        """Return the number of the last pattern that has been read to its end; -1 where none has."""
        ended = states & (self._ends if is_dir else self._files)
        return bisect_right(self._starts, ended.bit_length() - 1) - 1 if ended else -1

    def _move(self, character: str) -> int:
        """Return the states that ``character`` leads to."""
        known = self._moves.get(character)
        if known is None:
            groups = [states for found, states in self._accepting.items() if found.holds(character)]
            if len(self._moves) >= _REMEMBERED:
                self._moves.clear()
            known = self._moves[character] = self._bits(state for states in groups for state in states)
        return known

    def _bits(self, states: Iterable[int]) -> int:
        bits = bytearray(self._size // 8 + 1)
        for state in states:
            bits[state >> 3] |= 1 << (state & 7)
        return int.from_bytes(bits, "little")


@dataclass(frozen=True, slots=True)
class _Pattern:
    segments: tuple[Segment, ...]
    negated: bool
    folders_only: bool


def is_hopeless(line: str) -> bool:
    """True for a pattern that matches no path: a `[` without an end, nothing between two slashes."""
    pattern = _parse(line)
    return pattern is not None and any(_NONE in segment for segment in pattern.segments)


def _segments(path: str) -> list[str]:
    return [segment for segment in path.split("/") if segment not in {"", "."}]


def _parse(line: str) -> _Pattern | None:
    """Return the pattern of a line; ``None`` for a comment or an empty one."""
    text = _without_trailing_spaces(line.rstrip("\r\n"))
    if not text or text.startswith("#"):
        return None
    negated = text.startswith("!")
    text = text.removeprefix("!")
    folders_only = text.endswith("/")
    text = text.removesuffix("/")
    anchored = "/" in text
    parts = text.removeprefix("/").split("/")
    if not any(parts):
        return None
    segments: list[Segment] = [] if anchored else [_MANY]
    for number, part in enumerate(parts, 1):
        if not (anchored and part.startswith("**") and not part.strip("*")):
            segments.append(_segment(part if number == len(parts) else _without_escape_of_the_slash(part)))
        elif not segments or segments[-1] is not _MANY:
            segments.append(_MANY)
    if segments[-1] is _MANY:  # what is in a folder, and not the folder
        segments.append((_STAR,))
    return _Pattern(tuple(segments), negated, folders_only)


def _without_trailing_spaces(text: str) -> str:
    stripped = text.rstrip(" ")
    return stripped + " " if _ends_in_escape(stripped) and stripped != text else stripped


def _without_escape_of_the_slash(part: str) -> str:
    return part[:-1] if _ends_in_escape(part) else part


def _ends_in_escape(text: str) -> bool:
    return (len(text) - len(text.rstrip("\\"))) % 2 == 1


def _segment(text: str) -> Segment:
    """Return what a segment of a path must be, element by element."""
    elements: list[_Characters | None] = []
    here = 0
    while here < len(text):
        match text[here]:
            case "*":
                elements.append(_STAR)
                here += 1
            case "?":
                elements.append(_ANY)
                here += 1
            case "[":
                found, here = _character_class(text, here)
                elements.append(found)
            case "\\":
                escaped = text[here + 1 : here + 2]
                elements.append(_Characters((escaped * 2,)) if escaped else _NONE)
                here += 2
            case other:
                elements.append(_Characters((other * 2,)))
                here += 1
    return tuple(elements) or (_NONE,)


def _character_class(text: str, start: int) -> tuple[_Characters, int]:
    """Return the characters of ``[...]`` and where it ends; none, and the end of the text, where it has no end."""
    here = start + 1
    negated = text[here : here + 1] in {"!", "^"}
    here += negated
    ranges: list[str] = []
    first = True
    while first or text[here : here + 1] != "]":
        first = False
        name = _POSIX_NAME.match(text, here)
        if name:
            if name[1] not in _POSIX:
                return _NONE, len(text)
            ranges += _POSIX[name[1]]
            here = name.end()
            continue
        low, here = _class_member(text, here)
        if not low:
            return _NONE, len(text)
        ranges.append(low * 2)
        if text[here : here + 1] == "-" and text[here + 1 : here + 2] not in {"]", ""}:
            high, here = _class_member(text, here + 1)
            if not high:
                return _NONE, len(text)
            ranges.append(low + high)  # empty where they are the wrong way round
    return _Characters(tuple(ranges), negated), here + 1


def _class_member(text: str, here: int) -> tuple[str, int]:
    if text[here : here + 1] == "\\":
        here += 1
    return text[here : here + 1], here + 1
