"""A finding that no fix mends says why."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint import check_source
from purity_lint.engine.suppression import UNUSED
from purity_lint.rules.base import Rule
from purity_lint.rules.registry import all_rules


def hints(code: str, **settings: object) -> dict[str, str | None]:
    found = check_source(code, settings=settings, isolated=True).diagnostics
    return {d.code: d.hint for d in found if d.fix is None}


@pytest.mark.parametrize("rule", [r for r in all_rules().values() if r.nodes], ids=lambda r: r.code)
def test_every_finding_without_a_fix_says_why(rule: Rule, tmp_path: Path) -> None:
    for example in rule.INVALID:
        for diagnostic in check_source(example.code, settings={"select": ["ALL"]}, isolated=True).diagnostics:
            assert diagnostic.fix is not None or diagnostic.hint or diagnostic.code in ("PUR001", UNUSED)


def test_an_import_says_what_keeps_it() -> None:
    code = "import torch\n\nmodel = torch.compile(torch.nn.Linear(2, 3), mode='default')\n"
    assert hints(code)["PUR102"] == "the import of `torch` stays: no fix rewrites `torch.compile`"
    exported = "import numpy as np\n\n__all__ = ['np']\n"
    assert hints(exported)["PUR101"] == "the import of `np` stays: `__all__` exports it"


def test_settings_that_forbid_a_fix_are_named() -> None:
    code = "import numpy as np\n\nx = np.exp(np.ones(3))\n"
    assert hints(code, unfixable=["PUR103"]) == {
        "PUR101": "the import of `np` stays: no fix rewrites `np.exp`",
        "PUR103": "`fixable` and `unfixable` in the configuration leave it to you",
    }
