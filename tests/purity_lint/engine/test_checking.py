"""One file: dispatch, one finding per construct, suppression, confidence, and rules that crash."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from typing import Any, ClassVar

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.crashes import InternalError
from purity_lint.engine.find import find
from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.finding import Finding
from purity_lint.rules import registry
from purity_lint.rules.base import Rule, RuleContext
from purity_lint.run.check import check_project
from purity_lint.semantics import analyze
from purity_lint.source.file import SourceFile
from purity_lint.source.read import source_from_text

SETTINGS = Settings(root=Path("/nowhere"))


class Recorder(Rule):
    """Flags every node that it is called for."""

    code = "PUR991"
    name = "recorder"
    nodes: ClassVar[tuple[type[ast.AST], ...]] = (ast.BinOp,)
    evidence: Evidence | None = None
    VALID = ()
    INVALID = ()

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        yield Finding(node, f"{self.code} at {node.lineno}", evidence=self.evidence)


def rule(
    rule_code: str, rule_priority: int = 0, rule_evidence: Evidence | None = None, **members: Any
) -> Rule:
    fixed = {
        "code": rule_code,
        "name": rule_code.lower(),
        "priority": rule_priority,
        "evidence": rule_evidence,
    }
    made: Rule = type(rule_code, (Recorder,), {**fixed, **members})()
    return made


def run(text: str, *rules: Rule, settings: Settings = SETTINGS) -> tuple[list[str], list[InternalError]]:
    errors: list[InternalError] = []
    located = find(rules, analyze(source_from_text(text)), settings, errors)
    return [f"{one.rule.code}:{one.span.line}" for one in located], errors


def test_a_rule_is_shown_no_node_of_a_file_that_is_not_its_business() -> None:
    shown = rule("PUR991", applies=lambda self, model: model.has_tensors)
    always = rule("PUR992")
    assert run("x = 1 + 2\n", shown, always) == (["PUR992:1"], [])
    text = "import numpy as np\nx = np.ones(3) + 2\n"
    assert run(text, shown)[0] == ["PUR991:2"]


def test_a_rule_of_mentions_is_shown_whole_names_that_imports_bind() -> None:
    mentions = rule("PUR991", nodes=(ast.Call, ast.Attribute, ast.Name), mentions=True)
    text = """
        import numpy as np

        f = np.linalg.norm
        f(1), np.mean([2.0]), np.pi
        g = lambda np: np.mean(1)
        h: np.ndarray
        isinstance(h, np.ndarray)
    """
    assert run(dedent(text), mentions)[0] == ["PUR991:4", "PUR991:5", "PUR991:5"]


def test_findings_come_in_source_order() -> None:
    found, _ = run("a + b\ndef f(x=c + d):\n    return x * (y - z)\n", rule("PUR991"))
    assert found == ["PUR991:1", "PUR991:2", "PUR991:3", "PUR991:3"]


@pytest.mark.parametrize(
    ("rules", "speaks"),
    [
        ((rule("PUR991"), rule("PUR992", 5), rule("PUR993", 1)), "PUR992"),
        ((rule("PUR991"), rule("PUR992")), "PUR992"),
        ((rule("PUR991", 0, Evidence.PROVEN), rule("PUR992", 9, Evidence.SUSPECTED)), "PUR991"),
        ((rule("PUR991", 0, Evidence.SUSPECTED), rule("PUR992", 9, Evidence.SUSPECTED)), "PUR992"),
    ],
)
def test_of_several_rules_on_one_construct_the_most_specific_speaks(
    rules: tuple[Rule, ...], speaks: str
) -> None:
    assert run("a + b\n", *rules)[0] == [f"{speaks}:1"]


def test_a_finding_speaks_for_what_it_covers() -> None:
    def covering(self: Rule, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        assert isinstance(node, ast.BinOp)
        if isinstance(node.op, ast.Div):
            yield Finding(node, "covers", covers=(node.left,))

    mean = rule("PUR992", 1, check=covering)
    assert run("(a + b) / (c + d)\n", rule("PUR991"), mean)[0] == ["PUR992:1", "PUR991:1"]


def test_two_findings_of_one_rule_on_one_node_both_stand() -> None:
    def twice(self: Rule, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        yield Finding(node, "first")
        yield Finding(node, "second")

    assert run("a + b\n", rule("PUR991", check=twice))[0] == ["PUR991:1", "PUR991:1"]


def test_a_rule_that_crashes_is_named_and_the_others_go_on() -> None:
    def crash(self: Rule, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        raise KeyError("oops")
        yield

    found, errors = run("x = 1\n\na + b\n", rule("PUR991"), rule("PUR992", check=crash))
    assert found == ["PUR991:3"]
    [error] = errors
    assert str(error) == "internal error in PUR992 at <string>:3: KeyError: 'oops'"
    assert "Traceback" in error.trace


@pytest.fixture
def with_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry holds two rules of this module besides the ones for syntax."""
    real = registry.all_rules()
    table = {code: real[code] for code in ("PUR001", "PUR002")}
    table |= {"PUR991": rule("PUR991"), "PUR992": rule("PUR992", 1, Evidence.SUSPECTED)}
    for module in ("engine.check", "engine.suppression", "configuration.selection", "rules.registry"):
        target = f"purity_lint.{module}.all_rules"
        monkeypatch.setattr(target, lambda: table, raising=False)


