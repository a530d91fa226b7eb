"""Complex matrices as real ones of twice the size, for decompositions that MLX has for real matrices only.

Each element ``a + bi`` becomes the block ``[[a, -b], [b, a]]``: sums, products and inverses agree, and triangular
matrices with a real diagonal stay triangular.
"""

from __future__ import annotations

import mlx.core as mx

from emberops.typing import NativeTensor as Tensor


def as_real(x: Tensor) -> Tensor:
    """``(..., m, n)`` complex -> ``(..., 2 m, 2 n)`` real."""
    a, b = mx.real(x), mx.imag(x)
    blocks = mx.stack([mx.stack([a, -b], axis=-1), mx.stack([b, a], axis=-1)], axis=-3)
    *batch, m, two, n, _ = blocks.shape
    return mx.reshape(blocks, (*batch, two * m, 2 * n))


def as_complex(x: Tensor) -> Tensor:
    """What :func:`as_real` made of it, back."""
    *batch, m, n = x.shape
    blocks = mx.reshape(x, (*batch, m // 2, 2, n // 2, 2))
    return blocks[..., 0, :, 0] + 1j * blocks[..., 1, :, 0]
