"""No code, however odd, crashes or hangs the analysis."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from purity_lint.semantics import analyze
from purity_lint.source.file import SourceFile

ODD = {
    "long sum": "x = 1\ny = " + " + ".join(["x"] * 900),
    "long power": "x = 1\ny = " + " ** ".join(["x"] * 900),
    "deep minus": "x = 1\ny = " + "-" * 900 + "x",
    "deep attribute": "y = x" + ".a" * 900,
    "deep call": "y = x" + "(1)" * 900,
    "deep subscript": "y = x" + "[0]" * 900,
    "deep lambda": "y = " + "lambda x: " * 800 + "1",
    "long elif": "if a: pass\n" + "".join(f"elif x == {i}: y = {i}\n" for i in range(900)),
    "nested loops": "x = None\n"
    + "".join("    " * i + f"for i{i} in r:\n" + "    " * (i + 1) + "x = [x]\n" for i in range(18)),
    "many stores": "d = {}\n" + "".join(f"d['k{i}'] = {i}\n" for i in range(5000)),
    "long call chain": "def f0(x): return x\n"
    + "".join(f"def f{i}(x): return f{i - 1}(x) + 1\n" for i in range(1, 1500))
    + "f1499(3)",
    "mutual recursion": "def f(x): return g(x) * 2\ndef g(x): return f(x) + 1\nf(1)",
    "self-applied": "f = lambda g: g(g)\nf(f)",
    "class of itself": "class A(A): x = A\nA.x = A\nclass B(metaclass=A): pass",
    "growing containers": "x = []\nwhile True:\n    x = [x, (x, {'k': x})]\n    x.append(x)",
    "dynamic": "exec('x = 1')\nfrom . import q\nfrom ...a import *\nglobal y\nprint(x.y.z)\ndel x, x.y, x[0]\n",
    "match": "match x:\n    case [1, *r]: pass\n    case {'a': v, **k} if v: pass\n    case A(x=1) | None as z: pass\n",
    "stars": "def f(*a, **k): return f(*a, **k)\nf(1, 2, b=3)\nx = f(*[1], **{'a': 3})\n(a, *b), c = x\n",
    "everything raises": "def f():\n    raise ValueError\n    return 1\n"
    "try:\n    f()\nexcept* E:\n    pass\nfinally:\n    x = 1\n",
    "empty": "",
}


@pytest.mark.parametrize("name", ODD)
def test_survives(name: str) -> None:
    code = ODD[name]
    tree = ast.parse(code)
    model = analyze(SourceFile(Path("odd.py"), code, tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.expr):
            model.value(node)
            model.qualified_name(node)
    assert not [b for b in model.imports if not b.qualified]


def test_what_is_nested_too_deeply_is_given_up_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purity_lint.source.recursion.LIMIT", 0)
    code = "import numpy as np\n\ndef f(x):\n    return x" + ".a" * 400 + "\n\ny = np.ones(3) * 2\n"
    source = SourceFile(Path("deep.py"), code, ast.parse(code))
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(500)
    try:
        model = analyze(source)
    finally:
        sys.setrecursionlimit(limit)
    assert model.gave_up == [3]
    product = next(n for n in ast.walk(source.tree) if isinstance(n, ast.BinOp))
    assert model.value(product).is_tensor


def test_thirty_thousand_lines_of_calls_come_to_an_end() -> None:
    code = "import numpy as np\n" + "".join(
        f"def f{i}(x, y=None):\n    for row in x:\n        y = row * f{max(i - 1, 0)}(row)\n    return y @ x.T\n\n"
        for i in range(6000)
    )
    model = analyze(SourceFile(Path("long.py"), code, ast.parse(code)))
    assert code.count("\n") > 30_000
    assert model.gave_up == []
    assert sum(model.is_tensor(n) for n in ast.walk(model.source.tree) if isinstance(n, ast.BinOp)) > 6000
