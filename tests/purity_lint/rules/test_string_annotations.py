"""Text that annotates stays text where a name in it is not there yet when the function is defined."""

from __future__ import annotations

import pytest
from snippets import Fixed

CODE = """\
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable


class Point:
    def f(self) -> {annotation}:
        return None
"""


@pytest.mark.parametrize(
    ("annotation", "after"),
    [
        ("'tuple[Point, np.ndarray]'", "'tuple[Point, ops.Tensor]'"),
        ('"Point | np.ndarray"', '"Point | ops.Tensor"'),
        ('tuple["Point | np.ndarray", int]', 'tuple["Point | ops.Tensor", int]'),
        ("'Iterable[np.ndarray]'", "'Iterable[ops.Tensor]'"),
        ("'Sequence[np.ndarray]'", "Sequence[ops.Tensor]"),
        ("'np.ndarray | None'", "ops.Tensor | None"),
        ("'np.ndarray'", "ops.Tensor"),
        ("'Point'", "'Point'"),
        ("'Iterable[Point]'", "'Iterable[Point]'"),
    ],
)
def test_text_stays_text_until_its_names_are_there(fixed: Fixed, annotation: str, after: str) -> None:
    code = fixed(CODE.format(annotation=annotation), unsafe=True)
    assert f"def f(self) -> {after}:" in code
    exec(compile(code, "module.py", "exec"), {"__name__": "module"})
