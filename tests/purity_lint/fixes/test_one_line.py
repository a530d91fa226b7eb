"""What stands on one line is written from slices of the source, and as it would be written from trees."""

from __future__ import annotations

import pytest
from operator_fixes import fix

from purity_lint.fixes.composition import templates
from purity_lint.fixes.composition.compose import Composer

HEAD = "from emberops import ops\n"

PLAIN = [
    ("y = a + b\n", "y = ops.add(a, b)\n"),
    ("y = (a + b)\n", "y = ops.add(a, b)\n"),
    ("y = a + b + c[0] + d.e + f(g)\n", "y = ops.add(ops.add(ops.add(ops.add(a, b), c[0]), d.e), f(g))\n"),
    ("y = f(a + b, k=(c + d))\n", "y = f(ops.add(a, b), k=ops.add(c, d))\n"),
    ("y = g(h(a + 1), [b * 2]) + c\n", "y = ops.add(g(h(ops.add(a, 1)), [ops.multiply(b, 2)]), c)\n"),
    ("y = (a if c else b) * (d or e)\n", "y = ops.multiply(a if c else b, d or e)\n"),
    ("y = np.foo(a, *b, axis=-1)\n", "y = ops.foo(a, *b, axis=ops.negative(1))\n"),
    ("y = x.T\n", "y = ops.transpose(x)\n"),
    ("y = ( a  +  b ) . real\n", "y = ops.add(a, b) . real\n"),
    ("y = f(not(a + b)) + c\n", "y = ops.add(f(not ops.add(a, b)), c)\n"),
    ("y = f(a if(b + c)else d) + e\n", "y = ops.add(f(a if ops.add(b, c)else d), e)\n"),
    ("def f(): return(a + b)\n", "def f(): return ops.add(a, b)\n"),
    ("y = 'é' + \"ü\" 'ö'\n", "y = ops.add('é', \"ü\" 'ö')\n"),
]
"""Code for which no tree is needed, and what becomes of it."""

TREES = [
    "y = (a, b) + c\n",
    "y = (z := a) + c\n",
    "y = (i for i in a) + c\n",
    "y = x[a:b + c] + d\n",
    "y = f(not(a + b),\n      a if(b)else(c + d)) + e\n",
    "y = f'{a + b}' + c\n",
    "y = g(f'{a + b}') + c\n",
    "y = (a +  # one\n     b)\n",
    "y = f(a,\n      b + c) + d\n",
    "y = '''a\nb''' + c\n",
    "y = 1 .real + 2\n",
    "y = x.T.T + (x + y).T\n",
]
"""Code about which trees may have something to say."""


def written(code: str) -> str:
    """``code`` after the fix, without the import."""
    result = fix(HEAD + code)
    assert not result.rolled_back
    return result.text.removeprefix(HEAD)


@pytest.mark.parametrize(("code", "expected"), PLAIN)
def test_no_tree_is_made_of_what_is_copied(code: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str) -> None:
        raise AssertionError(f"parsed {text}")

    monkeypatch.setattr(templates, "parse", fail)
    assert written(code) == expected


@pytest.mark.parametrize("code", [*(code for code, _ in PLAIN), *TREES])
def test_it_is_what_trees_would_write(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quickly = written(code)
    monkeypatch.setattr(Composer, "_on_one_line", lambda *_: None)
    assert written(code) == quickly
