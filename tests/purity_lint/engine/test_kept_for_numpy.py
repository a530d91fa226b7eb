"""Arrays of NumPy's that an object keeps, or a function of the file gives, in code that has a namespace."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.files import from_table
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.source.read import source_from_bytes


def codes(code: str) -> list[str]:
    settings = from_table({"profile": "array-api"}, Settings(root=Path.cwd()), "the test")
    found = check(source_from_bytes(code.encode(), Path("a.py"), None), settings)
    return [one.code for one in found.diagnostics if one.code != "PUR101"]


KEPT = """import numpy as np
from array_api_compat import array_namespace


class Curve:
    def __init__(self, t, c):
        self.xp = array_namespace(t, c)
        self._t = np.ascontiguousarray(t, dtype=np.float64)
        self._c = np.asarray(c)
        self._c = np.moveaxis(self._c, 0, -1)
        if not np.isfinite(self._t).all() or self._c.size == 0:
            raise ValueError("t")

    @property
    def t(self):
        return self.xp.asarray(self._t)

    @property
    def c(self):
        return {}

    def __call__(self, x):
        c = self._c.reshape(self._c.shape[0], -1)
        return self.xp.asarray(np.flip(evaluate(self._t, c)))
"""


def test_arrays_that_an_object_keeps_for_numpy_are_the_hosts() -> None:
    assert codes(KEPT.format("self.xp.asarray(self._c)")) == []


def test_arrays_that_an_object_never_brings_back_are_to_be_ported() -> None:
    assert {"PUR103", "PUR104"} <= set(codes(KEPT.format("self._c")))


@pytest.mark.parametrize(
    ("made", "found"),
    [("np.ascontiguousarray(x)", ["PUR103"]), ("x * 2.0", ["PUR103", "PUR104", "PUR104"])],
)
def test_what_a_function_without_a_namespace_gives_is_numpys(made: str, found: list[str]) -> None:
    code = f"""import numpy as np
from array_api_compat import array_namespace


def _checked(x):
    x = {made}
    return x


def f(x):
    xp = array_namespace(x)
    y = _checked(x)
    return xp.asarray(np.moveaxis(y, 0, -1).reshape(y.size))
"""
    assert codes(code) == found
