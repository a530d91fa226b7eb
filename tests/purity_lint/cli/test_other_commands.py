"""``rule``, ``config``, ``why``, ``version`` and the help."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from click.shell_completion import ShellComplete
from command_line import NUMPY, Call

import purity_lint
from purity_lint.cli import cli
from purity_lint.findings.assumptions import Assumption
from purity_lint.rules.registry import all_rules


def test_rule_explains_one_by_code_or_name(purity: Call) -> None:
    page = purity("rule", "PUR201").stdout
    assert page.startswith("# tensor-operator (PUR201)")
    assert "## Why is this bad?" in page
    assert purity("rule", "tensor-operator").stdout == page
    data = json.loads(purity("rule", "pur201", "--output-format", "json").stdout)
    assert (data["code"], data["name"], data["default"]) == ("PUR201", "tensor-operator", True)


def test_rule_all_lists_every_rule_once(purity: Call) -> None:
    listed = [line.split()[0] for line in purity("rule", "--all").stdout.splitlines()]
    assert listed == list(all_rules())
    assert purity("rule").stdout == purity("rule", "--all").stdout
    operators = [line.split()[0] for line in purity("rule", "PUR2").stdout.splitlines()]
    assert operators == [code for code in listed if code.startswith("PUR2")]
    data = json.loads(purity("rule", "--all", "--output-format", "json").stdout)
    assert [item["code"] for item in data] == listed
    assert all(item["summary"] for item in data)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["rule", "PUR201", "--all"], "give the code of one rule"),
        (["rule", "PUR999"], "unknown rule `PUR999`"),
        (["rule", "PUR299"], "`purity-lint rule PUR2` lists the rules"),
        (["rule", "tensor-operators"], "did you mean `tensor-operator`?"),
        (["config", "slect"], "did you mean `select`?"),
        (["why", "a.py"], "expected FILE:LINE"),
        (["why", "a.py:1"], "cannot read a.py: no such file"),
        (["chekc"], "No such command 'chekc'. Did you mean `purity-lint check`?"),
        (["zzz"], "No such command 'zzz'."),
        (["."], "Did you mean `purity-lint check .`?"),
    ],
)
def test_mistakes_exit_with_2(purity: Call, args: list[str], message: str) -> None:
    result = purity(*args)
    assert result.exit_code == 2
    assert message in result.stderr


def test_config_shows_what_holds_here(project: Path, purity: Call) -> None:
    (project / "purity-lint.toml").write_text("confidence = 'proven'\ntarget-version = 'py312'\n")
    shown = purity("config").stdout
    assert f"# Configuration file: {project / 'purity-lint.toml'}" in shown
    assert 'confidence = "proven"' in shown
    data = json.loads(purity("config", "--output-format", "json", "--select", "PUR1").stdout)
    assert (data["select"], data["target-version"]) == (["PUR1"], "py312")
    assert all(purity("config", key).exit_code == 0 for key in data)


def test_version(purity: Call) -> None:
    assert purity("version").stdout == f"purity-lint {purity_lint.__version__}\n"
    assert json.loads(purity("version", "--output-format", "json").stdout) == {
        "version": purity_lint.__version__
    }


def test_help_names_every_command_and_the_exit_codes(purity: Call) -> None:
    text = purity("--help").stdout
    for command in ("check", "fix", "rule", "why", "trace", "baseline", "config", "clean", "version"):
        assert command in text
        assert purity(command, "-h").exit_code == 0
    assert "0 clean, 1 findings, 2 error" in text


def test_why_gives_the_reasons(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(NUMPY)
    result = purity("why", "a.py:5:12")
    assert result.exit_code == 0
    assert "is a tensor" in result.stdout or "`np`" in result.stdout
    line = json.loads(purity("why", "a.py:5", "--output-format", "json").stdout)
    by_text = {item["expression"]: item for item in line["expressions"]}
    assert by_text["np.mean"]["qualified_name"] == "numpy.mean"
    assert by_text["x"]["kind"] == "tensor"
    assert by_text["x"]["evidence"] == "declared"
    assert by_text["x"]["reasons"]
    assert {"PUR103", "PUR201"} <= {finding["code"] for finding in line["findings"]}


def test_why_tells_what_a_fix_takes_for_granted(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(
        "import numpy as np\n\n\ndef f(x: np.ndarray, y):\n    return -x, x * y, max(x, key=abs)\n"
    )
    shown = json.loads(purity("why", "a.py:5", "--fix", "--output-format", "json").stdout)["findings"]
    fixes = {finding["message"].split("`")[1]: finding["fix"] for finding in shown}
    assert fixes["-"]["applicability"] == "safe"
    assert {one["holds"] for one in fixes["-"]["assumes"]} == {"holds"}
    assert fixes["*"]["applicability"] == "unsafe"
    (doubt,) = [one["assumption"] for one in fixes["*"]["assumes"] if one["holds"] != "holds"]
    assert doubt.startswith("no operand is an object with operators of its own")
    assert fixes["max"] is None
    assert f"{doubt}: is not proven" in purity("why", "a.py:5", "--fix").stdout


def test_why_says_that_numpy_may_be_on_the_host_on_purpose(project: Path, purity: Call) -> None:
    code = "import jax\nimport numpy as np\n\n\ndef f(x: np.ndarray):\n    return np.mean(x), jax.numpy.zeros((2,))\n"
    (project / "a.py").write_text(code)
    text = purity("why", "a.py:6", "--fix").stdout
    assert text.count(f"{Assumption.NOT_ON_HOST}: is not proven") == 1


BESIDE = """import numpy as np
from array_api_compat import array_namespace


