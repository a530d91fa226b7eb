"""Targets of assignments."""

import ast

import pytest

from purity_lint.source.targets import paired, stored_items, targets


def _assignment(text):
    statement = ast.parse(text).body[0]
    return statement.targets[0], statement.value


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("x = 1", ["x"]),
        ("x, (y[0], z.w) = v", ["x", "y[0]", "z.w"]),
        ("[x, *y] = v", ["x", "y"]),
    ],
)
def test_parts_of_a_target(text, parts):
    assert [ast.unparse(part) for part in targets(_assignment(text)[0])] == parts


def test_items_that_are_stored_into():
    assert [ast.unparse(item) for item in stored_items(_assignment("x[i], y, *z[0] = v")[0])] == [
        "x[i]",
        "z[0]",
    ]


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("x = v", ["x: v"]),
        ("x, y = a, b", ["x: a", "y: b"]),
        ("x, (y, z) = a, (b, c)", ["x: a", "y: b", "z: c"]),
        ("x, y = v", ["x: v", "y: v"]),
        ("x, *y = a, b", ["x: (a, b)", "y: (a, b)"]),
        ("x, y = *a, b", ["x: (*a, b)", "y: (*a, b)"]),
    ],
)
def test_parts_with_what_they_are_given(text, pairs):
    found = [f"{ast.unparse(part)}: {ast.unparse(given)}" for part, given in paired(*_assignment(text))]
    assert found == pairs
