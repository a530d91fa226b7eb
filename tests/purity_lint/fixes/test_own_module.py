"""A project's own ops module: what it offers is read from its source, and nothing else is advised."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from purity_lint.configuration.files import from_table
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

NAMES = [
    "exp",
    "log",
    "sum",
    "mean",
    "sqrt",
    "abs",
    "sin",
    "cos",
    "tan",
    "stack",
    "array",
    "zeros",
    "concatenate",
]
MORE = [f"other{n}" for n in range(20)]
TABLE = f'ATTRIBUTES = {{"": {[*NAMES, *MORE]!r}, "linalg": ["norm", "inv"]}}\n'
DEFINED = "".join(f"def {name}(x):\n    return x\n\n\n" for name in [*NAMES, *MORE])
CODE = """import numpy as np

import pkg.backend as gs


def f(x):
    y = gs.exp(x)
    return {}
"""


def configured(root: Path, module: str, source: str) -> Settings:
    file = root / "pkg" / module
    file.parent.mkdir(parents=True)
    file.write_text(source)
    table = {
        "ops-module": "pkg.backend",
        "ops-alias": "gs",
        "scope": "namespaces",
        "ignore": ["PUR101", "PUR201", "PUR203"],
        "unsafe-fixes": True,
    }
    return from_table(table, Settings(root=root), "here")


@pytest.mark.parametrize(("module", "source"), [("_backend/__init__.py", TABLE), ("backend.py", DEFINED)])
def test_what_the_module_has_is_advised_and_nothing_else(tmp_path: Path, module: str, source: str) -> None:
    own = configured(tmp_path, module, source)
    code = source_from_bytes(CODE.format("np.log(y), np.median(y)").encode(), tmp_path / "pkg" / "a.py", None)
    messages = [d.message for d in check(code, own).diagnostics]
    assert messages == [
        "`np.log` ties this code to NumPy: use `gs.log`",
        "`np.median` ties this code to NumPy, and `pkg.backend` has no `median`",
    ]
    assert fix(code, own).after.endswith("    return gs.log(y), np.median(y)\n")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("assignment", "has `gs.assignment` for that"),
        ("index_update", "has `gs.index_update` for that"),
        ("other", "has no `assign`"),
    ],
)
def test_its_own_function_for_stores_is_named(tmp_path: Path, name: str, said: str) -> None:
    own = configured(tmp_path, "backend.py", f"{DEFINED}def {name}(x, values, indices):\n    return x\n")
    code = CODE.replace("    return {}", "    y[0] = 1.0\n    return y")
    (found,) = check(source_from_bytes(code.encode(), tmp_path / "pkg" / "a.py", None), own).diagnostics
    assert found.message == f"`y[0] = ...` changes the tensor `y` in place, and `pkg.backend` {said}"
    assert found.fix is None


def test_what_is_known_of_its_functions_is_their_names(tmp_path: Path) -> None:
    own = configured(tmp_path, "_backend/__init__.py", TABLE)
    code = source_from_bytes(CODE.format("np.linalg.norm(y)").encode(), tmp_path / "pkg" / "a.py", None)
    (found,) = check(code, own).diagnostics
    assert found.message == "`np.linalg.norm` ties this code to NumPy: use `gs.linalg.norm`"
    assert found.fix is not None
    assert found.fix.applicability.value == "unsafe"


def test_functions_that_use_nothing_of_it_are_left_alone(tmp_path: Path) -> None:
    own = configured(tmp_path, "_backend/__init__.py", TABLE)
    code = CODE.format("y") + "\n\ndef g(x: np.ndarray):\n    return np.log(x)\n"
    source = source_from_bytes(code.encode(), tmp_path / "pkg" / "a.py", None)
    assert check(source, own).diagnostics == []


def test_a_module_that_cannot_be_read_offers_what_ours_does(tmp_path: Path) -> None:
    own = configured(tmp_path, "backend.py", "def broken(:\n")
    code = source_from_bytes(CODE.format("np.median(y)").encode(), tmp_path / "pkg" / "a.py", None)
    (found,) = check(code, own).diagnostics
    assert found.message == "`np.median` ties this code to NumPy: use `gs.median`"


@pytest.mark.parametrize(
    ("source", "codes"), [(DEFINED, []), (DEFINED + "def add(x, y):\n    return x + y\n", ["PUR201"])]
)
def test_operators_are_its_words_where_it_has_no_functions_for_them(
    tmp_path: Path, source: str, codes: list[str]
) -> None:
    own = replace(configured(tmp_path, "backend.py", source), ignore=())
    code = source_from_bytes(
        CODE.format("y + y").replace("import numpy as np\n", "").encode(),
        tmp_path / "pkg" / "a.py",
        None,
    )
    assert [d.code for d in check(code, own).diagnostics] == codes


CLASS = "class backend:\n" + "".join(f"    def {name}(self, x): ...\n" for name in NAMES)
DRAWN = "r = np.random.random(3).astype(int)"
BY_OBJECT = """import numpy as np

