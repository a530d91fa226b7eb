"""Named results, as the Array API standard and SciPy call them."""

from __future__ import annotations

from typing import NamedTuple

from emberops.typing import NativeTensor as Tensor


class EigResult(NamedTuple):
    """Of ``eig``."""

    eigenvalues: Tensor
    eigenvectors: Tensor


class EighResult(NamedTuple):
    """Of ``eigh``."""

    eigenvalues: Tensor
    eigenvectors: Tensor


class QRResult(NamedTuple):
    """Of ``qr``."""

    Q: Tensor
    R: Tensor


class SVDResult(NamedTuple):
    """Of ``svd``."""

    U: Tensor
    S: Tensor
    Vh: Tensor


class SlogdetResult(NamedTuple):
    """Of ``slogdet``."""

    sign: Tensor
    logabsdet: Tensor


class LstsqResult(NamedTuple):
    """Of ``lstsq``."""

    solution: Tensor
    residuals: Tensor
    rank: Tensor
    singular_values: Tensor


class LUResult(NamedTuple):
    """Of ``lu``."""

    P: Tensor
    L: Tensor
    U: Tensor


class LUFactorResult(NamedTuple):
    """Of ``lu_factor``."""

    LU: Tensor
    pivots: Tensor
