"""Functions of SciPy's that ask their arrays for a namespace give arrays of the same library."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.files import from_table
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.fix import fix
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


OF_SCIPY = """import numpy as np
from scipy import fft, ndimage, special
{import_}

def power(x):
    x = np.asarray(x)
    return np.abs({call}) ** 2
"""


def told(code: str, path: str = "/nowhere/a.py", profile: str = "array-api") -> list[str]:
    """Return the first words of what PUR105 says."""
    settings = from_table({"profile": profile}, Settings(root=Path("/nowhere")), "the test")
    found = check(source_from_bytes(code.encode(), Path(path), None), settings).diagnostics
    return [one.message.split("`")[1] for one in found if one.code == "PUR105"]


def fixed(code: str) -> str:
    table = {"profile": "array-api", "unsafe-fixes": True}
    settings = from_table(table, Settings(root=Path("/nowhere")), "the test")
    return fix(source_from_bytes(code.encode(), Path("/nowhere/a.py"), None), settings).after


@pytest.mark.parametrize(
    "call",
    ["fft.rfft(x)", "fft.dct(x, axis=0)", "special.expit(x)", "special.logsumexp(x)", "ndimage.sobel(x)"],
)
@pytest.mark.parametrize("import_", ["", "from array_api_compat import array_namespace\n"])
def test_functions_for_any_library_hold_no_function_back(call: str, import_: str) -> None:
    code = OF_SCIPY.format(call=call, import_=import_)
    assert not told(code)
    assert f"return xp.abs({call}) ** 2" in fixed(code)
    assert told(code, profile="emberops") == [call.partition("(")[0]]


@pytest.mark.parametrize("call", ["fft.next_fast_len(x)", "ndimage.label(x)[0]", "special.comb(x, 2)"])
def test_functions_for_numpy_are_reported(call: str) -> None:
    assert told(OF_SCIPY.format(call=call, import_="")) == [call.partition("(")[0]]


def test_a_list_of_arrays_becomes_an_array_of_numpys() -> None:
    assert told(OF_SCIPY.format(call="fft.rfft([x, x])", import_="")) == ["fft.rfft"]


def test_a_package_calls_the_function_that_it_has_itself(tmp_path: Path) -> None:
    package = tmp_path / "pkg"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "_array_api.py").write_text("def _expit(x, xp=None):\n    return 1 / (1 + xp.exp(-x))\n")
    code = OF_SCIPY.format(call="special.expit(x)", import_="")
    assert told(code, str(package / "a.py")) == ["special.expit"]
