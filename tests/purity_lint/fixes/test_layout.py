"""Comments and aligned lines, found by their characters, against the tokenizer."""

from __future__ import annotations

import argparse
import difflib
import inspect
import tarfile
import textwrap
from itertools import accumulate
from types import ModuleType

import pytest

from purity_lint.fixes.composition.layout import Layout, by_characters, by_tokens

CASES = {
    "aligned": "y = f(a,\n      b,\n     c)\n",
    "bracket at the end of its line": "y = f(\n      b,\n)\n",
    "comment behind the bracket": "y = f(  # why\n      b,\n      # how\n      c)\n",
    "aligned comment": "y = f(a,\n      # how\n      b)\n",
    "closing bracket": "y = [1,\n     ]\n",
    "nested": "y = f(g(a,\n        b),\n      [c,\n       d])\n",
    "continued": "y = f(a, \\\n      b)\n",
    "continued behind the bracket": "y = f( \\\n      b)\n",
    "blank line": "y = f(a,\n\n      b)\n",
    "hash in a string": "y = f('#(',\n      \"it's # not\", 'a\\'b'  # but this\n      )\n",
    "behind a long string": 'y = f(a, """(\n#""", b,\n   """\n      """, c)\n',
    "escaped end of line": "y = f('a\\\n      ', b,\n      c)\n",
    "docstring": '"""It\'s (# open."""\n# comment\n',
    "form feed and tab": "\fy = f(a,\n\tb,\n      c)\n",
    "no end of line": "y = f(a,\n      b)  # last",
}


def both(text: str) -> tuple[Layout, Layout]:
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    return by_characters(text), by_tokens(text, starts)


@pytest.mark.parametrize("text", CASES.values(), ids=CASES)
def test_layout_is_what_the_tokenizer_says(text: str) -> None:
    found, expected = both(text)
    assert found == expected
    assert list(found.aligned) == list(expected.aligned)


@pytest.mark.parametrize("module", [argparse, difflib, inspect, tarfile, textwrap], ids=lambda m: m.__name__)
def test_layout_of_real_files(module: ModuleType) -> None:
    found, expected = both(inspect.getsource(module))
    assert found == expected
    assert found.aligned
    assert found.comments
