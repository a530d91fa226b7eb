"""``check``: what it reports, where it writes, and how it exits."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import Result
from command_line import CLEAN, NUMPY, Call

from purity_lint.cli.options import use_color
from purity_lint.cli.progress import is_wanted


def codes(result: Result) -> list[str]:
    return [item["code"] for item in json.loads(result.stdout)]


def test_findings_exit_with_1_and_a_summary(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(NUMPY)
    result = purity("check", "--select", "PUR101")
    assert result.exit_code == 1
    assert "PUR101" in result.stdout
    assert " --> a.py:1:8" in result.stdout or " --> a.py:1:1" in result.stdout
    assert "Found 1 error." in result.stdout


def test_clean_code_exits_with_0(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(CLEAN)
    result = purity("check")
    assert (result.exit_code, result.stdout) == (0, "All checks passed!\n")


def test_a_missing_path_exits_with_2_and_the_others_are_checked(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(NUMPY)
    result = purity("check", "gone.py", "a.py", "--select", "PUR101")
    assert result.exit_code == 2
    assert "error: cannot read gone.py: no such file or directory" in result.stderr
    assert "PUR101" in result.stdout


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"def f(:\n", "invalid syntax"),
        (b"x = '\xff'\n", "byte 0xff is not valid UTF-8"),
        (b"x = 1\0\n", "null bytes"),
        (b"# coding: nonsense\n", "unknown encoding"),
    ],
)
def test_bad_input_is_one_finding_and_the_run_goes_on(
    project: Path, purity: Call, content: bytes, message: str
) -> None:
    (project / "bad.py").write_bytes(content)
    (project / "good.py").write_text(NUMPY)
    result = purity("check", "--select", "PUR101", "--output-format", "json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert [item["code"] for item in found] == ["PUR001", "PUR101"]
    assert message in found[0]["message"]


def test_a_broken_link_is_an_error_and_the_run_goes_on(project: Path, purity: Call) -> None:
    (project / "broken.py").symlink_to(project / "nowhere")
    (project / "good.py").write_text(NUMPY)
    result = purity("check", "--select", "PUR101", "--output-format", "json")
    assert result.exit_code == 2
    assert (
        "cannot read broken.py: no such file (a broken link, or removed since it was found)" in result.stderr
    )
    assert codes(result) == ["PUR101"]


def test_an_unreadable_file_is_an_error(project: Path, purity: Call) -> None:
    (project / "memory.py").symlink_to("/proc/self/mem")  # opens, and fails to read, even for the superuser
    result = purity("check", "memory.py", "--quiet")
    assert result.exit_code == 2
    assert "cannot read memory.py: " in result.stderr


def test_an_empty_file_is_clean(project: Path, purity: Call) -> None:
    (project / "empty.py").touch()
    assert purity("check").exit_code == 0


def test_a_folder_without_python_is_worth_a_warning(project: Path, purity: Call) -> None:
    result = purity("check")
    assert result.exit_code == 0
    assert result.stderr == "warning: No Python files found under the given path(s)\n"


def test_a_notebook_is_reported_by_cell(project: Path, purity: Call) -> None:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": "# Title"},
        {"cell_type": "code", "metadata": {}, "source": "%matplotlib inline\nimport numpy as np"},
    ]
    document = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (project / "nb.ipynb").write_text(json.dumps(document))
    result = purity("check", "--select", "PUR101", "--output-format", "json")
    [found] = json.loads(result.stdout)
    assert (found["cell"], found["location"]["row"]) == (2, 2)
    shown = purity("check", "--select", "PUR101").stdout
    assert "nb.ipynb:cell 2:2:" in shown
    assert "2 | import numpy as np" in shown


@pytest.mark.parametrize(
    "suppression",
    ["# noqa: PUR101", "# noqa  # noqa: PUR101", "# purity: ignore[PUR101]", "# purity: ignore"],
)
def test_suppressed_findings_are_not_reported(project: Path, purity: Call, suppression: str) -> None:
    (project / "a.py").write_text(f"import numpy as np  {suppression}\n")
    assert purity("check", "--select", "PUR101,PUR002").exit_code == 0


@pytest.mark.parametrize("comment", ["# noqa", "# NOQA", "# noqa  why", "# noqa: E501", "# noqa:F401,E402"])
def test_what_is_said_to_other_linters_silences_nothing(project: Path, purity: Call, comment: str) -> None:
    (project / "a.py").write_text(f"import numpy as np  {comment}\n\ny = np.zeros(3)  {comment}\n")
    result = purity("check", "--select", "PUR101,PUR102,PUR103,PUR002", "--output-format", "json")
    assert {found["location"]["row"] for found in json.loads(result.stdout)} == {1, 3}
    assert "PUR002" not in codes(result)
    purity("fix")
    assert f"y = ops.zeros(3)  {comment}\n" in (project / "a.py").read_text()


def test_a_suppression_of_another_rule_does_nothing(project: Path, purity: Call) -> None:
    (project / "a.py").write_text("import numpy as np  # noqa: PUR201\n")
    result = purity("check", "--select", "PUR101,PUR002,PUR201", "--output-format", "json")
    assert codes(result) == ["PUR101", "PUR002"]


def test_file_wide_suppression(project: Path, purity: Call) -> None:
    (project / "a.py").write_text("# purity: file-ignore[numpy-import]\nimport numpy as np\n")
    assert purity("check", "--select", "PUR101").exit_code == 0


def test_per_file_ignores_and_backend_paths(project: Path, purity: Call) -> None:
    for name in ("src/a.py", "src/backends/b.py", "tests/c.py"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("import numpy as np\n")
    (project / "purity-lint.toml").write_text(
        "select = ['PUR101']\nbackend-paths = ['src/backends/']\n[per-file-ignores]\n'tests/' = ['PUR1']\n"
    )
    [found] = json.loads(purity("check", "--output-format", "json").stdout)
    assert found["filename"] == str(project / "src" / "a.py")
    assert purity("check", "--per-file-ignores", "src/a.py:PUR101,tests:PUR101").exit_code == 0


def test_select_on_the_command_line_overrides_the_configuration(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(NUMPY)
    (project / "purity-lint.toml").write_text("ignore = ['PUR101']\n")
    assert "PUR101" not in codes(purity("check", "--output-format", "json"))
    assert codes(purity("check", "--select", "PUR101", "--output-format", "json")) == ["PUR101"]
    assert "PUR101" in codes(purity("check", "--isolated", "--output-format", "json"))
    assert codes(
        purity(
            "check", "--config", "select = ['PUR101']", "--config", "ignore = []", "--output-format", "json"
        )
    )


def test_options_of_lists_may_be_given_several_times(project: Path, purity: Call) -> None:
    for name in "abc":
        (project / f"{name}.py").write_text(NUMPY)
    shown = purity("check", "--show-files", "--exclude", "a.py", "--exclude", "b.py").stdout
    assert shown.splitlines() == [str(project / "c.py")]
    found = codes(
        purity("check", "--select", "PUR101", "--select", "PUR103", "--output-format", "json", "a.py")
    )
    assert set(found) == {"PUR101", "PUR103"}


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--select", "PUR9999"], "unknown rule `PUR9999`"),
        (["--select", "numpy-imports"], "did you mean `numpy-import`?"),
        (["--config", "slect = []"], "unknown key `slect`; did you mean `select`?"),
        (["--config", "missing.toml"], "--config: no such file: missing.toml"),
        (["--per-file-ignores", "PUR101"], "expected PATTERN:CODE"),
        (["--target-version", "2.7"], "expected a version such as `py311`"),
        (["--target-version", "3.99"], "--target-version: expected a version up to"),
        (["--exclude", "["], "--exclude: the pattern `[` matches nothing: its `[` has no end"),
        (["--per-file-ignores", "[:PUR1"], "--per-file-ignores: the pattern `[` matches nothing"),
        (["--output-format", "xml"], "'xml' is not one of"),
        (["--nonsense"], "No such option"),
        (
            ["--output-file", "no/such/folder.txt"],
            "cannot write no/such/folder.txt: no such file or directory",
        ),
        (["--baseline", "none.json"], "`purity-lint baseline` writes one"),
        (["-", "a.py"], "`-` (standard input) cannot be combined with other paths"),
    ],
)
def test_wrong_use_exits_with_2_and_one_clear_line(
    project: Path, purity: Call, args: list[str], message: str
) -> None:
    (project / "a.py").write_text(CLEAN)
    result = purity("check", *args)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_a_broken_configuration_exits_with_2(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(CLEAN)
    (project / "pyproject.toml").write_text("[tool.purity-lint]\nselct = ['PUR1']\n")
    result = purity("check")
    assert result.exit_code == 2
    assert "pyproject.toml: unknown key `selct`; did you mean `select`?" in result.stderr


def test_exit_zero_quiet_and_statistics(project: Path, purity: Call) -> None:
    (project / "a.py").write_text("import numpy as np\nimport numpy.linalg\n")
    assert purity("check", "--exit-zero").exit_code == 0
    quiet = purity("check", "--select", "PUR101", "--quiet", "--output-format", "concise")
    assert len(quiet.stdout.splitlines()) == 2
    counted = purity("check", "--select", "PUR101", "--statistics", "--quiet")
    assert counted.stdout.startswith("2\tPUR101\t")
    assert counted.exit_code == 1


def test_output_file_and_format_from_the_environment(
    project: Path, purity: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "a.py").write_text(NUMPY)
    monkeypatch.setenv("PURITY_LINT_OUTPUT_FORMAT", "json")
    result = purity("check", "--select", "PUR101", "--output-file", "out.json")
    assert result.stdout == ""
    assert [item["code"] for item in json.loads((project / "out.json").read_text())] == ["PUR101"]


def test_standard_input_is_checked_under_its_name(project: Path, purity: Call) -> None:
    (project / "purity-lint.toml").write_text(
        "select = ['PUR101']\n[per-file-ignores]\n'tests/' = ['PUR101']\n"
    )
    assert codes(purity("check", "-", "--output-format", "json", stdin=NUMPY)) == ["PUR101"]
    named = purity("check", "--stdin-filename", "src/a.py", stdin=NUMPY)
    assert "src/a.py:1:" in named.stdout
    assert "1 | import numpy as np" in named.stdout
    assert purity("check", "-", "--stdin-filename", "tests/a.py", stdin=NUMPY).exit_code == 0
    assert purity("check", "-", stdin=b"\xff").exit_code == 1


def test_show_files(project: Path, purity: Call) -> None:
    (project / "a.py").touch()
    (project / "readme.md").touch()
    assert purity("check", "--show-files").stdout == f"{project / 'a.py'}\n"


def test_colour_only_where_it_is_wanted(project: Path, purity: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "a.py").write_text(NUMPY)
    args = ("check", "--select", "PUR101")
    assert "\x1b" not in purity(*args).stdout
    assert "\x1b" in purity(*args, "--color", "always").stdout
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" in purity(*args).stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in purity(*args).stdout


def test_a_terminal_that_is_dumb_gets_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for stream in ("stdout", "stderr"):
        monkeypatch.setattr(f"sys.{stream}", SimpleNamespace(isatty=lambda: True))
    for term, wanted in (("xterm", True), ("dumb", False)):
        monkeypatch.setenv("TERM", term)
        assert use_color("auto", to_file=False) is wanted
        assert is_wanted(quiet=False) is wanted
    assert use_color("always", to_file=False)


def entries(project: Path) -> list[Path]:
    """The entries of the cache."""
    return sorted((project / ".purity_lint_cache").rglob("*.json"))


def test_results_are_the_same_from_the_cache(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(NUMPY)
    first = purity("check")
    assert any(entry.name.startswith("results-") for entry in entries(project))
    assert purity("check").stdout == first.stdout
    assert (project / ".purity_lint_cache" / ".gitignore").exists()
    (project / "a.py").write_text(CLEAN)
    assert purity("check").exit_code == 0


@pytest.mark.parametrize(
    "garbage",
    [
        "",
        "[]",
        "{}",
        '{"key": 3}',
        '{"key": "KEY", "facts": []}',
        '{"key": "KEY", "facts": {"FILE": 3, "a.py": 3}}',
        '{"key": "KEY", "facts": {"FILE": ["x", [{"code": 1}]], "a.py": [[], 1]}}',
    ],
)
def test_a_cache_with_garbage_counts_as_none(project: Path, purity: Call, garbage: str) -> None:
    (project / "a.py").write_text(NUMPY)
    first = purity("check")
    for entry in entries(project):
        key = json.loads(entry.read_text())["key"]
        entry.write_text(garbage.replace("KEY", key).replace("FILE", str(project / "a.py")))
    again = purity("check")
    assert (again.exit_code, again.stdout) == (first.exit_code, first.stdout)


def test_no_cache_leaves_nothing_behind(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(CLEAN)
    purity("check", "--no-cache")
    assert os.listdir(project) == ["a.py"]


def test_clean_removes_the_cache_and_nothing_else(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(CLEAN)
    purity("check")
    assert purity("clean").exit_code == 0
    assert os.listdir(project) == ["a.py"]
    (project / "precious").mkdir()
    purity("clean", "--cache-dir", "precious")
    assert (project / "precious").is_dir()


def test_many_files_in_several_processes_come_in_stable_order(project: Path, purity: Call) -> None:
    for number in range(60):
        (project / f"m{number:02}.py").write_text("import numpy as np\n")
    result = purity("check", "--select", "PUR101", "--output-format", "json", "--no-cache", "--jobs", "2")
    files = [Path(item["filename"]).name for item in json.loads(result.stdout)]
    assert files == [f"m{number:02}.py" for number in range(60)]


def test_json_says_what_a_fix_would_change(project: Path, purity: Call) -> None:
    (project / "a.py").write_text("import numpy as np\n\nx = np.exp(np.ones(3))\n")
    args = ("check", "--select", "PUR103")
    assert purity(*args).exit_code == 1  # cached without edits
    found = json.loads(purity(*args, "--output-format", "json").stdout)
    outer = found[0]
    assert outer["message"].startswith("`np.exp")
    texts = [edit["content"] for edit in outer["fix"]["edits"]]
    assert "from emberops import ops\n" in texts
    assert any("ops.exp" in text for text in texts)


@pytest.mark.parametrize(
    ("asking", "said"),
    [
        (
            "from array_api_compat import array_namespace\n\n\ndef g(x):\n    return array_namespace(x).power(x, 2)\n",
            "are in files that ask for no namespace",
        ),
        (
            "def g(x):\n    lib, _ = get_backend()\n    return np.exp(lib.zeros(x))\n",
            "`get_backend()` gives this code",
        ),
        ("def g(x):\n    return x\n", None),
    ],
)
def test_who_asks_for_the_standard_learns_to_see_less(
    project: Path, purity: Call, asking: str, said: str | None
) -> None:
    (project / "a.py").write_text(f"import numpy as np\n{asking}")
    (project / "b.py").write_text("import numpy as np\n" + "def f(x):\n    return np.exp(x)\n" * 60)
    advice = [
        line
        for line in purity("check", "--profile", "array-api").stdout.splitlines()
        if ("namespace" in line and " = " in line) or "get_backend()` gives" in line
    ]
    assert [said in line for line in advice if said] == ([] if said is None else [True])
    assert bool(advice) is (said is not None)
    assert "ask for no namespace" not in purity("check", "--profile", "array-api", "--quiet").stdout


@pytest.mark.parametrize(
    ("asking", "options", "said"),
    [
        ("from array_api_compat import array_namespace\n", (), "1 of these files asks arrays"),
        ("from keras import ops\n", (), '`profile = "keras"`'),
        ("import keras\n\nlog = keras.src.ops.log\n", (), '`profile = "keras"`'),
        ("import keras\n\nlog = keras.ops.log\n", ("--profile", "keras"), "do not call `keras.ops`"),
        ("from emberops import ops\nfrom array_api_compat import array_namespace\n", (), None),
        ("from autoray import get_namespace\n\nspace = get_namespace\n", (), None),
        ("import math\n", (), None),
    ],
)
def test_who_has_a_namespace_learns_of_its_profile(
    project: Path, purity: Call, asking: str, options: tuple[str, ...], said: str | None
) -> None:
    head = "import numpy as np\n"
    (project / "a.py").write_text(f"{head}{asking}\n\nprint(np.exp(1.0))\n")
    (project / "b.py").write_text(head + "def f(x):\n    return np.exp(x)\n" * 60)
    printed = purity("check", *options).stdout
    assert ('scope = "namespaces"' in printed) is (said is not None)
    assert said is None or said in printed
    assert 'scope = "namespaces"' not in purity("check", *options, "--output-format", "json").stdout


@pytest.mark.parametrize(
    ("imported", "said"),
    [
        ("from ..facade import backend as B", '`ops-module = "pack.facade.backend"` and `ops-alias = "B"`'),
        ("import pack.facade.backend as B", '`ops-module = "pack.facade.backend"` and `ops-alias = "B"`'),
        ("import jax.numpy as B", None),
    ],
)
def test_who_computes_with_a_module_of_his_own_learns_of_its_setting(
    project: Path, purity: Call, imported: str, said: str | None
) -> None:
    inner = project / "pack" / "inner"
    inner.mkdir(parents=True)
    for folder in (inner.parent, inner):
        (folder / "__init__.py").write_text("")
    reads = "    return B.matmul(B.zeros_like(x), B.reshape(np.exp(x), (-1,)))\n"
    for name in "abc":
        functions = "".join(f"\n\ndef f{n}(x):\n{reads}" for n in range(5))
        (inner / f"{name}.py").write_text(f"import numpy as np\n{imported}\n{functions}")
    printed = purity("check").stdout
    assert ("ops-module" in printed) is (said is not None)
    assert said is None or said in printed


def test_who_has_a_preset_learns_of_it(project: Path, purity: Call) -> None:
    (project / "scipy" / "_lib").mkdir(parents=True)
    for name in ("scipy/__init__.py", "scipy/_lib/__init__.py", "scipy/_lib/_array_api.py"):
        (project / name).write_text("")
    (project / "scipy" / "a.py").write_text("import numpy as np\n" + "def f(x):\n    return np.exp(x)\n" * 20)
    assert '`preset = "scipy"` is the configuration' in purity("check").stdout
    assert "preset" not in purity("check", "--config", 'preset = "scipy"').stdout


def test_a_folder_of_a_common_name_is_no_project_with_a_preset(project: Path, purity: Call) -> None:
    for name in ("test", "ot"):
        (project / name).mkdir()
        (project / name / "__init__.py").write_text("")
        (project / name / "a.py").write_text(
            "import numpy as np\n" + "def f(x):\n    return np.exp(x)\n" * 20
        )
    (project / "ot" / "plot.py").write_text("")
    assert "preset" not in purity("check").stdout
    (project / "ot" / "backend.py").write_text("")
    assert '`preset = "pot"` is the configuration' in purity("check").stdout
    told = purity("check", "--config", 'preset = "pot"', "--config", 'scope = "everything"').stdout
    assert "is the configuration" not in told


@pytest.mark.parametrize("options", [("--diff",), ("--fix-only",), ()])
def test_who_has_a_namespace_learns_of_its_profile_once_before_fixes(
    project: Path, purity: Call, options: tuple[str, ...]
) -> None:
    text = (
        "import numpy as np\nfrom array_api_compat import array_namespace\n\nprint(np.exp(1.0), np.ones(3))\n"
    )
    (project / "a.py").write_text(text)
    (project / "b.py").write_text("import numpy as np\n\nx = np.exp(np.ones(3))\n" + "np.nothing(x)\n" * 20)
    result = purity("fix", *options)
    assert result.stderr.count('`profile = "array-api"` checks') == 1
    assert "array-api" not in result.stdout
    assert "array-api" not in purity("fix", *options, "--quiet").stderr
