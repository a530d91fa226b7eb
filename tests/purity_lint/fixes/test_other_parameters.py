"""Parameters that hold no arrays are asked for no namespace: what callbacks are given, and dtypes."""

from __future__ import annotations

from pathlib import Path

import pytest
from ported_packages import ported
from under_profile import fixed

IMPORT = "import numpy as np\n\n\n"
PARAMETERS = [
    ("x, f, *args", "return np.exp(x) * f(x, *args) + np.sum(args[0])"),
    ("x, dt", "return np.exp(x) if np.issubdtype(dt, np.floating) else dt.type(x)"),
]


@pytest.mark.parametrize(("given", "body"), PARAMETERS)
def test_what_is_no_array_is_not_asked(given: str, body: str) -> None:
    text = fixed(f"{IMPORT}def f(x, dt):\n    pass\n\n\ndef g({given}):\n    x = np.asarray(x)\n    {body}\n")
    assert "    xp = array_namespace(x) if is_array_api_obj(x) else np_compat\n" in text


def test_a_function_of_dtypes_stays() -> None:
    code = f"{IMPORT}def f(dt):\n    return np.issubdtype(dt, np.signedinteger) and dt.itemsize < 8\n"
    assert fixed(code) == code


def test_what_is_called_is_on_no_device(tmp_path: Path) -> None:
    helpers = "\ndef array_namespace(*arrays): ...\ndef xp_device(x): ...\n"
    code = (
        f"{IMPORT}from .lapack import routines\n\n\ndef f(x):\n    x = np.asarray(x)\n"
        "    (solve,) = routines(x)\n    y = np.zeros((3, x.shape[0]), dtype=solve.dtype)\n"
        "    return solve(np.exp(x) + y)\n"
    )
    assert "dtype=solve.dtype, device=xp_device(x))" in ported(tmp_path, code, helpers)
