"""Code that is for one library by what is around it: solvers, optional imports, names that are asked for."""

from __future__ import annotations

from functools import partial

import pytest
import reported_codes

found = partial(reported_codes.found, extend_select=("PUR803",))

HEAD = """import numpy as np
from scipy import optimize
from array_api_compat import array_namespace


def f(x, rates, solver, name):
    xp = array_namespace(x)
    y = xp.exp(x)
"""


def body(text: str) -> str:
    """``text`` as the rest of a function that has a namespace."""
    return HEAD + "".join(f"    {line}\n" for line in text.splitlines())


@pytest.mark.parametrize(
    ("test", "branch", "codes"),
    [
        ('solver == "sag"', "return run(y.ravel())", []),
        ('solver in ["sag", "saga"]', "return run(y.ravel())", []),
        ('solver == "sag" and name', "return run(y.ravel())", []),
        ('name == "sag"', "return run(y.ravel())", ["PUR104"]),
        ("solver == name", "return run(y.ravel())", ["PUR104"]),
        ('solver == "sag"', "return xp.exp(y.ravel())", ["PUR104"]),
    ],
)
def test_a_solver_that_uses_nothing_of_the_namespace_is_for_numpy(
    test: str, branch: str, codes: list[str]
) -> None:
    assert found(body(f"if {test}:\n    {branch}\nreturn y")) == codes
    assert found(body(f"if {test}:\n    return y\nelse:\n    {branch}")) == (["PUR104"])


@pytest.mark.parametrize(
    ("asked", "codes"), [("put_along_axis", []), ("take_along_axis", ["PUR104"]), ("exp", ["PUR104"])]
)
def test_a_namespace_that_has_more_than_the_standard_has_numpys_methods(asked: str, codes: list[str]) -> None:
    code = f"if hasattr(xp, '{asked}'):\n    xp.{asked}(y, y.copy())\nreturn y"
    assert [c for c in found(body(code)) if c == "PUR104"] == codes


def test_what_an_optimizer_hands_on_is_not_converted() -> None:
    start = "start = np.zeros(3)\n"
    assert "PUR105" not in found(body(f"{start}return optimize.minimize(run, start, args=(x, y)), y"))
    assert "PUR105" not in found(body(f"{start}return optimize.minimize(run, start, (x, y)), y"))
    assert "PUR105" in found(body("return optimize.minimize(run, y, args=(x, y)), y"))


@pytest.mark.parametrize(
    ("code", "codes"),
    [
        ("n = len(rates)\nreturn y, [r for r in rates], n", []),
        ("n = len(rates)\nreturn y, xp.asarray(rates), n", []),
        ("n = len(rates)\nreturn y + xp.exp(rates), n", ["PUR205"]),
        ("n = len(x)\nreturn y, n", ["PUR205"]),
        ("rates = xp.asarray(rates)\nn = len(rates)\nreturn y, n", ["PUR205"]),
    ],
)
def test_the_length_of_what_is_no_array_of_the_namespace_is_asked_for(code: str, codes: list[str]) -> None:
    documented = body(code).replace(
        "    xp =",
        '    """F.\n\n    Parameters\n    ----------\n    rates : array_like\n    """\n    xp =',
        1,
    )
    assert [c for c in found(documented) if c == "PUR205"] == codes


@pytest.mark.parametrize(
    ("code", "codes"),
    [
        ("if not isinstance(x, np.ndarray):\n    x = xp.asarray(x)\nreturn y", []),
        ("if name and not isinstance(x, np.ndarray):\n    x = xp.asarray(x)\nreturn y", []),
        ("if name or not isinstance(x, np.ndarray):\n    x = xp.asarray(x)\nreturn y", ["PUR502"]),
        ("if not isinstance(x, np.ndarray):\n    x = xp.exp(x)\nreturn y", ["PUR502"]),
        ("if isinstance(rates, np.random.Generator):\n    return y\nreturn x", []),
    ],
)
def test_a_question_before_a_conversion_is_about_numpys_arrays(code: str, codes: list[str]) -> None:
    assert found(body(code)) == codes


def test_a_part_of_what_numpy_gave_of_its_own_arrays_is_numpys() -> None:
    taken = "host = np.asarray(x)\nlow = host - 1\nplaces = np.where(np.min(low, axis=1) < 0)[0]\n"
    assert found(body(f"{taken}return xp.asarray(places)")) == []
    assert found(body("return np.where(np.min(y, axis=1) < 0)[0]")) == ["PUR103", "PUR103"]
    assert found(body("a = np.r_[1, -rates]\nreturn xp.asarray(a.astype(float)), y")) == []
    assert "PUR104" in found(body("a = np.r_[1, -y]\nreturn xp.asarray(a.astype(float)), y"))


def test_masked_arrays_are_numpys_on_purpose() -> None:
    code = "log = np.ma.log if isinstance(x, np.ma.MaskedArray) else xp.log\nreturn log(y)"
    assert found(body(code)) == []


def test_text_and_objects_have_no_device() -> None:
    made = "xp.ones(3, dtype=xp.bool)"
    assert found(body(f"if not xp.isdtype(x.dtype, 'numeric'):\n    return {made}\nreturn y")) == []
    assert found(body(f"return {made}")) == ["PUR803"]


OPTIONAL = """import numpy as np
from keras import ops

try:
    import tensorflow as tf
except ImportError:
    tf = None


def f(x):
    if x.shape.rank == 0:
        x = tf.expand_dims(x, 0)
    return np.exp(x)


def g(x):
    return np.exp(ops.abs(x))
"""


def test_what_uses_a_library_that_may_be_missing_is_for_that_library() -> None:
    assert found(OPTIONAL, "keras", "everything") == ["PUR101", "PUR103"]
    needed = OPTIONAL.replace(
        "try:\n    import tensorflow as tf\nexcept ImportError:\n    tf = None", "import tensorflow as tf"
    )
    assert len(found(needed, "keras", "everything")) > 4
    assert "PUR505" in found(OPTIONAL, "emberops", "everything")


def test_a_length_where_an_array_is_wanted_is_no_array_by_its_shape_either() -> None:
    code = body("y[0] = 1\nreturn xp.exp(len(y))")
    assert [c for c in found(code) if c in {"PUR110", "PUR205"}] == ["PUR110"]


@pytest.mark.parametrize(
    ("statement", "codes"),
    [
        ("if isinstance(x, np.matrix):\n    y = y.reshape(3, 1)\nreturn y", []),
        ("if not isinstance(x, np.matrix):\n    y = y.reshape(3, 1)\nreturn y", ["PUR104"]),
        ("if str(name) == 'numpy':\n    y = y.reshape(3, 1)\nreturn y", []),
        ("if str(name) == 'other':\n    y = y.reshape(3, 1)\nreturn y", ["PUR104"]),
        ("try:\n    n = len(y)\nexcept TypeError:\n    n = 1\nreturn y * n", []),
        ("try:\n    n = len(y)\nexcept ValueError:\n    n = 1\nreturn y * n", ["PUR205"]),
    ],
)
def test_matrices_names_of_libraries_and_questions_for_a_length(statement: str, codes: list[str]) -> None:
    assert [c for c in found(body(statement)) if c != "PUR502"] == codes
