"""A parameter that is a text in some calls, `mu="auto"`, is none where that text was asked for and not found."""

from __future__ import annotations

import pytest
from snippets import Fixed

LAYER = """\
import numpy as np


class Layer:
    def __init__(self, n, rate):
        if {question}:
            self.rate = {first}
        else:
            self.rate = {second}
        self.x = np.ones(n)

    def update(self, e):
        return self.rate * np.outer(e, self.x)


def network(n, rate="auto"):
    {before}
    return [Layer(n, rate)]
"""
ASKED_BEFORE = 'if rate != "auto":\n        float(rate)'
"""The caller asked too, so that the text is one of two things that it hands on."""


@pytest.mark.parametrize("before", ["pass", ASKED_BEFORE])
@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        ('rate == "auto"', "n**-0.5", "rate"),
        ('rate != "auto"', "rate", "n**-0.5"),
        ('not rate == "auto"', "rate", "n**-0.5"),
    ],
)
def test_what_is_not_that_text_is_multiplied(
    fixed: Fixed, question: str, first: str, second: str, before: str
) -> None:
    after = fixed(LAYER.format(question=question, first=first, second=second, before=before), unsafe=True)
    assert "return ops.multiply(self.rate, ops.outer(e, self.x))\n" in after


@pytest.mark.parametrize(
    "product", ["rate * ops.outer(x, x)", "rate * ops.sum(x, axis=n)", "ops.exp(x) * rate"]
)
def test_an_array_that_may_have_axes_repeats_no_text(fixed: Fixed, product: str) -> None:
    after = fixed(
        f"""\
from emberops import ops


def scaled(x: ops.Tensor, n, rate):
    return {product}


scaled([1.0], 0, "auto")
""",
        unsafe=True,
    )
    assert f"return {product}\n" in after


@pytest.mark.parametrize(
    "body",
    [
        'line = "-" * n',
        'line = kind + "-" * n',
        'line = "%s" % kind',
        'line = "a" if kind == "a" else "b"',
        'line = {"a": kind}[kind] if kind != "b" else kind',
    ],
)
def test_text_stays_text(fixed: Fixed, body: str) -> None:
    before = f"""\
def label(kind: str, n: int):
    {body}
    return line + kind


label("a", 3)
"""
    assert fixed(before, unsafe=True) == before
