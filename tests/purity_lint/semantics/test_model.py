"""The structural answers of the model: names, imports, parents, mutation."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import dedent

import pytest

from purity_lint.semantics import FileModel, analyze
from purity_lint.semantics.evidence import other_members
from purity_lint.semantics.symbols import written_parameters
from purity_lint.semantics.symbols.written_parameters import lines_that_write, writes_into_parameters
from purity_lint.source.file import SourceFile
from purity_lint.source.walk import children


def model_of(code: str) -> FileModel:
    text = dedent(code)
    return analyze(SourceFile(Path("m.py"), text, ast.parse(text)))


def expressions(model: FileModel, text: str) -> list[ast.expr]:
    return [n for n in ast.walk(model.source.tree) if isinstance(n, ast.expr) and ast.unparse(n) == text]


@pytest.mark.parametrize(
    ("code", "expression", "name"),
    [
        ("import numpy as np\nnp.linalg.norm", "np.linalg.norm", "numpy.linalg.norm"),
        ("from numpy import linalg as la\nla.inv", "la.inv", "numpy.linalg.inv"),
        ("import numpy\nnumpy.pi", "numpy.pi", "numpy.pi"),
        ("from numpy import pi\npi", "pi", "numpy.pi"),
        ("import numpy as np\nx = np.pi\nx", "x", None),
        ("from emberops import ops as o\no.mean", "o.mean", "emberops.ops.mean"),
        ("import emberops.ops as o\no.linalg.inv", "o.linalg.inv", "emberops.ops.linalg.inv"),
        ("import jax.numpy as jnp\njnp.mean", "jnp.mean", "jax.numpy.mean"),
        ("import numpy as np\ndef f(np):\n    np.mean", "np.mean", None),
        ("import mlx.core as mx\nmx.array", "mx.array", "mlx.core.array"),
        ("def f():\n    import torch\n    torch.cat", "torch.cat", "torch.cat"),
    ],
)
def test_qualified_name(code: str, expression: str, name: str | None) -> None:
    model = model_of(code)
    loads = [n for n in expressions(model, expression) if isinstance(getattr(n, "ctx", None), ast.Load)]
    assert model.qualified_name(loads[-1]) == name


def test_imports() -> None:
    model = model_of(
        """
        from typing import TYPE_CHECKING
        import numpy as np
        import os.path
        from math import *
        if TYPE_CHECKING:
            import torch
        def f():
            jnp = __import__("jax.numpy")
            return np.mean
        """
    )
    found = {(b.local, b.qualified, b.star, b.type_checking, b.used) for b in model.imports}
    assert ("np", "numpy", False, False, True) in found
    assert ("os", "os", False, False, False) in found
    assert ("*", "math", True, False, True) in found
    assert ("torch", "torch", False, True, False) in found
    assert ("jnp", "jax.numpy", False, False, False) in found


def test_structure() -> None:
    model = model_of(
        "def f(xs):\n    for x in xs:\n        y = g(x)\n    else:\n        z = h(x)\n    return y\n"
    )
    (inside,) = expressions(model, "g(x)")
    (after,) = expressions(model, "h(x)")
    assert isinstance(model.statement(inside), ast.Assign)
    assert isinstance(model.function(inside), ast.FunctionDef)
    assert isinstance(model.loop(inside), ast.For)
    assert model.loop(after) is None
    assert {"f", "xs", "x", "y", "g", "print"} <= model.names_in_scope(inside)


@pytest.mark.parametrize(
    ("body", "mutated"),
    [
        ("x[0] = 1", {"x"}),
        ("x += 1", {"x"}),
        ("x = x + 1\n    x[0] = 1", set()),
        ("y = x.T\n    y[0] = 1", {"x"}),
        ("y = x.copy()\n    y[0] = 1", set()),
        ("x.fill(0)", {"x"}),
        ("np.add(y, 1, out=x)", {"x"}),
        ("if c:\n        y = x\n    y[0] = 1", {"x", "y"}),
        ("match c:\n        case 1:\n            x[0] = 1", {"x"}),
        ("try:\n        pass\n    except* E:\n        y = x\n    y[0] = 1", {"x", "y"}),
        ("return x + 1", set()),
    ],
)
def test_parameters_mutated(body: str, mutated: set[str]) -> None:
    model = model_of(f"import numpy as np\ndef f(x, y, c):\n    {body}\n")
    function = next(n for n in ast.walk(model.source.tree) if isinstance(n, ast.FunctionDef))
    assert writes_into_parameters(function, lines_that_write(model.source)).names == mutated


def test_only_lines_that_may_write_are_read_for_what_they_write(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "".join(f"    y = np.exp(np.sin(y) + {n})\n" for n in range(50))
    model = model_of(f"import numpy as np\ndef f(x, y):\n{lines}    x[0] = y.sum()\n{lines}    return x\n")
    (function,) = model.source.of(ast.FunctionDef)
    read: list[ast.AST] = []

    def seen(node: ast.AST) -> list[ast.AST]:
        read.append(node)
        return children(node)

    monkeypatch.setattr(written_parameters, "children", seen)
    assert writes_into_parameters(function, lines_that_write(model.source)).names == {"x"}
    assert {node.lineno for node in read if isinstance(node, ast.stmt | ast.expr)} == {53}


def test_functions_that_read_nothing_that_arrays_lack_are_not_searched_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[str] = []

    def seen(text: str) -> frozenset[str]:
        searched.append(text)
        return frozenset({"x"})

    monkeypatch.setattr(other_members, "_names_with_others", seen)
    model = model_of("""
        def of_arrays(x, y):
            return x.T @ y.T

        def of_tables(x, y):
            x.columns.sort()
            return x.T
    """)
    names = [node for node in model.source.of(ast.Name) if node.id == "x"]
    assert {(model.function(name).name, model.has_other_members(name)) for name in names} == {
        ("of_arrays", False),
        ("of_tables", True),
    }
    assert [text.split("(")[0] for text in searched] == ["def of_tables"]


@pytest.mark.parametrize(
    ("call", "dropped"),
    [
        ("f(u, v)\n    return v", True),
        ("f(u, out=v)\n    return v", True),
        ("f(u, v[0])\n    return v", True),
        ("for _ in u:\n        print(v)\n        f(u, v)", True),
        ("f(u, g)", True),  # a parameter, which the caller may read
        ("f(u, u.grid)", True),
        ("v = f(u, v)\n    return v", False),
        ("f(u, v)", False),
        ("with pytest.raises(ValueError):\n        f(u, v)\n    return v", False),
        ("f(1, 2)\n    return v", False),
        ("u.f(u, v)\n    return v", False),
        ("return f(u, v), v", False),
    ],
)
def test_results_that_are_dropped(call: str, dropped: bool) -> None:
    model = model_of(f"""
