"""PUR103: a function that a file has a name for stands for one that takes what other files give it."""

from __future__ import annotations

from pathlib import Path

import pytest
from fixed_programs import fixed_project

NAMED = (
    "import numpy as np\n\ntry:\n    from fast import nanstd\nexcept ImportError:\n    nanstd = np.nanstd\n"
)


@pytest.mark.parametrize(
    ("call", "is_rewritten"),
    [
        ("from named import nanstd\n\n\ndef f(x):\n    return nanstd(x, axis=0)\n", True),
        ("from named import nanstd\n\n\ndef f(x):\n    return nanstd(x, ddof=1)\n", False),
        ("from named import nanstd as s\n\n\ndef f(x):\n    return s(x, 0, ddof=1)\n", False),
        ("import named\n\n\ndef f(x):\n    return named.nanstd(x, out=x)\n", False),
        ("import named\n\n\ndef f(x):\n    return named.nanvar(x, ddof=1)\n", True),
        ("def nanstd(x, ddof): ...\n\n\ndef f(x):\n    return nanstd(x, ddof=1)\n", True),
    ],
)
def test_keywords_of_other_files_are_asked(tmp_path: Path, call: str, is_rewritten: bool) -> None:
    files = fixed_project(tmp_path, {"named": NAMED, "uses": call})
    assert ("nanstd = ops.nanstd" in files["named"]) == is_rewritten
