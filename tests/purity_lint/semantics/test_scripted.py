"""What TorchScript would compile along with a function or class is read off a file in one walk."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from purity_lint.semantics.symbols.scripted import names_called
from purity_lint.source.file import SourceFile

HEAD = "import torch\nfrom torch import nn\n\n\n"
CALLED = [
    ("def f(x):\n    return g(x)\n", {"f>g"}),
    ("def f(x):\n    return f(x - 1)\n", set()),
    ("def f(x):\n    return torch.exp(nn.functional.relu(x.sum()))\n", set()),
    (
        "class Net(nn.Module):\n    def forward(self, x):\n        return self.inner(g(x))\n",
        {"Net>inner", "Net>g", "forward>inner", "forward>g"},
    ),
    ("def f(x):\n    def g(y):\n        return h(y)\n    return g(x)\n", {"f>g", "f>h", "g>h"}),
    ("def f(x):\n    @made(1)\n    async def g(y):\n        return g(y)\n", {"f>made", "f>g", "g>made"}),
    (
        "class Net:\n    @torch.jit.ignore\n    def f(self):\n        def g():\n            return h()\n",
        {"g>h"},
    ),
]


@pytest.mark.parametrize(("code", "called"), CALLED)
def test_calls_belong_to_all_definitions_around_them(code: str, called: set[str]) -> None:
    assert {*names_called(_source(HEAD + code))} == called


def test_definitions_may_be_nested_deeply() -> None:
    deep = 12
    lines = [f"{' ' * n}def f{n}(x):" for n in range(deep)] + [f"{' ' * deep}return g(x)"]
    assert {*names_called(_source(HEAD + "\n".join(lines) + "\n"))} == {f"f{n}>g" for n in range(deep)}


def _source(text: str) -> SourceFile:
    return SourceFile(Path("layers.py"), text, ast.parse(text))
