"""Code of a function with a namespace that only one library gets to is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.knowledge.profiles import PROFILES
from purity_lint.source.read import source_from_bytes

HEAD = "import numpy as np\n\n\ndef f(x, xp, is_compliant, solver):\n    x = xp.asarray(x)\n"


def codes(body: str) -> list[str]:
    profile = PROFILES["array-api"]
    own = Settings(profile="array-api", ops_module=profile.module, ops_alias="xp")
    text = HEAD + "".join(f"    {line}\n" for line in body.split("\n"))
    found = check(source_from_bytes(text.encode(), Path("a.py"), None), own).diagnostics
    return [d.code for d in found if d.code != "PUR101"]


@pytest.mark.parametrize(
    "body",
    [
        "if is_marray(xp):\n    def g(y):\n        return np.median(x)\n    return g(x)",
        "return x if is_compliant else np.median(x)",
        "return issparse(x) and np.any(x)",
        "return not issparse(x) or np.any(x)",
        "if solver:\n    s = _convert_to_numpy(x, xp)\n    s = s[::-1]\nelse:\n    s = other(x)\nreturn s",
        "g = np.vectorize(int)\nreturn xp.asarray(np.minimum(g(x), 1.0))",
        "return np.vectorize(int, otypes=[np.float64])",
        "return Dispatchable(x, np.ndarray)",
    ],
)
def test_code_for_one_library(body: str) -> None:
    assert codes(body) == []


@pytest.mark.parametrize(
    "body",
    [
        "return is_marray(xp) or np.any(x)",
        "return x.sum(axis=0, dtype=np.float64)",
        "return xp.zeros(3, dtype=np.float64)",
        "x = check_array(x, dtype=[np.float64])\nreturn x",
        "s = xp.exp(x)\nfor _ in range(3):\n    x = s[::-1]\n    s = _convert_to_numpy(x, xp)\nreturn x",
    ],
)
def test_code_for_all(body: str) -> None:
    assert codes(body)
