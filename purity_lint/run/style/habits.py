"""What a file keeps to: how many columns, and how statements of several lines are laid out."""

from __future__ import annotations

import configparser
import itertools
import os
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path

from purity_lint.run.style.breaking import Statement
from purity_lint.run.style.leaves import CannotBreakError
from purity_lint.source.compare import tree_of
from purity_lint.source.logical_lines import starts, tokens_from

COLUMNS = 100
_NARROWEST, _NEARLY, _SELDOM = 80, 72, 20
"""Columns of Google's style, which breaks after brackets: of nearly as long lines, one of so many may be longer."""
_NARROW = 88
"""Columns of Black, which most projects that format their code keep to."""
_ENOUGH = 100
"""How many lines a file must have for its width to be told from them."""
_RARE = 200
"""One line of so many may be longer."""
_USUAL = (_NARROW, COLUMNS, 79, 120)
"""Columns at which files without a declaration are tried, where the lines alone tell wrong: text may be longer."""
_LOOSELY = 20
"""Where more than one line of so many is longer, a width that a project declares is not kept to."""
_SAMPLE = 60
"""So many statements of a file are looked at to tell how it is laid out."""
_MOST = 0.9
"""The share of them that ruff would lay out so."""
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_LAYOUT = frozenset({tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER})


def columns_of(path: Path, text: str) -> int:
    """Return the columns that a file keeps to: those that its project declares, if it does; else as its lines show."""
    declared = _declared(Path(os.path.realpath(path)).parent)
    if declared is not None:
        lines = text.splitlines()
        if sum(len(line) > declared for line in lines) * _LOOSELY <= len(lines):
            return declared
    told = width(text)
    matches: dict[int, int] = {}
    for columns in dict.fromkeys((told, *_USUAL)):
        matches[columns] = _matches(text, columns)
        if 0 < matches[columns] == len(_sample(text).read):  # no other is better
            return columns
    best = max(matches, key=matches.__getitem__)
    return best if matches[best] else told


@cache
def _declared(folder: Path) -> int | None:
    """Return the columns that the nearest configuration of ruff, Black or Flake8 declares for a folder."""
    found = None
    for name in ("ruff.toml", ".ruff.toml", "pyproject.toml"):
        found = found or _of_toml(folder / name)
    for name in (".flake8", "setup.cfg", "tox.ini"):
        found = found or _of_ini(folder / name)
    if found is not None or folder.parent == folder or (folder / ".git").exists():
        return found
    return _declared(folder.parent)


def _of_toml(path: Path) -> int | None:
    if not path.is_file():
        return None
    try:
        known = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    tools = known.get("tool", {}) if path.name == "pyproject.toml" else {"ruff": known}
    for name, key in (("ruff", "line-length"), ("black", "line-length"), ("black", "line_length")):
        value = tools.get(name, {}).get(key)
        if isinstance(value, int):
            return value
    return _NARROW if "black" in tools else None


def _of_ini(path: Path) -> int | None:
    if not path.is_file():
        return None
    known = configparser.RawConfigParser()
    try:
        known.read_string(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, configparser.Error):
        return None
    for section in ("flake8", "pycodestyle"):
        for key in ("max-line-length", "max_line_length"):
            value = known.get(section, key, fallback="").strip()
            if value.isdigit():
                return int(value)
    return None


def width(text: str) -> int:
    """Return the columns that a file keeps to."""
    lines = text.splitlines()
    if len(lines) < _ENOUGH:
        return COLUMNS
    full = sum(_NEARLY <= len(line) <= _NARROWEST for line in lines)
    if full and not is_aligned(text) and sum(len(line) > _NARROWEST for line in lines) * _SELDOM <= full:
        return _NARROWEST
    longer = sum(len(line) > _NARROW for line in lines)
    return _NARROW if longer * _RARE <= len(lines) else COLUMNS


