"""A project in memory: the findings of ``check`` for files as they are, and what stays known while they are edited."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.discovery import discover
from purity_lint.configuration.files import SettingsResolver
from purity_lint.engine.check import check
from purity_lint.run.check import check_project
from purity_lint.run.resident import ResidentProject
from purity_lint.semantics.domain import tables

CORE = """\
class Model:
    def __init__(self, weights):
        self.weights = weights
        self.extra = None

    def predict(self, x):
        return x + self.extra


class Layer:
    def forward(self, x):
        return self.transform(x) + 1


def scale(x, factor):
    return x * factor


def local(x):
    return x - 1


local(3)
"""
USES = """\
import numpy as np
from core import Layer, Model, scale

scale(np.ones(3), 2)
model = Model(None)
model.extra = np.ones(3)


class Doubled(Layer):
    def transform(self, x):
        return np.ones(3)
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ResidentProject:
    monkeypatch.chdir(tmp_path)
    Path("core.py").write_text(CORE)
    Path("uses.py").write_text(USES)
    return ResidentProject(Path(), SettingsResolver())


def found(project: ResidentProject, path: str, text: str) -> list[tuple[str, int]]:
    understood = project.understand(Path(path), text.encode())
    diagnostics = check(understood.source, understood.settings, understood.model).diagnostics
    return [(d.code, d.span.line) for d in diagnostics]


BEFORE = [("PUR201", 7), ("PUR201", 12), ("PUR201", 16)]


def test_files_as_they_are_have_the_findings_of_check(project: ResidentProject) -> None:
    outcome = check_project(discover([Path()], SettingsResolver()).files, jobs=1)
    assert [len(file.diagnostics) for file in outcome.files] == [3, 4]
    for file in outcome.files:
        understood = project.understand(file.path, file.path.read_bytes())
        assert check(understood.source, understood.settings, understood.model).diagnostics == file.diagnostics


def test_what_others_tell_stays_while_a_file_is_edited(project: ResidentProject) -> None:
    assert found(project, "core.py", CORE) == BEFORE
    assert found(project, "core.py", f"import os\n{CORE}") == [(code, line + 1) for code, line in BEFORE]


def test_what_the_file_told_itself_goes_with_the_edit(project: ResidentProject) -> None:
    passing = CORE.replace("local(3)", "import numpy as np\nlocal(np.ones(3))")
    Path("core.py").write_text(passing)
    project = ResidentProject(Path(), SettingsResolver())
    assert ("PUR201", 20) in found(project, "core.py", passing)
    assert found(project, "core.py", CORE) == BEFORE


def test_edits_of_one_file_change_nothing_in_the_others(project: ResidentProject) -> None:
    before = found(project, "core.py", CORE)
    assert found(project, "uses.py", USES.replace("np.ones(3)", "3")) != found(project, "uses.py", USES)
    assert found(project, "core.py", f"{CORE}\n") == before


def test_a_new_file_is_understood_with_what_it_imports(project: ResidentProject) -> None:
    text = "from uses import model\n\nprint(model.extra + 1)\n"
    assert found(project, "new.py", text) == [("PUR201", 3)]
    assert found(project, "alone.py", "print(model.extra + 1)\n") == []


def test_fixing_goes_on_until_nothing_changes(project: ResidentProject) -> None:
    text = USES + "\n\ny = scale(np.ones(3), 2) + 1\n"
    fixed = project.fixed(Path("uses.py"), text.encode())
    assert fixed.fixed == {"PUR101": 1, "PUR103": 4}
    assert (
        "y = scale(ops.ones(3), 2) + 1" in fixed.after
    )  # whether that is safe depends on what `scale` returns
    assert Path("uses.py").read_text() == USES


def test_it_is_stale_when_a_file_or_the_configuration_changes(project: ResidentProject) -> None:
    assert not project.is_stale(SettingsResolver())
    Path("new.py").touch()
    assert project.is_stale(SettingsResolver())
    Path("new.py").unlink()
    assert not project.is_stale(SettingsResolver())
    Path("purity-lint.toml").write_text("select = ['PUR1']\n")
    assert project.is_stale(SettingsResolver())


def test_files_that_are_left_out_are_not_held(project: ResidentProject) -> None:
    assert project.holds(Path("core.py"))
    assert project.holds(Path("new.py"))
    assert not project.holds(Path(".venv/new.py"))


def test_edits_leave_nothing_behind(project: ResidentProject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purity_lint.run.resident._MANY", 100)
    known = tables.mark()
    for number in range(30):
        names = "".join(f"class C{number}_{n}:\n    value = scale({n}.5, 'x')\n" for n in range(20))
        found(project, "core.py", CORE + names)
    assert tables.grown_since(known) < 500
    assert found(project, "core.py", CORE) == BEFORE
