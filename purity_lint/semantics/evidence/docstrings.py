"""Types that docstrings give to parameters and results, in the numpydoc, Google and Sphinx styles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from purity_lint.knowledge.notation import Result
from purity_lint.knowledge.vocabularies import people
from purity_lint.semantics.domain.atoms import (
    BOOL_VALUE,
    COMPLEX_VALUE,
    DTYPE_VALUE,
    FLOAT_VALUE,
    INT_VALUE,
    NEVER,
    NONE_VALUE,
    OTHER_VALUE,
    RANDOM_VALUE,
    SHAPE_VALUE,
    STR_VALUE,
)
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import DECLARED, DICT, FLOAT, FUNCTION, INT, LIST, SET, TENSOR, TUPLE
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.domain.library_values import SIMPLE
from purity_lint.semantics.evidence.annotations import ARRAY_LIKE
from purity_lint.semantics.evidence.named_classes import labelled_class, named_class

_T: Final = Abs(TENSOR, DECLARED)

NICKNAMES: Final[tuple[tuple[str, Abs], ...]] = (
    (r"(?:(?!of\b)[\w-]+\s)+function\b(?! values?\b).*", Abs(FUNCTION)),
    (
        r"(list|sequence|iterable|collection|tuple)s? of .*(arrays?|ndarrays?|tensors?|matri(x|ces))\b",
        Abs(LIST, elem=_T),
    ),
    (r"(list|sequence|iterable)s? of .*(int|integer)s?\b", Abs(LIST, elem=INT_VALUE)),
    (r"(list|sequence|iterable)s? of .*(float|scalar)s?\b", Abs(LIST, elem=FLOAT_VALUE)),
    (r"(list|sequence|iterable)s? of .*str", Abs(LIST, elem=STR_VALUE)),
    (r"tuple of .*", Abs(TUPLE)),
    (r"(list|sequence|iterable)s? of .*", Abs(LIST)),
    (r"(list|tuple|sequence)\s*[\[(].*", Abs(LIST)),
    (r"dict(ionary)?\b.*", Abs(DICT)),
    (people.SPARSE, SIMPLE[Result.SPARSE]),
    (r"((int|integer|float|real|complex|bool|boolean)s?[ -])?array[ _-]?like\b.*", ARRAY_LIKE),
    (people.ARRAY_OF_OBJECTS, OTHER_VALUE),
    (people.QUALIFIED_ARRAY, _T),
    (people.ARRAY, _T),
    (people.DESCRIBED_ARRAY, _T),
    (r"arrays?\b.*", _T),
    (r"(matrix|vector)\b.*", _T),
    (r"\(.*\) ?(nd)?(array|matrix|tensor|vector).*", _T),
    (r"shape\b.*(array|matrix)?", SHAPE_VALUE),
    (r"(int|integer)s?\b.*", INT_VALUE),
    (r"(float|double|real)s?\b.*", FLOAT_VALUE),
    (r"(scalar|number|numeric (value|scalar|type|constant))\b.*", Abs(FLOAT | INT)),
    (r"complex\b.*", COMPLEX_VALUE),
    (r"(bool|boolean)\b.*", BOOL_VALUE),
    (r"((?!of\b)[\w-]+ ){0,2}(str|string)\b.*", STR_VALUE),  # a color string
    (r"none\b.*", NONE_VALUE),
    (r"(callable|function)\b.*", Abs(FUNCTION)),
    (r"list\b.*", Abs(LIST)),
    (r"tuple\b.*", Abs(TUPLE)),
    (r"set\b.*", Abs(SET)),
    (r"(dtype|data-?type)\b.*", DTYPE_VALUE),
    (r"(randomstate|random state|generator)\b.*", RANDOM_VALUE),
    (r"[{'\"].*", STR_VALUE),
)
"""Nickname of a type, at the start of a part of what the docstring says."""

_ROLE = re.compile(r":[\w:]+:`~?\.?([^`<]*)(?:<([^`>]*)>)?`")
_SHAPE = re.compile(
    r"\b(of )?(shape|size|dimension)s?\b.*|\bdefaults?\b.*|\boptional\b.*", re.DOTALL | re.IGNORECASE
)
_ARTICLE = re.compile(r"^(optional|an?|the)\b[ ,]*", re.IGNORECASE)
_BRACKETS = re.compile(r"(?:optional|union)\[(.*)\]$", re.IGNORECASE)
_OR = re.compile(r"\s+or\s+|\s*\|\s*|\s*/\s*", re.IGNORECASE)
_COMMA = re.compile(r",\s*(?![^()\[\]]*[)\]])")
_LISTED = re.compile(r"\(|list|tuple|dict", re.IGNORECASE)

_RANK = re.compile(r"([1-3])-?d\b")


@lru_cache(maxsize=4096)
def type_text(text: str) -> Abs | None:
    """Return the values that a docstring's type allows; ``None`` where it says nothing known."""
    text = _ROLE.sub(lambda m: (m.group(2) or m.group(1)).strip(), text).strip().strip("`*")
    text = text.replace("`", "").replace(people.FULL_ARRAY, "ndarray").replace("~", "")
    if text.startswith("{"):
        return STR_VALUE if "'" in text or '"' in text else None
    text = _ARTICLE.sub("", text)
    brackets = _BRACKETS.match(text)
    if brackets:
        text = brackets.group(1).replace(",", " or ")
    head = _SHAPE.sub("", text) if not text.lower().startswith("shape") else text
    parts = _alternatives(head)
    values = [value for part in parts if part and (value := _named(part, alone=len(parts) == 1)) is not None]
    out = NEVER
    for value in values:
        out = join(out, value)
    rank = _RANK.match(head.lower())
    if rank is not None and out.mask == TENSOR:
        out = out.but(rank=int(rank.group(1)))
    return out if out.mask else None


