"""PUR105 makes tensors of what scikit-learn draws, splits, predicts and holds, where the code goes on with it."""

from __future__ import annotations

import pytest
from snippets import Fixed, Lines

_HEAD = """\
from emberops import ops
from sklearn import datasets
from sklearn.cluster import KMeans
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score
from sklearn.model_selection import train_test_split


def f(x: ops.Tensor, y: ops.Tensor, n: int):
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "a, b = datasets.make_blobs(n)\n    return a * b",
            "a, b = map(ops.from_numpy, datasets.make_blobs(n))\n    return a * b",
        ),
        (
            "a, b, c, d = train_test_split(x, y, test_size=0.2)\n    return a * b",
            "a, b, c, d = map(ops.from_numpy, train_test_split(ops.to_numpy(x), ops.to_numpy(y), test_size=0.2))\n"
            "    return a * b",
        ),
        (
            "iris = datasets.load_iris()\n    a, b = iris.data, iris.target\n    return a * b",
            "iris = datasets.load_iris()\n    a, b = ops.from_numpy(iris.data), ops.from_numpy(iris.target)\n"
            "    return a * b",
        ),
        (
            "model = LogisticRegression().fit(x, y)\n    return model.predict(x) == y",
            "model = LogisticRegression().fit(ops.to_numpy(x), ops.to_numpy(y))\n"
            "    return ops.from_numpy(model.predict(ops.to_numpy(x))) == y",
        ),
        (
            "groups = KMeans(n).fit(x)\n    found = groups.labels_\n    return found == y",
            "groups = KMeans(n).fit(ops.to_numpy(x))\n    found = ops.from_numpy(groups.labels_)\n"
            "    return found == y",
        ),
    ],
)
def test_they_become_tensors(fixed: Fixed, before: str, after: str) -> None:
    result = fixed(f"{_HEAD}    {before}\n", "PUR105", unsafe=True)
    assert result == f"{_HEAD}    {after}\n"
    assert fixed(result, "PUR105", unsafe=True) == result


@pytest.mark.parametrize(
    "code",
    [
        # lists stay lists
        "a, b = train_test_split([1, 2, 3])\n    return a, b",
        # asked, or handed to what takes it as it is
        "iris = datasets.load_iris()\n    return iris.data.shape, len(iris.target), ops.mean(iris.data)",
        "iris = datasets.load_iris()\n    return LogisticRegression().fit(iris.data, iris.target)",
        "iris = datasets.load_iris(as_frame=True)\n    return iris.data",
        "return accuracy_score([0, 1], [1, 1])",
    ],
)
def test_what_stays_as_it_is(lines: Lines, code: str) -> None:
    assert lines(f"{_HEAD}    {code}\n", "PUR105") == []


def test_what_is_predicted_for_a_metric_alone_stays_with_numpy(fixed: Fixed) -> None:
    code = "model = LogisticRegression().fit({x}, {y})\n    found = model.predict({x})\n"
    code = f"{_HEAD}    {code}    return accuracy_score({{y}}, found)\n"
    result = fixed(code.format(x="x", y="y"), "PUR105", unsafe=True)
    assert result == code.format(x="ops.to_numpy(x)", y="ops.to_numpy(y)")
