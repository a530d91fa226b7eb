"""Namespaces that other files give or take."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.knowledge.profiles import PROFILES
from purity_lint.semantics import FileModel, analyze_project
from purity_lint.source.read import source_from_bytes

CALLER = """
from pkg.{module} import _helper


def f(x, y, xp):
    x = xp.asarray(x)
    y = xp.asarray(y)
    return xp.exp(_helper({arguments}))
"""


def models(folder: Path, texts: dict[str, str]) -> dict[Path, FileModel]:
    package = folder / "pkg"
    package.mkdir(exist_ok=True)
    for name, text in {"__init__.py": "", **texts}.items():
        (package / name).write_text(text)
    files = [package / name for name in ("__init__.py", *texts)]
    return analyze_project(source_from_bytes(file.read_bytes(), file) for file in files)


def codes(folder: Path, helper: str, arguments: str, module: str = "util") -> list[str]:
    caller = CALLER.format(module=module, arguments=arguments)
    model = models(folder, {f"{module}.py": helper, "a.py": caller})[folder / "pkg" / "a.py"]
    profile = PROFILES["array-api"]
    own = Settings(profile="array-api", ops_module=profile.module, ops_alias="xp")
    return [d.code for d in check(model.source, own, model).diagnostics]


@pytest.mark.parametrize(
    ("helper", "arguments"),
    [
        ("def _helper(x, n=2, *, xp=None):\n    return x\n", "x, 2"),
        ("def _helper(*data, xp=None):\n    return data[0]\n", "*(x, y)"),
        ("def _helper(data, axis=None, xp=None):\n    return data[0]\n", "(x, y), axis=0"),
    ],
)
def test_a_namespace_that_could_be_handed_on(tmp_path: Path, helper: str, arguments: str) -> None:
    assert codes(tmp_path, helper, arguments) == ["PUR111"]


@pytest.mark.parametrize(
    ("helper", "arguments", "module"),
    [
        ("def _helper(x, *, xp=None):\n    return x\n", "x, xp=xp", "util"),
        ("def _helper(x, n=2):\n    return x\n", "x", "util"),
        ("def _helper(x, xp=None):\n    return x\n", "*(x, y)", "util"),
        ("def _helper(n, xp=None):\n    return n\n", "3", "util"),
        ("def _helper(x, xp=None):\n    return x\n", "x", "_array_api"),
    ],
)
def test_nothing_to_hand_on(tmp_path: Path, helper: str, arguments: str, module: str) -> None:
    assert codes(tmp_path, helper, arguments, module) == []


def test_findings_are_made_anew_when_a_function_of_another_file_takes_a_namespace(tmp_path: Path) -> None:
    def fingerprint(helper: str) -> str:
        caller = "from pkg.util import _helper\n\n_helper(3)\n"
        return models(tmp_path, {"util.py": helper, "a.py": caller})[tmp_path / "pkg" / "a.py"].fingerprint()

    without = fingerprint("def _helper(x):\n    return 3\n")
    assert without == fingerprint("def _helper(x):\n    # said\n    return 3\n")
    assert without != fingerprint("def _helper(x, xp=None):\n    return 3\n")


@pytest.mark.parametrize(
    ("getter", "found"),
    [("from autoray import get_namespace", []), ("from .spaces import get_namespace", ["PUR109"])],
)
def test_namespaces_that_are_handed_on_have_the_names_that_they_have_where_they_are_asked_for(
    tmp_path: Path, getter: str, found: list[str]
) -> None:
    asking = f"{getter}\nfrom pkg.util import helper\n\n\ndef f(x):\n    xp = get_namespace(x)\n    helper(x, xp)\n"
    helper = "def helper(x, xp):\n    return xp.swapaxes(x, -2, -1)\n"
    model = models(tmp_path, {"util.py": helper, "a.py": asking})[tmp_path / "pkg" / "util.py"]
    assert [d.code for d in check(model.source, Settings(), model).diagnostics] == found


def test_the_namespace_that_an_object_has(tmp_path: Path) -> None:
    body = "    ns = space.array_namespace\n    return ns.exp(np.mean(x, axis=0))\n"
    text = f"import numpy as np\n\n\ndef f(x, space):\n{body}"
    model = models(tmp_path, {"a.py": text})[tmp_path / "pkg" / "a.py"]
    profile = PROFILES["array-api"]
    own = Settings(profile="array-api", ops_module=profile.module, ops_alias="xp", scope="namespaces")
    found = check(model.source, own, model).diagnostics
    assert [d.message for d in found] == ["`np.mean` ties this code to NumPy: use `ns.mean`"]
    assert found[0].fix is not None
    assert found[0].fix.applicability.value == "unsafe"  # `x` may be of another library than `space`
