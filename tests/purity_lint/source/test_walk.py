"""The walk that the linter takes through a tree, next to that of the standard library."""

import ast
from pathlib import Path

import pytest

import purity_lint.source.walk
from purity_lint.source.walk import children, survey, walk

EVERY_SORT = (
    Path(purity_lint.source.walk.__file__).read_text(encoding="utf-8")
    + """
async def f(a: int = 1, *b, c=2, **d) -> str:
    async with a as b, c: x[1:2, ...] += -y
    if not a < b <= c: return {**a, 1: (2, [3])}
    elif (z := a) and b or c: pass
    else: raise E from None
    match a:
        case {"k": [1, *rest]} | P(x=3) as whole if whole: del x, y[0]
    return f"{a!r:>{b}}" if await b else lambda *, k: [*(i async for i in a if i)]
"""
)


def test_the_walk_meets_every_node_that_has_a_position_or_holds_one():
    tree = ast.parse(EVERY_SORT)
    carrying = [
        node for node in ast.walk(tree) if not isinstance(node, purity_lint.source.walk._NO_FIELDS[:5])
    ]
    met = list(walk(tree))
    assert len(met) == len({*met})
    assert {*met} == {*carrying}


def test_a_survey_is_a_walk_with_the_holder_of_each_node():
    tree = ast.parse(EVERY_SORT)
    nodes, parents = survey(tree)
    assert nodes == list(walk(tree))
    assert parents == {child: node for node in nodes for child in children(node)}
    assert all(node in {*ast.iter_child_nodes(holder)} for node, holder in parents.items())


@pytest.mark.parametrize(
    ("node", "below"),
    [
        (ast.Call(func=ast.Name("f"), args=[ast.Constant(1)]), ["Name", "Constant"]),
        (ast.If(test=ast.Name("a"), body=[ast.Pass()]), ["Name", "Pass"]),
        (ast.Return(), []),
    ],
)
def test_a_node_that_was_made_without_all_of_its_fields_holds_what_it_has(node, below):
    assert [type(child).__name__ for child in children(node)] == below
    assert [type(child).__name__ for child in survey(node)[0]] == [type(node).__name__, *below]
