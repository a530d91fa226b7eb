"""What fixes leave has no finding that would have them taken back: rules agree on what each other's fixes write."""

from __future__ import annotations

import pytest
from snippets import Fixed

HEAD = "import numpy as np\n\n\ndef f(a: np.ndarray, m, q):\n    v, w = a[0], m[:, 0]\n"
ASKED = (
    ("isinstance(v, (complex, np.complex64))", "(complex, ops.complex64, ops.complexfloating)"),
    ("isinstance(v, (float, np.float32))", "(float, ops.float32, ops.floating)"),
    ("isinstance(q, (float, np.float32))", "(float, ops.float32)"),
    ("isinstance(v, np.float64)", "ops.float64"),
)


@pytest.mark.parametrize(("question", "classes"), ASKED)
def test_classes_of_numbers_are_asked_for_with_those_of_elements(
    question: str, classes: str, fixed: Fixed
) -> None:
    asked = question.partition("(")[2].partition(",")[0]
    after = fixed(f"{HEAD}    return {question}\n", unsafe=True)
    assert f"return isinstance({asked}, {classes})" in after


def test_classes_that_elements_need_are_not_added_unasked(fixed: Fixed) -> None:
    question = ASKED[0][0]
    assert question in fixed(f"{HEAD}    return {question}\n")


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("f'{w.T}'", "f'{ops.to_numpy(ops.transpose(w))}'"),
        ("'{}'.format(w.T)", "'{}'.format(ops.to_numpy(ops.transpose(w)))"),
    ],
)
def test_a_text_is_made_of_what_a_fix_wrote(text: str, after: str, fixed: Fixed) -> None:
    assert after in fixed(f"{HEAD}    return {text}\n", unsafe=True)
