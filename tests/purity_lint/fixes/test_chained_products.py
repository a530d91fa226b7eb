"""`np.linalg.multi_dot` under the array API profile, whose standard multiplies two matrices at a time."""

from __future__ import annotations

import pytest
import under_profile

CODE = "import numpy as np\n\n\ndef f(a, b, k):\n    a = np.asarray(a)\n    b = np.exp(b)\n    return {}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.linalg.multi_dot([a, b, a])", "a @ b @ a"),
        ("np.linalg.multi_dot((a * 2, b[:3].T))", "(a * 2) @ b[:3].T"),
        ("2 * np.linalg.multi_dot([np.sqrt(a), b, a]).T", "2 * (xp.sqrt(a) @ b @ a).T"),
    ],
)
def test_several_matrices_are_multiplied_one_after_another(before: str, after: str) -> None:
    assert under_profile.fixed(CODE.format(before)).endswith(f"    return {after}\n")


@pytest.mark.parametrize("call", ["np.linalg.multi_dot(k)", "np.linalg.multi_dot([a, *k])"])
def test_what_is_not_written_out_stays(call: str) -> None:
    assert under_profile.fixed(CODE.format(call)).endswith(f"    return {call}\n")