def f(x):
    xp = array_namespace(x)
    return xp.exp(x)


def g(x: np.ndarray):
    return x.mean()
"""


def test_why_tells_of_what_check_reports_alone(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(BESIDE)
    assert "PUR104" not in purity("check", "a.py").stdout
    assert json.loads(purity("why", "a.py:11", "--output-format", "json").stdout)["findings"] == []


def test_why_of_nothing(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(NUMPY)
    nothing = purity("why", "a.py:2")
    assert nothing.exit_code == 2
    assert "There is no expression here." in nothing.stderr
    assert "there is no line 99" in purity("why", "a.py:99").stderr
    endless = "a.py:" + "9" * 5_000  # which Python would not read as a number
    assert "expected FILE:LINE" in purity("why", endless).stderr


def test_why_knows_what_the_tests_call_a_function_with(project: Path, purity: Call) -> None:
    for name, text in {
        "pkg/__init__.py": "",
        "pkg/lib.py": "def scale(first):\n    return first + 1\n",
        "tests/test_lib.py": "import numpy as np\nfrom pkg.lib import scale\nscale(np.ones(3))\n",
    }.items():
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text(text)
    shown = purity("why", "pkg/lib.py:2:12").stdout
    assert "`first` is a tensor" in shown
    assert "passed as `first` by `tests/test_lib.py`" in shown


def test_the_schema_knows_every_key_and_what_is_read_passes_it(project: Path, purity: Call) -> None:
    schema = json.loads(purity("config", "--schema").stdout)
    jsonschema.Draft7Validator.check_schema(schema)
    values = json.loads(purity("config", "--output-format", "json").stdout)
    assert schema["properties"].keys() == {*values, "extend"}
    given = {name: value for name, value in values.items() if value is not None}
    jsonschema.validate({**given, "extend": "base.toml"}, schema)
    for wrong in ({"slect": []}, {"select": "PUR1"}, {"confidence": "certain"}, {"target-version": "2.7"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)


def test_shells_complete_commands_and_options() -> None:
    shell = ShellComplete(cli, {}, "purity-lint", "_PURITY_LINT_COMPLETE")
    assert [found.value for found in shell.get_completions([], "ch")] == ["check"]
    assert "--output-format" in [found.value for found in shell.get_completions(["check"], "--out")]
    assert [found.value for found in shell.get_completions(["check", "--output-format"], "sar")] == ["sarif"]
