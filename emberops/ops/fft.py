"""``ops.fft``: discrete Fourier transforms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from emberops.catalogue.absent import AbsentNameError
from emberops.dispatch.operation import operation
from emberops.typing import DeviceLike, DTypeLike, Tensor, TensorLike

__all__ = [
    "fft",
    "fft2",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "ifft",
    "ifft2",
    "ifftn",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfft2",
    "irfftn",
    "istft",
    "rfft",
    "rfft2",
    "rfftfreq",
    "rfftn",
    "stft",
]

Norm: TypeAlias = Literal["backward", "ortho", "forward"]


@operation
def fft(x: TensorLike, /, n: int | None = None, axis: int = -1, norm: Norm = "backward") -> Tensor:
    """Discrete Fourier transform along one axis: complex.

    Parameters
    ----------
    x
        A tensor; integers are taken as the default float dtype.
    n
        How many elements are taken along ``axis``: the others are cut off, or zeros added.
    axis
        The axis.
    norm
        What is scaled: the inverse transforms (``backward``) or the others (``forward``) by ``1 / n``, or both
        by ``1 / sqrt(n)`` (``ortho``).

    Notes
    -----
    Array API 2025.12, ``fft_functions``.
    """


@operation
def ifft(x: TensorLike, /, n: int | None = None, axis: int = -1, norm: Norm = "backward") -> Tensor:
    """Inverse of :func:`fft`.

    Parameters
    ----------
    x
        A tensor; integers are taken as the default float dtype.
    n
        How many elements are taken along ``axis``: the others are cut off, or zeros added.
    axis
        The axis.
    norm
        What is scaled: the inverse transforms (``backward``) or the others (``forward``) by ``1 / n``, or both
        by ``1 / sqrt(n)`` (``ortho``).

    Notes
    -----
    Array API 2025.12, ``fft_functions``.
    """


@operation
def rfft(x: TensorLike, /, n: int | None = None, axis: int = -1, norm: Norm = "backward") -> Tensor:
    """Transform of real numbers along one axis: the ``n // 2 + 1`` terms of non-negative frequency.

    Parameters
    ----------
    x
        A tensor; integers are taken as the default float dtype.
    n
        How many elements are taken along ``axis``: the others are cut off, or zeros added.
    axis
        The axis.
    norm
        What is scaled: the inverse transforms (``backward``) or the others (``forward``) by ``1 / n``, or both
        by ``1 / sqrt(n)`` (``ortho``).

    Notes
    -----
    Array API 2025.12, ``fft_functions``.
    """


@operation
def irfft(x: TensorLike, /, n: int | None = None, axis: int = -1, norm: Norm = "backward") -> Tensor:
    """Inverse of :func:`rfft`: ``n`` real numbers, ``2 * (m - 1)`` unless told otherwise.

    Parameters
    ----------
    x
        A tensor; integers are taken as the default float dtype.
    n
        How many elements are taken along ``axis``: the others are cut off, or zeros added.
    axis
        The axis.
    norm
        What is scaled: the inverse transforms (``backward``) or the others (``forward``) by ``1 / n``, or both
        by ``1 / sqrt(n)`` (``ortho``).

    Notes
    -----
    Array API 2025.12, ``fft_functions``.
    """


@operation
def hfft(x: TensorLike, /, n: int | None = None, axis: int = -1, norm: Norm = "backward") -> Tensor:
    """Transform of what is Hermitian-symmetric: ``n`` real numbers, ``2 * (m - 1)`` unless told otherwise.

    Parameters
    ----------
    x
        A tensor; integers are taken as the default float dtype.
    n
        How many elements are taken along ``axis``: the others are cut off, or zeros added.
    axis
        The axis.
    norm
        What is scaled: the inverse transforms (``backward``) or the others (``forward``) by ``1 / n``, or both
        by ``1 / sqrt(n)`` (``ortho``).

    Notes
    -----
    Array API 2025.12, ``fft_functions``.
    """


@operation
def ihfft(x: TensorLike, /, n: int | None = None, axis: int = -1, norm: Norm = "backward") -> Tensor:
    """Inverse of :func:`hfft`: ``n // 2 + 1`` complex numbers.

    Parameters
    ----------
    x
        A tensor; integers are taken as the default float dtype.
    n
        How many elements are taken along ``axis``: the others are cut off, or zeros added.
    axis
        The axis.
    norm
        What is scaled: the inverse transforms (``backward``) or the others (``forward``) by ``1 / n``, or both
        by ``1 / sqrt(n)`` (``ortho``).

    Notes
    -----
    Array API 2025.12, ``fft_functions``.
    """


@operation
def fftn(
    x: TensorLike,
    /,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: Norm = "backward",
) -> Tensor:
    """Discrete Fourier transform along several axes.

    ``s`` gives the sizes along ``axes``, all axes unless told otherwise; ``norm`` is as in :func:`fft`.
    Array API 2025.12, ``fft_functions``.
    """


@operation
def ifftn(
    x: TensorLike,
    /,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: Norm = "backward",
) -> Tensor:
    """Inverse of :func:`fftn`.

    ``s`` gives the sizes along ``axes``, all axes unless told otherwise; ``norm`` is as in :func:`fft`.
    Array API 2025.12, ``fft_functions``.
    """


@operation
def rfftn(
    x: TensorLike,
    /,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: Norm = "backward",
) -> Tensor:
    """Transform of real numbers along several axes; the last of them holds the terms of non-negative frequency.

    ``s`` gives the sizes along ``axes``, all axes unless told otherwise; ``norm`` is as in :func:`fft`.
    Array API 2025.12, ``fft_functions``.
    """


@operation
def irfftn(
    x: TensorLike,
    /,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: Norm = "backward",
) -> Tensor:
    """Inverse of :func:`rfftn`.

    ``s`` gives the sizes along ``axes``, all axes unless told otherwise; ``norm`` is as in :func:`fft`.
    Array API 2025.12, ``fft_functions``.
    """


@operation
def fft2(
    x: TensorLike, /, s: Sequence[int] | None = None, axes: Sequence[int] = (-2, -1), norm: Norm = "backward"
) -> Tensor:
    """Discrete Fourier transform along two axes.  NumPy's ``fft2``."""