def codes(text: str, settings: Settings = SETTINGS) -> list[str]:
    checked = check(source_from_text(text), settings)
    assert not checked.errors
    return [d.code for d in checked.diagnostics]


@pytest.mark.usefixtures("with_rules")
class TestReporting:
    def test_too_little_evidence_is_not_reported(self) -> None:
        assert codes("a + b\n") == ["PUR991"]
        assert codes("a + b\n", replace(SETTINGS, confidence=Evidence.SUSPECTED)) == ["PUR992"]

    def test_what_a_comment_silences_gives_no_place_to_a_less_specific_rule(self) -> None:
        suspicious = replace(SETTINGS, confidence=Evidence.SUSPECTED)
        assert codes("a + b  # noqa: PUR992\n", suspicious) == []

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("a + b  # noqa: PUR991\n", []),
            ("a + b  # purity: ignore[recorder, pur991]\n", ["PUR002"]),
            ("x = 1  # noqa: PUR991\n", ["PUR002"]),
            ("x = 1  # noqa: PUR991, PUR002\n", []),
            ("x = 1  # noqa\n", []),
            ("x = 1  # noqa: E501\n", []),
            ("x = 1  # noqa: PUR123\n", ["PUR002"]),
            ("x = 1  # purity: ignore\n", ["PUR002"]),
            ("x = 1  # purity: ignore[nonsense]\n", ["PUR002"]),
            ("# purity: file-ignore[PUR991]\na + b\nc + d\n", []),
            ("# purity: file-ignore\nx = 1\n", ["PUR002"]),
            ("# purity: file-ignore[PUR002]\nx = 1  # noqa: PUR991\n", []),
            ("# purity: off\na + b\n# purity: on\na + b\n", ["PUR991"]),
            ("# purity: off[PUR991]\na + b\n# purity: on[PUR992]\na + b\n", ["PUR002"]),
            ("# purity: off\nx = 1\n", ["PUR002"]),
            ("x = 1  # purity: on\n", ["PUR002"]),
            ("x = 1  # purity: ingore\n", ["PUR002"]),
            ("f(  # noqa: PUR991\n    a + b,\n    c + d,\n)\n", []),
            ("f(\n    a + b,  # noqa: PUR991\n    c + d,\n)\n", ["PUR991"]),
        ],
    )
    def test_suppression(self, text: str, expected: list[str]) -> None:
        assert codes(text) == expected

    def test_a_suppression_of_a_rule_that_is_off_may_be_needed(self) -> None:
        assert codes("x = 1  # noqa: PUR991\n", replace(SETTINGS, ignore=("PUR991",))) == []

    def test_a_suppression_of_a_finding_below_the_line_is_needed(self) -> None:
        assert codes("a + b  # noqa: PUR992\n") == ["PUR991", "PUR002"]
        only = replace(SETTINGS, select=("PUR992", "PUR002"))
        assert codes("a + b  # noqa: PUR992\n", only) == []

    def test_findings_are_raw(self) -> None:
        assert run("a + b  # noqa\n", rule("PUR991"))[0] == ["PUR991:1"]

    def test_the_line_for_a_suppression_and_the_construct_are_recorded(self) -> None:
        [d] = check(source_from_text("x = (a\n     + b)\n"), SETTINGS).diagnostics
        assert (d.noqa_line, d.construct, d.operator) == (2, "BinOp", "+")


def test_a_crash_is_an_error_of_its_file_and_keeps_comments_from_being_called_unused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def crash(source: SourceFile, ops_module: str | None) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("purity_lint.semantics.analyze", crash)
    settings = Settings(root=Path("/nowhere"))
    checked = check(source_from_text("x = 1  # noqa: PUR201\n"), settings)
    assert [str(error) for error in checked.errors] == [
        "internal error in semantics at <string>:1: RuntimeError: broken"
    ]
    assert checked.diagnostics == []


def test_a_file_that_is_not_python_gives_one_finding(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("x = 1\n\tdef\n")
    [diagnostic] = check_project([(path, SETTINGS)]).diagnostics
    assert (diagnostic.code, diagnostic.span.line) == ("PUR001", 2)


@pytest.mark.parametrize(
    "deep", ["x" + " + x" * 900, "x" + " + x" * 3000, "x" + ".T" * 4000, "x" + "[0]" * 2000]
)
def test_deep_nesting_does_no_harm(deep: str, tmp_path: Path) -> None:
    path = tmp_path / "deep.py"
    path.write_text(f"import numpy as np\nx = np.ones(3)\ny = {deep}\n")
    outcome = check_project([(path, replace(SETTINGS, select=("PUR101",)))])
    assert outcome.errors == []
    assert {d.code for d in outcome.diagnostics} <= {"PUR001", "PUR101"}
