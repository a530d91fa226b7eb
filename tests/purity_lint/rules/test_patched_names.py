"""Names that tests replace stay: `mock.patch("pkg.core.np.dot")` wants to find them, and the code to ask for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.run.fix import fix_project
from purity_lint.semantics.symbols.patches import patched_in

CODE = """\
import numpy as np
from numpy.linalg import norm


def length(x: np.ndarray):
    return norm(x) + np.dot(x, x) + np.sum(x)
"""


def fixed(folder: Path, test: str) -> str:
    """The module after unsafe fixes, in a project with a test."""
    for name, text in {
        "pyproject.toml": "",
        "pkg/__init__.py": "",
        "pkg/core.py": CODE,
        "test_core.py": f"import pkg.core\n{test}",
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    paths = [folder / name for name in ("pkg/__init__.py", "pkg/core.py")]
    settings = Settings(root=folder, unsafe_fixes=True)
    fix_project([(path, settings) for path in paths], write=True, jobs=1, context=[folder / "test_core.py"])
    return (folder / "pkg/core.py").read_text()


@pytest.mark.parametrize(
    ("test", "kept"),
    [
        ('from unittest import mock\n\n@mock.patch("pkg.core.np.dot")\ndef test(dot): ...\n', {"np.dot("}),
        ('def test(mocker):\n    mocker.patch("pkg.core.norm", return_value=2)\n', {"norm("}),
        ('def test(monkeypatch):\n    monkeypatch.setattr("pkg.core.np", None)\n', {"np.dot(", "np.sum("}),
        (
            'import pkg.core as c\n\ndef test(monkeypatch):\n    monkeypatch.setattr(c, "norm", len)\n',
            {"norm("},
        ),
        ('from pkg import core\nfrom mock import patch\n\nwith patch.object(core, "norm"): ...\n', {"norm("}),
        ('def test(mocker):\n    mocker.patch("numpy.dot", return_value=2)\n', {"np.dot("}),
        ('import numpy as np\nfrom mock import patch\n\nwith patch.object(np, "sum"): ...\n', {"np.sum("}),
        (
            'import numpy\n\ndef test(monkeypatch):\n    monkeypatch.setattr(numpy.linalg, "norm", len)\n',
            {"norm("},
        ),
        ("import numpy as np\n\ndef test():\n    np.dot = print\n", {"np.dot("}),
        ("import numpy as np\n\nold, np.sum = np.sum, len\nnp.linalg.norm = old\n", {"norm(", "np.sum("}),
        ("from pkg import core\n\ncore.norm = len\n", {"norm("}),
        ("import numpy as np\n\nassert np.dot == np.dot\nself.np = 1\n", set()),
        ('def test(mocker):\n    mocker.patch("pkg.other.norm")\n    setattr(self, "norm", 1)\n', set()),
    ],
)
def test_what_a_test_replaces_stays_in_its_place(tmp_path: Path, test: str, kept: set[str]) -> None:
    after = fixed(tmp_path, test)
    calls = {"norm(": "ops.linalg.norm(", "np.dot(": "ops.dot(", "np.sum(": "ops.sum("}
    for call, rewritten in calls.items():
        assert (rewritten in after) is (call not in kept), after


def test_a_path_is_read_from_the_module_on() -> None:
    patched = {"pkg.core.np.dot", "core.norm", "pkg.cores.pi", "other.pi"}
    assert patched_in("pkg.core", patched) == {"np.dot", "norm"}
    assert patched_in("pkg.sub.core", patched) == {"np.dot", "norm"}
    assert patched_in("pi", patched) == frozenset()


def test_random_numbers_that_a_test_replaces_are_drawn_by_that_name(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    module, test = tmp_path / "core.py", tmp_path / "test_core.py"
    module.write_text(
        "import numpy as np\n\n\ndef f(n):\n    return np.random.permutation(n), np.random.rand(n)\n"
    )
    test.write_text(
        'from unittest.mock import patch\n\nimport core\n\nwith patch("core.np.random.permutation"): ...\n'
    )
    fix_project([(module, Settings(root=tmp_path, unsafe_fixes=True))], write=True, jobs=1, context=[test])
    assert "np.random.permutation(n), ops.random.default.rand(n)" in module.read_text()


def test_a_class_that_a_test_takes_away_is_asked_for_still(tmp_path: Path) -> None:
    code = "import numpy as np\n\n\ndef is_new(seed):\n    return isinstance(seed, np.random.Generator)\n"
    (tmp_path / "core.py").write_text(code)
    (tmp_path / "test_core.py").write_text('import numpy as np\n\ndelattr(np.random, "Generator")\n')
    settings = Settings(root=tmp_path, unsafe_fixes=True)
    test = tmp_path / "test_core.py"
    fix_project([(tmp_path / "core.py", settings)], write=True, jobs=1, context=[test])
    assert (tmp_path / "core.py").read_text() == code
