"""Penalties on what tensors are to each other: orthogonal rows, outputs that agree."""

from __future__ import annotations

import warnings
from typing import Literal

from emberops import hardware, ops
from emberops.errors import ShapeError
from emberops.penalties.divergences import kl_divergence
from emberops.penalties.reduction import Reduction, check_option, check_same_shape, reduce
from emberops.typing import Tensor, TensorLike

MODES = ("soft", "hard", "spectral")
AXES = ("rows", "columns", "auto")
METRICS = ("mse", "l1", "cosine", "kl")


def orthogonality(
    x: TensorLike,
    /,
    weight: float = 1.0,
    *,
    mode: Literal["soft", "hard", "spectral"] = "soft",
    axis: Literal["rows", "columns", "auto"] = "auto",
    normalize: bool = False,
) -> Tensor:
    """The distance of the Gram matrix ``G`` of a matrix's rows or columns from that of orthogonal ones.

    ``soft``: the sum of the squares of ``G`` off the diagonal, which leaves lengths free (Brock, Donahue and Simonyan,
    2019, arXiv:1809.11096).  ``hard``: of ``G - I``, which asks for orthonormal ones (Bansal, Chen and Wang, 2018,
    arXiv:1810.09102, there called "soft orthogonality").  ``spectral``: the largest singular value of ``G - I`` (there
    "SRIP"); its gradient is that of the singular vectors held fixed, which is exact where the value is simple.

    A backend without a singular value decomposition computes ``soft`` instead of ``spectral``, and warns.

    Parameters
    ----------
    x
        A matrix; what has more axes is taken as ``(first, all others)``, as convolution kernels are.
    weight
        The factor in front.
    mode
        Which distance.
    axis
        What is to be orthogonal; ``"auto"``: whatever there is less of.
    normalize
        Whether to divide by the number of entries that are compared (not for ``spectral``).

    Raises
    ------
    UnknownOptionError
        If ``mode`` or ``axis`` is an unknown word.
    ShapeError
        If ``x`` has fewer than two axes.
    """
    check_option("mode", mode, MODES)
    check_option("axis", axis, AXES)
    shape = ops.shape(x)
    if len(shape) < 2:
        raise ShapeError(f"orthogonality needs a matrix, not a tensor of shape {shape}")
    matrix = ops.reshape(x, (shape[0], -1))
    rows, columns = ops.shape(matrix)
    by_rows = axis == "rows" or (axis == "auto" and rows <= columns)
    other = ops.permute_dims(matrix, (1, 0))
    gram = ops.matmul(matrix, other) if by_rows else ops.matmul(other, matrix)
    count = rows if by_rows else columns
    identity = ops.eye(count, dtype=ops.dtype(gram), device=ops.device(gram))
    if mode == "spectral" and not hardware.supports("linalg.svd", backend=ops.namespace_of(gram).NAME):
        warnings.warn(
            "orthogonality: no SVD on this backend; 'soft' is computed instead of 'spectral'", stacklevel=2
        )
        mode = "soft"
    if mode == "spectral":
        return ops.multiply(_largest_singular_value(ops.subtract(gram, identity)), weight)
    if mode == "soft":
        distance = ops.sum(ops.square(ops.multiply(gram, ops.subtract(1.0, identity))))
        entries = count * (count - 1)
    else:
        distance = ops.sum(ops.square(ops.subtract(gram, identity)))
        entries = count * count
    return ops.multiply(distance, weight / max(entries, 1) if normalize else weight)


def _largest_singular_value(matrix: Tensor) -> Tensor:
    """``u @ matrix @ v`` for the first singular vectors: a decomposition needs no gradient of its own."""
    u, _, vh = ops.linalg.svd(ops.stop_gradient(matrix))
    left, right = ops.stop_gradient(u[:, 0]), ops.stop_gradient(vh[0, :])
    return ops.sum(ops.multiply(left, ops.matmul(matrix, right)))


def consistency(
    x1: TensorLike,
    x2: TensorLike,
    /,
    weight: float = 1.0,
    *,
    metric: Literal["mse", "l1", "cosine", "kl"] = "mse",
    axis: int = -1,
    reduction: Reduction = "mean",
) -> Tensor:
    """How far two outputs for one input are from each other (Sajjadi, Javanmardi and Tasdizen, 2016, arXiv:1606.04586).

    Parameters
    ----------
    x1, x2
        Tensors of one shape; for ``"kl"`` logarithms of probabilities along ``axis``.
    weight
        The factor in front.
    metric
        ``"mse"``: squared differences; ``"l1"``: absolute ones; ``"cosine"``: one minus the cosine similarity along
        ``axis``; ``"kl"``: the symmetric Kullback-Leibler divergence.
    axis
        For ``"cosine"`` and ``"kl"``.
    reduction
        ``"mean"``, ``"sum"`` or ``"none"``.

    Raises
    ------
    UnknownOptionError
        If ``metric`` or ``reduction`` is an unknown word.
    ShapeError
        If the shapes differ.
    """
    check_option("metric", metric, METRICS)
    check_same_shape("consistency", x1, x2)
    if metric == "kl":
        return kl_divergence(x1, x2, weight, direction="symmetric", axis=axis, reduction=reduction)
    if metric == "cosine":
        value = ops.subtract(1.0, ops.nn.cosine_similarity(x1, x2, axis=axis))
    else:
        difference = ops.subtract(x1, x2)
        value = ops.square(difference) if metric == "mse" else ops.abs(difference)
    return ops.multiply(reduce(value, reduction), weight)
