"""PUR105 takes back the arrays that methods of SciPy's rotations give, whether they were given tensors or not."""

from __future__ import annotations

import pytest
from snippets import Fixed

_HEAD = "from emberops import ops\nfrom scipy.spatial.transform import Rotation\n\n\n"
CASES = [
    pytest.param(
        "def f(q: ops.Tensor):\n    return Rotation.from_quat(q).as_matrix()",
        "def f(q: ops.Tensor):\n    return ops.from_numpy(Rotation.from_quat(ops.to_numpy(q)).as_matrix())",
        id="made and read at once",
    ),
    pytest.param(
        "def f(r: Rotation, v: ops.Tensor):\n    return r.apply(v), r.inv().as_matrix()",
        "def f(r: Rotation, v: ops.Tensor):\n"
        "    return ops.from_numpy(r.apply(ops.to_numpy(v))), ops.from_numpy(r.inv().as_matrix())",
        id="of a parameter and of its inverse",
    ),
    pytest.param(
        "class Pose:\n    def __init__(self, q: ops.Tensor):\n        self.r = Rotation.from_quat(q)\n\n"
        "    def angles(self):\n        a, b, c = self.r.as_euler('xyz')\n        return a",
        "class Pose:\n    def __init__(self, q: ops.Tensor):\n        self.r = Rotation.from_quat(ops.to_numpy(q))\n\n"
        "    def angles(self):\n        a, b, c = ops.from_numpy(self.r.as_euler('xyz'))\n        return a",
        id="of an attribute, and unpacked",
    ),
    pytest.param(
        "def f(m: ops.Tensor):\n    return Rotation.from_quat(Rotation.from_matrix(m).as_quat())",
        "def f(m: ops.Tensor):\n    return Rotation.from_quat(Rotation.from_matrix(ops.to_numpy(m)).as_quat())",
        id="a rotation made of one is none of its arrays",
    ),
    pytest.param(
        "def f(r, v):\n    return r.apply(v), r.as_matrix()",
        "def f(r, v):\n    return r.apply(v), r.as_matrix()",
        id="of something else, perhaps",
    ),
]


@pytest.mark.parametrize(("source", "expected"), CASES)
def test_arrays_of_rotations_are_taken_back(source: str, expected: str, fixed: Fixed) -> None:
    result = fixed(f"{_HEAD}{source}\n", "PUR105", unsafe=True)
    assert result == f"{_HEAD}{expected}\n"
    assert fixed(result, "PUR105", unsafe=True) == result
