"""PUR105 hands Matplotlib NumPy's arrays, and arrays of its axes stay NumPy's: they hold objects."""

from __future__ import annotations

import pytest
from snippets import Fixed

_HEAD = "import matplotlib.pyplot as plt\nimport numpy as np\nfrom emberops import ops\n\n\n"
CASES = [
    pytest.param(
        "def f(x: ops.Tensor):\n    plt.plot(x, ops.sin(x), label='sine')\n    plt.xlim(x[0], 1)",
        "def f(x: ops.Tensor):\n    plt.plot(ops.to_numpy(x), ops.to_numpy(ops.sin(x)), label='sine')\n"
        "    plt.xlim(ops.to_numpy(x[0]), 1)",
        id="functions of pyplot",
    ),
    pytest.param(
        "def f(x: ops.Tensor):\n    plt.plot([1], [2], color=(ops.sum(x), 0, 0))",
        "def f(x: ops.Tensor):\n    plt.plot([1], [2], color=(ops.to_numpy(ops.sum(x))[()], 0, 0))",
        id="a number as a part of a colour",
    ),
    pytest.param(
        "def f(x: ops.Tensor, low=None):\n    low = low or ops.min(x)\n    plt.plot([low, 2], c=x)",
        "def f(x: ops.Tensor, low=None):\n    low = low or ops.min(x)\n"
        "    plt.plot([ops.to_numpy(low) if ops.is_tensor(low) else low, 2], c=ops.to_numpy(x))",
        id="a limit that callers may give, beside a colour",
    ),
    pytest.param(
        "def f(x: ops.Tensor):\n    fig, ax = plt.subplots()\n    ax.plot(x)\n    fig.add_subplot(111).bar(x, x)",
        "def f(x: ops.Tensor):\n    fig, ax = plt.subplots()\n    ax.plot(ops.to_numpy(x))\n"
        "    fig.add_subplot(111).bar(ops.to_numpy(x), ops.to_numpy(x))",
        id="methods of axes",
    ),
    pytest.param(
        "def f(x: ops.Tensor, ax=None):\n    if ax is None:\n        ax = plt.gca()\n    ax.plot(x)",
        "def f(x: ops.Tensor, ax=None):\n    if ax is None:\n        ax = plt.gca()\n    ax.plot(ops.to_numpy(x))",
        id="axes that callers may give",
    ),
    pytest.param(
        "def f(x: ops.Tensor):\n    fig, axes = plt.subplots(2, 2)\n    axes[0, 1].plot(x)\n"
        "    for ax in axes.flat:\n        ax.hist(x)",
        "def f(x: ops.Tensor):\n    fig, axes = plt.subplots(2, 2)\n    axes[0, 1].plot(ops.to_numpy(x))\n"
        "    for ax in axes.flat:\n        ax.hist(ops.to_numpy(x))",
        id="axes of an array",
    ),
    pytest.param(
        "def f(x: ops.Tensor, n: int):\n    fig, axes = plt.subplots(n)\n    if not isinstance(axes, np.ndarray):\n"
        "        axes = np.array([axes])\n    for ax in np.ravel(axes):\n        ax.plot(x)",
        "def f(x: ops.Tensor, n: int):\n    fig, axes = plt.subplots(n)\n    if not isinstance(axes, np.ndarray):\n"
        "        axes = np.array([axes])\n    for ax in np.ravel(axes):\n        ax.plot(ops.to_numpy(x))",
        id="arrays of axes stay",
    ),
    pytest.param(
        "def f(x: ops.Tensor, canvas):\n    canvas.plot(x)\n    plt.plot([1, 2])",
        "def f(x: ops.Tensor, canvas):\n    canvas.plot(x)\n    plt.plot([1, 2])",
        id="something else, perhaps",
    ),
]


@pytest.mark.parametrize(("before", "after"), CASES)
def test_what_is_drawn(fixed: Fixed, before: str, after: str) -> None:
    result = fixed(f"{_HEAD}{before}\n", "PUR105", unsafe=True)
    assert result == f"{_HEAD}{after}\n"
    for rule in ("PUR103", "PUR105", "PUR502"):
        assert fixed(result, rule, unsafe=True) == result
