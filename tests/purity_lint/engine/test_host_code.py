"""Code of functions with a namespace that stays on the host: what NumPy made, and branches for one library."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.knowledge.profiles import PROFILES, Name
from purity_lint.source.read import source_from_bytes

HEAD = """import numpy as np
from array_api_compat import array_namespace, is_array_api_obj, is_numpy_array


def f(x, n, rng=None):
    xp = array_namespace(x)
    y = xp.exp(x)
"""


def found(code: str, profile: Name = "array-api", scope: str = "namespaces") -> list[str]:
    """What is reported, as a code and the number of its line."""
    laws = PROFILES[profile]
    settings = Settings(
        root=Path.cwd(), profile=profile, ops_module=laws.module, ops_alias=laws.alias, scope=scope
    )
    checked = check(source_from_bytes(code.encode(), Path("a.py"), None), settings)
    assert not checked.errors
    return [d.code for d in checked.diagnostics]


def body(text: str) -> str:
    """``text`` as the rest of a function that has a namespace."""
    return HEAD + "".join(f"    {line}\n" for line in text.splitlines())


@pytest.mark.parametrize("before", ["[]", "None", "()", "0"])
def test_a_name_without_an_array_before_numpys_is_numpys(before: str) -> None:
    code = (
        f"out = {before}\nif n:\n    out = np.empty(n)\n    out[0] = float(xp.sum(y))\nreturn (out > 1).sum()"
    )
    assert found(body(code)) == []


def test_a_name_that_may_hold_the_callers_array_is_not() -> None:
    code = "out = x\nif n:\n    out = np.empty(n)\nreturn (out > 1).sum()"
    assert "PUR104" in found(body(code))


@pytest.mark.parametrize(
    "named",
    [
        "name_of(xp)",
        'xp.__name__.split(".")[0]',
        'xp.__name__.rsplit(".", 1)[-1]',
        "str(xp)",
    ],
)
def test_a_branch_on_a_name_for_the_library_is_for_it(named: str) -> None:
    jax, torch = "    y = y.at[0].set(n)", '    y = y.to("cpu")'
    code = f'library = {named}\nif library == "jax":\n{jax}\nelif library in ("torch",):\n{torch}\nreturn y'
    assert found(body(code)) == []
    other = f'library = {named}\nif library != "jax":\n    y = y.astype(int)\nreturn y'
    assert found(body(other)) == ["PUR104"]


@pytest.mark.parametrize("named", ["name_of(n)", "n", "n.split('.')[0]"])
def test_a_branch_on_another_name_says_nothing_of_the_library(named: str) -> None:
    code = f'library = {named}\nif library == "jax":\n    y = y.astype(int)\nreturn y'
    assert found(body(code)) == ["PUR104"]


def test_what_is_no_array_of_any_library_is_of_the_host() -> None:
    code = """import numpy as np
from array_api_compat import array_namespace, is_array_api_obj, is_numpy_array


def f(data):
    if is_array_api_obj(data) and not is_numpy_array(data):
        xp = array_namespace(data)
        return xp.linalg.diagonal(data)
    return np.diagonal(data)


def g(data):
    xp = array_namespace(data)
    if is_array_api_obj(data):
        return np.diagonal(xp.exp(data))
    return data
"""
    assert found(code) == ["PUR103"]


@pytest.mark.parametrize(
    ("statement", "codes"),
    [
        ("rng = np.random.default_rng(n)", []),
        ("rng = np.random.RandomState(n)", []),
        ("y = y + xp.asarray(np.random.normal(size=n))", []),
        ("y = y + xp.asarray(np.random.normal(size=n), dtype=y.dtype)", []),
        ("y = y + np.random.normal(size=n)", ["PUR701"]),
        ("y = xp.exp(np.random.normal(size=n))", ["PUR701"]),
    ],
)
def test_random_numbers_are_drawn_on_the_host_and_brought_over(statement: str, codes: list[str]) -> None:
    assert [c for c in found(body(f"{statement}\nreturn y, rng")) if c == "PUR701"] == codes


def test_functions_of_keras_ops_are_those_with_a_namespace() -> None:
    code = """import keras
import numpy as np


def f(x):
    return np.exp(keras.ops.abs(x))


def g(path):
    return np.exp(np.loadtxt(path))
"""
    assert found(code, "keras") == ["PUR103"]
    assert found(code, "keras", "everything").count("PUR103") > 1
