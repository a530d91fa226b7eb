"""Splits, masks among other indices, and weighted means in the words of the array API standard."""

from __future__ import annotations

from pathlib import Path

import array_api_strict
import numpy as np
import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.fix import fix
from purity_lint.findings.diagnostics import Applicability
from purity_lint.knowledge.profiles import PROFILES
from purity_lint.source.read import source_from_bytes

HEAD = "import numpy as np\n\n\ndef f(x: np.ndarray, n: np.ndarray):\n"


def own(*, unsafe: bool = True) -> Settings:
    module = PROFILES["array-api"].module
    return Settings(
        root=Path.cwd(), profile="array-api", ops_module=module, ops_alias="xp", unsafe_fixes=unsafe
    )


def fixed(body: str, *, unsafe: bool = True) -> str:
    outcome = fix(source_from_bytes(f"{HEAD}    {body}\n".encode(), Path("a.py"), None), own(unsafe=unsafe))
    assert not outcome.errors
    return outcome.after


ALIKE = [
    "return np.split(x, [1, 2], axis=-1)",
    "return np.split(x, [1, 1])",
    "return np.split(x, (2,), 1)",
    "at = np.asarray([0, 2])\n    return np.split(x, at, axis=1)",
    "return [x[..., np.arange(4) > 1]]",
    "return [x[:, np.arange(3) > 1]]",
    "return [x[:, :, np.arange(4) > 2]]",
    "above = np.triu(np.ones(x.shape[-2:], dtype=bool), k=1)\n    return [x[..., above]]",
    "return [np.average(x)]",
    "return [np.average(x, axis=0)]",
    "return [np.average(x, axis=1, weights=None)]",
    "return [np.average(x, weights=n)]",
    "return [1 - np.average(x, axis=-1, weights=n) ** 2]",
    "w = np.sum(n, axis=(0, 1))\n    return [np.average(x, axis=-1, weights=w)]",
]


@pytest.mark.parametrize("body", ALIKE)
def test_arrays_of_the_standard_give_what_numpy_gives(body: str) -> None:
    after = fixed(body)
    assert "xp." in after or "start:stop" in after
    found: dict[str, object] = {}
    exec(HEAD + f"    {body}\n", found)
    wanted = found["f"](*(given := (np.arange(24.0).reshape(2, 3, 4), np.ones((2, 3, 4)) + np.arange(4))))
    exec(after, found)
    got = found["f"](*map(array_api_strict.asarray, given))
    assert len(got) == len(wanted)
    for one, other in zip(got, wanted, strict=True):
        assert isinstance(one, type(array_api_strict.asarray(0)))
        np.testing.assert_allclose(np.asarray(one), other)


@pytest.mark.parametrize(
    "body",
    [
        "return np.split(x, 3)",
        "return np.split(x, [1, 2], axis=n.ndim)",
        "return np.split(np.exp(x), [1, 2])",
        "start = x\n    return np.split(start, [1, 2])",
        "return x[:, x[0] > 0]",
        "return np.average(x, axis=0, weights=n)",
    ],
)
def test_what_has_no_other_words_stays(body: str) -> None:
    last = body.rpartition("\n")[2].strip()
    assert last in fixed(body)


def test_findings_say_what_is_written() -> None:
    code = f"{HEAD}    return np.split(x, [1], axis=-1), x[..., np.arange(4) > 1], np.average(x, weights=n)\n"
    found = check(source_from_bytes(code.encode(), Path("a.py"), None), own()).diagnostics
    said = {d.message for d in found}
    assert "`np.split` ties this code to NumPy: use `x[..., start:stop]`" in said
    assert "`np.average` ties this code to NumPy: use `xp.sum`" in said
    assert "`x[..., np.arange(4) > 1]`: the standard has a mask alone in its brackets; use `xp.take`" in said


def test_whether_something_is_an_array_is_asked_of_the_standard() -> None:
    body = "return np.exp(x) if isinstance(n, np.ndarray) else x"
    after = fixed(body)
    assert "xp.exp(x) if is_array_api_obj(n) else x" in after
    assert "from array_api_compat import array_namespace, is_array_api_obj\n" in after
    assert "isinstance(n, np.ndarray)" in fixed(body, unsafe=False)
    code = f"{HEAD}    {body}\n".encode()
    found = check(source_from_bytes(code, Path("a.py"), None), own()).diagnostics
    asked = next(d for d in found if d.code == "PUR502")
    assert asked.fix is not None
    assert asked.fix.applicability is Applicability.UNSAFE


def test_what_numpy_made_of_every_element_is_given_back_by_the_namespace() -> None:
    body = "y = np.exp(x)\n    g = np.vectorize(hash, otypes=[np.int64])\n    return Result(y, np.minimum(g(y), 1))"
    assert "return Result(y, xp.asarray(np.minimum(g(y), 1)))\n" in fixed(body)


def test_a_number_of_scipy_left_of_an_array_becomes_a_float() -> None:
    head = "from scipy import stats\n\n\ndef f(x, xp, level: float = 0.9):\n    x = xp.asarray(x)\n"
    code = f"{head}    z = stats.norm.ppf(level)\n    return z * x\n"
    outcome = fix(source_from_bytes(code.encode(), Path("a.py"), None), own())
    assert "    z = float(stats.norm.ppf(level))\n" in outcome.after
    found: dict[str, object] = {}
    exec(outcome.after, found)
    x = array_api_strict.asarray([1.0, 2.0])
    assert isinstance(found["f"](x, array_api_strict), type(x))
