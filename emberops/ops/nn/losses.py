"""Losses and measures."""

from __future__ import annotations

from typing import Literal, TypeAlias

from emberops.dispatch.operation import operation
from emberops.typing import Tensor, TensorLike

__all__ = [
    "binary_crossentropy",
    "categorical_crossentropy",
    "cosine_similarity",
    "ctc_decode",
    "ctc_loss",
    "hinge_loss",
    "huber_loss",
    "kl_div",
    "l1_loss",
    "mse_loss",
    "nll_loss",
    "psnr",
    "sparse_categorical_crossentropy",
]

Reduction: TypeAlias = Literal["mean", "sum", "none", "batchmean"]
"""What becomes of the elements; ``none`` leaves them."""


@operation
def binary_crossentropy(target: TensorLike, output: TensorLike, /, from_logits: bool = False) -> Tensor:
    """Cross entropy of each element with a target probability; ``output`` holds logits if ``from_logits``."""


@operation
def categorical_crossentropy(
    target: TensorLike, output: TensorLike, /, from_logits: bool = False, axis: int = -1
) -> Tensor:
    """Cross entropy with target distributions along ``axis``, which is reduced; probabilities are normalised first."""


@operation
def sparse_categorical_crossentropy(
    target: TensorLike, output: TensorLike, /, from_logits: bool = False, axis: int = -1
) -> Tensor:
    """Cross entropy with target classes, integers of the shape of ``output`` without ``axis``."""


@operation
def mse_loss(x: TensorLike, target: TensorLike, /, reduction: Reduction = "mean") -> Tensor:
    """Squared differences, reduced.

    ``target`` is what ``x`` should be; ``reduction`` is ``"mean"``, ``"sum"`` or ``"none"``, over all elements.
    """


@operation
def l1_loss(x: TensorLike, target: TensorLike, /, reduction: Reduction = "mean") -> Tensor:
    """Absolute differences, reduced."""


@operation
def huber_loss(
    x: TensorLike, target: TensorLike, /, reduction: Reduction = "mean", delta: float = 1.0
) -> Tensor:
    """Half the squared difference up to ``delta``, linear beyond it, reduced.

    ``target`` is what ``x`` should be; ``reduction`` is ``"mean"``, ``"sum"`` or ``"none"``, over all elements.
    """


@operation
def hinge_loss(x: TensorLike, target: TensorLike, /, reduction: Reduction = "mean") -> Tensor:
    """``max(1 - target * x, 0)`` for targets of -1 and 1, reduced."""


@operation
def kl_div(
    x: TensorLike, target: TensorLike, /, reduction: Reduction = "mean", log_target: bool = False
) -> Tensor:
    """``target * (log(target) - x)`` for logarithms ``x``, reduced; ``batchmean`` divides the sum by the first size."""


@operation
def nll_loss(x: TensorLike, target: TensorLike, /, reduction: Reduction = "mean", axis: int = -1) -> Tensor:
    """Negative logarithms ``x`` of the probabilities of target classes along ``axis``, reduced."""


@operation
def cosine_similarity(x1: TensorLike, x2: TensorLike, /, axis: int = -1, eps: float = 1e-8) -> Tensor:
    """Cosine of the angle between vectors along ``axis``; norms count as ``eps`` at least."""


@operation
def ctc_loss(
    target: TensorLike,
    output: TensorLike,
    target_length: TensorLike,
    output_length: TensorLike,
    /,
    mask_index: int = 0,
) -> Tensor:
    """Connectionist temporal classification loss of each sequence (Graves 2006).

    Parameters
    ----------
    target
        Classes, ``(batch, longest target)``.
    output
        Logits, ``(batch, time, classes)``.
    target_length, output_length
        How much of each row counts, ``(batch,)``.
    mask_index
        The class that stands for blank.
    """


@operation
def ctc_decode(
    inputs: TensorLike, sequence_lengths: TensorLike, /, *, merge_repeated: bool = True, mask_index: int = 0
) -> tuple[Tensor, Tensor]:
    """The likeliest class at each time, repetitions merged and blanks left out: greedy decoding.

    Parameters
    ----------
    inputs
        Logits, ``(batch, time, classes)``.
    sequence_lengths
        How many times count, ``(batch,)``.
    merge_repeated
        Whether equal neighbours count once.
    mask_index
        The class that stands for blank.

    Returns
    -------
    tuple
        Classes ``(1, batch, time)``, -1 after the end, and minus the sum of the chosen logits, ``(batch, 1)``.
    """


@operation
def psnr(x1: TensorLike, x2: TensorLike, /, max_val: float) -> Tensor:
    """Peak signal-to-noise ratio of two tensors in decibels: ``20 log10(max_val) - 10 log10(mean squared error)``."""
