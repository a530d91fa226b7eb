"""Recurrent cells, one step each; ``ops.scan`` makes sequences of them."""

from __future__ import annotations

import math

from emberops import ops
from emberops.errors import ShapeError
from emberops.training.initializers import uniform
from emberops.training.layers import Parameters
from emberops.typing import Tensor, TensorLike


def init_lstm_cell(key: TensorLike, inputs: int, size: int, /) -> Parameters:
    """Parameters of :func:`lstm_cell`: gates in the order input, forget, cell, output, as PyTorch's."""
    return _init(key, inputs, size, gates=4)


def lstm_cell(
    parameters: Parameters, state: tuple[TensorLike, TensorLike], x: TensorLike, /
) -> tuple[tuple[Tensor, Tensor], Tensor]:
    """One step of an LSTM (Hochreiter and Schmidhuber, 1997; with forget gates, Gers et al., 2000).

    Parameters
    ----------
    parameters
        Of :func:`init_lstm_cell`.
    state
        Hidden and cell state, each of shape ``(batch, size)``.
    x
        Of shape ``(batch, inputs)``.

    Returns
    -------
    tuple
        The new state, and the hidden state once more: what ``ops.scan`` asks for.

    Raises
    ------
    ShapeError
        If ``x`` or the state has another size.
    """
    hidden, cell = state
    gates = ops.add(_project(parameters, x, "input"), _project(parameters, hidden, "hidden"))
    i, f, g, o = _split(gates, 4)
    cell = ops.add(ops.multiply(ops.nn.sigmoid(f), cell), ops.multiply(ops.nn.sigmoid(i), ops.tanh(g)))
    hidden = ops.multiply(ops.nn.sigmoid(o), ops.tanh(cell))
    return (hidden, cell), hidden


def init_gru_cell(key: TensorLike, inputs: int, size: int, /) -> Parameters:
    """Parameters of :func:`gru_cell`: gates in the order reset, update, new, as PyTorch's."""
    return _init(key, inputs, size, gates=3)


def gru_cell(parameters: Parameters, hidden: TensorLike, x: TensorLike, /) -> tuple[Tensor, Tensor]:
    """One step of a GRU (Cho et al., 2014, arXiv:1406.1078), with the reset gate after the product, as in cuDNN.

    Parameters
    ----------
    parameters
        Of :func:`init_gru_cell`.
    hidden
        Of shape ``(batch, size)``.
    x
        Of shape ``(batch, inputs)``.

    Returns
    -------
    tuple
        The new hidden state, twice: what ``ops.scan`` asks for.

    Raises
    ------
    ShapeError
        If ``x`` or the state has another size.
    """
    of_input = _split(_project(parameters, x, "input"), 3)
    of_hidden = _split(_project(parameters, hidden, "hidden"), 3)
    reset = ops.nn.sigmoid(ops.add(of_input[0], of_hidden[0]))
    update = ops.nn.sigmoid(ops.add(of_input[1], of_hidden[1]))
    new = ops.tanh(ops.add(of_input[2], ops.multiply(reset, of_hidden[2])))
    hidden = ops.add(new, ops.multiply(update, ops.subtract(hidden, new)))
    return hidden, hidden


def _init(key: TensorLike, inputs: int, size: int, gates: int) -> Parameters:
    limit = uniform(1 / math.sqrt(size))
    keys = ops.random.split(key, 4)
    return {
        "input_kernel": limit(keys[0], (inputs, gates * size)),
        "hidden_kernel": limit(keys[1], (size, gates * size)),
        "input_bias": limit(keys[2], (gates * size,)),
        "hidden_bias": limit(keys[3], (gates * size,)),
    }


def _project(parameters: Parameters, x: TensorLike, what: str) -> Tensor:
    kernel = parameters[f"{what}_kernel"]
    if ops.shape(x)[-1:] != (ops.shape(kernel)[0],):
        raise ShapeError(
            f"a cell for {ops.shape(kernel)[0]} {what} features got a tensor of shape {ops.shape(x)}"
        )
    return ops.add(ops.matmul(x, kernel), parameters[f"{what}_bias"])


def _split(x: Tensor, parts: int) -> list[Tensor]:
    size = ops.shape(x)[-1] // parts
    return [x[..., i * size : (i + 1) * size] for i in range(parts)]
