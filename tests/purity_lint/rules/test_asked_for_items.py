"""`isinstance(x, Iterable)` and `hasattr(x, "__len__")`, of which tensors without axes must be no instances either."""

from __future__ import annotations

from typing import Any

import pytest
from snippets import Fixed, Report

from emberops import ops, use_backend

_QUESTIONS = {
    "abc": ("from collections.abc import Iterable\n", "isinstance({x}, Iterable)"),
    "typing": ("import typing\n", "isinstance({x}, typing.Iterable)"),
    "sized": ("import collections.abc\n", "isinstance({x}, collections.abc.Sized)"),
    "lists as well": ("from collections.abc import Iterable\n", "isinstance({x}, (list, Iterable))"),
    "length": ("", 'hasattr({x}, "__len__")'),
    "iterator": ("", 'hasattr({x}, "__iter__")'),
}


def _code(question: tuple[str, str]) -> str:
    imports, asked = question
    return (
        f"import numpy as np\n{imports}\n\ndef several(data: np.ndarray):\n"
        f"    return {asked.format(x='data[0]')}\n"
    )


@pytest.mark.parametrize("question", _QUESTIONS.values(), ids=_QUESTIONS)
@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_an_element_has_no_items_on_any_backend(
    fixed: Fixed, question: tuple[str, str], backend: str
) -> None:
    program = fixed(_code(question), unsafe=True)
    names: dict[str, Any] = {}
    exec(compile(program, "<fixed>", "exec"), names)
    with use_backend(backend):
        assert not names["several"](ops.asarray([1.0, 2.0]))
        assert names["several"](ops.asarray([[1.0, 2.0]]))
        assert names["several"]([[1.0]])
        assert not names["several"]([1.0])


@pytest.mark.parametrize("question", _QUESTIONS.values(), ids=_QUESTIONS)
def test_no_safe_fix_asks_otherwise(fixed: Fixed, question: tuple[str, str]) -> None:
    assert question[1].format(x="data[0]") in fixed(_code(question))


@pytest.mark.parametrize(
    "asked",
    [
        'hasattr(text, "__len__")',
        'hasattr(data, "__iter__")',
        'hasattr(data[0], "name")',
        "isinstance(data[0], (Iterable, Mark))",
    ],
)
def test_other_questions_stay(report: Report, asked: str) -> None:
    code = (
        "from collections.abc import Iterable\n\nimport numpy as np\n\n\nclass Mark:\n    pass\n\n\n"
        f"def f(rows, text: str):\n    data = np.zeros((2, 3))\n    return {asked}\n"
    )
    assert not report(code, "PUR502")
