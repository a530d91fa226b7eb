"""`np.power` of what may be two scalars is not `ops.power` to the last bit."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

SAFE = Settings(root=Path.cwd())
UNSAFE = Settings(root=Path.cwd(), unsafe_fixes=True)


def fixed(code: str, settings: Settings) -> str:
    source = source_from_bytes(f"import numpy as np\n\n\n{code}".encode(), Path("powers.py"))
    return fix(source, settings).after


@pytest.mark.parametrize(
    "code",
    [
        "def f(a, b):\n    return np.power(a, b)\n",
        "def f(a):\n    return np.power(10, np.sum(a))\n",
    ],
)
def test_it_is_unsafe_where_both_may_be_scalars(code: str) -> None:
    assert "np.power" in fixed(code, SAFE)
    assert "ops.power" in fixed(code, UNSAFE)


@pytest.mark.parametrize(
    "code",
    [
        "def f(a: np.ndarray):\n    return np.power(a, 3)\n",
        "x = np.power(10, np.linspace(0, 1, 5))\n",
    ],
)
def test_it_is_safe_for_arrays(code: str) -> None:
    assert "ops.power" in fixed(code, SAFE)
