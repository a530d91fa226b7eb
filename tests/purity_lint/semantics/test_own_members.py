"""Members that arrays have and classes of a project have as well say nothing in files that know no arrays."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from purity_lint.semantics import FileModel
from purity_lint.semantics.values import Kind, Value

Models = Callable[[dict[str, str]], dict[str, FileModel]]
ValueOf = Callable[[str, str], Value]

MATRIX = """\
class Matrix:
    def __getitem__(self, key): return self.part(key)
    def __matmul__(self, other): return self.product(other)
    @property
    def T(self): return self.flipped()
    def reshape(self, rows, columns): return self.cut(rows, columns)
"""
USES = ["m[:, 0]", "m @ k", "m.T", "m.reshape(2, 3)"]


def kind(model: FileModel, expression: str) -> Kind:
    """What the first expression written so is."""
    written = (n for n in ast.walk(model.source.tree) if isinstance(n, ast.expr))
    return model.value(next(n for n in written if ast.unparse(n) == expression)).kind


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize(
    ("matrices", "head", "is_array"),
    [
        (MATRIX, "", False),
        (MATRIX, "import numpy as np\n", True),
        (MATRIX, "from pkg.compat import np\n", True),
        ("import numpy as np\n" + MATRIX, "", True),
        ("", "", True),
    ],
)
def test_members_of_own_classes(
    models: Models, use: str, matrices: str, head: str, *, is_array: bool
) -> None:
    found = models(
        {
            "pkg/__init__.py": "",
            "pkg/matrices.py": matrices,
            "pkg/compat.py": "import numpy as np\n",
            "pkg/used.py": f"{head}def f(m, k):\n    w = m * 2\n    return w, {use}\n",
        }
    )
    assert (kind(found["pkg/used.py"], "m * 2") is Kind.TENSOR) == is_array


@pytest.mark.parametrize(
    ("context", "is_namespace"),
    [
        (
            "class Context:\n    def zeros(self, n): return [0] * n\n    def isnan(self, x): return x != x\n",
            False,
        ),
        ("import numpy as np\nclass Context:\n    def zeros(self, n): return np.zeros(n)\n", True),
        ("", True),
    ],
)
def test_contexts_of_numbers_are_no_namespaces(models: Models, context: str, *, is_namespace: bool) -> None:
    found = models(
        {
            "pkg/__init__.py": "",
            "pkg/context.py": context,
            "pkg/used.py": "def f(ctx, x):\n    y = ctx.sqrt(x)\n    return y * 2, ctx.isnan(x), ctx.zeros(3)\n",
        }
    )
    assert (kind(found["pkg/used.py"], "y * 2") is Kind.TENSOR) == is_namespace


@pytest.mark.parametrize(
    "code",
    [
        "def f(a):\n    b = a * 2\n    shape = getattr(a, 'shape', None)\n    return b, shape",
        "def f(a):\n    b = a * 2\n    if getattr(a, 'flat', None) is not None:\n        return a.flat\n    return b",
        "def g(a):\n    return a.item()\ndef f(a):\n    b = a * 2\n    if _is_numpy(a):\n        g(a)\n    return b",
    ],
)
def test_what_is_asked_for_need_not_be_there(value_of: ValueOf, code: str) -> None:
    assert value_of(code, "a * 2").kind is Kind.UNKNOWN


def test_what_is_demanded_is_there(value_of: ValueOf) -> None:
    assert (
        value_of("def f(a):\n    b = a * 2\n    return b, getattr(a, 'shape')", "a * 2").kind is Kind.TENSOR
    )
    guarded = "def f(a):\n    b = a * 2\n    if a.ndim == 2:\n        return a[:, 0]\n    return b"
    assert value_of(guarded, "a * 2").kind is Kind.TENSOR


def test_that_something_is_iterable_makes_it_no_tensor(value_of: ValueOf) -> None:
    code = "from typing import Iterable\ndef f(a):\n    if isinstance(a, Iterable):\n        return [e * 2 for e in a]"
    assert value_of(code, "e * 2").kind is Kind.UNKNOWN


def test_reasons_name_the_file_of_the_use(models: Models) -> None:
    found = models(
        {
            "pkg/__init__.py": "",
            "pkg/low.py": "def low(v):\n    return v[:, 0]\n",
            "pkg/high.py": "from pkg.low import low\nfrom pkg.top import top\ndef f(a):\n    low(a)\n    top(a)\n",
            "pkg/top.py": "import pkg.high\ndef top(w):\n    return w + 1\n",
        }
    )
    model = found["pkg/top.py"]
    sums = [n for n in ast.walk(model.source.tree) if isinstance(n, ast.BinOp)]
    assert [r.path for r in model.value(sums[0].left).reasons if "used as" in r.text] == ["pkg/high.py"]
