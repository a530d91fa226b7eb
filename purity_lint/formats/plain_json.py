"""JSON that holds no character on which a terminal or a log acts."""

from __future__ import annotations

import json
import re

_ACTIVE = re.compile("[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
"""Characters that ``json`` leaves as they are; they stand in strings alone, where they may be escaped."""


def dumps(value: object, *, indent: int | None = None) -> str:
    """``value`` as JSON, readable in every language."""
    separators = (",", ":") if indent is None else None
    text = json.dumps(value, indent=indent, separators=separators, ensure_ascii=False)
    return _ACTIVE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
