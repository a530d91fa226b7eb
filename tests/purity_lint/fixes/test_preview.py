"""What editors and JSON show of a fix is all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.source.edits import apply_edits
from purity_lint.source.read import source_from_bytes

CASES = {
    "PUR211": (
        "import numpy as np\n\n\ndef fill(u):\n    u[0] = 1\n\n\n"
        "def run(n):\n    u = np.zeros(n)\n    fill(u)\n    return u\n",
        "    u[0] = 1\n    return u\n",
    ),
    "PUR212": (
        "import numpy as np\n\ntotal = np.zeros(3)\n\n\ndef add(i, v):\n    total[i] += v\n",
        "def add(i, v):\n    global total\n    total[i] += v\n",
    ),
}


@pytest.mark.parametrize("code", CASES)
def test_statements_that_a_function_gains_are_shown(code: str) -> None:
    text, expected = CASES[code]
    source = source_from_bytes(text.encode(), Path("m.py"))
    (found,) = [d for d in check(source, Settings(), edits=True).diagnostics if d.code == code]
    assert found.fix is not None
    assert expected in apply_edits(text, found.fix.edits)
