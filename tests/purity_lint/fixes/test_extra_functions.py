"""Functions of `array_api_extra` for those that the standard lacks, if the copy of a package has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import array_api_strict
import numpy as np
import pytest
import torch
from under_profile import fixed

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import read_source

CODE = """import numpy as np


def f(x, y):
    x = np.asarray(x)
    y = np.asarray(y)
    return {}
"""
WRITTEN = [
    ("np.nanmin(x, axis=0)", "xpx.nanmin(x, axis=0, xp=xp)"),
    ("np.nanmax(x, 0)", "xpx.nanmax(x, axis=0, xp=xp)"),
    ("np.nansum(x)", "xpx.nansum(x, xp=xp)"),
    ("np.union1d(x, y)", "xpx.union1d(x, y, xp=xp)"),
    ("np.deg2rad(x)", "xpx.deg2rad(x, xp=xp)"),
    (
        "np.pad(x, 2, mode='constant', constant_values=1)",
        "xpx.pad(x, 2, mode='constant', constant_values=1, xp=xp)",
    ),
    ("np.cov(np.outer(x, y), rowvar=False)", "xpx.cov(xp.linalg.outer(x, y).T, xp=xp)"),
    ("np.cov(x, rowvar=True)", "xpx.cov(x, xp=xp)"),
    ("np.setdiff1d(x, y, assume_unique=True)", "xpx.setdiff1d(x, y, assume_unique=True, xp=xp)"),
    ("np.isin(x, y, assume_unique=True)", "xpx.isin(x, y, assume_unique=True, xp=xp)"),
]


@pytest.mark.parametrize(("before", "after"), WRITTEN)
def test_what_the_standard_lacks_is_taken_from_there(before: str, after: str) -> None:
    text = fixed(CODE.format(before))
    assert text.endswith(f"    return {after}\n")
    assert before in fixed(CODE.format(before), unsafe=False)
    x, y = np.asarray([3.0, 1.0, 2.0, 5.0]), np.asarray([2.0, 7.0])
    spaces: list[dict[str, Any]] = [{}, {}]
    for code, space in zip((CODE.format(before), text), spaces, strict=True):
        exec(code, space)
    wanted = spaces[0]["f"](x, y)
    np.testing.assert_array_equal(spaces[1]["f"](x, y), wanted)
    np.testing.assert_array_equal(spaces[1]["f"](x.tolist(), y.tolist()), wanted)
    for library in (array_api_strict, torch):
        made = spaces[1]["f"](library.asarray(x), library.asarray(y))
        assert type(made) is type(library.asarray(x))
        np.testing.assert_allclose(np.asarray(made), wanted)


def test_what_may_be_a_number_is_made_an_array() -> None:
    text = fixed(
        '''import numpy as np


def f(x, phi):
    """F.

    Parameters
    ----------
    phi : float or array
    """
    x = np.asarray(x)
    return np.exp(x) + np.deg2rad(phi)
'''
    )
    assert "xp.exp(x) + xpx.deg2rad(xp.asarray(phi), xp=xp)\n" in text
    space: dict[str, Any] = {}
    exec(text, space)
    for library in (array_api_strict, torch):
        assert float(space["f"](library.asarray([0.0]), 180.0)[0]) == pytest.approx(1 + np.pi)


@pytest.mark.parametrize(
    "call",
    [
        "np.pad(x, 2, mode='edge')",
        "np.pad(x, 2, y)",
        "np.nanmax(x, axis=0, keepdims=True)",
        "np.partition(x, (1, 2))",
        "np.partition(x, y)",
        "np.cov(x, y)",
    ],
)
def test_arguments_that_it_does_not_take_stay_with_numpy(call: str) -> None:
    assert call in fixed(CODE.format(call))


@pytest.mark.parametrize(
    ("listed", "written"),
    [('["isclose", "sinc"]', "np.nanmin(x, axis=0)"), ('["nanmin"]', "xpx.nanmin(x, axis=0, xp=xp)")],
)
def test_copies_of_packages_are_asked_what_they_have(tmp_path: Path, listed: str, written: str) -> None:
    copy = tmp_path / "package" / "externals" / "array_api_extra"
    copy.mkdir(parents=True)
    (copy / "__init__.py").write_text(f"__all__ = {listed}\n")
    for folder in (copy.parent, copy.parent.parent):
        (folder / "__init__.py").touch()
    file = tmp_path / "package" / "a.py"
    file.write_text(CODE.format("np.nanmin(x, axis=0)"))
    settings = Settings(root=tmp_path, profile="array-api", ops_module="", ops_alias="xp", unsafe_fixes=True)
    assert fix(read_source(file), settings).after.endswith(f"    return {written}\n")


def test_of_copies_that_are_not_there_the_oldest_functions_are_called() -> None:
    head = "from scipy._lib import array_api_extra as xpx\n"
    assert "np.nanmin(x)" in fixed(head + CODE.format("np.nanmin(x)"))
    assert "xpx.sinc(x, xp=xp)" in fixed(head + CODE.format("np.sinc(x)"))


def test_helpers_of_a_package_come_first(tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "_array_api.py").write_text(
        "def array_namespace(*arrays):\n    return arrays[0].__array_namespace__()\n\n\n"
        "def _isin(element, test_elements, xp, assume_unique=False, invert=False):\n    return element\n"
    )
    file = package / "a.py"
    file.write_text(CODE.format("np.isin(x, y, assume_unique=True)"))
    settings = Settings(root=tmp_path, profile="array-api", ops_module="", ops_alias="xp", unsafe_fixes=True)
    assert "_isin(x, y, assume_unique=True, xp=xp)" in fix(read_source(file), settings).after
