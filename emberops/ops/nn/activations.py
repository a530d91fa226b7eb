"""Activation functions."""

from __future__ import annotations

from emberops.dispatch.operation import operation
from emberops.typing import Axis, Tensor, TensorLike

__all__ = [
    "celu",
    "elu",
    "gelu",
    "glu",
    "hard_shrink",
    "hard_sigmoid",
    "hard_silu",
    "hard_tanh",
    "leaky_relu",
    "log_sigmoid",
    "log_softmax",
    "logit",
    "mish",
    "prelu",
    "relu",
    "relu6",
    "selu",
    "sigmoid",
    "silu",
    "soft_shrink",
    "softmax",
    "softmin",
    "softplus",
    "softsign",
    "sparse_plus",
    "sparse_sigmoid",
    "sparsemax",
    "squareplus",
    "tanh_shrink",
    "threshold",
]


@operation
def relu(x: TensorLike, /) -> Tensor:
    """``max(x, 0)``, element by element."""


@operation
def relu6(x: TensorLike, /) -> Tensor:
    """``min(max(x, 0), 6)``."""


@operation
def sigmoid(x: TensorLike, /) -> Tensor:
    """``1 / (1 + exp(-x))``, without overflow."""


@operation
def softplus(x: TensorLike, /) -> Tensor:
    """``log(1 + exp(x))``, without overflow."""


@operation
def softsign(x: TensorLike, /) -> Tensor:
    """``x / (1 + abs(x))``."""


@operation
def soft_shrink(x: TensorLike, /, threshold: float = 0.5) -> Tensor:
    """``x`` moved towards 0 by ``threshold``, and 0 within it."""


@operation
def sparse_plus(x: TensorLike, /) -> Tensor:
    """0 below -1, ``(x + 1)**2 / 4`` up to 1, ``x`` above."""


@operation
def silu(x: TensorLike, /) -> Tensor:
    """``x * sigmoid(x)``, also called swish."""


@operation
def log_sigmoid(x: TensorLike, /) -> Tensor:
    """Logarithm of :func:`sigmoid`, without overflow."""


@operation
def leaky_relu(x: TensorLike, /, negative_slope: float = 0.2) -> Tensor:
    """``x`` where positive, ``negative_slope * x`` elsewhere."""


@operation
def hard_sigmoid(x: TensorLike, /) -> Tensor:
    """``relu6(x + 3) / 6``."""


@operation
def hard_silu(x: TensorLike, /) -> Tensor:
    """``x * hard_sigmoid(x)``, also called hard swish."""


@operation
def hard_tanh(x: TensorLike, /) -> Tensor:
    """``min(max(x, -1), 1)``."""


@operation
def hard_shrink(x: TensorLike, /, threshold: float = 0.5) -> Tensor:
    """0 where ``abs(x) <= threshold``, ``x`` elsewhere."""


@operation
def elu(x: TensorLike, /, alpha: float = 1.0) -> Tensor:
    """``x`` where positive, ``alpha * (exp(x) - 1)`` elsewhere."""


@operation
def selu(x: TensorLike, /) -> Tensor:
    """Scaled :func:`elu` that keeps mean and variance (Klambauer et al. 2017)."""


@operation
def celu(x: TensorLike, /, alpha: float = 1.0) -> Tensor:
    """``max(x, 0) + min(0, alpha * (exp(x / alpha) - 1))``."""


@operation
def gelu(x: TensorLike, /, approximate: bool = True) -> Tensor:
    """``x`` times the normal distribution function, by tanh if ``approximate``."""


@operation
def glu(x: TensorLike, /, axis: int = -1) -> Tensor:
    """First half along ``axis`` times the sigmoid of the second half."""


@operation
def mish(x: TensorLike, /) -> Tensor:
    """``x * tanh(softplus(x))``."""


@operation
def tanh_shrink(x: TensorLike, /) -> Tensor:
    """``x - tanh(x)``."""


@operation
def threshold(x: TensorLike, threshold: float, default_value: float, /) -> Tensor:
    """``x`` where above ``threshold``, ``default_value`` elsewhere."""


@operation
def squareplus(x: TensorLike, /, b: float = 4.0) -> Tensor:
    """``(x + sqrt(x**2 + b)) / 2``."""


@operation
def sparse_sigmoid(x: TensorLike, /) -> Tensor:
    """0 below -1, ``(x + 1) / 2`` up to 1, 1 above."""


@operation
def softmax(x: TensorLike, /, axis: Axis = -1) -> Tensor:
    """``exp(x) / sum(exp(x))`` along one axis or several, of all elements if ``None``."""


@operation
def log_softmax(x: TensorLike, /, axis: Axis = -1) -> Tensor:
    """Logarithm of :func:`softmax`, without overflow."""


@operation
def softmin(x: TensorLike, /, axis: Axis = -1) -> Tensor:
    """:func:`softmax` of ``-x``."""


@operation
def sparsemax(x: TensorLike, /, axis: int = -1) -> Tensor:
    """The nearest point of the simplex along ``axis``: sparse probabilities (Martins 2016)."""


@operation
def prelu(x: TensorLike, weight: TensorLike, /) -> Tensor:
    """``x`` where positive, ``weight * x`` elsewhere; ``weight`` broadcasts."""


@operation
def logit(x: TensorLike, /, eps: float | None = None) -> Tensor:
    """``log(x / (1 - x))``; ``x`` is clipped to ``eps`` from 0 and 1 first, if given."""
