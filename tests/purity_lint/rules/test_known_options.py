"""Calls that unpack a dict which their function has written down, `f(x, **options)`: what it brings is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

HEAD = "import numpy as np\nfrom emberops import ops\n\nSHARED = {}\n\n\ndef f(x: ops.Tensor, flag, axis, **given):\n"


def fixed(body: str) -> tuple[str, str]:
    """The body before and after safe fixes of calls."""
    indented = "".join(f"    {line}\n" for line in body.splitlines())
    source = source_from_bytes((HEAD + indented).encode(), Path("example.py"), None)
    outcome = fix(source, Settings(root=Path.cwd(), select=("PUR103",)))
    assert not outcome.errors
    return indented, outcome.after.partition("**given):\n")[2]


@pytest.mark.parametrize(
    "body",
    [
        "options = dict(axis=axis, keepdims=True)\nreturn np.sum(x, **options)",
        "options = {'axis': axis, 'keepdims': True}\nreturn np.sum(x, **options) + np.mean(x, **options)",
        "if flag:\n    options = {'axis': 0}\n    return np.sum(x, **options)\nreturn x",
        "return np.sum(x, **{'axis': axis}, keepdims=True)",
    ],
)
def test_the_function_is_renamed(body: str) -> None:
    before, after = fixed(body)
    assert after == before.replace("np.", "ops.")


@pytest.mark.parametrize(
    "body",
    [
        "return np.sum(x, **given)",
        "return np.sum(x, **SHARED)",
        "options = {'axis': 0, 'where': x > 0}\nreturn np.sum(x, **options)",
        "options = {'axis': 0, 'dtype': float}\nreturn np.sum(x, **options)",
        "options = {'axis': 0}\nif flag:\n    options['where'] = x > 0\nreturn np.sum(x, **options)",
        "options = {'axis': 0}\nif flag:\n    options = {'where': x > 0}\nreturn np.sum(x, **options)",
        "options = {'axis': 0}\nflag(options)\nreturn np.sum(x, **options)",
        "options = {'axis': 0}\noptions |= given\nreturn np.sum(x, **options)",
        "options = {'axis': 0, **given}\nreturn np.sum(x, **options)",
        "options = dict(given, axis=0)\nreturn np.sum(x, **options)",
        "dict = flag\noptions = dict(axis=0)\nreturn np.sum(x, **options)",
        "for options in flag:\n    x = np.sum(x, **options)\nreturn x",
        "options = {'axis': 0}\nreturn np.sum(x, axis=0, **options)",
        "options = {flag: 0}\nreturn np.sum(x, **options)",
    ],
)
def test_what_may_be_brought_otherwise_stays(body: str) -> None:
    before, after = fixed(body)
    assert after == before
