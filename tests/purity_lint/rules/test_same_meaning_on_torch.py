"""A safe fix keeps what code does on PyTorch's tensors: every call is run before and after, and must give the same."""

from __future__ import annotations

import ast
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch_calls import CALLS

from emberops import ops, use_backend
from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

LINES = CALLS.splitlines()
ONLY_TORCH_RAISES = {"torch.meshgrid"}
"""Functions of which PyTorch refuses what the operation takes: tensors of several dtypes."""


def _arguments() -> dict[str, torch.Tensor]:
    generator = torch.Generator().manual_seed(0)

    def drawn(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=generator, dtype=torch.float64)

    return {
        "x": drawn(3, 4),
        "y": drawn(3, 4),
        "m": drawn(3, 3),
        "s": torch.tensor([[2.0, 1, 0], [1, 3, 1], [0, 1, 4]], dtype=torch.float64),
        "p": torch.tensor([0.5, 2, 3, -1], dtype=torch.float64),
        "i": torch.tensor([3, 1, 2, 0, 5]),
        "b": torch.tensor([True, False, True]),
        "t": drawn(2, 3, 4),
        "c": drawn(2, 3),
        "k": torch.tensor([[0, 1], [2, 3], [1, 0]]),
        "h": torch.tensor([1, 2, 3], dtype=torch.int32),
    }


@cache
def _fixed() -> list[str]:
    """What all the safe fixes make of each call."""
    names = ", ".join(f"{name}: torch.Tensor" for name in _arguments())
    functions = "".join(f"def call_{n}({names}):\n    return {line}\n\n\n" for n, line in enumerate(LINES))
    source = source_from_bytes(f"import torch\n\n\n{functions}".encode(), Path("example.py"), None)
    outcome = fix(source, Settings(root=Path.cwd()))
    assert not outcome.errors, outcome.errors
    found = [n for n in ast.parse(outcome.after).body if isinstance(n, ast.FunctionDef)]
    return [
        ast.unparse(f.body[-1].value)
        for f in found
        if isinstance(f.body[-1], ast.Return) and f.body[-1].value
    ]


def _changed() -> list[tuple[str, str]]:
    pairs = zip(LINES, _fixed(), strict=True)
    return [(before, after) for before, after in pairs if ast.unparse(ast.parse(before)) != after]


def test_most_calls_have_a_safe_fix() -> None:
    assert len(_changed()) > len(LINES) / 2


@pytest.mark.parametrize(("before", "after"), _changed(), ids=[before for before, _ in _changed()])
def test_a_safe_fix_keeps_the_result(before: str, after: str) -> None:
    expected, result = _outcome(before), _outcome(after)
    if isinstance(expected, Exception) and before.partition("(")[0] in ONLY_TORCH_RAISES:
        return
    _assert_same(expected, result)


def _outcome(code: str) -> Any:
    with warnings.catch_warnings(), use_backend("torch"):
        warnings.simplefilter("ignore")
        try:
            return eval(code, {"torch": torch, "ops": ops}, _arguments())
        except Exception as error:  # whatever it is: the other call is to raise as well
            return error


def _assert_same(expected: Any, result: Any) -> None:
    if isinstance(expected, Exception):
        assert isinstance(result, Exception)
    elif isinstance(expected, torch.Tensor):
        assert isinstance(result, torch.Tensor)
        assert result.dtype == expected.dtype
        torch.testing.assert_close(result, expected, rtol=1e-6, atol=1e-9, equal_nan=True)
    elif isinstance(expected, tuple | list):
        assert isinstance(result, tuple) == isinstance(expected, tuple)
        assert not getattr(type(expected), "_fields", ()) or type(result) is type(expected)
        assert len(result) == len(expected)
        for one, other in zip(expected, result, strict=True):
            _assert_same(one, other)
    elif isinstance(expected, np.ndarray):
        assert type(result) is type(expected)
        np.testing.assert_array_equal(result, expected, strict=True)
    else:
        assert type(result) is type(expected)
        assert result == pytest.approx(expected) if isinstance(expected, float) else result == expected
