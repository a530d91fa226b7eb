"""The rules as a whole."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.errors import ConfigError
from purity_lint.rules.base import Rule
from purity_lint.rules.registry import all_rules, expand, explanation, families
from purity_lint.source.read import source_from_bytes


def test_codes_and_names_are_unique_and_in_order() -> None:
    rules = all_rules()
    assert list(rules) == sorted(rules)
    names = [rule.name for rule in rules.values()]
    assert len(set(names)) == len(names)
    assert all(rule.code == code for code, rule in rules.items())


@pytest.mark.parametrize("code", list(all_rules()))
def test_every_page_begins_with_a_sentence(code: str) -> None:
    assert explanation(all_rules()[code]).split("\n")[0].endswith(".")


def test_every_family_has_a_folder_with_its_title() -> None:
    assert set(families()) == {code[3] for code in all_rules()}
    assert families()["2"] == "Operators and in-place changes"


RULE = '''
import ast
from purity_lint.findings.finding import Finding
from purity_lint.rules.base import Invalid, Rule

class TensorDefault(Rule):
    """Flags tensors as default arguments.

    ## What it does
    ## Why is this bad?
    ## Example
    Use instead:
    ## Fix safety
    ## Options
    """

    code = "PUR390"
    name = "tensor-default"
    nodes = (ast.arguments,)
    VALID = ("def f(x=None): ...",)
    INVALID = (Invalid("from emberops import ops\\n\\n\\ndef f(x=ops.zeros(3)): ...\\n", (4,)),)

    def check(self, node, context):
        for default in node.defaults:
            if context.model.value(default).is_tensor:
                yield Finding(default, "a tensor is made once, when the function is defined")
'''


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Mapping[str, Rule]]]:
    """Put a file among the rules of a family; what rules there are then."""

    def run(text: str, file: str = "tensor_default.py", family: str = "scalars") -> Mapping[str, Rule]:
        (tmp_path / file).write_text(text, encoding="utf-8")
        package = importlib.import_module(f"purity_lint.rules.{family}")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
        monkeypatch.delitem(sys.modules, f"{package.__name__}.{file[:-3]}", raising=False)
        all_rules.cache_clear()
        importlib.invalidate_caches()
        return all_rules()

    yield run
    all_rules.cache_clear()


def test_a_new_rule_is_one_file(add: Callable[..., Mapping[str, Rule]]) -> None:
    rule = add(RULE)["PUR390"]
    (bad,) = rule.INVALID
    settings = Settings(root=Path.cwd(), select=("tensor-default",))
    result = check(source_from_bytes(bad.code.encode(), Path("example.py"), None), settings)
    assert [(d.code, d.span.line) for d in result.diagnostics] == [("PUR390", 4)]
    assert expand("tensor-default") == {rule.code}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("    ## Fix safety\n", "", "its docstring, which is its page in the docs, lacks '## Fix safety'"),
        ("    Use instead:\n", "", "lacks 'Use instead:'"),
        ("INVALID =", "UNTOLD =", "lacks `INVALID`"),
        ("    VALID = ", "    UNTOLD = ", "lacks `VALID`"),
        ("    code = ", "    number = ", "lacks `code`"),
        ("    name = ", "    title = ", "lacks `name`"),
        ('"PUR390"', '"E501"', "the code 'E501' is not of the form PUR123"),
        ('"PUR390"', '"PUR301"', "PUR301 is ScalarCast's already"),
        ('"PUR390"', '"PUR290"', "PUR290 belongs into the folder of the family PUR2xx"),
        (
            "tensor-default",
            "default-tensor",
            "name its file default_tensor.py, after the rule `default-tensor`",
        ),
    ],
)
def test_what_a_rule_lacks_is_said(
    old: str, new: str, said: str, add: Callable[..., Mapping[str, Rule]]
) -> None:
    assert old in RULE
    with pytest.raises(TypeError, match="TensorDefault.*" + re.escape(said)):
        add(RULE.replace(old, new))


def test_a_name_is_given_once(add: Callable[..., Mapping[str, Rule]]) -> None:
    with pytest.raises(TypeError, match="`scalar-cast` is TensorDefault's already"):
        add(
            RULE.replace("tensor-default", "scalar-cast").replace("390", "290"), "scalar_cast.py", "operators"
        )


def test_selectors() -> None:
    assert expand("ALL") == expand("pur") == frozenset(all_rules())
    assert expand("PUR101") == expand("numpy-import") == {"PUR101"}
    assert {"PUR201", "PUR202"} <= expand("PUR2")
    assert expand("tensor-operator") == {"PUR201"}
    for wrong in ("", "E501", "PUR9999", "nonsense"):
        with pytest.raises(ConfigError, match="unknown rule"):
            expand(wrong)
