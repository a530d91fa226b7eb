"""The Python interface: the same findings and fixes as the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

import purity_lint
from purity_lint import PurityError, check_paths, check_source, fix_source

NUMPY = """\
import numpy as np


def scale(x: np.ndarray) -> np.ndarray:
    return np.mean(x, axis=0) + x
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg/__init__.py").touch()
    (tmp_path / "pkg/a.py").write_text(NUMPY)
    (tmp_path / "pkg/b.py").write_text(
        "from pkg.a import scale\n\n\ndef twice(y):\n    return scale(y) * 2\n"
    )
    return tmp_path


def test_paths_give_what_the_command_prints(project: Path) -> None:
    result = check_paths(["pkg"])
    assert result.errors == ()
    assert [(d.path.name, d.code, d.span.line) for d in result.diagnostics] == [
        ("a.py", "PUR101", 1),
        ("a.py", "PUR601", 4),
        ("a.py", "PUR601", 4),
        ("a.py", "PUR103", 5),
        ("a.py", "PUR201", 5),
        ("b.py", "PUR201", 5),
    ]
    fixed = {d.code for d in result.diagnostics if d.fix is not None and d.fix.edits}
    assert fixed == {"PUR103", "PUR201", "PUR601"}  # the import can only go when all others are fixed
    assert check_paths(["pkg"], cache=False, jobs=1) == result


def test_settings_are_those_of_a_configuration_file(project: Path) -> None:
    assert {d.code for d in check_paths(["pkg"], settings={"select": ["PUR1"]}).diagnostics} == {
        "PUR101",
        "PUR103",
    }
    (project / "purity-lint.toml").write_text("select = ['PUR6']\n")
    assert {d.code for d in check_paths([project / "pkg"]).diagnostics} == {"PUR601"}
    assert len(check_paths(["pkg"], isolated=True).diagnostics) == 6
    with pytest.raises(PurityError, match=r"settings: unknown key `slect`; did you mean `select`\?"):
        check_paths(["pkg"], settings={"slect": []})


def test_a_path_that_is_not_there_is_an_error_and_the_others_are_checked(project: Path) -> None:
    result = check_paths(["pkg/a.py", "nowhere"])
    assert [str(error) for error in result.errors] == ["cannot read nowhere: no such file or directory"]
    assert len(result.diagnostics) == 5


def test_a_source_without_a_file(project: Path) -> None:
    assert [d.code for d in check_source("import numpy as np\n").diagnostics] == ["PUR101"]
    assert [d.code for d in check_source(b"import numpy as np\n").diagnostics] == ["PUR101"]
    assert [d.code for d in check_source("x = (").diagnostics] == ["PUR001"]


def test_a_source_that_stands_for_a_file_knows_its_project(project: Path) -> None:
    changed = "from pkg.a import scale\n\n\ndef thrice(y):\n    return scale(y) * 3\n"
    (found,) = check_source(changed, "pkg/b.py").diagnostics
    assert (found.code, found.span.line) == ("PUR201", 5)
    assert check_source(changed).diagnostics == ()


def test_fixing_a_source_writes_nothing(project: Path) -> None:
    before = {path: path.read_bytes() for path in project.rglob("*.py")}
    fixed = fix_source("import numpy as np\nx = np.sum([1.0])\n", "pkg/c.py")
    assert fixed.source == "from emberops import ops\nx = ops.sum([1.0])\n"
    assert (fixed.diagnostics, fixed.fixed, fixed.errors) == ((), {"PUR101": 1, "PUR103": 1}, ())
    assert {path: path.read_bytes() for path in project.rglob("*.py")} == before
    same = fix_source("x = 1\r\n")
    assert (same.source, same.fixed) == ("x = 1\r\n", {})


def test_unsafe_fixes_are_asked_for(project: Path) -> None:
    code = "from emberops import ops\n\nx = ops.ones((2, 3))\nx.shape = (3, 2)\n"
    assert fix_source(code).source == code
    assert "x = ops.reshape(x, (3, 2))" in fix_source(code, unsafe_fixes=True).source
    assert "x = ops.reshape(x, (3, 2))" in fix_source(code, settings={"unsafe-fixes": True}).source


def test_a_text_that_declares_an_encoding_is_that_text() -> None:
    text = '# coding: latin-1\nimport numpy as np\nx = "é", np.ones(3)\n'
    (_, call) = check_source(text).diagnostics
    assert (call.code, call.span.col) == ("PUR103", 9)
    assert '"é", ops.ones(3)' in fix_source(text).source
    other = text.replace("é", "😋")  # which the encoding does not have
    assert '"😋", ops.ones(3)' in fix_source(other.replace("latin-1", "utf-8")).source
    assert [d.code for d in check_source(other).diagnostics] == ["PUR101", "PUR103"]


def test_names() -> None:
    assert set(dir(purity_lint)) >= {"check_paths", "check_source", "fix_source", "__version__"}
    with pytest.raises(AttributeError, match="no attribute 'chek_paths'"):
        getattr(purity_lint, "chek_paths")  # noqa: B009, mypy knows that it is not there


def test_one_project_after_the_other_takes_no_more_memory(project: Path) -> None:
    from purity_lint.semantics.domain import tables

    sizes = []
    for number in range(3):
        (project / "pkg/a.py").write_text(
            NUMPY + f"\n\nTABLE{number} = ({number}, 'a{number}', [np.ones({number})])\n"
        )
        check_paths(["pkg"], cache=False, jobs=1)
        sizes.append(len(tables.INTERNED))
    assert sizes[1] == sizes[2]