def f(a, out):
    out[0] = a
    return out
def run(g):
    u, v = make(), make()
    {call}
""")
    function = next(n for n in ast.walk(model.source.tree) if isinstance(n, ast.FunctionDef))
    assert model.given_back(function) == ("out",)
    assert model.result_is_dropped(function) == dropped


def test_methods_that_are_called_for_what_they_change() -> None:
    model = model_of("""
class Grid:
    def fill(self, out):
        out[:] = 0
        return out
    def shown(self, out):
        return out
def run(grid, v):
    grid.fill(v)
    grid.shown(v)
""")
    fill, shown = (
        n for n in ast.walk(model.source.tree) if isinstance(n, ast.FunctionDef) and n.name != "run"
    )
    assert model.result_is_dropped(fill)
    assert not model.given_back(shown)
    assert not model.result_is_dropped(shown)


@pytest.mark.parametrize(
    ("code", "alias"),
    [
        ("def f():\n    x = np.zeros(3)\n    x[0] = 1\n    return x", False),
        ("def f(x):\n    x[0] = 1", True),
        ("def f(a):\n    x = a\n    x[0] = 1", True),
        ("def f():\n    x = np.zeros(3)\n    y = x\n    x[0] = 1\n    return y", True),
        ("def f():\n    x = np.zeros(3)\n    y = x.T\n    x[0] = 1\n    return y", True),
        ("def f(out):\n    x = np.zeros(3)\n    out.append(x)\n    x[0] = 1", True),
        ("def f(self):\n    self.x[0] = 1", True),
    ],
)
def test_may_alias(code: str, alias: bool) -> None:
    model = model_of("import numpy as np\n" + code)
    target = next(
        t.value
        for n in ast.walk(model.source.tree)
        if isinstance(n, ast.Assign)
        for t in n.targets
        if isinstance(t, ast.Subscript)
    )
    assert model.may_alias(target) is alias


def test_what_is_worked_out_once_for_a_file_is_kept_with_its_model() -> None:
    one, other = model_of("x = 1\n"), model_of("x = 1\n")
    kept: dict[str, int] = one.memo("key", dict)
    kept["a"] = 1
    assert one.memo("key", dict) is kept
    assert one.memo("another key", dict) == {}
    assert other.memo("key", dict) == {}
