"""Patterns of ``.gitignore``, matched in time that grows with pattern times path and no faster.

Patterns come with the repository that is checked.  Libraries translate them to regular expressions that go back and
try again, so that a pattern of ten stars takes minutes on one long name.  Here a path is matched segment by segment:
what a ``**`` or a ``*`` has taken is given back only up to the last one of them, which is enough for globs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

_MANY = None
"""Stands for ``**``: any number of segments."""
_SPECIAL = re.compile(r"[*?\[\\]")
_POSIX = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": r"\x21-\x7e",
    "lower": "a-z",
    "print": r"\x20-\x7e",
    "punct": r"!-/:-@\[-`{-~",
    "space": r" \t\n\r\f\v",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}

Segment = str | re.Pattern[str] | None


class Globs:
    """A list of patterns, of which the last one that matches decides."""

    def __init__(self, lines: Iterable[str]) -> None:
        parsed = [pattern for line in lines if (pattern := _parse(line)) is not None]
        self._names: dict[str, int] = {}
        """Number of the last pattern that is this name of a file or folder and nothing more."""
        self._others: list[tuple[int, _Pattern]] = []
        for number, pattern in enumerate(parsed):
            match pattern.segments:
                case (None, str(name)) if not pattern.folders_only:
                    self._names[name] = number
                case _:
                    self._others.append((number, pattern))
        self._negated = [pattern.negated for pattern in parsed]
        self._others.reverse()

    def __bool__(self) -> bool:
        return bool(self._negated)

    def matches(self, path: str) -> bool:
        """True where the patterns match ``path``, of a file, or a folder above it; ``/`` divides its segments."""
        segments = _segments(path)
        best = max((self._names.get(segment, -1) for segment in segments), default=-1)
        for number, pattern in self._others:
            if number < best:
                break
            if pattern.covers(segments):
                best = number
                break
        return best >= 0 and not self._negated[best]

    def verdict(self, path: str, *, is_dir: bool) -> bool | None:
        """Return True where the patterns take in ``path`` itself, False where they let it out again, else None."""
        segments = _segments(path)
        best = self._names.get(segments[-1], -1) if segments else -1
        for number, pattern in self._others:
            if number < best:
                break
            if (is_dir or not pattern.folders_only) and _match(pattern.segments, segments):
                best = number
                break
        return None if best < 0 else not self._negated[best]


@dataclass(frozen=True, slots=True)
class _Pattern:
    segments: tuple[Segment, ...]
    negated: bool
    folders_only: bool

    def covers(self, segments: Sequence[str]) -> bool:
        """Return True where this matches the path of a file, or a folder above it."""
        inside = (_ANYTHING,) if self.folders_only else ()
        return _match((*self.segments, *inside, _MANY), segments)


_ANYTHING = re.compile(r"(?s:.*)")
_NOTHING = re.compile(r"(?!)")


def _segments(path: str) -> list[str]:
    return [segment for segment in path.split("/") if segment not in {"", "."}]


def _match(pattern: Sequence[Segment], path: Sequence[str]) -> bool:
    """Return True where all of ``path`` matches all of ``pattern``."""
    at = here = 0
    after_many, resume = -1, 0
    while here < len(path):
        if at < len(pattern) and pattern[at] is _MANY:
            at += 1
            after_many, resume = at, here
        elif at < len(pattern) and _fits(pattern[at], path[here]):
            at += 1
            here += 1
        elif after_many >= 0:  # the last ** takes one segment more
            resume += 1
            at, here = after_many, resume
        else:
            return False
    return all(segment is _MANY for segment in pattern[at:])


def _fits(pattern: Segment, name: str) -> bool:
    if isinstance(pattern, str):
        return pattern == name
    return pattern is not None and pattern.fullmatch(name) is not None


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
        segments.append(_ANYTHING)
    return _Pattern(tuple(segments), negated, folders_only)


def _without_trailing_spaces(text: str) -> str:
    stripped = text.rstrip(" ")
    return stripped + " " if _ends_in_escape(stripped) and stripped != text else stripped


def _without_escape_of_the_slash(part: str) -> str:
    return part[:-1] if _ends_in_escape(part) else part


def _ends_in_escape(text: str) -> bool:
    return (len(text) - len(text.rstrip("\\"))) % 2 == 1


@lru_cache(maxsize=1024)
def _segment(text: str) -> str | re.Pattern[str]:
    """Return a text that one segment of a path must be, or a pattern that never goes back over what a star passed."""
    if not _SPECIAL.search(text):
        return text
    chunks, here = [""], 0
    while here < len(text):
        match text[here]:
            case "*":
                if chunks[-1] or len(chunks) == 1:
                    chunks.append("")
                here += 1
            case "?":
                chunks[-1] += "."
                here += 1
            case "[":
                found = _character_class(text, here)
                if found is None:
                    return _NOTHING
                written, here = found
                chunks[-1] += written
            case "\\":
                if here + 1 == len(text):
                    return _NOTHING
                chunks[-1] += re.escape(text[here + 1])
                here += 2
            case other:
                chunks[-1] += re.escape(other)
                here += 1
    first, *rest = chunks
    if not rest:
        return re.compile(f"(?s:{first})")
    *middle, last = rest
    return re.compile(f"(?s:{first}{''.join(f'(?>.*?{chunk})' for chunk in middle)}.*{last})")


def _character_class(text: str, start: int) -> tuple[str, int] | None:
    """Return the regular expression of ``[...]`` and where it ends; ``None`` where it has no end."""
    here = start + 1
    negated = text[here : here + 1] in {"!", "^"}
    here += negated
    members: list[str] = []
    first = True
    while first or text[here : here + 1] != "]":
        first = False
        name = re.match(r"\[:([a-z]*):\]", text[here:])
        if name:
            if name[1] not in _POSIX:
                return None
            members.append(_POSIX[name[1]])
            here += name.end()
            continue
        low, here = _class_member(text, here)
        if not low:
            return None
        members.append(re.escape(low))
        if text[here : here + 1] == "-" and text[here + 1 : here + 2] not in {"]", ""}:
            high, here = _class_member(text, here + 1)
            if not high:
                return None
            if low <= high:
                members.append(f"{re.escape(low)}-{re.escape(high)}")
    return f"[{'^' if negated else ''}{''.join(members)}]", here + 1


def _class_member(text: str, here: int) -> tuple[str, int]:
    if text[here : here + 1] == "\\":
        here += 1
    return text[here : here + 1], here + 1
