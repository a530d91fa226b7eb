"""Methods that are given no array, and find the namespace of one that their object keeps."""

from __future__ import annotations

import pytest
from under_profile import fixed

CODE = """import numpy as np


class Mixture:
    def fit(self, X):
        X = np.asarray(X)
        self.means_ = np.mean(X, axis=0)
        self.scale_ = np.exp(X)
        self.count = 3
        return self

    def spread(self):
        {}
"""
ASKED = "xp = array_namespace(self.means_) if is_array_api_obj(self.means_) else np_compat"


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("return np.sqrt(self.means_)", "return xp.sqrt(self.means_)"),
        (
            "return np.sqrt(self.means_) * np.abs(self.scale_)",
            "return xp.sqrt(self.means_) * xp.abs(self.scale_)",
        ),
        ("return self.count * np.abs(self.means_)", "return self.count * xp.abs(self.means_)"),
    ],
)
def test_a_method_asks_the_array_that_it_reads_first(body: str, after: str) -> None:
    text = fixed(CODE.format(body))
    assert text.endswith(f"    def spread(self):\n        {ASKED}\n        {after}\n")
    assert body in fixed(CODE.format(body), unsafe=False)


@pytest.mark.parametrize(
    "body",
    [
        "self.means_ = np.abs(self.means_)",
        "check_is_fitted(self)\n        return np.abs(self.means_)",
        "return np.abs(self.other_)",
        "return np.sqrt(np.exp(self.count))",
    ],
)
def test_what_may_not_be_there_is_not_asked(body: str) -> None:
    assert "array_namespace(self" not in fixed(CODE.format(body))


def test_a_private_function_asks_the_first_array_of_the_one_object_that_it_is_given() -> None:
    code = "import numpy as np\n\n\ndef _f(work):\n    x = work.x.reshape(-1, 2)\n"
    code += "    return np.exp(x) + np.abs(work.y)\n"
    assert fixed(code).endswith(
        "def _f(work):\n    xp = array_namespace(work.x) if is_array_api_obj(work.x) else np_compat\n"
        "    x = xp.reshape(work.x, (-1, 2))\n    return xp.exp(x) + xp.abs(work.y)\n"
    )
    assert "array_namespace" not in fixed(code.replace("_f", "f"))
