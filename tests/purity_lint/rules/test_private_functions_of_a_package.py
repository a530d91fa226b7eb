"""What a private function of SciPy gives, in SciPy's own files: its arrays are those that it was given."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.knowledge.profiles import PROFILES
from purity_lint.source.read import source_from_bytes

CODE = """\
import numpy as np
from scipy import linalg
from scipy._lib._array_api import array_namespace
from scipy.stats._axis import _broadcast, _fast


def f(x, y):
    xp = array_namespace(x, y)
    x, y = xp.asarray(x), xp.asarray(y)
    x, y = {made}
    return np.sum(y, axis=1)
"""


def flagged(folder: Path, made: str, *, within: bool) -> bool:
    """Whether `np.sum` is, in a package with SciPy's name or another one."""
    package = folder / ("scipy" if within else "other")
    for part in ("stats", "_lib"):
        (package / part).mkdir(parents=True)
        (package / part / "__init__.py").touch()
    (package / "__init__.py").touch()
    (package / "stats" / "_fast.pyx").touch()
    profile = PROFILES["array-api"]
    settings = Settings(root=folder, profile="array-api", ops_module=profile.module, ops_alias="xp")
    code = CODE.format(made=made).replace("_axis import _broadcast, _fast", "_axis import _broadcast")
    if "_fast" in made:
        code = code.replace("_axis import _broadcast", "_fast import _fast")
    source = source_from_bytes(code.encode(), package / "stats" / "_e.py", None)
    return any(finding.code == "PUR103" for finding in check(source, settings).diagnostics)


def test_what_it_gives_is_asked_about(tmp_path: Path) -> None:
    assert flagged(tmp_path, "_broadcast((x, y), axis=None)", within=True)


@pytest.mark.parametrize(
    ("made", "within"),
    [
        ("_broadcast((x, y), axis=None)", False),
        ("linalg.svd(x), linalg.svd(y)", True),
        ("_fast(x, y)", True),
    ],
)
def test_what_is_numpys_all_the_same(tmp_path: Path, made: str, *, within: bool) -> None:
    assert not flagged(tmp_path, made, within=within)