from pkg.manager import get_backend


def f(x):
    lib, _ = get_backend()
    y = lib.exp(lib.zeros(x))
    return {}


def g(x):
    return x
"""


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("np.log(y)", "lib.log(y)", "`np.log` ties this code to NumPy: use `gs.log`"),
        (
            "np.median(y)",
            "np.median(y)",
            "`np.median` ties this code to NumPy, and `pkg.core.backend` has no `median`",
        ),
        ("y * 2", "y * 2", ""),
    ],
)
def test_a_class_may_be_what_has_the_operations(tmp_path: Path, before: str, after: str, said: str) -> None:
    own = replace(configured(tmp_path, "core.py", CLASS), ops_module="pkg.core.backend", ignore=("PUR101",))
    code = source_from_bytes(BY_OBJECT.format(before).encode(), tmp_path / "pkg" / "a.py", None)
    assert [d.message for d in check(code, own).diagnostics] == ([said] if said else [])
    fixed = fix(code, own).after
    assert f"    return {after}\n" in fixed
    assert "import backend" not in fixed


@pytest.mark.parametrize(
    ("offers", "statements"),
    [
        # it lacks what brings arrays back
        ("to_numpy", "rows, columns = linear_sum_assignment(y)\n    return rows"),
        # what brings a dtype along is ours alone
        ("to_numpy from_numpy float64", "return minimize(lambda v: gs.sum(v), y, method=None).x"),
    ],
)
def test_what_it_lacks_or_may_not_take_is_not_written(tmp_path: Path, offers: str, statements: str) -> None:
    more = "".join(f"def {name}(x):\n    return x\n\n\n" for name in offers.split())
    own = configured(tmp_path, "backend.py", DEFINED + more)
    head = "from scipy.optimize import linear_sum_assignment, minimize\n"
    code = head + CODE.replace("    return {}", f"    {statements}")
    source = source_from_bytes(code.encode(), tmp_path / "pkg" / "a.py", None)
    after = fix(source, own).after
    assert "to_numpy(" not in after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return np.exp(np.diff(y))", "return np.exp(np.diff(y))"),
        ("d = np.diff(y)\n    return np.exp(d[0] + 1)", "d = np.diff(y)\n    return np.exp(d[0] + 1)"),
        (f"{DRAWN}\n    return np.exp(r)", f"{DRAWN}\n    return np.exp(r)"),
        ("return np.exp(np.zeros(3).astype(int))", "return gs.exp(gs.zeros(3).astype(int))"),
        ("return np.exp(gs.array(np.diff(y)))", "return gs.exp(gs.array(np.diff(y)))"),
        ("d = np.diff(y)\n    return np.exp(y), d", "d = np.diff(y)\n    return gs.exp(y), d"),
        ("d = np.log(y)\n    return np.exp(d)", "d = gs.log(y)\n    return gs.exp(d)"),
    ],
)
def test_an_array_that_stays_numpys_is_handed_to_numpy(tmp_path: Path, before: str, after: str) -> None:
    own = configured(tmp_path, "backend.py", DEFINED)
    code = CODE.replace("    return {}", f"    {before}")
    source = source_from_bytes(code.encode(), tmp_path / "pkg" / "a.py", None)
    assert fix(source, own).after.endswith(f"    {after}\n")
