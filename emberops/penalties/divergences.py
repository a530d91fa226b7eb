"""Divergences between distributions that are given by the logarithms of their probabilities, and entropies.

Logarithms keep what probabilities lose: nothing here takes the logarithm of a small number, and an outcome of
probability zero (``-inf``) counts as the limit says, with a gradient of zero and not NaN.
"""

from __future__ import annotations

from typing import Literal

from emberops import ops
from emberops.constants import inf
from emberops.penalties.reduction import Reduction, check_option, check_same_shape, reduce
from emberops.typing import Tensor, TensorLike

DIRECTIONS = ("forward", "reverse", "symmetric")
MODES = ("penalty", "bonus")


def kl_divergence(
    p: TensorLike,
    q: TensorLike,
    /,
    weight: float = 1.0,
    *,
    direction: Literal["forward", "reverse", "symmetric"] = "forward",
    axis: int = -1,
    reduction: Reduction = "mean",
) -> Tensor:
    """Kullback-Leibler divergence (Kullback and Leibler, 1951, Ann. Math. Stat. 22).

    ``forward`` is ``sum(exp(p) * (p - q))``, which covers every mode of ``p``; ``reverse`` exchanges them, and seeks
    one mode; ``symmetric`` is the mean of both.

    Parameters
    ----------
    p, q
        Logarithms of probabilities that sum to one along ``axis``, of one shape.
    weight
        The factor in front.
    direction
        Which of the two comes first.
    axis
        The axis of outcomes.
    reduction
        Over what is left of the shape: ``"mean"``, ``"sum"`` or ``"none"``.

    Returns
    -------
    Tensor
        Of no axes, or of the shape of ``p`` without ``axis``.  Infinite where one has an outcome that is impossible
        for the other.

    Raises
    ------
    UnknownOptionError
        If ``direction`` or ``reduction`` is an unknown word.
    ShapeError
        If the shapes differ.
    """
    check_option("direction", direction, DIRECTIONS)
    check_same_shape("kl_divergence", p, q)
    if direction == "reverse":
        p, q = q, p
    divergence = _kl(p, q, axis)
    if direction == "symmetric":
        divergence = ops.multiply(ops.add(divergence, _kl(q, p, axis)), 0.5)
    return ops.multiply(reduce(divergence, reduction), weight)


def js_divergence(
    p: TensorLike, q: TensorLike, /, weight: float = 1.0, *, axis: int = -1, reduction: Reduction = "mean"
) -> Tensor:
    """Jensen-Shannon divergence, symmetric and at most ``log(2)`` (Lin, 1991, IEEE Trans. Inf. Theory 37).

    Parameters and errors are those of :func:`kl_divergence`.
    """
    check_same_shape("js_divergence", p, q)
    middle = ops.subtract(ops.logaddexp(p, q), ops.log(ops.asarray(2.0, dtype=ops.dtype(ops.asarray(p)))))
    divergence = ops.multiply(ops.add(_kl(p, middle, axis), _kl(q, middle, axis)), 0.5)
    return ops.multiply(reduce(divergence, reduction), weight)


def entropy(
    p: TensorLike,
    /,
    weight: float = 1.0,
    *,
    mode: Literal["penalty", "bonus"] = "penalty",
    temperature: float = 1.0,
    normalize: bool = False,
    axis: int = -1,
    reduction: Reduction = "mean",
) -> Tensor:
    """Shannon's entropy ``-sum(exp(p) * p)``, as a penalty, or its negative as a bonus.

    A bonus, minimised, keeps a policy exploring (Williams and Peng, 1991, Connection Science 3); a penalty makes
    predictions confident (Grandvalet and Bengio, 2005, NIPS 17).

    Parameters
    ----------
    p
        Logarithms of probabilities along ``axis``.
    weight
        The factor in front.
    mode
        ``"penalty"``: plus; ``"bonus"``: minus.
    temperature
        Of ``softmax(p / temperature)``, whose entropy it is; positive.
    normalize
        Whether to divide by that of the uniform distribution: the result is between 0 and 1.
    axis, reduction
        As for :func:`kl_divergence`.

    Raises
    ------
    UnknownOptionError
        If ``mode`` or ``reduction`` is an unknown word, or ``temperature`` is not positive.
    """
    check_option("mode", mode, MODES)
    if temperature <= 0:
        check_option("temperature", temperature, ("a positive number",))
    p = ops.asarray(p)
    if temperature != 1.0:
        p = ops.log_softmax(ops.divide(p, temperature), axis=axis)
    value = ops.negative(_expected(p, p, axis))
    outcomes = ops.shape(p)[axis]
    if normalize and outcomes > 1:
        value = ops.divide(value, ops.log(ops.asarray(float(outcomes), dtype=ops.dtype(p))))
    return ops.multiply(reduce(value, reduction), -weight if mode == "bonus" else weight)


def _kl(p: TensorLike, q: TensorLike, axis: int) -> Tensor:
    possible = ops.greater(p, -inf)
    # Where both are -inf the difference would be NaN, and so would its gradient: it is taken of 0 and 0 instead.
    safe_p, safe_q = ops.where(possible, p, 0.0), ops.where(possible, q, 0.0)
    terms = ops.multiply(ops.exp(safe_p), ops.subtract(safe_p, safe_q))
    return ops.sum(ops.where(possible, terms, 0.0), axis=axis)


def _expected(p: TensorLike, values: TensorLike, axis: int) -> Tensor:
    """The sum of values by their probabilities; what cannot happen adds nothing."""
    possible = ops.greater(p, -inf)
    safe = ops.where(possible, p, 0.0)
    terms = ops.multiply(ops.exp(safe), ops.where(possible, values, 0.0))
    return ops.sum(ops.where(possible, terms, 0.0), axis=axis)
