"""The exception of ``ops.linalg``, and the checks that raise it."""

from __future__ import annotations

import numpy as np

from emberops.dispatch import diagnosis
from emberops.errors import LinAlgError
from emberops.typing import NativeTensor as Tensor

CAUGHT = np.linalg.LinAlgError
"""What ``except ops.linalg.LinAlgError`` catches: the class that SciPy raises too, and every error below."""


class MatrixError(LinAlgError, np.linalg.LinAlgError):
    """What is raised: also caught by code that still says ``except np.linalg.LinAlgError``."""


diagnosis.raise_as(LinAlgError, MatrixError)


def require_matrix(op: str, x: Tensor) -> None:
    """Refuse a tensor of fewer than two axes."""
    if x.ndim < 2:
        raise MatrixError(
            f"ops.linalg.{op}: x of shape {tuple(x.shape)} holds no matrix; it needs two axes at least"
        )


def require_square(op: str, x: Tensor) -> None:
    """Refuse matrices that are not square."""
    require_matrix(op, x)
    if x.shape[-1] != x.shape[-2]:
        raise MatrixError(f"ops.linalg.{op}: the matrices of x of shape {tuple(x.shape)} are not square")


def require_nonempty(op: str, x: Tensor) -> None:
    """Refuse a tensor that holds no matrix, or none with an element."""
    require_matrix(op, x)
    if 0 in x.shape[-2:]:
        raise MatrixError(f"ops.linalg.{op}: the matrices of x of shape {tuple(x.shape)} are empty")


def triangle_of(op: str, name: str) -> str:
    """The triangle that is meant, ``"L"`` or ``"U"``.

    Raises
    ------
    ValueError
        For another letter.
    """
    if name.upper() not in ("L", "U"):
        raise ValueError(f"ops.linalg.{op}: UPLO is 'L' or 'U', not {name!r}")
    return name.upper()


def require_rows(op: str, x1: Tensor, x2: Tensor) -> None:
    """Refuse a matrix and a right-hand side of different numbers of rows."""
    if x1.ndim != 2:
        raise MatrixError(f"ops.linalg.{op}: x1 of shape {tuple(x1.shape)} is no matrix")
    if x2.ndim not in (1, 2) or x1.shape[0] != x2.shape[0]:
        raise MatrixError(
            f"ops.linalg.{op}: x1 of shape {tuple(x1.shape)} and x2 of shape {tuple(x2.shape)} have different rows"
        )


def singular(op: str) -> MatrixError:
    """The error for a singular matrix."""
    return MatrixError(f"ops.linalg.{op}: a matrix is singular; ops.linalg.pinv or ops.linalg.lstsq take any")


def not_finite(op: str) -> MatrixError:
    """The error for a matrix that holds an infinity or a NaN, of which nothing can be decomposed."""
    return MatrixError(f"ops.linalg.{op}: x holds infinities or NaNs")


def not_positive_definite(op: str) -> MatrixError:
    """The error for a matrix without a Cholesky factor."""
    return MatrixError(f"ops.linalg.{op}: a matrix is not positive definite")
