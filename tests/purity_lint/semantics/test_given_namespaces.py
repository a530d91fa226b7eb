"""What functions that nobody knows give, where they are told the namespace of their arrays."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from purity_lint.semantics import analyze
from purity_lint.source.read import source_from_bytes

CODE = """from array_api_compat import array_namespace
from elsewhere import {name}


def f(x):
    xp = array_namespace(x)
    y = xp.exp(x)
    return {name}(y, {given})
"""


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("ranks", "xp=xp", True),
        ("ranks", "2", False),
        ("ranks", "xp=None", False),
        ("result_dtype", "xp=xp", False),
        ("is_sorted", "xp=xp", False),
    ],
)
def test_a_function_that_is_told_a_namespace_gives_its_arrays(name: str, given: str, expected: bool) -> None:
    source = source_from_bytes(CODE.format(name=name, given=given).encode(), Path("a.py"), None)
    model = analyze(source, "emberops.ops")
    (returned,) = source.of(ast.Return)
    assert returned.value is not None
    assert model.value(returned.value).is_tensor is expected
