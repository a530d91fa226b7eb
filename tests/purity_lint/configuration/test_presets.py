"""What a preset leaves out by the names of files, and what it looks at beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.files import from_table
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.source.read import source_from_bytes

MINIMIZER = b"""import numpy as np
from scipy._lib._array_api import array_namespace


def minimize(fun, x0, bound):
    xp = array_namespace(x0)
    x0 = xp.astype(x0, xp.float64)
    return np.clip(x0, bound[0], bound[1])
"""


@pytest.mark.parametrize("path", ["scipy/optimize/_numdiff.py", "scipy/optimize/_lsq/dogbox.py"])
def test_no_file_of_scipy_is_left_out_by_the_name_of_what_it_computes(path: str) -> None:
    settings = from_table({"preset": "scipy"}, Settings(root=Path.cwd()), "here")
    source = source_from_bytes(MINIMIZER, Path.cwd() / path, None)
    assert [d.code for d in check(source, settings).diagnostics] == ["PUR103"]
    asking = MINIMIZER.replace(b"xp.astype(x0, xp.float64)", b'x0 if xp.isdtype(x0.dtype, "real") else None')
    source = source_from_bytes(asking, Path.cwd() / path, None)
    assert not check(source, settings).diagnostics