@operation
def ifft2(
    x: TensorLike, /, s: Sequence[int] | None = None, axes: Sequence[int] = (-2, -1), norm: Norm = "backward"
) -> Tensor:
    """Inverse of :func:`fft2`."""


@operation
def rfft2(
    x: TensorLike, /, s: Sequence[int] | None = None, axes: Sequence[int] = (-2, -1), norm: Norm = "backward"
) -> Tensor:
    """Transform of real numbers along two axes."""


@operation
def irfft2(
    x: TensorLike, /, s: Sequence[int] | None = None, axes: Sequence[int] = (-2, -1), norm: Norm = "backward"
) -> Tensor:
    """Inverse of :func:`rfft2`."""


@operation
def fftshift(x: TensorLike, /, axes: int | Sequence[int] | None = None) -> Tensor:
    """Move the term of frequency 0 to the middle of ``axes``, of all axes unless told otherwise.

    Array API 2025.12, ``fft_functions``.
    """


@operation
def ifftshift(x: TensorLike, /, axes: int | Sequence[int] | None = None) -> Tensor:
    """Inverse of :func:`fftshift`.

    Array API 2025.12, ``fft_functions``.
    """


@operation
def fftfreq(n: int, /, d: float = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Tensor:
    """Frequencies of the terms of :func:`fft` of ``n`` elements at a distance ``d``.

    Array API 2025.12, ``fft_functions``.
    """


@operation
def rfftfreq(n: int, /, d: float = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Tensor:
    """Frequencies of the terms of :func:`rfft` of ``n`` elements at a distance ``d``.

    Array API 2025.12, ``fft_functions``.
    """


if not TYPE_CHECKING:  # which would believe that every name is there

    def __getattr__(name: str) -> None:
        raise AbsentNameError(name, "fft")


@operation
def stft(
    x: TensorLike,
    /,
    size: int,
    step: int | None = None,
    window: TensorLike | None = None,
    *,
    center: bool = True,
) -> Tensor:
    """Short-time Fourier transform: the spectra of windows of a signal.

    Parameters
    ----------
    x
        Real signals, shape ``(..., n)``.
    size
        How many samples a window has.
    step
        How far one window is from the next; a quarter of ``size`` by default.
    window
        What the samples of a window are multiplied by, ``size`` numbers; ones by default.
    center
        Whether the ``t``-th window has its middle at sample ``t * step``, the signal reflected at its ends.

    Returns
    -------
    Tensor
        Complex, shape ``(..., size // 2 + 1, windows)``, as ``torch.stft`` with ``return_complex=True``.

    Raises
    ------
    ShapeError
        If the signal is shorter than a window, or ``window`` of another size.
    """


@operation
def istft(
    x: TensorLike,
    /,
    size: int,
    step: int | None = None,
    window: TensorLike | None = None,
    *,
    center: bool = True,
    length: int | None = None,
) -> Tensor:
    """The signal of a short-time Fourier transform: that of which :func:`stft` would give ``x``, nearest by squares.

    Parameters
    ----------
    x
        Complex, shape ``(..., size // 2 + 1, windows)``.
    size, step, window, center
        As of :func:`stft`.  Every sample must be seen by a window that is not zero there.
    length
        How many samples to give, zeros after the end; as many as the windows cover by default.

    Returns
    -------
    Tensor
        Shape ``(..., n)``.  Griffin and Lim 1984, equation 6.

    Raises
    ------
    ShapeError
        If the axes do not fit ``size``.
    """
