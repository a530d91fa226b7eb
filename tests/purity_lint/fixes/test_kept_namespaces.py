"""Namespaces that instances keep: `self.xp`, also as a field that is filled later."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.fix import fix
from purity_lint.knowledge.profiles import PROFILES
from purity_lint.source.read import source_from_bytes

FIELD = """from typing import Any, Callable
from array_api_compat import array_namespace
import numpy as np


class Samples:
    x: Any
    xp: Callable | None = None

    def __post_init__(self):
        if self.xp is None:
            self.xp = array_namespace(self.x)

    def joined(self, y):
        return self.xp.concat([self.x, y])

    def f(self, x):
        {}
"""


def own(*, unsafe: bool) -> Settings:
    profile = PROFILES["array-api"]
    return Settings(
        root=Path("/nowhere"),
        profile="array-api",
        ops_module=profile.module,
        ops_alias="xp",
        unsafe_fixes=unsafe,
    )


def messages(code: str) -> list[str]:
    source = source_from_bytes(code.encode(), Path("/nowhere/a.py"), None)
    return [d.message for d in check(source, own(unsafe=True)).diagnostics if d.code != "PUR101"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return np.exp(self.x)", "return self.xp.exp(self.x)"),
        ("return self.x / np.mean(x)", "return self.x / self.xp.mean(x)"),
        ("return np.nan if x is None else np.exp(x)", "return self.xp.nan if x is None else self.xp.exp(x)"),
        ("return self.xp.isnan(x).any()", "return self.xp.any(self.xp.isnan(x))"),
        ("return self.xp.concatenate([self.x, x])", "return self.xp.concat([self.x, x])"),
    ],
)
def test_methods_use_the_namespace_of_their_instance(before: str, after: str) -> None:
    source = source_from_bytes(FIELD.format(before).encode(), Path("/nowhere/a.py"), None)
    outcome = fix(source, own(unsafe=True))
    assert not outcome.errors
    assert outcome.after.endswith(f"        {after}\n")


def test_what_an_instance_keeps_may_not_be_there_yet() -> None:
    source = source_from_bytes(FIELD.format("return np.exp(self.x)").encode(), Path("/nowhere/a.py"), None)
    assert "np.exp(self.x)" in fix(source, own(unsafe=False)).after


def test_functions_of_it_are_no_methods_of_arrays() -> None:
    assert messages(FIELD.format("return 0.0 if x is None else self.xp.exp(x)")) == []


@pytest.mark.parametrize(
    ("parameters", "found"),
    [
        ("x, xp, fp", "`.tolist()` fetches every element of the tensor `xp` to the host"),
        ("x, xp", "`xp.tolist`: the array API standard has no `tolist`"),
    ],
)
def test_places_of_samples_are_no_namespace(parameters: str, found: str) -> None:
    assert messages(f"def f({parameters}):\n    return xp.tolist()\n") == [found]


def test_numbers_alone_are_left_where_nothing_has_a_namespace() -> None:
    code = "import numpy as np\n\n\ndef f(low=None):\n    return (-np.inf if low is None else low), np.pi\n"
    assert messages(code) == []
    assert messages("import numpy as np\n\n\ndef f():\n    return np.full(3, np.nan)\n") == [
        "`np.full` ties this code to NumPy, and no argument of a function here has a namespace to take it from",
        "`np.nan` ties this code to NumPy, and no argument of a function here has a namespace to take it from",
    ]


def test_what_the_standard_has_for_what_is_no_function_is_said() -> None:
    code = "from array_api_compat import array_namespace\nfrom scipy.linalg import hankel\n\n\n"
    code += "def f(x):\n    xp = array_namespace(x)\n    return xp.exp(hankel(xp.sqrt(x)))\n"
    assert messages(code) == [
        "`hankel` of SciPy converts its tensors to NumPy, and the array API standard has `from_dlpack` alone for that"
    ]


UNREAD = """import numpy as np


def f(g, a):
    g, shape, xp = prepare(g, a)
    x = g(shape)

    def h(work):
        return np.abs(work.x) + np.sign(x)

    return np.exp(x), h
"""


def test_a_namespace_that_is_unpacked_is_there() -> None:
    source = source_from_bytes(UNREAD.encode(), Path("/nowhere/a.py"), None)
    after = fix(source, own(unsafe=True)).after
    assert "return xp.abs(work.x) + xp.sign(x)\n" in after
    assert after.endswith("return xp.exp(x), h\n")
    assert "array_namespace" not in after
    assert "np.exp(x), h" in fix(source, own(unsafe=False)).after


def test_a_namespace_that_is_unpacked_later_is_bound_before() -> None:
    code = UNREAD.replace("    g, shape, xp", "    a = np.abs(np.asarray(a))\n    g, shape, xp")
    after = fix(source_from_bytes(code.encode(), Path("/nowhere/a.py"), None), own(unsafe=True)).after
    assert (
        "    xp = array_namespace(a) if is_array_api_obj(a) else np_compat\n    a = xp.abs(xp.asarray(a))\n"
        in after
    )
    assert "    g, shape, xp = prepare(g, a)\n" in after
    assert after.endswith("return xp.exp(x), h\n")


def test_a_namespace_that_is_a_parameter_is_there_before_anything_is_read_of_it() -> None:
    code = "import numpy as np\n\n\ndef f(work, xp):\n    return np.exp(work.x)\n"
    after = fix(source_from_bytes(code.encode(), Path("/nowhere/a.py"), None), own(unsafe=True)).after
    assert after == "def f(work, xp):\n    return xp.exp(work.x)\n"


def test_places_that_are_unpacked_are_no_namespace() -> None:
    code = "import numpy as np\n\n\ndef f(data):\n    n, xp = data\n    return np.interp(np.exp(xp), xp, n)\n"
    after = fix(source_from_bytes(code.encode(), Path("/nowhere/a.py"), None), own(unsafe=True)).after
    assert "xp.exp" not in after
