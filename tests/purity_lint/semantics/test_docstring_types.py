"""What the type that a docstring gives stands for."""

from __future__ import annotations

import pytest

from purity_lint.semantics.domain.kinds import STR, TENSOR
from purity_lint.semantics.evidence.docstrings import type_text


@pytest.mark.parametrize(
    ("text", "mask"),
    [
        ("str or array", STR | TENSOR),
        ("color string or array of floats", STR | TENSOR),
        ("a file name string", STR),
        ("array of floats", TENSOR),
        ("length of string", None),
    ],
)
def test_a_string_may_be_of_some_kind(text: str, mask: int | None) -> None:
    found = type_text(text)
    assert (found.mask if found is not None else None) == mask
