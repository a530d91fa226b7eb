"""`np.full` takes NaN for integers with a warning, and `ops.full` raises: such a call is not moved unseen."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

SAFE = Settings(root=Path.cwd())
UNSAFE = Settings(root=Path.cwd(), unsafe_fixes=True)


def fixed(code: str, settings: Settings) -> str:
    source = source_from_bytes(f"import numpy as np\n\n\n{code}".encode(), Path("filled.py"))
    return fix(source, settings).after


@pytest.mark.parametrize(
    "code",
    [
        "def f(n, value, dtype):\n    return np.full(n, value, dtype=dtype)\n",
        "def f(n, value):\n    return np.full(n, value, int)\n",
        "x = np.full(3, np.nan, dtype=int)\n",
        "x = np.full(3, 2j, dtype=float)\n",
        "def f(n, dtype):\n    return np.full(n, fill_value=np.inf, dtype=dtype)\n",
        "def f(x):\n    return np.full_like(x, np.nan)\n",
        "def f(n, value: float, x: np.ndarray):\n    return np.full(n, value, dtype=x.dtype)\n",
    ],
)
def test_it_is_unsafe_where_the_dtype_may_not_hold_the_value(code: str) -> None:
    assert "np.full" in fixed(code, SAFE)
    assert "ops.full" in fixed(code, UNSAFE)


@pytest.mark.parametrize(
    "code",
    [
        "x = np.full(3, np.nan)\n",
        "def f(n, value):\n    return np.full(n, value)\n",
        "x = np.full(3, np.nan, dtype=float)\n",
        "x = np.full(3, -np.inf, dtype=np.float32)\n",
        "x = np.full(3, np.nan, dtype='f8')\n",
        "def f(n, dtype):\n    return np.full(n, -1, dtype=dtype)\n",
        "def f(n, dtype):\n    return np.full(n, 0.5, dtype=dtype)\n",
        "def f(n: int, dtype):\n    return np.full(3, n, dtype=dtype)\n",
        "def f(x):\n    return np.full_like(x, False)\n",
        "y = np.full_like(np.zeros(3, dtype=np.float64), np.nan)\n",
        "def f(n, dtype):\n    return np.full(n, np.zeros(n), dtype=dtype)\n",
    ],
)
def test_it_is_safe_where_it_does(code: str) -> None:
    assert "ops.full" in fixed(code, SAFE)
