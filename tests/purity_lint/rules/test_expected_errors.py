"""A read that is expected to raise IndexError: JAX and MLX raise none, `ops.getitem` does."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes


def fixed(body: str) -> str:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    code = f"from contextlib import suppress\n\nfrom emberops import ops\n\n\ndef f(x: ops.Tensor, i: int):\n{lines}\n"
    return fix(source_from_bytes(code.encode(), Path("reads.py")), Settings(root=Path.cwd())).after


@pytest.mark.parametrize(
    "body",
    [
        "try:\n    return x[i]\nexcept IndexError:\n    return None",
        "try:\n    for k in range(i):\n        y = x[k, :]\nexcept (KeyError, IndexError):\n    y = 0\nreturn y",
        "try:\n    return float(x[i + 1])\nexcept LookupError:\n    return None",
        "with suppress(IndexError):\n    return x[i]\nreturn None",
    ],
)
def test_it_goes_through_the_operation(body: str) -> None:
    assert "ops.getitem(x, " in fixed(body)


@pytest.mark.parametrize(
    "body",
    [
        "return x[i]",
        "try:\n    return x[i]\nexcept Exception:\n    return None",
        "try:\n    return x[i]\nexcept ValueError:\n    return None",
        "try:\n    return x[1:i], x[..., None]\nexcept IndexError:\n    return None",
        "try:\n    i = int(i)\nexcept IndexError:\n    return x[i]\nelse:\n    return x[0]",
        "try:\n    g = lambda: x[i]\nexcept IndexError:\n    g = None\nreturn g",
        "with suppress(KeyError):\n    return x[i]\nreturn None",
        "rows = [g(x) for g in i]\ntry:\n    return [float(r[0]) for r in rows]\nexcept IndexError:\n    return x",
        "names = ['a', 'b']\ntry:\n    return names[i], x.shape[i]\nexcept IndexError:\n    return None",
    ],
)
def test_other_reads_stay(body: str) -> None:
    assert "getitem" not in fixed(body)
