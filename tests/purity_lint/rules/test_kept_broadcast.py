"""`z = np.broadcast(x, y)`, which is asked for its shape below."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

HEAD = "import numpy as np\n\n\ndef f(x: np.ndarray, y: np.ndarray):\n"
SAFE = Settings(root=Path.cwd(), select=("PUR103",))


def written(body: str) -> str:
    code = HEAD + "".join(f"    {line}\n" for line in body.split("; "))
    outcome = fix(source_from_bytes(code.encode(), Path("a.py"), None), SAFE)
    assert not outcome.errors
    return outcome.after


@pytest.mark.parametrize(
    "uses",
    [
        "return z.shape + (1,), z.ndim",
        "u = z.shape; z = x; return z, u",
        "u = z.shape; z, v = x, 1; return z, u, v",
    ],
)
def test_what_is_asked_for_its_shape_alone_is_an_array(uses: str) -> None:
    assert "z = ops.broadcast_arrays(x, y)[0]\n" in written(f"z = np.broadcast(x, y); {uses}")


@pytest.mark.parametrize(
    "body",
    [
        "z = np.broadcast(x, y); return list(z)",
        "z = np.broadcast(x, y); z.reset(); return z.shape",
        "z = np.broadcast(x, y); return lambda: z.shape",
        "z = np.broadcast(x, 2); return z.shape",
        "z = np.broadcast(x, y); return x",
        "while x.any(): z = np.broadcast(x, y)",
        "z, v = np.broadcast(x, y), 1; return z.shape",
    ],
)
def test_the_iterator_stays_where_it_is_used_otherwise(body: str) -> None:
    assert "np.broadcast(" in written(body)
