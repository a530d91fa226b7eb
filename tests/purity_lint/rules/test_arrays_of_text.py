"""PUR103: an array that is compared with a text holds texts, and stays NumPy's."""

from __future__ import annotations

import pytest
from snippets import Fixed

_CODE = "import numpy as np\nfrom emberops import ops\n\n\ndef f(tide, x):\n    {line}\n"


@pytest.mark.parametrize(
    "line",
    [
        "return np.array(tide.names) != 'Z0'",
        "return 'M2' == np.asarray(tide.names)",
        "names = np.array(tide.names); return names == 'M2', x",
        "names = np.asarray(tide.names); return 'M2' in names, x",
    ],
)
def test_it_stays(fixed: Fixed, line: str) -> None:
    code = _CODE.format(line=line)
    assert fixed(code, "PUR103", unsafe=True) == code


@pytest.mark.parametrize(
    "line",
    [
        "return np.array(tide.values) != 2",
        "return np.array(tide.values) if tide.name == 'M2' else x",
        "names = np.array(tide.values); other = 'M2'; return other == 'M2', names",
    ],
)
def test_others_do_not(fixed: Fixed, line: str) -> None:
    code = _CODE.format(line=line)
    assert fixed(code, "PUR103", unsafe=True) == code.replace("np.array", "ops.array")
