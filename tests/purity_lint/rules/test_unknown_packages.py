"""A package of which nothing is known computes in NumPy, if the code makes NumPy's arrays for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from fixed_programs import fixed_project
from snippets import Fixed, Report

_PROGRAM = """\
import numpy as np
from geodist import geodesic


def f(lat, lon, a: float):
    height = np.sin(lat)
    {body}
"""
_WRITTEN = (
    (
        "return geodesic.distance(np.asarray(lat), height, a)",
        "return ops.from_numpy(geodesic.distance(ops.to_numpy(lat), ops.to_numpy(height), a))",
    ),
    (
        "u, v = geodesic.reckon(np.asarray(lat), lon, scale=height)\n    return u, v",
        "u, v = map(ops.from_numpy, geodesic.reckon(ops.to_numpy(lat), lon, scale=ops.to_numpy(height)))",
    ),
    (
        "geodesic.check(np.asarray(lat), height)\n    return height",
        "    geodesic.check(ops.to_numpy(lat), ops.to_numpy(height))",
    ),
    (
        "return geodesic.distance(np.array([1.0, a]))[0]",
        "return ops.from_numpy(geodesic.distance(ops.to_numpy(",
    ),
)


@pytest.mark.parametrize(("body", "written"), _WRITTEN)
def test_arrays_are_handed_over_and_taken_back(body: str, written: str, fixed: Fixed) -> None:
    given = fixed(_PROGRAM.format(body=body), "PUR103", "PUR105", unsafe=True)
    assert given.count(", writable=True") == given.count("ops.to_numpy(")
    plainly = given.replace(", writable=True", "")
    assert written in plainly.replace("(\n        ", "(").replace("\n    )", ")")


def test_the_array_made_for_it_stays_numpys(fixed: Fixed) -> None:
    given = fixed(_PROGRAM.format(body=_WRITTEN[0][0]), "PUR103", "PUR105")
    assert "geodesic.distance(np.asarray(lat), height, a)" in given


def test_other_calls_of_the_package_are_too(fixed: Fixed) -> None:
    body = "geodesic.check(np.asarray(lat))\n    return geodesic.distance(height, lon, a)"
    given = fixed(_PROGRAM.format(body=body), "PUR103", "PUR105", unsafe=True)
    assert "return ops.from_numpy(geodesic.distance(ops.to_numpy(height, writable=True), lon, a))" in given


def test_arrays_of_numpys_code_are_handed_over(fixed: Fixed) -> None:
    body = "if geodesic.check(height):\n        return geodesic.distance(height)\n    return geodesic.name(a)"
    given = fixed(_PROGRAM.format(body=body).replace("f(lat,", "f(lat: np.ndarray,"), unsafe=True)
    assert "if geodesic.check(ops.to_numpy(height, writable=True)):" in given
    assert "return geodesic.name(a)" in given


def test_what_tests_call_is_what_they_test(tmp_path: Path) -> None:
    body = _PROGRAM.format(body="return geodesic.distance(height)")
    assert "geodesic.distance(height)" in fixed_project(tmp_path, {"test_geodist": body})["test_geodist"]


def test_nothing_tells_what_is_given_tensors_of_ops(report: Report) -> None:
    program = (
        "from emberops import ops\nfrom geodist import geodesic\n\n\n"
        "def f(x: ops.Tensor):\n    return geodesic.distance(x)\n"
    )
    assert not report(program, "PUR105")
    assert not report("import torch\n" + program.replace("ops", "torch").replace("ember", ""), "PUR105")


_LEFT = (
    "from geodist import Thing\n\nreturn Thing(np.asarray(lat), height)",
    "from einops import rearrange\n\nreturn rearrange(np.asarray(lat), 'a b -> b a')",
    "from geodist import solve\n\nreturn solve(np.asarray(lat), lambda v: v + height)",
    "from .geodist import solve\n\nreturn solve(np.asarray(lat), height)",
)


@pytest.mark.parametrize("program", _LEFT)
def test_what_may_take_any_array_is_left_alone(program: str, fixed: Fixed) -> None:
    head, _, body = program.partition("\n\n")
    given = fixed(
        _PROGRAM.format(body=body).replace("from geodist import geodesic", head), "PUR105", unsafe=True
    )
    assert "to_numpy" not in given


@pytest.mark.parametrize(
    "called", ["Path.given", "Path.made", "geodist.Path.given", "length", "geodist.length"]
)
def test_code_of_the_project_is_none_of_others(tmp_path: Path, called: str) -> None:
    files = {
        "geodist": """\
class Path:
    @staticmethod
    def given(x):
        return x

    @classmethod
    def made(cls, x):
        return x


def length(x):
    return x
""",
        "test_geodist": f"""\
import geodist
import numpy as np
from geodist import Path, length


def test(n):
    {called}(np.asarray(n))
    return {called}(np.ones(3))
""",
    }
    assert f"return {called}(ops.ones(3))" in fixed_project(tmp_path, files)["test_geodist"]
