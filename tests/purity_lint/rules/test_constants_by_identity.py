"""Constants that code asks for by identity: no other library's is the same object."""

from __future__ import annotations

import pytest
from snippets import Fixed

_CODE = "import numpy as np\n\n\ndef f(x):\n    return np.nan if not x else np.inf\n\n\ndef g(x):\n    {}\n"


@pytest.mark.parametrize(
    "asked",
    [
        "return f(x) is np.nan",
        "assert np.nan is not f(x)",
        "return x and f(x) is nan",
        "return np.nan in x",
        "return x in (None, np.nan)",
    ],
)
def test_what_is_asked_for_stays(asked: str, fixed: Fixed) -> None:
    assert "return np.nan if not x else ops.inf" in fixed(_CODE.format(asked), "PUR103", unsafe=True)


@pytest.mark.parametrize(
    "asked", ['"""Is x nan? It is nan."""', "return f(x) == np.nan", "return x is None  # nan"]
)
def test_words_ask_for_nothing(asked: str, fixed: Fixed) -> None:
    assert "return ops.nan if not x else ops.inf" in fixed(_CODE.format(asked), "PUR103")