def _alternatives(text: str) -> list[str]:
    """Return the types of ``int or None``, and of ``int, None``; of ``float, in metres`` the one that is a type."""
    parts = [part.strip().strip(",.;").strip() for part in _OR.split(text)]
    if len(parts) == 1 and "," in text and not _LISTED.match(text):
        parts = [part.strip().strip(",.;").strip() for part in _COMMA.split(text) if part.strip()]
        return [
            part for part in parts if _nickname(part) is not None or labelled_class(part) is not None
        ] or parts
    return parts


def _named(text: str, *, alone: bool) -> Abs | None:
    """Return what a type stands for; a class that nobody knows is one of several types, or none."""
    value = _nickname(text)
    if value is None:
        value = labelled_class(text)
    return named_class(text) if value is None and not alone else value


def _nickname(text: str) -> Abs | None:
    text = text.lower()
    for pattern, value in _patterns():
        if pattern.match(text):
            return value
    return None


@cache
def _patterns() -> list[tuple[re.Pattern[str], Abs]]:
    """Return the nicknames, compiled when the first docstring names a type."""
    return [(re.compile(pattern), value) for pattern, value in NICKNAMES]


_SECTION = re.compile(
    r"^(\s*)(parameters|other parameters|returns|yields|attributes|args|arguments|raises|inputs?)\s*:?\s*$",
    re.I,
)
_UNDERLINE = re.compile(r"^\s*-{3,}\s*$|^\s*={3,}\s*$")
_NUMPY_ENTRY = re.compile(r"^(\*{0,2}\w[\w, *.]*?)\s*:\s*(.*)$")
_GOOGLE_ENTRY = re.compile(r"^\s*(\*{0,2}\w+)\s*\(([^)]*(?:\([^)]*\)[^)]*)*)\)\s*:")
_SPHINX_TYPE = re.compile(r":type\s+(\w+)\s*:\s*(.+)")
_SPHINX_PARAM = re.compile(r":param\s+([\w.\[\]|]+)\s+(\w+)\s*:")
_SPHINX_RTYPE = re.compile(r":rtype\s*:\s*(.+)")


def read(doc: str) -> tuple[dict[str, tuple[Abs, str, int]], Abs | None]:
    """``({parameter: (value, text, line within the docstring)}, result)``."""
    parameters: dict[str, tuple[Abs, str, int]] = {}
    result: Abs | None = None
    if ":" not in doc:
        return parameters, result
    lines = doc.expandtabs().split("\n")
    for kind, start, end, numpydoc in _sections(lines):
        if kind in ("returns", "yields"):
            if result is None and kind == "returns":
                result = _returned(lines[start:end], numpydoc=numpydoc)
        elif kind not in ("raises", "attributes"):
            _take_entries(parameters, lines, start, end, numpydoc=numpydoc)
    if ":type" in doc or ":param" in doc or ":rtype" in doc:
        result = _sphinx(lines, parameters) or result
    return parameters, result


@lru_cache(maxsize=1024)
def attributes(doc: str) -> dict[str, tuple[Abs, str, int]]:
    """Return what the docstring of a class says of its attributes, as :func:`read` gives parameters."""
    found: dict[str, tuple[Abs, str, int]] = {}
    lines = doc.expandtabs().split("\n")
    for kind, start, end, numpydoc in _sections(lines):
        if kind == "attributes":
            _take_entries(found, lines, start, end, numpydoc=numpydoc)
    return found


