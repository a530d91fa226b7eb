"""Which expressions are tensors, and which never are."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from purity_lint.findings.diagnostics import Evidence
from purity_lint.semantics.values import Kind, Value

ValueOf = Callable[[str, str], Value]

DOCUMENTED = (
    'def f(x):\n    """F.\n\n    Parameters\n    ----------\n    x : ndarray\n    """\n    return x + 1'
)

TENSORS = [
    ("y = np.zeros(3) + 1", "np.zeros(3) + 1"),
    ("y = 2 * torch.ones(3)", "2 * torch.ones(3)"),
    ("y = -jnp.ones(3)", "-jnp.ones(3)"),
    ("y = mx.array([1]) @ mx.array([2])", "mx.array([1]) @ mx.array([2])"),
    ("y = ops.sum(ops.ones(3))", "ops.sum(ops.ones(3))"),
    ("x = np.ones((2, 2))\ny = x.T", "x.T"),
    ("x = np.ones((2, 2))\ny = x[0]", "x[0]"),
    ("x = torch.ones(2)\ny = x.sum()", "x.sum()"),
    ("y = np.linalg.det(np.ones((3, 2, 2)))", "np.linalg.det(np.ones((3, 2, 2)))"),
    ("x = np.ones((3, 2, 2))\ny = x.trace()", "x.trace()"),
    ("q, r = np.linalg.qr(np.ones((2, 2)))\nz = q * 2", "q * 2"),
    ("s = np.linalg.svd(np.ones((2, 2)), compute_uv=False)\ny = s * 2", "s * 2"),
    ("r = np.linalg.qr(np.ones((2, 2)), mode='r')\ny = r * 2", "r * 2"),
    ("c, k = np.polyfit(np.ones(3), np.ones(3), 1, cov=True)\ny = k * 2", "k * 2"),
    ("v, s = np.linspace(0, 1, 5, retstep=True)\ny = v * 2", "v * 2"),
    ("u, i = np.unique(np.ones(3), True)\ny = i * 2", "i * 2"),
    ("for row in np.ones((2, 2)):\n    y = row * 2", "row * 2"),
    ("xs = [np.ones(2) for _ in range(3)]\ny = xs[0] * 2", "xs[0] * 2"),
    ("xs = []\nfor i in range(3):\n    xs.append(np.ones(2))\ny = sum(xs)", "sum(xs)"),
    ("d = {'w': np.ones(2), 'n': 3}\ny = d['w'] * 2", "d['w'] * 2"),
    ("f = lambda x: x * 2\ny = f(np.ones(2))", "f(np.ones(2))"),
    ("def f(x: np.ndarray):\n    return x * 2", "x * 2"),
    ("def f(x: 'torch.Tensor | None' = None):\n    if x is not None:\n        return x * 2", "x * 2"),
    (
        "from typing import Any, TypeAlias\nfrom numpy.typing import NDArray\nRows: TypeAlias = NDArray[Any]\n"
        "def f(x: Rows):\n    return x * 2",
        "x * 2",
    ),
    (
        "import typing as t\nAny2: t.TypeAlias = t.Union[float, np.ndarray]\ndef f(x: Any2):\n    return x * 2",
        "x * 2",
    ),
    (
        "from typing import NewType\nRow = NewType('Row', np.ndarray)\ndef f(x: Row):\n    return x * 2",
        "x * 2",
    ),
    (
        "import typing\nRow = typing.TypeVar('Row', bound=np.ndarray)\ndef f(x: Row):\n    return x * 2",
        "x * 2",
    ),
    pytest.param(
        "type Rows = np.ndarray\ndef f(x: Rows):\n    return x * 2",
        "x * 2",
        marks=pytest.mark.skipif(sys.version_info < (3, 12), reason="`type` statements are of Python 3.12"),
    ),
    ("def f(x):\n    n = x.shape[0]\n    return x * 2", "x * 2"),
    ("def f(x, w):\n    return x @ w + 1", "x @ w + 1"),
    ("def f(x):\n    return x[:, 0] + 1", "x[:, 0] + 1"),
    ("def f(x):\n    return x * 2\nf(np.ones(3))", "x * 2"),
    ("from scipy.optimize import minimize\nr = minimize(f, x)\ny = r['x'] * 2", "r['x'] * 2"),
    (
        "from scipy.sparse.linalg import aslinearoperator\ny = -aslinearoperator(A).rmatvec(b)",
        "-aslinearoperator(A).rmatvec(b)",
    ),
    ("def f(x):\n    if isinstance(x, np.ndarray):\n        return x * 2", "x * 2"),
    ("def f(x):\n    if ops.is_tensor(x):\n        return x * 2", "x * 2"),
    ("y = jax.vmap(lambda v: v * 2)(jnp.ones((2, 2)))", "v * 2"),
    (
        "y = jax.grad(lambda v: jnp.sum(v))(jnp.ones(2)) * 2",
        "jax.grad(lambda v: jnp.sum(v))(jnp.ones(2)) * 2",
    ),
    (
        "from functools import reduce\ny = reduce(np.dot, [np.ones((2, 2))] * 3) * 2",
        "reduce(np.dot, [np.ones((2, 2))] * 3) * 2",
    ),
    ("from functools import partial\ng = partial(np.full, (2, 2))\ny = g(1) * 2", "g(1) * 2"),
    ("x = None\nfor i in range(3):\n    x = np.ones(2) if x is None else x + 1", "x + 1"),
    ("def f(x):\n    return x[1:] - x[:-1]", "x[1:] - x[:-1]"),
    ("def f(x):\n    m = x[1:-1]\n    return m ** 2", "m ** 2"),
    ("def f(x):\n    x[x < 0] = 0\n    return x * 2", "x * 2"),
    ("def f(x, a):\n    inside = (x >= 0) * (x < a)\n    return x[~inside] * 2", "x[~inside] * 2"),
    ("def f(x, y):\n    low = x < 0\n    y[low | (x > 1)] = 0\n    return y * 2", "y * 2"),
    ("def f(rng):\n    return rng.standard_normal(3) * 2", "rng.standard_normal(3) * 2"),
    ("def f(x):\n    xp = x.__array_namespace__()\n    return xp.abs(x) * 2", "xp.abs(x) * 2"),
    ("m = np.ones((2, 2)) > 0\ny = m * 2", "m * 2"),
    (
        "def f(flag):\n    p = {'a': {'b': {'c': {'d': jnp.ones(3)}}}}\n    if flag:\n        p = jnp.ones(3)\n"
        "    return jax.tree.flatten(p)[0][0] * 2",
        "jax.tree.flatten(p)[0][0] * 2",
    ),
    ("y, x = np.ogrid[-2:2, -2:2]\nz = x * 2", "x * 2"),
    ("from scipy import sparse\nd = sparse.eye(3).diagonal()\ny = d * 2", "d * 2"),
    ("from scipy import sparse\nd = sparse.eye(3).tocsr().indptr\ny = d * 2", "d * 2"),
    ("import networkx as nx\ndef f(g):\n    return nx.to_numpy_array(g) * 2", "nx.to_numpy_array(g) * 2"),
    ("def f(x):\n    d = x.toarray()\n    return d * 2", "d * 2"),
    ("def f(x):\n    y = x.T\n    d = y.toarray()\n    return d * 2", "d * 2"),
    (
        "def f(dtype=None):\n    return np.zeros(3, dtype=dtype) * 2\nf(float)\nf(object)",
        "np.zeros(3, dtype=dtype) * 2",
    ),
    ("rng = np.random.default_rng(0)\ny = rng.normal(size=3) * 2", "rng.normal(size=3) * 2"),
    ("rng = ops.random.default_rng(0)\ny = rng.normal(size=3) * 2", "rng.normal(size=3) * 2"),
    (
        "y = ops.random.default.normal(size=3) * 2",
        "ops.random.default.normal(size=3) * 2",
    ),
]

PLAIN = [
    ("v = np.linspace(0, 1, 5, True, True)\ny = v * 2", "v"),
    ("v = np.unique(np.ones(3), return_counts=True)\ny = v * 2", "v"),
    ("v = np.average(np.ones(3), returned=True)\ny = v * 2", "v"),
    ("def f(full):\n    v = np.polyfit(np.ones(3), np.ones(3), 1, full=full)\n    return v * 2", "v"),
    ("x = np.ones((2, 2))\ny = x.shape[0] * 2", "x.shape[0] * 2"),
    ("x = np.ones((2, 2))\nn, m = x.shape\ny = n * m", "n * m"),
    ("x = np.ones((2, 2))\ny = x.shape + (1,)", "x.shape + (1,)"),
    ("x = torch.ones(2)\ny = x.size(0) * 2", "x.size(0) * 2"),
    ("x = np.ones(2)\ny = len(x) - 1", "len(x) - 1"),
    ("x = np.ones(2)\ny = x.ndim - 1", "x.ndim - 1"),
    ("x = np.ones(2)\ny = float(x[0]) * 2", "float(x[0]) * 2"),
    ("y = 'a %s' % np.ones(2)", "'a %s' % np.ones(2)"),
    ("y = [1] * 3 + [2]", "[1] * 3 + [2]"),
    ("y = math.sqrt(2) * 3", "math.sqrt(2) * 3"),
    ("y = math.pi * 2", "math.pi * 2"),
    ("y = np.pi * 2", "np.pi * 2"),
    ("for i in range(3):\n    y = i + 1", "i + 1"),
    ("for i, x in enumerate(np.ones(2)):\n    y = i + 1", "i + 1"),
    ("def f(x, n: int):\n    return n * 2\nf(np.ones(2), 3)", "n * 2"),
    ("def f(x, scale=1.0):\n    return scale * 2", "scale * 2"),
    ("def f(n):\n    return n * 2\nf(3)", "n * 2"),
    (
        "def checked(given):\n    out = {}\n    for k in given:\n        out[k] = given[k]\n    return out\n"
        "c = checked({'n': 3, 'name': 'a', 'x': np.ones(2)})\ny = c['n'] + 1",
        "c['n'] + 1",
    ),
    ("def f(x):\n    if isinstance(x, (int, float)):\n        return x * 2\nf(np.ones(2))", "x * 2"),
    ("from scipy.optimize import minimize\nr = minimize(f, x)\ny = r['nit'] * 2", "r['nit'] * 2"),
    ("def f(x: 'np.ndarray | int'):\n    if np.iterable(x):\n        return x\n    return x * 2", "x * 2"),
    (
        "from scipy.sparse.linalg import bicgstab\nx, info = bicgstab(np.eye(2), np.ones(2))\ny = info + 1",
        "info + 1",
    ),
    ("def square(v):\n    return v * v\nsquare(np.ones(2))\ny = square(3) + 1", "square(3) + 1"),
    (
        "import datetime\ny = datetime.datetime.now() - datetime.timedelta(1)",
        "datetime.datetime.now() - datetime.timedelta(1)",
    ),
    ("from pathlib import Path\ny = Path('a') / 'b'", "Path('a') / 'b'"),
    ("from collections import Counter\nc = Counter()\ny = c['a'] + 1", "c['a'] + 1"),
    ("t = torch.ones(2)\ny = t.tolist()[0] * 2", "t.tolist()[0] * 2"),
    ("def f(x):\n    return x[1:] + x[:-1]", "x[1:] + x[:-1]"),
    ("def f(x: int):\n    return x // 2\nf(np.ones(3))", "x // 2"),
    ("s = {1, 2} - {1}", "{1, 2} - {1}"),
    (
        "def f(names, n):\n    flag = n > 3\n    if n:\n        flag = True\n    return names[flag] * 2",
        "names[flag] * 2",
    ),
    ("def np_like(np):\n    return np.zeros(3) + 1", "np.zeros(3) + 1"),
    (
        "import networkx as nx\ndef f(g):\n    w = nx.to_scipy_sparse_array(g)\n    return w, w.sum(axis=0) * w.T",
        "w",
    ),
]


@pytest.mark.parametrize(("code", "expression"), TENSORS)
def test_tensor(value_of: ValueOf, code: str, expression: str) -> None:
    value = value_of(code, expression)
    assert value.is_tensor
    assert value.evidence >= Evidence.INFERRED


@pytest.mark.parametrize(("code", "expression"), PLAIN)
def test_never_a_tensor(value_of: ValueOf, code: str, expression: str) -> None:
    assert not value_of(code, expression).is_tensor


@pytest.mark.parametrize(
    ("code", "expression", "kind"),
    [
        ("x = np.ones(2)", "np.ones(2)", Kind.TENSOR),
        ("y = np.ones(2).shape", "np.ones(2).shape", Kind.SHAPE),
        ("y = np.ones(2).shape[0]", "np.ones(2).shape[0]", Kind.DIM),
        ("y = np.float32", "np.float32", Kind.DTYPE),
        ("y = np.ones(3).sum()", "np.ones(3).sum()", Kind.SCALAR),
        ("y = np.linalg", "np.linalg", Kind.MODULE),
        ("y = np.mean", "np.mean", Kind.FUNCTION),
        ("y = 1 / 2", "1 / 2", Kind.FLOAT),
        ("y = 1 + 2", "1 + 2", Kind.INT),
        ("y = round(np.linalg.det(m))", "round(np.linalg.det(m))", Kind.INT),
        ("y = round(ops.linalg.det(ops.ones((2, 2))))", "round(ops.linalg.det(ops.ones((2, 2))))", Kind.INT),
        ("y = round(ops.sum(ops.ones(2)), 2)", "round(ops.sum(ops.ones(2)), 2)", Kind.TENSOR),
        ("y = round(ops.sum(ops.ones(2)), ndigits=2)", "round(ops.sum(ops.ones(2)), ndigits=2)", Kind.TENSOR),
        ("y = round(jnp.sum(jnp.ones(2)))", "round(jnp.sum(jnp.ones(2)))", Kind.TENSOR),
        ("y = np.timedelta64(1, 'D')", "np.timedelta64(1, 'D')", Kind.OTHER),
        ("y = np.ones(3) * np.timedelta64(1, 'D')", "np.ones(3) * np.timedelta64(1, 'D')", Kind.OTHER),
        (
            "s = np.timedelta64(1, 's')\ny = np.datetime64('2020') - s",
            "np.datetime64('2020') - s",
            Kind.OTHER,
        ),
        (
            "s = np.timedelta64(1, 's')\ny = np.timedelta64(1, 'D') / s",
            "np.timedelta64(1, 'D') / s",
            Kind.UNKNOWN,
        ),
        ("y = f'{1}'", "f'{1}'", Kind.STR),
        ("y = None", "None", Kind.NONE),
        ("y = undefined", "undefined", Kind.UNKNOWN),
        ("y = np.random.default_rng()", "np.random.default_rng()", Kind.RANDOM),
        ("class A: pass\ny = A()", "A()", Kind.INSTANCE),
    ],
)
def test_kind(value_of: ValueOf, code: str, expression: str, kind: Kind) -> None:
    assert value_of(code, expression).kind is kind


@pytest.mark.parametrize(
    ("code", "expression", "evidence"),
    [
        ("x = np.ones(2)\ny = x + 1", "x", Evidence.PROVEN),
        ("def f(x: np.ndarray):\n    return x + 1", "x", Evidence.DECLARED),
        (
            DOCUMENTED,
            "x",
            Evidence.DECLARED,
        ),
        ("def f(x):\n    return x.reshape(-1) + 1", "x", Evidence.INFERRED),
        ("def f(x):\n    return x + 1\ny = f(np.ones(2))", "x", Evidence.INFERRED),
        ("def f(x):\n    return x + 1\nprint(f(np.ones(2)))", "x", Evidence.PROVEN),
        ("def f(c):\n    a = [1] if c else np.ones(2)\n    a[0] = 2", "a", Evidence.PROVEN),
    ],
)
def test_evidence(value_of: ValueOf, code: str, expression: str, evidence: Evidence) -> None:
    assert value_of(code, expression).evidence is evidence


def test_reasons_lead_back_to_the_maker(value_of: ValueOf) -> None:
    value = value_of("def f(x):\n    return x + 1\n\nf(np.ones(2))\n", "x + 1")
    texts = [(r.text, r.line) for r in value.reasons]
    assert texts == [("passed as `x`", 11), ("result of `numpy.ones`", 11)]


def test_rank_dtype_and_backend(value_of: ValueOf) -> None:
    value = value_of("x = torch.zeros((2, 3), dtype=torch.float64)\ny = x", "x")
    assert (value.rank, value.dtype, value.backend) == (2, "float64", "torch")


@pytest.mark.parametrize(
    "made",
    [
        "x.astype(np.uint8)",
        "x.astype('uint8')",
        "np.zeros(3, np.uint8)",
        "np.zeros(3, dtype='uint8')",
        "ops.astype(x, ops.uint8)",
        "np.ravel(x.astype('uint8')).copy()",
        "4 * x.astype('uint8') + np.zeros(2, 'uint8')",
        "np.zeros(2, 'uint8') % 3",
        "np.unpackbits(x)",
        "np.pad(np.zeros(2, 'uint8'), 1)",
        "np.concatenate([np.zeros(2, 'uint8'), np.ones(2, 'uint8')])",
        "np.clip(np.zeros(2, 'uint8'), 0, 3)",
        "ops.add(ops.multiply(4, ops.zeros(2, ops.uint8)), 1)",
        "np.where(x > 0, np.zeros(2, 'uint8'), 0)",
    ],
)
def test_bytes_are_told_from_other_integers(value_of: ValueOf, made: str) -> None:
    assert value_of(f"x = np.ones(2)\ny = {made}", made).dtype == "uint8"
    for wider in ("y + 1.5", "y / 2", "y + np.arange(2)"):
        assert value_of(f"x = np.ones(2)\ny = {made}\nz = {wider}", wider).dtype is None


@pytest.mark.parametrize(
    "made",
    ["np.add(y, x)", "np.concatenate([y, x])", "np.where(x > 0, y, 2.5)", "np.clip(y, 0, n)", "np.sum(y)"],
)
def test_what_may_be_wider_than_bytes_is_not_called_so(value_of: ValueOf, made: str) -> None:
    assert (
        value_of(f"def f(n):\n    x, y = np.ones(2), np.zeros(2, 'uint8')\n    return {made}", made).dtype
        is None
    )


@pytest.mark.parametrize(
    "made",
    ["[row['name'] for row in csv.DictReader(f)]", "next(csv.reader(f))", "[r[0] for r in csv.reader(f)]"],
)
def test_what_a_table_of_text_holds_is_no_number(value_of: ValueOf, made: str) -> None:
    code = f"import csv\ndef g(f):\n    return np.array({made})\n"
    assert not value_of(code, f"np.array({made})").is_tensor


@pytest.mark.parametrize(
    "made",
    [
        "np.loadtxt(io.StringIO(f))",
        "np.genfromtxt(io.StringIO(f))",
        "np.frombuffer(io.BytesIO(f), np.uint8)",
    ],
)
def test_what_is_read_of_any_object_is_an_array_of_numpy(value_of: ValueOf, made: str) -> None:
    value = value_of(f"import io\ndef g(f):\n    return {made}\n", made)
    assert value.is_tensor
    assert value.evidence is Evidence.PROVEN


def test_a_name_alone_is_a_suspicion(value_of: ValueOf) -> None:
    value = value_of("def f(weights, count):\n    return weights * 2, count * 3", "weights * 2")
    assert value.is_tensor
    assert value.evidence is Evidence.SUSPECTED
    assert not value_of("def f(count):\n    return count * 3", "count * 3").is_tensor


def test_a_value_that_may_be_anything_says_nothing(value_of: ValueOf) -> None:
    code = """
        class A: pass
        def decode(kind):
            if kind == "array":
                return np.ones(3)
            if kind == "text":
                return "a"
            if kind == "map":
                return {"a": 1}
            return A()
        y = decode(k) * 2
        """
    assert not value_of(code, "decode(k) * 2").is_tensor


@pytest.mark.parametrize(
    ("expression", "kind"),
    [
        ("ops.trace(ops.ones((2, 2))) + 1", Kind.TENSOR),
        ("ops.linalg.trace(ops.ones((2, 2))) / 3", Kind.TENSOR),
        ("torch.trace(torch.ones((2, 2))) * 2", Kind.TENSOR),
        ("np.trace(np.ones((2, 2)))", Kind.SCALAR),
        ("torch.autograd.grad(torch.ones(2).sum(), [torch.ones(2)])[0] * 2", Kind.TENSOR),
    ],
)
def test_a_namesake_of_a_function_transform_is_none(value_of: ValueOf, expression: str, kind: Kind) -> None:
    """`trace` compiles in `torch.jit`, and sums a diagonal everywhere else."""
    assert value_of(f"y = {expression}", expression).kind is kind


@pytest.mark.parametrize(
    ("maker", "imported"),
    [
        ("torch.jit.trace", ""),
        ("torch.compile", ""),
        ("jax.jit", ""),
        ("mx.compile", ""),
        ("ops.jit", ""),
        ("njit", "from numba import njit\n"),
        ("lru_cache(maxsize=None)", "from functools import lru_cache\n"),
        ("nnx.jit", "from flax import nnx\n"),
    ],
)
def test_a_function_transform_does_what_its_function_does(
    value_of: ValueOf, maker: str, imported: str
) -> None:
    code = f"{imported}g = {maker}(lambda x: np.ones(3))\ny = g(1) * 2"
    assert value_of(code, "g(1) * 2").kind is Kind.TENSOR


@pytest.mark.parametrize(
    ("function", "method", "dtype", "rank"),
    [
        ("np.argmax(m, 1)", "m.argmax(1)", "int", 1),
        ("np.argmax(m, axis=0)", "m.argmax(axis=0)", "int", 1),
        ("np.any(m, 1)", "m.any(1)", "bool", 1),
        ("np.round(m)", "m.round()", None, 2),
        ("np.clip(m, 0, 1)", "m.clip(0, 1)", None, 2),
        ("np.transpose(m)", "m.transpose()", None, 2),
        ("np.swapaxes(m, 0, 1)", "m.swapaxes(0, 1)", None, 2),
        ("np.argsort(m)", "m.argsort()", "int", 2),
        ("np.ravel(m)", "m.ravel()", None, 1),
        ("np.dot(m, v)", "m.dot(v)", None, 1),
        ("np.sum(m, 1)", "m.sum(1)", None, 1),
        ("torch.quantile(t, 0.5, 1)", "t.quantile(0.5, 1)", None, 1),
        ("torch.isnan(t)", "t.isnan()", "bool", None),
    ],
)
def test_a_method_returns_what_the_function_returns(
    value_of: ValueOf, function: str, method: str, dtype: str | None, rank: int | None
) -> None:
    code = "m = np.ones((2, 3))\nv = np.ones(3)\nt = torch.ones((2, 3))\n"
    for expression in (function, method):
        value = value_of(f"{code}y = {expression}", expression)
        assert (value.kind, value.dtype) == (Kind.TENSOR, dtype), expression
        assert rank is None or value.rank == rank, expression


@pytest.mark.parametrize(
    ("expression", "kind"),
    [
        ("jnp.size(jnp.ones(3))", Kind.DIM),
        ("jnp.ndim(jnp.ones(3))", Kind.DIM),
        ("ops.shape(ops.ones(3))", Kind.SHAPE),
        ("np.put_along_axis(a, i, 1, 0)", Kind.NONE),
        ("ops.put(ops.ones(3), 0, 1)", Kind.TENSOR),
    ],
)
def test_not_every_operation_returns_a_tensor(value_of: ValueOf, expression: str, kind: Kind) -> None:
    assert value_of(f"y = {expression}", expression).kind is kind


@pytest.mark.parametrize(
    ("loaded", "is_tensor"),
    [
        ("np.load('a.npy')", True),
        ("np.load(folder / 'a.npy')", True),
        ("np.load(f'{folder}/a.npz')['x']", True),
        ("np.load(folder)['x']", True),
        ("np.load(folder)", True),
        ("np.load('a.npz')", False),
        ("np.load('a.npy', allow_pickle=True)", False),
        ("np.load(folder, allow_pickle=True)['x']", False),
    ],
)
def test_a_file_holds_an_array_or_several_by_name(value_of: ValueOf, loaded: str, is_tensor: bool) -> None:
    value = value_of(f"import numpy as np\n\ndef f(folder):\n    return {loaded}\n", loaded)
    assert value.is_tensor is is_tensor
    assert not is_tensor or value.evidence is Evidence.INFERRED


def test_copy_of_what_is_like_an_array_may_be_one_of_a_list(value_of: ValueOf) -> None:
    documented = '    """Parameters\n    ----------\n    x : array_like\n    """\n'
    assert value_of(f"def f(x):\n{documented}    y = x.copy()\n    return y", "y").maybe
    assert not value_of("def f(x: np.ndarray):\n    y = x.copy()\n    return y", "y").maybe


MOLECULE = """
class Molecule:
    def __init__(self, coords):
        self.coords = np.array(coords)

    @classmethod
    def read(cls, text, n=3):
        coords = np.zeros((n, 3))
        return cls(coords)

    @classmethod
    def unit(cls, n):
        return np.eye(n)

    def center(self):
        return np.mean(self.coords, axis=0)


class Water(Molecule):
    pass
"""


@pytest.mark.parametrize(
    "expression", ["Molecule.read('x').coords", "Water.read('x', n=3).center()", "Molecule.unit(3)"]
)
def test_class_methods_make_instances_and_take_their_arguments(value_of: ValueOf, expression: str) -> None:
    found = value_of(f"{MOLECULE}\ny = {expression}", expression)
    assert found.is_tensor
    assert not found.maybe


def test_the_top_level_is_told_what_functions_return_in_the_end(value_of: ValueOf) -> None:
    code = f"{MOLECULE}\na = Molecule(np.zeros(3))\nb = Molecule(np.zeros((3, 3)))\ny = b.center()"
    found = value_of(code, "b.center()")
    assert found.is_tensor, "a vector in one call, a number in the other"
    assert found.rank is None
