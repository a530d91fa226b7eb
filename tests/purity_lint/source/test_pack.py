"""Trees that take less memory, and are otherwise what they were."""

import ast
import copy
import pickle
import sys
from pathlib import Path

import pytest

import purity_lint.source.walk
from purity_lint.source.pack import pack

MODULE = Path(purity_lint.source.walk.__file__).read_text(encoding="utf-8")
TEXTS = [
    MODULE,
    "",
    "# only a comment\n",
    "match a:\n    case {'k': [1, *rest]} | P(x=3) as whole if whole:\n        del x, y[0]\n",
    "async def f(a: int = 1, *b, c=2, **d) -> str:\n    return f'{a!r:>{b}}' if await b else lambda *, k: k\n",
    "\n" * 70_000 + "x = 1\n",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_packed_tree_says_what_it_said(text: str):
    tree = ast.parse(text)
    pack(tree)
    said = ast.dump(ast.parse(text), include_attributes=True)
    assert ast.dump(tree, include_attributes=True) == said
    pack(tree)
    for other in (tree, copy.deepcopy(tree), pickle.loads(pickle.dumps(tree))):
        assert ast.dump(other, include_attributes=True) == said
        assert [list(vars(node)) for node in ast.walk(other)] == [
            list(vars(node)) for node in ast.walk(ast.parse(text))
        ]


def test_its_nodes_may_be_changed():
    one, other = ast.parse("f(x)").body[0], ast.parse("f(x)").body[0]
    pack(ast.Module([one, other], []))
    assert isinstance(one, ast.Expr)
    assert isinstance(other, ast.Expr)
    one.value = ast.Constant(1)
    one.note = "mine"
    assert not hasattr(other, "note")
    assert isinstance(other.value, ast.Call)


def test_a_node_that_lacks_something_stays_as_it_is():
    bare = ast.Name("x")
    pack(ast.Module([ast.Expr(bare)], []))
    assert list(vars(bare)) == list(vars(ast.Name("x")))


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the sizes are those of CPython 3.11")
def test_it_takes_less_memory():
    tree = ast.parse(MODULE)

    def memory() -> int:
        return sum(sys.getsizeof(vars(node)) for node in ast.walk(tree) if vars(node))

    before = memory()
    pack(tree)
    assert memory() < 0.6 * before
