"""Code that is nested deeper than anybody writes is checked, and left as it is."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.findings.diagnostics import Evidence
from purity_lint.run.check import check_project
from purity_lint.run.fix import fix_project
from purity_lint.semantics import analyze
from purity_lint.source.depth import MAX_EXPRESSION, MAX_STATEMENTS, Depths
from purity_lint.source.read import source_from_text

HEAD = "import numpy as np\n\n\ndef f(a: np.ndarray, b: np.ndarray) -> np.ndarray:\n"


def chain(count: int) -> str:
    branches = "".join(f"    elif a.sum() > {i}:\n        return a + {i}\n" for i in range(count))
    return f"    if a.sum() > 0:\n        return a\n{branches}"


DEEP = {
    "unary minuses": "    return " + "-" * 500 + "a\n",
    "transposes": "    return a" + ".T" * 1000 + "\n",
    "sums of sums": "    return a" + ".sum()" * 3000 + "\n",
    "terms": "    return " + "a + " * 1000 + "b\n",
    "calls": "    return " + "np.exp(" * 190 + "a" + ")" * 190 + "\n",
    "conditions": "    return " + " and ".join(["a"] * 1000) + "\n",
    "comparisons": "    return " + " < ".join(["a"] * 1000) + "\n",
}


def settings(folder: Path) -> Settings:
    return Settings(root=folder, select=("ALL",), confidence=Evidence.SUSPECTED, unsafe_fixes=True)


@pytest.mark.parametrize("name", DEEP)
def test_deep_expressions_are_left_as_they_are(tmp_path: Path, name: str) -> None:
    path, deep = tmp_path / "m.py", DEEP[name]
    shallow = "\n\ndef g(a: np.ndarray) -> np.ndarray:\n    return a + 1\n"
    tasks = [(path, settings(tmp_path))]
    fixed = fix_project(tasks, write=False, overrides={path: (HEAD + deep + shallow).encode()}, jobs=1)
    assert fixed.errors == []
    [outcome] = fixed.files
    assert outcome.content is not None
    assert deep.encode() in outcome.content
    assert b"return ops.add(a, 1)" in outcome.content
    again = fix_project(tasks, write=False, overrides={path: outcome.content}, jobs=1)
    assert again.files[0].content is None
    assert again.errors == []


def test_what_is_left_is_said_with_a_way_out(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    overrides = {path: (HEAD + DEEP["terms"]).encode()}
    outcome = check_project([(path, settings(tmp_path))], overrides=overrides, edits=True, jobs=1)
    found = [d for d in outcome.diagnostics if d.code == "PUR201"]
    assert len(found) == 1000
    assert {d.hint for d in found} == {"nested too deeply to be rewritten: give its parts names"}
    assert outcome.errors == []


def test_what_people_write_is_rewritten(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    terms = HEAD + "    return " + "a + " * (MAX_EXPRESSION - 10) + "b\n"
    fixed = fix_project([(path, settings(tmp_path))], write=False, overrides={path: terms.encode()}, jobs=1)
    assert fixed.counts["PUR201"] == MAX_EXPRESSION - 10
    assert fixed.errors == []


def test_long_chains_of_elif_are_rewritten_as_far_as_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    overrides = {path: (HEAD + chain(MAX_STATEMENTS + 50)).encode()}
    fixed = fix_project([(path, settings(tmp_path))], write=False, overrides=overrides, jobs=1)
    assert fixed.errors == []
    assert 0 < fixed.counts["PUR201"] < MAX_STATEMENTS


class Counted(dict[ast.AST, ast.AST]):
    """Holders of nodes, which counts how often it is asked."""

    asked = 0

    def get(self, key: ast.AST, default: object = None) -> object:  # type: ignore[override]  # one use of it
        self.asked += 1
        return super().get(key, default)


def test_nobody_climbs_a_chain_of_elif_for_each_of_its_branches() -> None:
    source = source_from_text(HEAD + chain(300))
    source._survey = source.nodes, Counted(source.parents)
    assert isinstance(source.parents, Counted)
    model = analyze(source)
    depths = Depths(source.parents)
    source.parents.asked = 0
    for node in source.nodes:
        model.function(node)
        depths.too_deep(node)
    assert source.parents.asked < 8 * len(source.nodes)
