"""Linear algebra, transforms of Fourier and layers compile, and give the same compiled."""

from __future__ import annotations

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.testing import assert_close

M = np.array([[2.0, 0.5, 0.0], [0.5, 3.0, 1.0], [0.0, 1.0, 1.5]], np.float32)
FUNCTIONS = {
    "products": lambda m: ops.tensordot(ops.kron(m, m), ops.dot(m, m[0]), axes=0),
    "integers": lambda m: ops.matmul(ops.astype(m, ops.int32), ops.astype(m, ops.int32)),
    "einsum": lambda m: ops.einsum("ij,jk,k->i", m, m, m[0]),
    "convolve": lambda m: ops.convolve(m[0], m[1]),
    "inv": ops.linalg.inv,
    "solve": lambda m: ops.linalg.solve(m, m[0]),
    "solve_triangular": lambda m: ops.linalg.solve_triangular(m, m[0]),
    "cholesky": ops.linalg.cholesky,
    "eigvalsh": ops.linalg.eigvalsh,
    "svdvals": ops.linalg.svdvals,
    "pinv": ops.linalg.pinv,
    "expm": ops.linalg.expm,
    "matrix_rank": ops.linalg.matrix_rank,
    "norm": lambda m: ops.linalg.norm(m, "nuc"),
    "fft": lambda m: ops.abs(ops.fft.fftn(m)),
    "softmax": lambda m: ops.nn.softmax(ops.nn.gelu(m)),
    "layer_normalization": ops.nn.layer_normalization,
    "pool": lambda m: ops.nn.average_pool(ops.reshape(m, (1, 3, 3, 1)), 2, padding="same"),
    "scan": lambda m: ops.scan(lambda c, row: (c + row, c), m[0], m)[0],
    "grad": ops.grad(lambda x: ops.sum(ops.square(x))),
    "vmap": ops.vmap(ops.sum),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("backend_name", ["torch", "jax", "mlx"])
def test_compiles(backend_name, name):
    with emberops.use_backend(backend_name):
        m = ops.asarray(M)
    function = FUNCTIONS[name]
    if backend_name == "torch":
        import torch

        compiled = torch.compile(function, fullgraph=True, backend="eager")
    else:
        compiled = ops.jit(function)
    assert_close(compiled(m), function(m), rtol=1e-3, atol=1e-4)
