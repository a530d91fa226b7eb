"""Functions of SciPy's that ask their arrays for a namespace give arrays of the same library."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.files import from_table
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.source.read import source_from_bytes

CODE = """from array_api_compat import array_namespace
from scipy.stats import {name}


def link(y):
    xp = array_namespace(y)
    y = xp.asarray(y)
    return xp.log(y / {name}(y)[:, None])
"""


@pytest.mark.parametrize(
    ("name", "reported"), [("hmean", False), ("zscore", False), ("gaussian_kde", True), ("tiecorrect", True)]
)
def test_statistics_that_ask_their_arrays_are_silent(name: str, reported: bool) -> None:
    settings = from_table({"profile": "array-api"}, Settings(root=Path("/nowhere")), "the test")
    source = source_from_bytes(CODE.format(name=name).encode(), Path("/nowhere/a.py"), None)
    assert ("PUR105" in [found.code for found in check(source, settings).diagnostics]) is reported
