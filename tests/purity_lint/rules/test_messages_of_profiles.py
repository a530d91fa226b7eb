"""What rules say under each profile: no message speaks of a vocabulary that the profile does not have."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import purity_lint
from purity_lint.configuration.files import from_table
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.findings.diagnostics import Evidence
from purity_lint.knowledge.vocabularies import keras
from purity_lint.rules.registry import all_rules
from purity_lint.source.read import source_from_bytes

RULES = sorted(code for code, rule in all_rules().items() if rule.INVALID and rule.nodes)
OURS = re.compile(r"(?<![\w.])ops\b(?!`? of)")
OPERATION = re.compile(r"(?<![\w.])ops\.((?:\w+\.)*\w+)")
KERAS = {line.partition("(")[0] for line in keras.TABLE.strip().splitlines()}


def said(code: str, profile: str) -> list[str]:
    """Everything that is said of the examples of a rule that name no vocabulary themselves."""
    own = from_table(
        {"profile": profile, "lazy": True}, Settings(root=Path.cwd(), select=(code,)), "the test"
    )
    own = replace(own, confidence=Evidence.SUSPECTED)
    texts = []
    for example in all_rules()[code].INVALID:
        if OURS.search(example.code) or "emberops" in example.code:
            continue
        source = source_from_bytes(example.code.encode(), Path("a.py"), None)
        for one in check(source, own).diagnostics:
            texts += [one.message, one.hint or "", one.fix.message if one.fix is not None else ""]
    return texts


@pytest.mark.parametrize("code", RULES)
def test_nobody_is_told_of_ops_under_the_array_api(code: str) -> None:
    assert [text for text in said(code, "array-api") if OURS.search(text) or "emberops" in text] == []


@pytest.mark.parametrize("code", RULES)
def test_what_keras_is_told_to_use_is_there(code: str) -> None:
    texts = [text.replace("keras.ops", "Keras") for text in said(code, "keras")]
    assert [text for text in texts if "emberops" in text] == []
    assert [t for t in texts if not KERAS.issuperset(OPERATION.findall(t))] == []


BROKEN = """\
import numpy as np


def f(x: np.ndarray, y):
    return float(
        np.sum(
            x * y,
        )
    ), {np.max(x): 1}
"""


def test_code_of_several_lines_is_quoted_on_one() -> None:
    found = purity_lint.check_source(BROKEN, isolated=True)
    (cast,) = (one.message for one in found.diagnostics if one.code == "PUR301")
    assert "`np.sum(x * y)` as" in cast


def test_what_a_template_keeps_is_no_advice() -> None:
    body = "    xp = array_namespace(a, b)\n    i = b < a\n    a[i], b[i] = b[i], a[i]\n    return xp.sum(a * b)\n"
    text = f"from array_api_compat import array_namespace\n\n\ndef f(a, b):\n{body}"
    own = from_table({"profile": "array-api", "lazy": True}, Settings(root=Path.cwd()), "the test")
    found = check(source_from_bytes(text.encode(), Path("a.py"), None), own).diagnostics
    assert [d.message for d in found] == ["`a[i] = ...` changes the tensor `a` in place; use `xpx.at`"]
