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


@pytest.mark.parametrize("asked", ["isinstance(value, Sized)", 'hasattr(value, "__len__")'])
@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_a_generator_has_no_length(fixed: Fixed, asked: str, backend: str) -> None:
    program = fixed(
        "from collections.abc import Sized\n\nimport numpy as np\n\n\ndef kind(value):\n"
        f"    if not {asked}:\n        return 'one by one' if np.isreal(value) else 'odd'\n"
        "    return value.dtype if isinstance(value, np.ndarray) else 'listed'\n",
        unsafe=True,
    )
    assert f"{asked} and ops.iterable(value)" in program
    names: dict[str, Any] = {}
    exec(compile(program, "<fixed>", "exec"), names)
    with use_backend(backend):
        assert names["kind"](i for i in range(3)) == "one by one"
        assert names["kind"]([1, 2]) == "listed"
        assert names["kind"](ops.sum(ops.asarray([1.0]))) == "one by one"


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


def test_an_object_that_is_indexed_and_gone_through_by_nobody_is_asked_for_its_class(fixed: Fixed) -> None:
    """Python's `iter` takes whatever has `__getitem__`, and fails when it asks for the first item."""
    program = fixed(
        "from collections.abc import Iterable\n\nimport numpy as np\n\n\ndef count(images):\n"
        "    if isinstance(images, Iterable):\n        return len(images)\n    return np.isreal(images)\n",
        unsafe=True,
    )
    names: dict[str, Any] = {}
    exec(compile(program, "<fixed>", "exec"), names)

    class Image:
        def __getitem__(self, place: object) -> float:
            raise TypeError("an image is sliced")

    assert names["count"](Image())
    assert names["count"]([1, 2, 3]) == 3
