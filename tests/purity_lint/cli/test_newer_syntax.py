"""What a newer Python can read is fixed there, and told in one line elsewhere; files beside it are always handled."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from command_line import NUMPY, Call

NEWER = [
    ((3, 12), "type Row = np.ndarray\n", "type Row = ops.Tensor\n"),
    (
        (3, 12),
        "def f[T: np.ndarray](x: T) -> T:\n    return np.mean(x)\n",
        "def f[T: ops.Tensor](x: T) -> T:\n    return ops.mean(x)\n",
    ),
    (
        (3, 12),
        'def f(x: np.ndarray):\n    return f"{f"{np.mean(x)}"}"\n',
        'def f(x: ops.Tensor):\n    return f"{f"{ops.mean(x)}"}"\n',
    ),
    (
        (3, 13),
        "def f[T = np.ndarray](x: T) -> T:\n    return x\n",
        "def f[T = ops.Tensor](x: T) -> T:\n    return x\n",
    ),
    (
        (3, 14),
        "def f(x: np.ndarray):\n    try:\n        return np.mean(x)\n    except A, B:\n        pass\n",
        "def f(x: ops.Tensor):\n    try:\n        return ops.mean(x)\n    except A, B:\n        pass\n",
    ),
    (
        (3, 14),
        'def f(x: np.ndarray):\n    return np.mean(x), t"{x}"\n',
        'def f(x: ops.Tensor):\n    return ops.mean(x), t"{x}"\n',
    ),
]


@pytest.mark.parametrize(("version", "before", "after"), NEWER)
def test_newer_syntax(project: Path, purity: Call, version: tuple[int, int], before: str, after: str) -> None:
    head = "import numpy as np\n\n\n"
    newer, other = project / "newer.py", project / "other.py"
    newer.write_text(head + before)
    other.write_text(NUMPY)
    result = purity("fix", "--unsafe-fixes", "--output-format", "concise", "newer.py", "other.py")
    assert other.read_text() != NUMPY
    assert result.stderr == ""
    if sys.version_info >= version:
        assert result.exit_code == 0
        assert newer.read_text().endswith(after)
        return
    assert result.exit_code == 1
    (line,) = (line for line in result.stdout.splitlines() if line.startswith("newer.py:"))
    assert ": PUR001 " in line
    assert f"(this syntax needs Python {version[0]}.{version[1]}; purity-lint runs on" in line
    assert newer.read_text() == head + before
