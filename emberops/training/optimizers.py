"""Optimisers as pairs of pure functions over trees of parameters.

``init(parameters)`` gives a state; ``update(gradients, state, parameters)`` gives new parameters and a new state,
changes nothing, and can be compiled.  A state is a dict of tensors: checkpoints hold it as they hold parameters.
Learning rates are numbers or schedules of the step, which counts from 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from emberops import ops
from emberops.dtypes.dtype import int32
from emberops.errors import UnknownOptionError
from emberops.schedules import Schedule, value_at
from emberops.training.trees import Tree, leaves, map_pair, map_tree, zeros_like
from emberops.typing import Tensor

State = dict[str, Any]
Rate = float | Schedule


class Optimizer(NamedTuple):
    """What an optimiser is."""

    init: Callable[[Tree], State]
    """From parameters to the first state."""
    update: Callable[[Tree, State, Tree], tuple[Tree, State]]
    """From gradients, state and parameters to new parameters and state."""


def sgd(
    learning_rate: Rate, *, momentum: float = 0.0, nesterov: bool = False, weight_decay: float = 0.0
) -> Optimizer:
    """Stochastic gradient descent, with momentum as ``torch.optim.SGD`` and ``optax.sgd`` have it.

    Parameters
    ----------
    learning_rate
        A positive number, or a schedule.
    momentum
        The share of the last direction that is kept, from 0 (none) to below 1 (Polyak, 1964).
    nesterov
        Whether to look ahead (Sutskever et al., 2013, ICML).
    weight_decay
        Of the squared norm of the parameters, added to their gradients.

    Raises
    ------
    UnknownOptionError
        If a number is outside its range.
    """
    _check("momentum", momentum)
    _check_rate(learning_rate)

    def init(parameters: Tree) -> State:
        return _state(parameters, *(["momentum"] if momentum else []))

    def update(gradients: Tree, state: State, parameters: Tree) -> tuple[Tree, State]:
        rate = _rate(learning_rate, state)
        gradients = _decayed(gradients, parameters, weight_decay)
        new = {"step": ops.add(state["step"], 1)}
        if momentum:
            new["momentum"] = map_tree(lambda g, m: _axpy(momentum, m, g), gradients, state["momentum"])
            if nesterov:
                gradients = map_tree(lambda g, m: _axpy(momentum, m, g), gradients, new["momentum"])
            else:
                gradients = new["momentum"]
        return map_tree(lambda p, g: _minus(p, rate, g), parameters, gradients), new

    return Optimizer(init, update)


def momentum(learning_rate: Rate, decay: float = 0.9, *, nesterov: bool = False) -> Optimizer:
    """:func:`sgd` with momentum."""
    return sgd(learning_rate, momentum=decay, nesterov=nesterov)


def adam(
    learning_rate: Rate,
    *,
    b1: float = 0.9,
    b2: float = 0.999,
    eps: float = 1e-8,
    weight_decay: float = 0.0,
) -> Optimizer:
    """Adam (Kingma and Ba, 2015, arXiv:1412.6980), as ``torch.optim.Adam`` and ``optax.adam``.

    Parameters
    ----------
    learning_rate
        A positive number, or a schedule.
    b1, b2
        Decay of the means of gradients and of their squares, from 0 to below 1.
    eps
        Added to the root of the second.
    weight_decay
        Of the squared norm of the parameters, added to their gradients; :func:`adamw` decouples it.

    Raises
    ------
    UnknownOptionError
        If a number is outside its range.
    """
    return _adam(learning_rate, b1, b2, eps, coupled=weight_decay, decoupled=0.0)


def adamw(
    learning_rate: Rate,
    *,
    b1: float = 0.9,
    b2: float = 0.999,
    eps: float = 1e-8,
    weight_decay: float = 1e-2,
) -> Optimizer:
    """Adam with weight decay apart from the gradient (Loshchilov and Hutter, 2019, arXiv:1711.05101).

    Parameters and errors are those of :func:`adam`; as ``torch.optim.AdamW`` and ``optax.adamw``.
    """
    return _adam(learning_rate, b1, b2, eps, coupled=0.0, decoupled=weight_decay)


def rmsprop(
    learning_rate: Rate,
    *,
    decay: float = 0.99,
    eps: float = 1e-8,
    centered: bool = False,
    momentum: float = 0.0,
) -> Optimizer:
    """RMSprop (Tieleman and Hinton, 2012, Coursera lecture 6.5), as ``torch.optim.RMSprop``.

    Parameters
    ----------
    learning_rate
        A positive number, or a schedule.
    decay
        Of the mean of squared gradients, from 0 to below 1.
    eps
        Added to its root, outside of it (``optax.rmsprop(eps_in_sqrt=False)``).
    centered
        Whether to subtract the square of the mean gradient (Graves, 2013, arXiv:1308.0850).
    momentum
        As for :func:`sgd`, of the scaled gradient.

    Raises
    ------
    UnknownOptionError
        If a number is outside its range.
    """
    _check("decay", decay)
    _check("momentum", momentum)
    _check_rate(learning_rate)
    names = ["square", *(["mean"] if centered else []), *(["momentum"] if momentum else [])]

    def init(parameters: Tree) -> State:
        return _state(parameters, *names)

    def update(gradients: Tree, state: State, parameters: Tree) -> tuple[Tree, State]:
        rate = _rate(learning_rate, state)
        new = {"step": ops.add(state["step"], 1)}
        square = new["square"] = _means(state["square"], map_tree(ops.square, gradients), decay)
        if centered:
            new["mean"] = _means(state["mean"], gradients, decay)
            square = map_tree(lambda s, m: ops.subtract(s, ops.square(m)), square, new["mean"])
        scaled = map_tree(lambda g, s: ops.divide(g, ops.add(ops.sqrt(s), eps)), gradients, square)
        if momentum:
            scaled = new["momentum"] = map_tree(lambda g, m: _axpy(momentum, m, g), scaled, state["momentum"])
        return map_tree(lambda p, g: _minus(p, rate, g), parameters, scaled), new

    return Optimizer(init, update)


def lion(learning_rate: Rate, *, b1: float = 0.9, b2: float = 0.99, weight_decay: float = 0.0) -> Optimizer:
    """Lion, the sign of an interpolated momentum (Chen et al., 2023, arXiv:2302.06675), as ``optax.lion``.

    Parameters
    ----------
    learning_rate
        A positive number, or a schedule; a third to a tenth of what Adam would get.
    b1, b2
        Decay of the momentum for the direction and for what is kept, from 0 to below 1.
    weight_decay
        Apart from the gradient, as for :func:`adamw`.

    Raises
    ------
    UnknownOptionError
        If a number is outside its range.
    """
    _check("b1", b1)
    _check("b2", b2)
    _check_rate(learning_rate)

    def init(parameters: Tree) -> State:
        return _state(parameters, "momentum")

    def update(gradients: Tree, state: State, parameters: Tree) -> tuple[Tree, State]:
        rate = _rate(learning_rate, state)
        direction = map_tree(ops.sign, _means(state["momentum"], gradients, b1))
        direction = map_tree(lambda d, p: _axpy(weight_decay, p, d), direction, parameters)
        new = {
            "step": ops.add(state["step"], 1),
            "momentum": _means(state["momentum"], gradients, b2),
        }
        return map_tree(lambda p, d: _minus(p, rate, d), parameters, direction), new

    return Optimizer(init, update)


def _adam(rate: Rate, b1: float, b2: float, eps: float, *, coupled: float, decoupled: float) -> Optimizer:
    _check("b1", b1)
    _check("b2", b2)
    _check_rate(rate)

    def init(parameters: Tree) -> State:
        return _state(parameters, "mean", "square")

    def update(gradients: Tree, state: State, parameters: Tree) -> tuple[Tree, State]:
        now = _rate(rate, state)
        gradients = _decayed(gradients, parameters, coupled)
        step = ops.add(state["step"], 1)
        mean = _means(state["mean"], gradients, b1)
        square = _means(state["square"], map_tree(ops.square, gradients), b2)
        first, second = _bias(b1, step), _bias(b2, step)

        def moved(p: Tensor, m: Tensor, s: Tensor) -> tuple[Tensor, None]:
            dtype = ops.dtype(p)
            root = ops.sqrt(ops.divide(s, ops.astype(second, dtype)))
            towards = ops.divide(ops.divide(m, ops.astype(first, dtype)), ops.add(root, eps))
            return _minus(p, now, _axpy(decoupled, p, towards)), None

        new_parameters, _ = map_pair(moved, parameters, mean, square)
        return new_parameters, {"step": step, "mean": mean, "square": square}

    return Optimizer(init, update)


def _state(parameters: Tree, *names: str) -> State:
    """Zeros like the parameters under each name, and the number of steps taken."""
    first = next(leaves(parameters), None)
    if first is None:
        raise UnknownOptionError("an optimiser needs parameters: the tree is empty")
    step = ops.astype(ops.sum(ops.zeros_like(first)), int32)  # on the parameters' backend and device
    return {"step": step, **{name: zeros_like(parameters) for name in names}}


def _rate(rate: Rate, state: State) -> Any:
    return value_at(rate, state["step"])


def _bias(decay: float, step: Tensor) -> Tensor:
    """``1 - decay ** step``, without the cancellation that costs float32 five digits at the first step."""
    if decay == 0:
        return ops.ones_like(ops.astype(step, float))
    return ops.negative(ops.expm1(ops.multiply(ops.astype(step, float), math.log(decay))))


def _decayed(gradients: Tree, parameters: Tree, weight_decay: float) -> Tree:
    if not weight_decay:
        return gradients
    return map_tree(lambda g, p: _axpy(weight_decay, p, g), gradients, parameters)


def _means(means: Tree, values: Tree, decay: float) -> Tree:
    """Exponential moving averages."""
    return map_tree(lambda m, v: _axpy(decay, m, ops.multiply(v, 1 - decay)), means, values)


def _axpy(factor: float, x: Tensor, y: Tensor) -> Tensor:
    """``factor * x + y``."""
    return ops.add(ops.multiply(x, factor), y)


def _minus(parameter: Tensor, rate: Any, direction: Tensor) -> Tensor:
    """A step; a rate that is a tensor does not change the parameter's dtype."""
    if ops.is_tensor(rate):
        rate = ops.astype(rate, ops.dtype(parameter))
    return ops.subtract(parameter, ops.multiply(direction, rate))


def _check(name: str, value: float) -> None:
    if not 0 <= value < 1:
        raise UnknownOptionError(f"{name} {value} is not from 0 to below 1")


def _check_rate(rate: Rate) -> None:
    if not callable(rate) and rate <= 0:
        raise UnknownOptionError(f"learning rate {rate} is not positive")
