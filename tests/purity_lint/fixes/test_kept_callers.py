"""Safe fixes in the words of the array API standard and of Keras: what may be meant as it stands, stays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.fix import fix
from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.knowledge.profiles import PROFILES
from purity_lint.source.read import source_from_bytes

HEAD = "from typing import Any\n\nimport mlx.core as mx\nimport numpy as np\n\n"
ACCESSOR = f"{HEAD}from array_api_compat import array_namespace\n\n"


def _settings(name: str = "array-api") -> Settings:
    profile = PROFILES[name]
    return Settings(root=Path.cwd(), profile=profile.name, ops_module=profile.module, ops_alias=profile.alias)


def _fixed(code: str, head: str = ACCESSOR, profile: str = "array-api") -> str:
    outcome = fix(source_from_bytes((head + code).encode(), Path("m.py"), None), _settings(profile))
    assert not outcome.errors
    return outcome.after[outcome.after.index("def f") :]


def _found(code: str) -> list[Diagnostic]:
    found = check(source_from_bytes((ACCESSOR + code).encode(), Path("m.py"), None), _settings())
    assert not found.errors
    return [each for each in found.diagnostics if each.span.line > ACCESSOR.count("\n")]


@pytest.mark.parametrize(
    "code",
    [
        # what is brought to the host, or made there, by code that has a namespace
        "def f(x):\n    xp = array_namespace(x)\n    return np.asarray(x), xp.sum(x)\n",
        "def f(x, names):\n    xp = array_namespace(x)\n    return xp.sum(x), np.array(names)\n",
        "def f(x, path):\n    xp = array_namespace(x)\n    w = np.loadtxt(path)\n    return xp.sum(x), np.any(w)\n",
        # a library that is called for arrays of its own
        "def f(x, fast):\n    xp = array_namespace(x)\n    return mx.moveaxis(x, 0, 1) if fast else xp.sum(x)\n",
        # how a result lies in memory
        "def f(x: np.ndarray):\n    return np.ascontiguousarray(x)\n",
        # parameters that may be lists, or arrays of another library
        "def f(groups: list[list[int]]):\n    return [np.any(np.asarray(g) < 0) for g in groups]\n",
        "def f(x: np.ndarray, y: Any):\n    return np.result_type(np.asarray(x), np.asarray(y))\n",
        # text
        'def f(x: np.ndarray):\n    return x.astype("U")\n',
        # another package that the file does not have
        "def f(x: np.ndarray):\n    return np.atleast_2d(x)\n",
    ],
)
def test_what_may_be_meant_so_stays(code: str) -> None:
    assert _fixed(code) == code


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def f(x: np.ndarray):\n    return np.cumsum(x, axis=0)\n",
            "def f(x: np.ndarray):\n    xp = array_namespace(x)\n    return xp.cumulative_sum(x, axis=0)\n",
        ),
        (
            "def f(x: np.ndarray):\n    return np.reshape(x, -1)\n",
            "def f(x: np.ndarray):\n    xp = array_namespace(x)\n    return xp.reshape(x, (-1,))\n",
        ),
        (
            "def f(x: np.ndarray):\n    return np.take(x, [0, 1], axis=0)\n",
            "def f(x: np.ndarray):\n    xp = array_namespace(x)\n"
            "    return xp.take(x, xp.asarray([0, 1]), axis=0)\n",
        ),
        (
            "def f(x: np.ndarray):\n    xp = array_namespace(x)\n    return xp.abs(x[:, [0, 1]])\n",
            "def f(x: np.ndarray):\n    xp = array_namespace(x)\n"
            "    return xp.abs(xp.take(x, xp.asarray([0, 1]), axis=1))\n",
        ),
        (
            "def f(x: np.ndarray):\n    xp = array_namespace(x)\n    return xp.sum(np.exp(x))\n",
            "def f(x: np.ndarray):\n    xp = array_namespace(x)\n    return xp.sum(xp.exp(x))\n",
        ),
    ],
)
def test_what_is_sure_is_fixed(before: str, after: str) -> None:
    assert _fixed(before) == after


@pytest.mark.parametrize(
    ("imported", "taken", "written"),
    [
        ("array_api_compat", "xp = np if is_numpy_array(x) else get_namespace(x)", "xp ="),
        ("array_api_compat", "xp = get_namespace(x)", "xp ="),
        ("somewhere", "xp = get_namespace(x)", "xp ="),
        ("somewhere", "xp, _ = get_namespace(x)", "xp, _ ="),
    ],
)
def test_an_accessor_is_taken_as_the_file_takes_it(imported: str, taken: str, written: str) -> None:
    head = f"{HEAD}from {imported} import get_namespace\n\n"
    code = f"def f(x):\n    {taken}\n    return xp.sum(x)\n\n\ndef g(x: np.ndarray):\n    return np.exp(x)\n"
    assert f"{written} get_namespace(x)\n    return xp.exp(x)\n" in _fixed(code, head)


@pytest.mark.parametrize(
    "code",
    [
        "def f(x, cond):\n    xp = array_namespace(x)\n    m = np if cond else xp\n    return m.astype(x, xp.int64)\n",
        "def f(x, y, of):\n    m = of.namespace(x)\n    return m.abs(x - y) + m.sum(array_namespace(x).exp(x))\n",
        "def f(x):\n    xp = array_namespace(x)\n    y = xp.sum(x)\n    return isinstance(y, float)\n",
    ],
)
def test_other_namespaces_and_numbers_are_no_findings(code: str) -> None:
    assert {each.code for each in _found(code)} <= {"PUR103"}
    assert not any("m.astype" in each.message for each in _found(code))


def test_the_words_that_are_lacking_are_named() -> None:
    code = "def f(x):\n    return np.random.randn(3), np.random.default_rng(3)\n"
    found = [each.message.rpartition(" has no ")[2] for each in _found(code) if each.code == "PUR701"]
    assert found == ["`random.randn`", "`random.default_rng`"]


@pytest.mark.parametrize(
    "code",
    [
        "def f(x):\n    y = keras.ops.exp(x)\n    return y, isinstance(x, np.ndarray)\n",
        "def f(n):\n    x = np.zeros(n)\n    x[0] = 1\n    return np.max(x), x.astype(int)\n",
        "def f(x):\n    return tf.reshape(x, (-1,))\n",
    ],
)
def test_what_another_library_than_keras_computes_stays(code: str) -> None:
    assert _fixed(code, "import keras\nimport numpy as np\nimport tensorflow as tf\n\n", "keras") == code


def test_what_a_library_computes_of_tensors_of_keras_is_fixed() -> None:
    code = "def f(x):\n    y = keras.ops.exp(x)\n    return np.abs(y), tf.reduce_sum(y)\n"
    head = "import keras\nimport numpy as np\nimport tensorflow as tf\n\n"
    assert "return keras.ops.abs(y), keras.ops.sum(y)\n" in _fixed(code, head, "keras")


def test_an_import_that_is_there_is_not_written_again() -> None:
    imported = f"{ACCESSOR.strip()}, is_array_api_obj\nfrom array_api_compat import numpy as np_compat\n\n\n"
    code = f"{imported}def f(x):\n    return np.exp(x)\n"
    own = replace(_settings(), unsafe_fixes=True)
    outcome = fix(source_from_bytes(code.encode(), Path("m.py"), None), own)
    assert "if is_array_api_obj(x) else np_compat" in outcome.after
    assert outcome.after.count("numpy as np_compat") == 1


@pytest.mark.parametrize("later", ["", "    y = move_to(y, xp=xp)\n"])
def test_of_two_namespaces_the_one_is_written_that_is_asked_of_the_array(later: str) -> None:
    code = (
        "def f(x, y: np.ndarray):\n    xp = array_namespace(x)\n    xp_y = array_namespace(y)\n"
        f"    y = xp_y.asarray(y)\n    z = np.zeros_like(y)\n{later}    return xp.sum(x), xp_y.sum(z), y\n"
    )
    assert _fixed(code) == code.replace("np.zeros_like", "xp_y.zeros_like")


@pytest.mark.parametrize("unsafe", [False, True])
def test_an_array_whose_namespace_nobody_asks_for_stays_with_its_library(unsafe: bool) -> None:
    code = (
        f"{ACCESSOR}def f(coef: np.ndarray, x):\n    xp = array_namespace(x)\n"
        "    grad = np.empty_like(coef)\n    grad[:] = 1\n    return grad, xp.sum(x)\n"
    )
    own = replace(_settings(), unsafe_fixes=unsafe)
    outcome = fix(source_from_bytes(code.encode(), Path("m.py"), None), own)
    assert "grad = np.empty_like(coef)" in outcome.after
    told = [each.message for each in _found(code.removeprefix(ACCESSOR)) if each.code == "PUR103"]
    assert any("`coef` is none of the arrays whose namespace is asked for" in each for each in told)
