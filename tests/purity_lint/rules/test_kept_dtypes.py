"""Questions about a tensor's dtype that a name keeps, or that `np.result_type` gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

SAFE = Settings(root=Path.cwd())
UNSAFE = Settings(root=Path.cwd(), unsafe_fixes=True)
HEAD = "import numpy as np\n\n\ndef f(x: np.ndarray, y: np.ndarray, d, n):\n"


def fixed(body: str, settings: Settings) -> str:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return fix(source_from_bytes(f"{HEAD}{lines}\n".encode(), Path("kinds.py")), settings).after


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ('k = x.dtype\nreturn k.kind == "f"', 'ops.isdtype(k, "real floating")'),
        ('k = x.dtype\nreturn k.kind not in "iu"', 'not ops.isdtype(k, "integral")'),
        ("k = x.dtype\nreturn k.name", "ops.dtype(k).name"),
        ("k = x.dtype\nreturn k.type is np.float32", "ops.dtype(k) == "),
        ('return np.result_type(x, y).kind == "c"', 'ops.isdtype(ops.result_type(x, y), "complex floating")'),
        ('k = np.promote_types(x.dtype, y.dtype)\nreturn k.kind == "b"', 'ops.isdtype(k, "bool")'),
        ('k = x.dtype\nif n:\n    k = y.dtype\nreturn k.kind == "f"', 'ops.isdtype(k, "real floating")'),
    ],
)
def test_it_is_asked_of_ops(body: str, wanted: str) -> None:
    assert wanted in fixed(body, SAFE)


@pytest.mark.parametrize(
    "body",
    [
        "return d.kind == 'f'",
        "k = np.dtype(d)\nreturn k.kind == 'f', k.name",
        "d = x.dtype if d is None else d\nreturn d.kind == 'f'",
        "k = x.dtype\nif n:\n    k = np.dtype(n)\nreturn k.kind == 'f'",
        "x = d.open()\nreturn x.name, x.kind",
        "k = x.dtype\nreturn hasattr(k, 'kind') and k.kind == 'f'",
    ],
)
def test_other_names_stay(body: str) -> None:
    after = fixed(body, UNSAFE)
    assert "isdtype" not in after
    assert "ops.dtype(" not in after


def test_what_has_no_fix_is_reported() -> None:
    source = source_from_bytes(f"{HEAD}    k = x.dtype\n    return k.type(n)\n".encode(), Path("kinds.py"))
    assert "`k.type` is a class of NumPy's; use `ops.dtype`" in {
        d.message for d in check(source, SAFE).diagnostics
    }
