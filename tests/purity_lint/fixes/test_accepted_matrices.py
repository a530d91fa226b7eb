"""A name that may be a sparse matrix, since a check of arrays lets them through, is no array of a namespace."""

from __future__ import annotations

import pytest
from under_profile import fixed

CODE = """import numpy as np
from scipy.sparse import issparse
from sklearn.utils import check_array, check_X_y


def f(X, y):
    X, y = check_X_y(X, y, accept_sparse={accepted})
    {body}
"""


@pytest.mark.parametrize(
    "body",
    [
        "return np.sqrt(X.mean(axis=0)), np.exp(y)",
        "return np.sum(X, axis=0), np.exp(y)",
        "m = X.max()\n    return np.exp(y), np.log(y), np.sin(y), np.cos(y), m",
    ],
)
def test_what_is_computed_of_it_keeps_its_function(body: str) -> None:
    code = CODE.format(accepted='["csr", "csc"]', body=body)
    assert fixed(code) == code


@pytest.mark.parametrize(
    ("accepted", "body", "after"),
    [
        ("False", "return np.sqrt(X.mean(axis=0))", "return xp.sqrt(xp.mean(X, axis=0))"),
        ("None", "return np.sum(X, axis=0)", "return xp.sum(X, axis=0)"),
        ("True", "return np.exp(y) * X.shape[0]", "return xp.exp(y) * X.shape[0]"),
        (
            "True",
            "m = X.mean(axis=0) if issparse(X) else X.mean(axis=0)\n    return np.exp(y)",
            "m = X.mean(axis=0) if issparse(X) else xp.mean(X, axis=0)\n    return xp.exp(y)",
        ),
    ],
)
def test_arrays_go_to_the_namespace(accepted: str, body: str, after: str) -> None:
    assert fixed(CODE.format(accepted=accepted, body=body)).endswith(f"    {after}\n")
