"""What a function with a namespace computes before it has one, beside it, and on the host to bring it over."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.knowledge.profiles import PROFILES
from purity_lint.source.read import source_from_bytes

HEAD = """import numpy as np
from scipy.sparse import coo_array, issparse
from sklearn.utils import check_random_state
from sklearn.utils._array_api import get_namespace, get_namespace_and_device, move_to


def f(x, w, n, rows, method):
"""


def found(text: str) -> list[str]:
    """The codes that are reported for the body of a function, where only those with a namespace are looked at."""
    laws = PROFILES["array-api"]
    settings = Settings(
        root=Path.cwd(), profile="array-api", ops_module=laws.module, ops_alias=laws.alias, scope="namespaces"
    )
    code = HEAD + "".join(f"    {line}\n" for line in text.splitlines())
    checked = check(source_from_bytes(code.encode(), Path("a.py"), None), settings)
    assert not checked.errors
    return [d.code for d in checked.diagnostics]


@pytest.mark.parametrize(
    ("made", "codes"),
    [
        ('xp.asarray(w.copy(order="C"), dtype=x.dtype, device=device_)', []),
        ("xp.asarray(np.zeros(n, dtype=x.dtype), device=device_)", []),
        ("xp.asarray(np.sqrt(x), device=device_)", ["PUR103"]),
        ("xp.asarray(np.sqrt(xp.exp(x)), device=device_)", ["PUR103"]),
    ],
)
def test_what_is_brought_to_a_device_is_made_on_the_host(made: str, codes: list[str]) -> None:
    asked = "xp, _, device_ = get_namespace_and_device(x)\n"
    assert found(f"{asked}return {made}") == codes
    inner = made.removeprefix("xp.asarray(").rpartition(", device")[0].removesuffix(", dtype=x.dtype")
    assert found(f"{asked}made = {inner}\nreturn xp.asarray(made, device=device_) + xp.sum(x)") == codes


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ('t = np.zeros(n)\nif method == "a":\n    xp, _ = get_namespace(x)\n    t = xp.sum(x)\nreturn t', []),
        (
            'if method == "a":\n    xp, _ = get_namespace(x)\n    return xp.sum(x)\nreturn np.sqrt(np.zeros(n))',
            [],
        ),
        (
            'if method == "a":\n    xp, _ = get_namespace(x)\n    return np.sqrt(xp.sum(x))\nreturn 0',
            ["PUR103"],
        ),
        (
            'if method == "a":\n    xp, _ = get_namespace(x)\nelse:\n    xp, _ = get_namespace(w)\n'
            "return np.sqrt(xp.sum(x))",
            ["PUR103"],
        ),
        (
            "places = np.concatenate([test for _, test in rows])\nxp, _ = get_namespace(x)\nreturn xp.sum(x), places",
            [],
        ),
        ("x = np.sqrt(x)\nxp, _ = get_namespace(x)\nreturn xp.sum(x)", ["PUR103"]),
    ],
)
def test_there_is_no_namespace_outside_of_its_branch_nor_before_it(text: str, codes: list[str]) -> None:
    assert found(text) == codes


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("counts = check_random_state(n).multinomial(n, w)\nm = [len(counts), np.sqrt(counts)]", []),
        ("ws, ns = move_to(x, xp=np), n\nm = [np.sqrt(c) for _, c in zip(ns, ws)]", []),
        (
            "ws, ns = move_to(x, xp=np), n\nm = [np.sqrt(c) for c, _ in zip(xp.exp(x), ws)]",
            ["PUR902", "PUR103"],
        ),
        ("d = np.int64\ny, w = move_to(x, w, xp=np)\nm = coo_array((w, (y, y)), dtype=d)", []),
        ("d = np.int64\nm = xp.astype(xp.exp(x), d)", ["PUR305"]),
        ("m = np.allclose(float(xp.sum(x)), 0.0, atol=1e-3)", []),
        ("m = np.allclose(xp.sum(x), 0.0, atol=1e-3)", ["PUR103"]),
        ("m = x.dtype == object and x.flat[0]", []),
        ("m = x.dtype != object and x.flat[0]", ["PUR104"]),
        ("m = x.dtype in (np.float32, np.float64) and n and issparse(x)", []),
        ("m = x.dtype in (np.float32, np.float64) and n and not issparse(x)", ["PUR305", "PUR305"]),
        ("m = x.dtype in (np.float32,) or issparse(x)", ["PUR305"]),
        ("m = np.any(x) and issparse(x)", ["PUR103"]),
        ("m = x[slice(0, xp.searchsorted(x, x[-1]) + 1)]", []),
    ],
)
def test_numbers_of_the_host_and_draws_are_numpys(line: str, codes: list[str]) -> None:
    assert found(f"xp, _ = get_namespace(x)\n{line}\nreturn xp.sum(x), m") == codes


@pytest.mark.parametrize(
    ("asked", "codes"),
    [
        ('((isinstance(x, list) or hasattr(x, "__array__")) and not isinstance(x, str)) or is_compliant', []),
        ('(isinstance(x, list) or hasattr(x, "__array__")) and is_compliant', ["PUR503"]),
    ],
)
def test_one_way_of_several_to_be_an_array_may_stand_deeper(asked: str, codes: list[str]) -> None:
    assert found(f"xp, is_compliant = get_namespace(x)\nreturn {asked}, xp.sum(x)") == codes


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("if isinstance(w, np.ndarray):\n    return xp.asarray(w)\nreturn xp.sum(x)", []),
        ("if isinstance(w, np.ndarray):\n    w = xp.asarray(w, dtype=x.dtype)\nreturn w * xp.sum(x)", []),
        ("if isinstance(w, np.ndarray):\n    return xp.asarray(x)\nreturn xp.sum(x)", ["PUR502"]),
        ("if isinstance(w, np.ndarray):\n    return xp.sum(w)\nreturn xp.sum(x)", ["PUR502"]),
        ("if isinstance(w, np.ndarray):\n    w = w + 1\n    w = xp.asarray(w)\nreturn w", ["PUR502"]),
        ("if not isinstance(w, np.ndarray):\n    return xp.asarray(w)\nreturn xp.sum(x)", ["PUR502"]),
    ],
)
def test_who_brings_numpys_arrays_over_asks_for_them(text: str, codes: list[str]) -> None:
    assert found(f"xp, _ = get_namespace(x)\n{text}") == codes


def test_an_import_is_reported_where_it_is_used() -> None:
    drawn = (
        "import numpy as np\nxp, _ = get_namespace(x)\nreturn xp.asarray(np.random.default_rng(3).normal())"
    )
    assert found(drawn) == []
    assert found("import numpy as np\nxp, _ = get_namespace(x)\nreturn np.sqrt(x)") == ["PUR103"]
