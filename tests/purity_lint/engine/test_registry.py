"""The rules as a whole."""

from __future__ import annotations

import pytest

from purity_lint.errors import ConfigError
from purity_lint.rules.registry import all_rules, expand, explanation, get_rule


def test_codes_and_names_are_unique_and_in_order() -> None:
    rules = all_rules()
    assert list(rules) == sorted(rules)
    names = [rule.name for rule in rules.values()]
    assert len(set(names)) == len(names)
    assert all(rule.code == code for code, rule in rules.items())


@pytest.mark.parametrize("code", list(all_rules()))
def test_every_rule_has_its_page_and_its_examples(code: str) -> None:
    rule = all_rules()[code]
    page = explanation(rule)
    assert page.split("\n")[0].endswith(".")
    for section in ("## What it does", "## Why is this bad?", "## Example"):
        assert section in page
    assert rule.INVALID
    assert rule.VALID


def test_selectors() -> None:
    assert expand("ALL") == expand("pur") == frozenset(all_rules())
    assert expand("PUR101") == expand("numpy-import") == {"PUR101"}
    assert {"PUR201", "PUR202"} <= expand("PUR2")
    assert get_rule("tensor-operator").code == "PUR201"
    for wrong in ("", "E501", "PUR9999", "nonsense"):
        with pytest.raises(ConfigError, match="unknown rule"):
            expand(wrong)
