"""`x.dtype.type` is a class of NumPy's, by which old code asks what kind of numbers an array holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

SAFE = Settings(root=Path.cwd())
UNSAFE = Settings(root=Path.cwd(), unsafe_fixes=True)
HEAD = "import numpy as np\n\n\ndef f(x: np.ndarray, d, t):\n"


def fixed(line: str, settings: Settings) -> str:
    source = source_from_bytes(f"{HEAD}    {line}\n".encode(), Path("kinds.py"))
    return fix(source, settings).after


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("return issubclass(x.dtype.type, np.integer)", 'ops.isdtype(x.dtype, "integral")'),
        ("return not issubclass(x.dtype.type, np.bool_)", 'not ops.isdtype(x.dtype, "bool")'),
        (
            "return issubclass(x.dtype.type, (np.floating, np.complexfloating))",
            'ops.isdtype(x.dtype, ("real floating", "complex floating"))',
        ),
        (
            "return issubclass(x.dtype.type, (np.inexact, np.floating, np.bool_))",
            'ops.isdtype(x.dtype, ("real floating", "complex floating", "bool"))',
        ),
        ("return x.dtype.type in (np.float32, np.float64)", "ops.dtype(x) in (np.float32, np.float64)"),
        ("return x.dtype.type not in [np.int8]", "ops.dtype(x) not in [np.int8]"),
    ],
)
def test_the_kind_is_asked_of_ops(line: str, wanted: str) -> None:
    assert wanted in fixed(line, SAFE)


@pytest.mark.parametrize("dtype", ["d", "t.dtype"])
def test_it_is_unsafe_where_nothing_says_that_it_is_a_dtype_of_arrays(dtype: str) -> None:
    line = f"return issubclass({dtype}.type, np.floating)"
    assert "isdtype" not in fixed(line, SAFE)
    assert f'ops.isdtype({dtype}, "real floating")' in fixed(line, UNSAFE)


@pytest.mark.parametrize(
    "line",
    [
        "return issubclass(t, np.floating)",
        "return issubclass(type(d), np.floating)",
        "return issubclass(x.dtype.type, np.character)",
        "return issubclass(x.dtype.type, (np.floating, t))",
        "return issubclass(x.dtype.type, np.datetime64)",
        "return x.dtype.type in (np.float32, np.str_)",
    ],
)
def test_other_questions_stay(line: str) -> None:
    assert "isdtype" not in fixed(line, UNSAFE)
    assert "ops.dtype(x)" not in fixed(line, UNSAFE)


def test_a_scalar_of_the_class_is_reported() -> None:
    source = source_from_bytes(f"{HEAD}    return x.dtype.type(0)\n".encode(), Path("kinds.py"))
    assert [d.code for d in check(source, SAFE).diagnostics if d.code != "PUR101"] == ["PUR601", "PUR602"]
