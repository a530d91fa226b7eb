"""JSON with indents, as the standard library writes it."""

from __future__ import annotations

import json

import pytest

from purity_lint.formats.plain_json import _ACTIVE, _escaped, indented

VALUES = [
    {"a": 1, "b": [1, 2.5, None, True, []], "c": {}, "d": {"e": 'x\n"y" \\ /', "f": [{"g": -0.0}]}},
    {"active": "\x1b[2J \x7f \x9b \u202e \u2028 \ufeff \ud800", "plain": "é 漢字 😀 \t"},
    [],
    {},
    "text",
    None,
    [[[]], [{}], ["\x00"]],
]


def standard(value: object) -> str:
    return _ACTIVE.sub(_escaped, json.dumps(value, indent=2, ensure_ascii=False))


@pytest.mark.parametrize("value", VALUES)
def test_it_is_what_the_standard_library_writes(value: object) -> None:
    assert indented(value) == standard(value)


@pytest.mark.parametrize("value", VALUES)
def test_every_line_but_the_first_stands_behind_the_margin(value: object) -> None:
    first, *others = standard(value).split("\n")
    assert indented(value, "    ") == "\n".join([first, *(f"    {line}" for line in others)])
