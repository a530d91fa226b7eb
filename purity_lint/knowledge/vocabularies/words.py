"""Names and signatures of the operations in the vocabulary of a profile."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from emberops.catalogue import ALIASES, CATALOGUE
from purity_lint.knowledge.dtypes import DTYPES
from purity_lint.knowledge.signatures import Signature
from purity_lint.knowledge.vocabularies import array_api, keras
from purity_lint.records import dataclass

_LINE = re.compile(r"^(?P<name>[\w.]+)\((?P<parameters>.*)\)$")


@dataclass(frozen=True, slots=True)
class Word:
    """Source text that an operation becomes."""

    text: str
    """Source text; the local name of the ops module is ``{ops}``."""
    signature: Signature | None = None
    """``None``: the same as ever, or it is not called."""


def word(
    profile: str, renamed: Mapping[str, str], operation: str, offered: frozenset[str] | None = None
) -> Word | None:
    """Return what ``operation`` is called; ``None`` where the vocabulary has nothing of this meaning.

    ``offered`` is what a project's own module has, where that is known.
    """
    if operation in renamed:
        return Word(f"{{ops}}.{renamed[operation]}")
    if offered is not None:
        known = CATALOGUE.get(ALIASES.get(operation, operation))
        names = (operation, *(known.numpy if known is not None else ()))
        return next((Word(f"{{ops}}.{name}") for name in names if name in offered), None)
    if profile == "keras":
        return _keras(operation)
    if profile == "array-api":
        return _array_api(operation)
    return Word(f"{{ops}}.{operation}")


def is_unknown_to_numpy(operation: str) -> bool:
    """True for `to_numpy`: a module that has it as well goes by no example in what its arguments are."""
    known = CATALOGUE.get(ALIASES.get(operation, operation))
    return known is not None and not known.numpy


def _keras(operation: str) -> Word | None:
    dtype = operation.removesuffix("_")
    if dtype in _dtypes():
        return Word(f'"{dtype}"')  # Keras names dtypes by strings
    if operation == "newaxis":
        return Word("None")
    known = CATALOGUE.get(ALIASES.get(operation, operation))
    table = _table("keras")
    for spelling in known.keras if known is not None else ():
        name = spelling.removeprefix("ops.")
        if name in table:
            return Word(f"{{ops}}.{name}", table[name])
    return None


def _array_api(operation: str) -> Word | None:
    name = operation.removesuffix("_")
    if name in array_api.DTYPES or name in array_api.CONSTANTS:
        return Word(f"{{ops}}.{name}")
    table = _table("array-api")
    name = operation if operation in table else ALIASES.get(operation, operation)
    return Word(f"{{ops}}.{name}", table[name]) if name in table else None


@cache
def _dtypes() -> frozenset[str]:
    return frozenset(name.removesuffix("_") for table in DTYPES.values() for name in table.values())


@cache
def _table(profile: str) -> dict[str, Signature]:
    text = keras.TABLE if profile == "keras" else array_api.TABLE
    found: dict[str, Signature] = {}
    for line in text.strip().splitlines():
        match = _LINE.match(line)
        if match is None:
            raise ValueError(f"a line of a vocabulary cannot be read: {line!r}")
        found[match["name"]] = _signature(match["parameters"])
    return found


def _signature(text: str) -> Signature:
    by_position: list[str] = []
    keyword_only: list[str] = []
    variadic = False
    here = by_position
    for part in filter(None, (p.strip() for p in text.split(","))):
        if part.startswith("*"):
            variadic = variadic or part != "*"
            here = keyword_only
        else:
            here.append(part)
    names = [*by_position, *keyword_only]
    return Signature(
        positional_only=(),
        positional=tuple(n.rstrip("?") for n in by_position),
        keyword_only=frozenset(n.rstrip("?") for n in keyword_only),
        required=frozenset(n for n in names if not n.endswith("?")),
        variadic=variadic,
    )
