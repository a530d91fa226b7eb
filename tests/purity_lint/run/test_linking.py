"""Files that tell something about each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.files import SettingsResolver
from purity_lint.configuration.settings import Settings
from purity_lint.engine.crashes import InternalError
from purity_lint.run.cache.facts import Cache
from purity_lint.run.check import check_project
from purity_lint.run.context import context_of, top_package

LIBRARY = "def scale(first, second):\n    return first + second\n"
CALLER = "import numpy as np\nfrom pkg.lib import scale\n\nscale(np.ones(3), np.ones(3))\n"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    files = {"pkg/__init__.py": "", "pkg/lib.py": LIBRARY, "pkg/user.py": "", "tests/test_lib.py": CALLER}
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


def settings(root: Path) -> Settings:
    return Settings(root=root, select=("PUR201",))


def test_a_call_in_the_tests_is_evidence_for_one_file_checked_alone(package: Path) -> None:
    lib = package / "pkg" / "lib.py"
    alone = check_project([(lib, settings(package))])
    context = context_of([lib], [lib], SettingsResolver())
    assert sorted(path.name for path in context) == ["__init__.py", "test_lib.py", "user.py"]
    linked = check_project([(lib, settings(package))], context=context)
    assert [d.code for d in alone.diagnostics] == []
    assert [(d.code, d.span.line) for d in linked.diagnostics] == [("PUR201", 2)]


def test_what_was_asked_for_is_not_context(package: Path) -> None:
    files = [package / "pkg" / name for name in ("__init__.py", "lib.py", "user.py")]
    assert [p.name for p in context_of(files, [package / "pkg"], SettingsResolver())] == ["test_lib.py"]
    everything = [*files, package / "tests" / "test_lib.py"]
    assert context_of(everything, [package], SettingsResolver()) == []


def test_a_change_in_another_file_invalidates_the_cache(package: Path) -> None:
    lib, test = package / "pkg" / "lib.py", package / "tests" / "test_lib.py"
    tasks = [(lib, settings(package))]

    def codes() -> list[str]:
        outcome = check_project(
            tasks, context=[test, package / "pkg" / "__init__.py"], cache=Cache(package / "c")
        )
        return [d.code for d in outcome.diagnostics]

    assert codes() == codes() == ["PUR201"]
    test.write_text("from pkg.lib import scale\nscale(1, 2)\n")
    assert codes() == []


def test_the_top_package(package: Path) -> None:
    assert top_package(package / "pkg" / "lib.py") == (package / "pkg").resolve()
    assert top_package(package / "tests" / "test_lib.py") is None


def test_a_crash_of_the_linked_analysis_leaves_every_file_checked(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("purity_lint.semantics.stages.Stages.module", crash)
    paths = [package / "pkg" / "user.py", package / "tests" / "test_lib.py"]
    everything = Settings(root=package, select=("PUR101",))
    outcome = check_project([(path, everything) for path in paths])
    [error] = outcome.errors
    assert isinstance(error, InternalError)
    assert "semantics (linking)" in str(error)
    assert [d.code for d in outcome.diagnostics] == ["PUR101"]
