"""Penalties on the size of weights."""

from __future__ import annotations

from typing import Literal

from emberops import ops
from emberops.errors import UnknownOptionError
from emberops.penalties.reduction import Reduction, reduce
from emberops.typing import Tensor, TensorLike


def l1(x: TensorLike, /, weight: float = 1.0, *, reduction: Reduction = "sum") -> Tensor:
    """``weight * sum(|x|)``, which makes values zero (the lasso; Tibshirani, 1996, JRSS B 58).

    Parameters
    ----------
    x
        Real numbers, of any shape.
    weight
        The factor in front.
    reduction
        ``"sum"``, ``"mean"`` or ``"none"``.

    Returns
    -------
    Tensor
        Of no axes, or of the shape of ``x`` where nothing is reduced; of its dtype.

    Raises
    ------
    UnknownOptionError
        If ``reduction`` is none of these.
    """
    return ops.multiply(reduce(ops.abs(x), reduction), weight)


def l2(
    x: TensorLike,
    /,
    weight: float = 1.0,
    *,
    center: float | Literal["mean"] | None = None,
    clip: float | None = None,
    reduction: Reduction = "sum",
) -> Tensor:
    """``weight * sum(x ** 2)``, which makes values small (ridge regression; Hoerl and Kennard, 1970, Technometrics 12).

    Parameters
    ----------
    x
        Real numbers, of any shape.
    weight
        The factor in front.
    center
        What values are drawn to, if not zero: a number, or ``"mean"`` for their own mean.
    clip
        Values count as if they were no farther away than this: outliers neither dominate nor have a gradient.
    reduction
        ``"sum"``, ``"mean"`` or ``"none"``.

    Returns
    -------
    Tensor
        As :func:`l1`.

    Raises
    ------
    UnknownOptionError
        If ``reduction`` or ``center`` is an unknown word, or ``clip`` is not positive.
    """
    if isinstance(center, str) and center != "mean":
        raise UnknownOptionError(f"unknown center {center!r}; expected a number, 'mean' or None")
    if clip is not None and clip <= 0:
        raise UnknownOptionError(f"l2: clip {clip} is not positive")
    if center is not None:
        x = ops.subtract(x, ops.mean(x) if center == "mean" else center)
    if clip is not None:
        x = ops.clip(x, -clip, clip)
    return ops.multiply(reduce(ops.square(x), reduction), weight)


def elastic_net(
    x: TensorLike, /, weight: float = 1.0, *, l1_ratio: float = 0.5, reduction: Reduction = "sum"
) -> Tensor:
    """``weight * (l1_ratio * l1(x) + (1 - l1_ratio) * l2(x))`` (Zou and Hastie, 2005, JRSS B 67).

    Parameters
    ----------
    x, weight, reduction
        As for :func:`l1`.
    l1_ratio
        The share of the first, between 0 and 1.

    Raises
    ------
    UnknownOptionError
        If ``l1_ratio`` is outside, or ``reduction`` is an unknown word.
    """
    if not 0 <= l1_ratio <= 1:
        raise UnknownOptionError(f"elastic_net: l1_ratio {l1_ratio} is not between 0 and 1")
    mixed = ops.add(ops.multiply(ops.abs(x), l1_ratio), ops.multiply(ops.square(x), 1 - l1_ratio))
    return ops.multiply(reduce(mixed, reduction), weight)
