"""Fixes that uncover one another are all made in one run: the next one finds nothing to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.findings.diagnostics import Evidence
from purity_lint.source.read import source_from_text

EVERYTHING = Settings(root=Path.cwd(), select=("ALL",), confidence=Evidence.SUSPECTED, unsafe_fixes=True)
START = "import numpy as np\n\nm: MaskedArray[np.complex128] = np.array([1j])\nvalues = [1]\n"


@pytest.mark.parametrize("length", [1, 4, 6, 14])
def test_a_second_run_changes_nothing(length: int) -> None:
    code = START + "m *= values\n" * length + "m **= values\n"
    once = fix(source_from_text(code), EVERYTHING).after
    assert "m **= values" not in once
    assert fix(source_from_text(once), EVERYTHING).after == once