def _take_entries(
    found: dict[str, tuple[Abs, str, int]], lines: list[str], start: int, end: int, *, numpydoc: bool
) -> None:
    entries = _numpy_entries if numpydoc else _google_entries
    for name, text, line in entries(lines, start, end):
        value = type_text(text)
        if value is not None:
            found.setdefault(name, (value, text.strip(), line))


def _sections(lines: list[str]) -> Iterator[tuple[str, int, int, bool]]:
    """Yield the kind of each section, where it begins and ends, and whether it is underlined as numpydoc's are."""
    i, count = 0, len(lines)
    while i < count:
        section = _SECTION.match(lines[i])
        if section is None:
            i += 1
            continue
        kind = section.group(2).lower()
        indent = len(section.group(1))
        numpydoc = i + 1 < count and _UNDERLINE.match(lines[i + 1]) is not None
        if not numpydoc and ":" not in lines[i]:
            i += 1
            continue
        start = i + 2 if numpydoc else i + 1
        end = _section_end(lines, start, indent, numpydoc=numpydoc)
        yield kind, start, end, numpydoc
        i = max(end, i + 1)


def _section_end(lines: list[str], start: int, indent: int, *, numpydoc: bool) -> int:
    i = start
    while i < len(lines):
        line = lines[i]
        if line.strip():
            width = len(line) - len(line.lstrip())
            if numpydoc:
                if i + 1 < len(lines) and _UNDERLINE.match(lines[i + 1]):
                    return i
            elif width <= indent:
                return i
        i += 1
    return i


def _numpy_entries(lines: list[str], start: int, end: int) -> list[tuple[str, str, int]]:
    body = [(i, line) for i, line in enumerate(lines[start:end], start) if line.strip()]
    if not body:
        return []
    indent = min(len(line) - len(line.lstrip()) for _, line in body)
    out: list[tuple[str, str, int]] = []
    described = 0
    for i, line in body:
        if len(line) - len(line.lstrip()) != indent:
            if described and people.SPARSE_AS_WELL.search(line):
                out[-described:] = [(name, f"{text} or sparse", at) for name, text, at in out[-described:]]
                described = 0
            continue
        match = _NUMPY_ENTRY.match(line.strip())
        names = match.group(1).split(",") if match is not None else []
        described = len(names)
        if match is not None:
            out += [(name.strip().lstrip("*"), match.group(2), i) for name in names]
    return out


def _google_entries(lines: list[str], start: int, end: int) -> list[tuple[str, str, int]]:
    out = []
    body = [len(line) - len(line.lstrip()) for line in lines[start:end] if line.strip()]
    indent = min(body, default=0)
    for i in range(start, end):
        line = lines[i]
        if not line.strip() or len(line) - len(line.lstrip()) != indent:
            continue
        match = _GOOGLE_ENTRY.match(line)
        if match is not None:
            out.append((match.group(1).lstrip("*"), match.group(2), i))
    return out


_PLAIN_RESULT = re.compile(people.TYPE, re.IGNORECASE)


def _returned(lines: list[str], *, numpydoc: bool) -> Abs | None:
    body = [line for line in lines if line.strip()]
    if not body:
        return None
    if not numpydoc:
        head, colon, _ = body[0].strip().partition(":")
        return type_text(head) if colon and len(head) < 60 and _PLAIN_RESULT.match(head) else None
    indent = min(len(line) - len(line.lstrip()) for line in body)
    heads = [line.strip() for line in body if len(line) - len(line.lstrip()) == indent]
    values = []
    for head in heads:
        name, colon, text = head.partition(" : ")
        if not colon:
            name, colon, text = head.partition(":")
        value = type_text(text if colon and text.strip() else name)
        values.append(value)
    if len(values) == 1:
        return values[0]
    if any(v is None for v in values):
        return None
    return Abs(TUPLE, DECLARED, elems=tuple(v for v in values if v is not None))


def _sphinx(lines: list[str], parameters: dict[str, tuple[Abs, str, int]]) -> Abs | None:
    result = None
    for i, line in enumerate(lines):
        match = _SPHINX_TYPE.search(line)
        if match is not None:
            value = type_text(match.group(2))
            if value is not None:
                parameters.setdefault(match.group(1), (value, match.group(2).strip(), i))
            continue
        match = _SPHINX_PARAM.search(line)
        if match is not None:
            value = type_text(match.group(1))
            if value is not None:
                parameters.setdefault(match.group(2), (value, match.group(1), i))
            continue
        match = _SPHINX_RTYPE.search(line)
        if match is not None:
            result = type_text(match.group(1))
    return result
