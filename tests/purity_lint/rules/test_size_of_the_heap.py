"""How many places of arrays are told apart stays in proportion to the file, however its functions call one another."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from purity_lint.rewrites.stores.heap.holders import reading
from purity_lint.semantics import analyze_project
from purity_lint.source.file import SourceFile


def _all_call_all(functions: int) -> str:
    """Functions of which each gives back arrays of its own, and those of all the others."""
    lines = ["import numpy as np"]
    for number in range(functions):
        others = ", ".join(f"make_{other}()" for other in range(functions))
        lines += ["", "", f"def make_{number}():", f"    return [np.zeros(3), np.ones(3), {others}]"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("functions", [2, 40])
def test_calls_are_told_apart_as_far_as_that_can_be_followed(functions: int) -> None:
    text = _all_call_all(functions)
    source = SourceFile(Path("m.py"), text, ast.parse(text))
    (model,) = analyze_project([source]).values()
    of_the_file = sum(isinstance(node, ast.Call | ast.List) for node in ast.walk(source.tree))
    assert len(reading(model).graph.owner) <= 2 * of_the_file + 1000
