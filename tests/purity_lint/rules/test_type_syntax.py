"""Types of Python 3.12's syntax, which name one library's classes as annotations do."""

from __future__ import annotations

import sys

import pytest
from snippets import Fixed

pytestmark = pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax is Python 3.12's")


@pytest.mark.parametrize(
    "code",
    [
        "type Row = np.ndarray\n",
        "type Pair[T] = tuple[T, np.ndarray]\n",
        "def norm[T: np.ndarray](x: T) -> T:\n    return x\n",
        "def norm[T: (np.ndarray, float)](x: T) -> T:\n    return x\n",
        "class Box[T: 'np.ndarray']:\n    x: T\n",
        pytest.param(
            "def same[T = np.ndarray](x: T) -> T:\n    return x\n",
            marks=pytest.mark.skipif(sys.version_info < (3, 13), reason="defaults are Python 3.13's"),
        ),
    ],
)
def test_a_type_names_the_class_of_ops(fixed: Fixed, code: str) -> None:
    after = code.replace("'np.ndarray'", "np.ndarray").replace("np.ndarray", "ops.Tensor")
    assert fixed(f"import numpy as np\n\n{code}", unsafe=True) == f"from emberops import ops\n\n{after}"


def test_parameters_without_a_bound_are_left(fixed: Fixed) -> None:
    code = "import numpy as np\n\n\ndef same[T, *Ts, **P](x: T) -> T:\n    return x\n"
    assert "[T, *Ts, **P]" in fixed(code, unsafe=True)
