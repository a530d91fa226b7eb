"""Objects with `__torch_function__`, which are no tensors, are handed to PyTorch's functions as they are."""

from __future__ import annotations

import pytest
import torch

from emberops import ops, use_backend


class Diagonal:
    """A diagonal matrix known by its diagonal, with versions of PyTorch's functions."""

    def __init__(self, values):
        self.values = values
        self.shape = torch.Size([*values.shape, values.shape[-1]])
        self.dtype, self.ndim = values.dtype, values.ndim + 1

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        name = function.__name__
        if name == "matmul":
            matrix, x = args
            return matrix.values[:, None] * x
        if name == "clone":
            return cls(args[0].values.clone())
        return NotImplemented


@pytest.fixture(params=["numpy", "torch"])
def matrix(request):
    with use_backend(request.param):
        yield Diagonal(torch.tensor([2.0, 3.0]))


def test_functions_get_them_beside_tensors(matrix):
    assert ops.matmul(matrix, torch.ones(2, 2)).tolist() == [[2.0, 2.0], [3.0, 3.0]]


def test_functions_get_them_beside_arrays_of_the_host(matrix):
    assert ops.matmul(matrix, [[1.0, 1.0], [1.0, 1.0]]).tolist() == [[2.0, 2.0], [3.0, 3.0]]


def test_functions_get_them_alone(matrix):
    copied = ops.copy(matrix)
    assert isinstance(copied, Diagonal)
    assert copied is not matrix
    assert not ops.is_tensor(matrix)


def test_what_they_have_no_version_of_is_refused(matrix):
    with pytest.raises(TypeError, match=r"ops\.exp: .*Diagonal"):
        ops.exp(matrix)
