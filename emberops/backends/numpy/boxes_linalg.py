"""Linear algebra on the boxes of ``autograd``, where NumPy's functions have no gradient there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import autograd.numpy as anp  # type: ignore[import-untyped]  # autograd has no types
import numpy as np
from autograd.extend import defvjp, primitive  # type: ignore[import-untyped]  # autograd has no types

from emberops.backends import numpy as host
from emberops.backends.numpy.boxes import moved, shape_of, trace
from emberops.backends.support.linalg_results import QRResult
from emberops.errors import OperationNotSupportedError


def vdot(x1: Any, x2: Any, /) -> Any:
    """The product of two vectors, the first conjugated."""
    return anp.dot(anp.conj(anp.ravel(x1)), anp.ravel(x2))


def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """The products of vectors along an axis, the first conjugated."""
    return anp.sum(anp.conj(x1) * x2, axis=axis)


def solve_triangular(x1: Any, x2: Any, /, *, lower: bool = False, unit_diagonal: bool = False) -> Any:
    """The solution of a triangular system of equations."""
    below = int(unit_diagonal)
    triangle = anp.tril(x1, -below) if lower else anp.triu(x1, below)
    if unit_diagonal:
        triangle = triangle + np.eye(shape_of(x1)[-1])
    if len(shape_of(x2)) == 1:
        return anp.linalg.solve(triangle, x2[:, None])[..., 0]
    return anp.linalg.solve(triangle, x2)


def cholesky(x: Any, /, *, upper: bool = False) -> Any:
    """The triangular factor of a positive matrix."""
    found = anp.linalg.cholesky(x)
    return anp.conj(anp.swapaxes(found, -1, -2)) if upper else found


def svdvals(x: Any, /) -> Any:
    """The singular values of a matrix."""
    return anp.linalg.svd(x, full_matrices=False)[1]


@primitive  # type: ignore[untyped-decorator]  # autograd has no types
def _qr(x: Any) -> Any:
    return tuple(np.linalg.qr(x))


def _qr_gradient(result: Any, _x: Any) -> Callable[..., Any]:
    """For full column rank: Walter and Lehmann, Algorithmic Differentiation of Linear Algebra Functions (2010)."""
    q, r = result

    def gradient(cotangents: Any) -> Any:
        of_q, of_r = cotangents
        m = r @ _adjoint(of_r) - _adjoint(of_q) @ q
        symmetric = np.tril(m) + _adjoint(np.tril(m, -1))
        return _adjoint(np.linalg.solve(r, _adjoint(of_q + q @ symmetric)))

    return gradient


def _adjoint(x: Any) -> Any:
    return np.conj(np.swapaxes(x, -1, -2))


defvjp(_qr, _qr_gradient)


def qr(x: Any, /, mode: str = "reduced") -> Any:
    """The factors of a matrix, the second one triangular.

    Raises
    ------
    OperationNotSupportedError
        For other factors than those of the reduced form, and for more columns than rows.
    """
    rows, columns = shape_of(x)[-2:]
    if columns > rows or (mode not in ("reduced", "r") and rows != columns):
        raise OperationNotSupportedError(
            "ops.linalg.qr: on NumPy only the reduced form has a gradient, of as many rows as columns at least"
        )
    factors = QRResult(*_qr(x))
    return factors.R if mode == "r" else factors


def trace_of_matrices(x: Any, /, *, offset: int = 0, dtype: Any = None) -> Any:
    """The sum of the diagonal of each matrix."""
    return trace(x, offset, -2, -1, dtype)


OPERATIONS: dict[str, Any] = {
    "linalg.cholesky": cholesky,
    "linalg.diagonal": moved(host.linalg.diagonal),
    "linalg.qr": qr,
    "linalg.solve_triangular": solve_triangular,
    "linalg.svdvals": svdvals,
    "linalg.trace": trace_of_matrices,
    "vdot": vdot,
    "vecdot": vecdot,
}
"""By the names of the catalogue."""
