"""PUR105 writes no conversion that another one undoes: between two calls of SciPy an array stays NumPy's."""

from __future__ import annotations

import pytest
from snippets import Fixed

_HEAD = """\
from emberops import ops
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.linalg import norm
from scipy.optimize import linear_sum_assignment
from scipy.spatial.distance import cdist, pdist, squareform
"""
CASES = [
    pytest.param(
        "def f(x: ops.Tensor):\n    return squareform(pdist(x, 'cosine'))",
        "def f(x: ops.Tensor):\n    return ops.from_numpy(squareform(pdist(ops.to_numpy(x), 'cosine')))",
        id="handed over as it is",
    ),
    pytest.param(
        "def f(x: ops.Tensor):\n    d = pdist(x)\n    tree = linkage(d)\n    return fcluster(tree, 3)",
        "def f(x: ops.Tensor):\n    d = pdist(ops.to_numpy(x))\n    tree = linkage(d)\n"
        "    return ops.from_numpy(fcluster(tree, 3))",
        id="handed over by names",
    ),
    pytest.param(
        "def f(x: ops.Tensor, y: ops.Tensor):\n    d = cdist(x, y, 'cosine')\n"
        "    rows, columns = linear_sum_assignment(d)\n    return columns",
        "def f(x: ops.Tensor, y: ops.Tensor):\n    d = cdist(ops.to_numpy(x), ops.to_numpy(y), 'cosine')\n"
        "    rows, columns = map(ops.from_numpy, linear_sum_assignment(d))\n    return columns",
        id="the second gives several",
    ),
    pytest.param(
        "def f(x: ops.Tensor):\n    d = pdist(x)\n    return squareform(d), d",
        "def f(x: ops.Tensor):\n    d = ops.from_numpy(pdist(ops.to_numpy(x)))\n"
        "    return ops.from_numpy(squareform(ops.to_numpy(d))), d",
        id="read elsewhere as well",
    ),
    pytest.param(
        "def f(x: ops.Tensor, far):\n    d = pdist(x)\n    if far:\n        d = pdist(x, 'cosine')\n"
        "    return squareform(d)",
        "def f(x: ops.Tensor, far):\n    d = ops.from_numpy(pdist(ops.to_numpy(x)))\n    if far:\n"
        "        d = ops.from_numpy(pdist(ops.to_numpy(x), 'cosine'))\n"
        "    return ops.from_numpy(squareform(ops.to_numpy(d)))",
        id="bound to something else",
    ),
    pytest.param(
        "def f(x: ops.Tensor):\n    d = pdist(x)\n    return lambda: squareform(d)",
        "def f(x: ops.Tensor):\n    d = ops.from_numpy(pdist(ops.to_numpy(x)))\n"
        "    return lambda: ops.from_numpy(squareform(ops.to_numpy(d)))",
        id="read by another function",
    ),
    pytest.param(
        "def f(x: ops.Tensor):\n    return norm(pdist(x))",
        "def f(x: ops.Tensor):\n    return ops.linalg.norm(ops.from_numpy(pdist(ops.to_numpy(x))))",
        id="handed to what becomes an operation",
    ),
    pytest.param(
        "def f(t, x: ops.Tensor):\n    return linkage(ops.asarray(t)), squareform(ops.asarray(x))",
        "def f(t, x: ops.Tensor):\n    return ops.from_numpy(linkage(ops.to_numpy(t))), "
        "ops.from_numpy(squareform(ops.to_numpy(x)))",
        id="made a tensor for this call",
    ),
    pytest.param(
        "def f(t: float):\n    return squareform(ops.asarray(t))",
        "def f(t: float):\n    return ops.from_numpy(squareform(ops.to_numpy(ops.asarray(t))))",
        id="a number, which would stay one",
    ),
    pytest.param(
        "def f(x: ops.Tensor, y: ops.Tensor):\n    return cdist(x, y, 'euclidean'), cdist(x, y, metric='euclidean')",
        "def f(x: ops.Tensor, y: ops.Tensor):\n    return ops.cdist(x, y), ops.cdist(x, y)",
        id="the metric that is the default",
    ),
]


@pytest.mark.parametrize(("source", "expected"), CASES)
def test_no_conversion_is_undone(source: str, expected: str, fixed: Fixed) -> None:
    result = fixed(f"{_HEAD}\n\n{source}\n", "PUR105", unsafe=True)
    assert result.rpartition("\n\n\n")[2] == f"{expected}\n"
    assert fixed(result, "PUR105", unsafe=True) == result
