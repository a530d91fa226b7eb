"""Numbers and arrays with a unit, as astropy and pint have them."""

from __future__ import annotations

import pytest

import purity_lint

_CODE = """\
{units}
import numpy as np


def metres(radius, focal):
    return np.multiply(focal, np.tan(radius)).to({unit})


def distinct(rows):
    return {{metres(row, 2.0) for row in rows}}
"""


@pytest.mark.parametrize(
    ("units", "unit", "kept"),
    [
        ("import astropy.units as u", "u.m", True),
        ("from astropy import units", "units.m", True),
        ("from unyt import m", "m", True),
        ("import torch", "torch.float64", False),
    ],
)
def test_what_is_converted_to_a_unit_is_no_bare_tensor(units: str, unit: str, kept: bool) -> None:
    """Taken for one, its number was taken without the unit."""
    code = _CODE.format(units=units, unit=unit)
    fixed = purity_lint.fix_source(code, unsafe_fixes=True, isolated=True).source
    assert f"np.tan(radius)).to({unit})" not in fixed
    assert ("{metres(row, 2.0) for row in rows}" in fixed) is kept
