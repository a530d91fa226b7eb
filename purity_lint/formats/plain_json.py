"""JSON that holds no character on which a terminal or a log acts."""

from __future__ import annotations

import json
import re

_ACTIVE = re.compile("[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
"""Characters that ``json`` leaves as they are; they stand in strings alone, where they may be escaped."""


_encoded = json.encoder.encode_basestring
"""A string as JSON has it."""


def indented(value: object, margin: str = "") -> str:
    """``value``, whose keys are strings, as JSON with an indent of two, behind a margin, which its first line lacks.

    The standard library indents in Python, piece by piece, which is slow where there are many findings.
    """
    text = _lines_of(value, f"\n{margin}")
    return _ACTIVE.sub(_escaped, text)


def _lines_of(value: object, end: str) -> str:
    if isinstance(value, str):
        return _encoded(value)
    if value.__class__ is int:  # most values are: lines and columns
        return repr(value)
    inner = f"{end}  "
    if isinstance(value, dict) and value:
        parts = [f"{_encoded(key)}: {_lines_of(item, inner)}" for key, item in value.items()]
        return f"{{{inner}{f',{inner}'.join(parts)}{end}}}"
    if isinstance(value, list) and value:
        return f"[{inner}{f',{inner}'.join([_lines_of(item, inner) for item in value])}{end}]"
    return json.dumps(value)


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def dumps(value: object) -> str:
    """``value`` as JSON, readable in every language."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return _ACTIVE.sub(_escaped, text)