def is_laid_out(text: str, columns: int) -> bool:
    """True for a file whose statements of several lines are laid out as ruff does it in lines of ``columns``."""
    return _matches(text, columns) > 0


_Sampled = tuple[list[str], Statement]


class _Sample:
    """Statements of several lines of a text that can be broken, with these lines, so many from the top.

    Each is read when it is first asked for: few show that a file is not laid out in some way.
    """

    def __init__(self, text: str) -> None:
        self.read: list[_Sampled] = []
        """Those that were asked for."""
        self.is_readable = True
        """False once one has turned out not to be, of which nothing is told then."""
        self._coming = itertools.islice(_breakable(text), _SAMPLE)

    def __iter__(self) -> Iterator[_Sampled]:
        for place in itertools.count():
            if place == len(self.read) and not self._read_on():
                return
            yield self.read[place]

    def _read_on(self) -> bool:
        """Read one more; False where there is none."""
        try:
            following = next(self._coming, None)
        except (SyntaxError, ValueError, RecursionError, tokenize.TokenError):
            self.is_readable = False
            return False
        if following is not None:
            self.read.append(following)
        return following is not None


_sample = lru_cache(maxsize=1)(_Sample)


def _breakable(text: str) -> Iterator[_Sampled]:
    lines = text.split("\n")
    begin = starts(tree_of(text), lines)
    for start, following in itertools.pairwise([*begin, len(lines) + 1]):
        if following > start + 1 and _goes_on(lines[start - 1]):
            where, tokens = next(statements_of(tokens_from(lines, start)))
            own = lines[start - 1 : start - 1 + where.stop]
            statement = _read(own, tokens) if len(own) > 1 else None
            if statement is not None:
                yield own, statement


def _goes_on(line: str) -> bool:
    """True where brackets may go on below the first line of a statement, so that its tokens are worth reading."""
    opened = sum(map(line.count, _OPENING))
    is_plain = not any(mark in line for mark in "\"'#")
    return opened > 0 and not (is_plain and opened == sum(map(line.count, _CLOSING)))


def _read(lines: Sequence[str], tokens: Sequence[tokenize.TokenInfo]) -> Statement | None:
    try:
        found = Statement.of(lines, tokens)
    except CannotBreakError:
        return None
    return None if found.has_comments else found  # these may be laid out in more than one way


@lru_cache(maxsize=len(_USUAL) + 1)
def _matches(text: str, columns: int) -> int:
    """Return how many of the sampled statements are laid out as ruff does it; 0 if these are not most of them."""
    seen = others = 0
    sample = _sample(text)
    for lines, statement in sample:
        seen += 1
        others += statement.broken(columns) != lines
        if _SAMPLE - others < _MOST * _SAMPLE:  # too many, however many are to come
            return 0
    return seen - others if sample.is_readable and seen - others >= _MOST * seen else 0


def is_aligned(text: str) -> bool:
    """True where more continuation lines of a file stand below what follows a bracket than below its line."""
    lines = text.splitlines()
    found: Counter[bool] = Counter()
    for line, following in itertools.pairwise(lines):
        code = line.rstrip()
        place = max(code.rfind(bracket) for bracket in _OPENING)
        if place < 0 or code[-1] not in ",([{" or any(closing in code[place:] for closing in _CLOSING):
            continue
        indent = len(following) - len(following.lstrip())
        if place == len(code) - 1:
            found[False] += 1
        elif indent == place + 1:
            found[True] += 1
    return found[True] > found[False]


def statements_of(tokens: Iterable[tokenize.TokenInfo]) -> Iterator[tuple[range, list[tokenize.TokenInfo]]]:
    """Yield the lines of each statement, from nought, and its tokens."""
    own: list[tokenize.TokenInfo] = []
    for token in tokens:
        if token.type == tokenize.NEWLINE:
            if own:
                yield range(own[0].start[0] - 1, token.start[0]), own
            own = []
        elif token.type not in _LAYOUT and (own or token.type != tokenize.COMMENT):
            own.append(token)
