"""Connectionist temporal classification over any namespace."""

from __future__ import annotations

from typing import Any

from emberops.backends.composed.nn_activations import real_floating
from emberops.typing import NativeTensor as Tensor

_IMPOSSIBLE = -1e30
"""Logarithm of the probability 0: finite, so that sums and gradients stay numbers."""


def ctc_loss(
    xp: Any,
    target: Tensor,
    output: Tensor,
    target_length: Tensor,
    output_length: Tensor,
    /,
    mask_index: int = 0,
) -> Tensor:
    """Minus the logarithm of the sum over all alignments: the forward variables, time by time."""
    target = xp.astype(xp.asarray(target), xp.int64)
    target_length = xp.astype(xp.asarray(target_length), xp.int64)
    output_length = xp.astype(xp.asarray(output_length), xp.int64)
    logs = xp.nn.log_softmax(real_floating(xp, output), axis=-1)
    batch, time, _ = logs.shape
    longest = target.shape[1]
    states = 2 * longest + 1

    # Blanks before, between and after the target.
    blanks = xp.full_like(target, mask_index)
    labels = xp.reshape(xp.stack([blanks, target], axis=-1), (batch, 2 * longest))
    labels = xp.concat([labels, xp.full_like(target[:, :1], mask_index)], axis=1)
    emitted = xp.take_along_axis(logs, xp.broadcast_to(labels[:, None, :], (batch, time, states)), axis=2)

    # A state is reached from itself, from the one before, and past a blank between different labels.
    skips = xp.logical_and(labels[:, 2:] != mask_index, labels[:, 2:] != labels[:, :-2])
    may_skip = xp.concat([xp.zeros_like(labels[:, :2]) != 0, skips], axis=1)
    never = xp.full_like(emitted[:, 0, :2], _IMPOSSIBLE)
    alpha = xp.concat([emitted[:, 0, :2], xp.full_like(emitted[:, 0, 2:], _IMPOSSIBLE)], axis=1)
    for t in range(1, time):
        before = xp.concat([never[:, :1], alpha[:, :-1]], axis=1)
        two_before = xp.where(may_skip, xp.concat([never, alpha[:, :-2]], axis=1), _IMPOSSIBLE)
        reached = xp.logaddexp(xp.logaddexp(alpha, before), two_before)
        alpha = xp.where((t < output_length)[:, None], reached + emitted[:, t, :], alpha)

    last = xp.take_along_axis(alpha, (2 * target_length)[:, None], axis=1)
    label_before = xp.maximum(2 * target_length - 1, 0)[:, None]
    but_one = xp.where(
        (target_length > 0)[:, None], xp.take_along_axis(alpha, label_before, axis=1), _IMPOSSIBLE
    )
    return -xp.squeeze(xp.logaddexp(last, but_one), axis=1)


def ctc_decode(
    xp: Any, inputs: Tensor, sequence_lengths: Tensor, /, *, merge_repeated: bool = True, mask_index: int = 0
) -> tuple[Tensor, Tensor]:
    """Greedy decoding."""
    inputs, lengths = xp.asarray(inputs), xp.asarray(sequence_lengths)
    time = inputs.shape[1]
    beyond = xp.arange(time)[None, :] >= lengths[:, None]
    best = xp.where(beyond, mask_index, xp.astype(xp.argmax(inputs, axis=-1), xp.int32))
    scores = xp.where(beyond, 0.0, xp.max(inputs, axis=-1))
    empty = best == mask_index
    if merge_repeated:
        repeated = xp.concat([xp.zeros_like(empty[:, :1]), best[:, 1:] == best[:, :-1]], axis=1)
        empty = xp.logical_or(empty, repeated)
    classes = xp.where(empty, -1, best)
    order = xp.argsort(xp.astype(empty, xp.int32), axis=-1, stable=True)
    classes = xp.take_along_axis(classes, order, axis=-1)
    return xp.expand_dims(classes, axis=0), xp.expand_dims(-xp.sum(scores, axis=1), axis=-1)
