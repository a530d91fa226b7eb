"""The dtype of an array that was taken to NumPy is none of another library's (PUR118)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

HEAD = "import numpy as np\nimport scipy.stats\n\n\ndef f(x, xp):\n    "


def _settings(*, unsafe: bool = False) -> Settings:
    return Settings(root=Path("/nowhere"), select=("PUR118",), unsafe_fixes=unsafe)


def _fixed(code: str) -> str:
    outcome = fix(source_from_bytes(code.encode(), Path("/nowhere/a.py"), None), _settings(unsafe=True))
    assert not outcome.errors
    return outcome.after


@pytest.mark.parametrize(
    ("code", "after"),
    [
        ("a = np.asarray(x)\n    return xp.asarray(np.sort(a), dtype=a.dtype)", "dtype=x.dtype)"),
        ("a = np.asarray(x)\n    return xp.asarray(np.sort(a), device=a.device)", "device=x.device)"),
        ("a = np.asarray(x)\n    return xp.asarray(np.sort(a), device=device(a))", "device=device(x))"),
        ("y = x\n    x = np.asarray(x)\n    return xp.zeros(3, dtype=x.dtype)", "dtype=y.dtype)"),
        (
            "y, z = x, 1\n    x = np.asarray(x)\n    z = 2\n    return xp.zeros(3, dtype=x.dtype)",
            "dtype=y.dtype)",
        ),
    ],
)
def test_the_array_that_was_taken_to_numpy_is_asked(code: str, after: str) -> None:
    assert _fixed(f"{HEAD}{code}\n").endswith(f"{after}\n")


@pytest.mark.parametrize(
    "code",
    [
        "x = np.asarray(x)\n    return xp.zeros(3, dtype=x.dtype)",
        "y = x\n    y = 2\n    x = np.asarray(x)\n    return xp.zeros(3, dtype=x.dtype)",
        "y, z = x\n    x = np.asarray(x)\n    return xp.zeros(3, dtype=x.dtype)",
        "y = x\n    x = x[1:]\n    x = np.asarray(x)\n    return xp.zeros(3, dtype=x.dtype)",
        "a = np.asarray(x)\n    x = 1\n    return xp.zeros(3, dtype=a.dtype)",
    ],
)
def test_where_no_name_stands_for_it_there_is_no_fix(code: str) -> None:
    assert _fixed(f"{HEAD}{code}\n") == f"{HEAD}{code}\n"
    found = check(source_from_bytes(f"{HEAD}{code}\n".encode(), Path("/nowhere/a.py"), None), _settings())
    assert [one.code for one in found.diagnostics] == ["PUR118"]


@pytest.mark.parametrize(
    "code",
    [
        "return xp.zeros(3, dtype=x.dtype)",
        "x = xp.asarray(x)\n    return xp.zeros(3, dtype=x.dtype)",
        "a = np.asarray(x)\n    a = xp.asarray(a)\n    return xp.zeros(3, dtype=a.dtype)",
        "a = np.asarray(x)\n    return np.zeros(3, dtype=a.dtype)",
        "a = scipy.stats.skew(x)\n    return xp.zeros(3, dtype=a.dtype)",
        "a = x\n    if len(x):\n        a = np.asarray(x)\n    return xp.zeros(3, dtype=a.dtype)",
        "a = np.asarray(x)\n    if is_numpy(xp):\n        return xp.zeros(3, dtype=a.dtype)",
    ],
)
def test_what_is_of_the_namespace_or_of_numpy_alone_is_silent(code: str) -> None:
    found = check(source_from_bytes(f"{HEAD}{code}\n".encode(), Path("/nowhere/a.py"), None), _settings())
    assert not found.diagnostics


def test_what_raised_with_tensors_runs_after_the_fix() -> None:
    code = f"{HEAD}a = np.asarray(x)\n    return xp.asarray(np.sort(a), dtype=a.dtype)\n"
    before: dict[str, Callable[..., Any]] = {}
    after: dict[str, Callable[..., Any]] = {}
    exec(code, before)
    exec(_fixed(code), after)
    given = torch.tensor([2.0, 1.0], dtype=torch.float32)
    with pytest.raises(TypeError):
        before["f"](given, torch)
    assert after["f"](given, torch).tolist() == [1.0, 2.0]
    assert after["f"](given.numpy(), np).dtype == np.float32
