"""How many places of arrays are told apart stays in proportion to the file, however its functions call one another."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from purity_lint.rewrites.stores.heap.graph import parameter_site
from purity_lint.rewrites.stores.heap.holders import reading
from purity_lint.rewrites.stores.heap.reading import Reading
from purity_lint.semantics import FileModel, analyze_project
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
    model = _model(text)
    of_the_file = sum(isinstance(node, ast.Call | ast.List) for node in ast.walk(model.source.tree))
    heap = reading(model)
    assert heap is not None
    assert len(heap.graph.owner) <= 2 * of_the_file + 1000


_FAMILIES = """\
class Base{number}:
    def density(self, x):
        return x

    def total(self, x):
        return self.density(x), cls.density(x)


class Derived{number}(Base{number}):
    def density(self, x):
        return self.total(x)
"""


def test_a_method_of_self_is_one_of_its_kin() -> None:
    model = _model("\n\n".join(_FAMILIES.format(number=number) for number in range(3)))
    heap = reading(model)
    assert heap is not None
    methods = [node for node in model.source.of(ast.FunctionDef) if node.name == "density"]
    assert [len(heap.graph.handed[parameter_site(method, "x")]) for method in methods] == [1] * 6


def _tower(size: int) -> str:
    """Functions that hand one another all that they are handed, and lists of it, under many names."""
    names = [f"x{number}" for number in range(size)]
    given = ", ".join(names)
    mixed = ", ".join(f"[{name}, *{names[0]}]" for name in names)
    calls = "\n".join(f"    {name} = step_{number}({mixed})" for number, name in enumerate(names))
    return "\n\n\n".join(
        f"def step_{number}({given}):\n{calls}\n    return {given}" for number in range(size)
    )


@pytest.mark.parametrize(("size", "followed"), [(2, True), (16, False)])
def test_there_is_an_end_to_what_is_followed(size: int, followed: bool) -> None:
    assert (reading(_model(_tower(size))) is not None) is followed


def test_a_file_is_read_once_however_far_its_calls_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    model = _model(_tower(16))
    read: list[ast.AST] = []
    read_scope = Reading._read_scope

    def noted(self: Reading, scope: ast.AST) -> None:
        read.append(scope)
        read_scope(self, scope)

    monkeypatch.setattr(Reading, "_read_scope", noted)
    assert reading(model) is None
    assert len(read) == len({*read})


def test_who_hands_an_array_over_is_asked_from_its_end() -> None:
    text = (
        "import numpy as np\n\n\ndef keep(x):\n    return x\n\n\ndef twice(y):\n    return keep(y), keep([y])\n\n\n"
        "def main(z):\n    a = np.zeros(3)\n    return twice(a), twice(z), keep(np.ones(3)), twice(twice(a)[0])\n"
    )
    heap = reading(_model(text))
    assert heap is not None
    graph = heap.graph
    places = list(graph.holds)
    every_site = set().union(*(graph.expanded(graph.holds[place]) for place in places))
    assert graph.handed
    for site in every_site:
        from_its_end = {place for place in places if not graph.handing(site).isdisjoint(graph.holds[place])}
        assert from_its_end == {place for place in places if site in graph.expanded(graph.holds[place])}


def _model(text: str) -> FileModel:
    (model,) = analyze_project([SourceFile(Path("m.py"), text, ast.parse(text))]).values()
    return model


def _chain(branches: int) -> str:
    """A chain of branches that bind a name anew, as tables in code do."""
    tests = "\n".join(
        f"    elif n == {k}:\n        x = first(x, {k})\n        x = first(x, n)" for k in range(branches)
    )
    first = "def first(x, k):\n    return x\n\n\n"
    return f"{first}def table(n):\n    x = [n]\n    if n < 0:\n        x = [0]\n{tests}\n    return x\n"


@pytest.mark.parametrize("branches", [3, 300])
def test_the_values_of_a_name_are_told_apart_where_they_are_few(branches: int) -> None:
    heap = reading(_model(_chain(branches)))
    assert heap is not None
    assert len(heap.graph.constraints) < 20 * branches + 100
