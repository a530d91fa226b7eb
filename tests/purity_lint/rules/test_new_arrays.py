"""What makes an array of its own is told without the graph of the file, which says the same of it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.rewrites.stores.heap import holders
from purity_lint.rewrites.stores.heap.holders import reading
from purity_lint.rewrites.stores.heap.new_arrays import comes_from_outside, is_new_array
from purity_lint.semantics import FileModel, analyze
from purity_lint.source.file import SourceFile

CODE = """\
import random
import numpy as np
import torch
from elsewhere import give, made_there

kept = [np.zeros(3)]


class Held:
    def copy(self):
        return kept


def own(x):
    return x


def f(x: np.ndarray, t: torch.Tensor, held: Held, n=3):
    made = {made}
    made[0] = 1.0
    return made, x, t
"""
UNPACKED_AND_HANDED = """\


def g(x: np.ndarray):
    u, *_ = np.linalg.svd(x)
    u[0] = 1.0
    x[0] = 1.0
    return u, x
"""
NEW = (
    "np.zeros(n)",
    "np.where(x > 0, x, 0)",
    "x + 1",
    "-x",
    "x > 0",
    "x.copy()",
    "x.astype(int)",
    "torch.zeros(n)",
    "torch.nn.functional.relu(t)",
    "t.clone()",
)
FROM_OUTSIDE = (
    "give(x)",
    "made_there.give(x)",
    "x.given(n)",
    "held.given(x)",
    "held.parts[n](x)",
    "give(x).T",
    "give(x)[1:]",
    "np.asarray(give(x))",
    "np.zeros(n)[1:]",
)
"""What calls of what the file does not have give, and parts of new arrays."""
FROM_ELSEWHERE = (
    "x",
    "x.T",
    "x[1:]",
    "x.reshape(-1)",
    "np.asarray(x)",
    "np.array(x, copy=False)",
    'np.einsum("ii->i", x)',
    "own(x)",
    "held.copy()",
    "kept[0]",
    "[x] + kept",
    "random.choice(kept)",
    "next(iter(kept))",
    "x if n else kept[0]",
)


def _written(made: str) -> tuple[ast.expr, FileModel]:
    text = CODE.replace("{made}", made)
    model = analyze(SourceFile(Path("m.py"), text, ast.parse(text)))
    (value,) = (
        node.value
        for node in model.source.of(ast.Assign)
        if isinstance(node.targets[0], ast.Name) and node.targets[0].id == "made"
    )
    return value, model


@pytest.mark.parametrize("made", NEW)
def test_a_new_array_is_the_only_thing_that_the_graph_finds(made: str) -> None:
    value, model = _written(made)
    assert is_new_array(value, model)
    graph = reading(model)
    function = model.function(value)
    assert function is not None
    assert graph.graph.holds[graph.of(value, function)] <= {value}


@pytest.mark.parametrize("made", FROM_ELSEWHERE)
def test_what_may_come_from_elsewhere_is_looked_up(made: str) -> None:
    value, model = _written(made)
    assert not is_new_array(value, model)
    assert not comes_from_outside(value, model)


@pytest.mark.parametrize("made", FROM_OUTSIDE)
def test_of_what_comes_from_outside_the_graph_finds_no_more_than_the_call(made: str) -> None:
    value, model = _written(made)
    assert comes_from_outside(value, model)
    graph, function = reading(model), model.function(value)
    assert graph is not None
    assert function is not None
    calls = {node for node in ast.walk(value) if isinstance(node, ast.Call)}
    assert graph.graph.holds[graph.of(value, function)] <= {value, *calls}


def test_a_file_of_which_nothing_holds_what_it_changes_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(model: FileModel) -> None:
        raise AssertionError

    monkeypatch.setattr(holders, "reading", refused)
    changes = (*NEW, *FROM_OUTSIDE)
    text = "\n".join(CODE.replace("{made}", made).replace("f(", f"f{n}(") for n, made in enumerate(changes))
    text += UNPACKED_AND_HANDED
    checked = check(SourceFile(Path("m.py"), text, ast.parse(text)), Settings())
    assert not checked.errors
    assert sum(one.diagnostic.code == "PUR206" for one in checked.reported) > len(changes) / 2
