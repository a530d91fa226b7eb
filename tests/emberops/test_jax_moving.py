"""JAX: what moves elements, by the host at first and by a program later, gives the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

jax = pytest.importorskip("jax")
jnp = jax.numpy

import emberops  # noqa: E402
from emberops import ops  # noqa: E402
from emberops.backends.jax import frequency, parts  # noqa: E402

xp = emberops.namespace("jax")
CUBE = jnp.arange(24, dtype=jnp.float32).reshape(2, 3, 4)

CALLS: dict[str, Callable[[Any], Any]] = {
    "reshape": lambda x: ops.reshape(x, (4, -1)),
    "reshape by columns": lambda x: ops.reshape(x, (6, 4), order="F"),
    "reshape, a copy": lambda x: ops.reshape(x, (6, 4), copy=True),
    "transpose": ops.transpose,
    "transpose by axes": lambda x: ops.transpose(x, (1, 0, 2)),
    "roll": lambda x: ops.roll(x, 2),
    "roll an axis": lambda x: ops.roll(x, -7, 1),
    "roll axes": lambda x: ops.roll(x, (1, 2), (0, 2)),
    "roll one axis twice": lambda x: ops.roll(x, (1, 2), 2),
    "flip": ops.flip,
    "flip axes": lambda x: ops.flip(x, (0, -1)),
    "moveaxis": lambda x: ops.moveaxis(x, (0, 1), (-1, 0)),
    "swapaxes": lambda x: ops.swapaxes(x, 0, -1),
    "expand_dims": lambda x: ops.expand_dims(x, (0, -1)),
    "squeeze": lambda x: ops.squeeze(x[:1]),
    "squeeze an axis": lambda x: ops.squeeze(x[:1], 0),
    "tile": lambda x: ops.tile(x, (2, 1, 1, 3)),
    "repeat": lambda x: ops.repeat(x, 2),
    "repeat along an axis": lambda x: ops.repeat(x, 3, -1),
    "repeat by counts": lambda x: ops.repeat(x, ops.asarray([0, 2, 1]), 1),
    "repeat all by counts": lambda x: ops.repeat(x[0, 0], ops.asarray([3, 0, 0, 2])),
    "repeat never": lambda x: ops.repeat(x, ops.asarray([0, 0, 0]), -2),
    "broadcast_to": lambda x: ops.broadcast_to(x, (2, 2, 3, 4)),
    "concatenate": lambda x: ops.concatenate([x, x[:1], x], 0),
    "concatenate flat": lambda x: ops.concatenate([x, x[:1]], None),
    "concatenate two dtypes": lambda x: ops.concatenate([x, ops.astype(x, "int32")], 1),
    "concatenate a number": lambda x: ops.concatenate([x[0, 0], [1.5]], 0),
    "stack": lambda x: ops.stack([x, x, x], -1),
    "an int": lambda x: ops.getitem(x, (1, 2)),
    "a slice": lambda x: ops.getitem(x, (slice(None), slice(1, 9))),
    "a slice of nothing": lambda x: ops.getitem(x, slice(2, 1)),
    "steps": lambda x: ops.getitem(x, (..., None, slice(1, None, 2))),
    "steps of several axes": lambda x: ops.getitem(
        x, (slice(None, None, 5), slice(0, 3, 2), slice(3, None, 4))
    ),
    "store a number": lambda x: ops.assign(x, (1, 2, 3), 5),
    "store a number in a slice": lambda x: ops.assign(x, (slice(None), slice(None, 2)), 0.5),
    "store a number by steps": lambda x: ops.assign(x, (..., slice(1, None, 2)), -1),
    "store a tensor": lambda x: ops.assign(x, 1, x[0]),
    "store a tensor by steps": lambda x: ops.assign(x, (..., slice(None, None, 3)), x[..., :2]),
    "store in nothing": lambda x: ops.assign(x, slice(3, 2), 1.0),
    "zeros": lambda x: xp.zeros(x.shape, dtype=x.dtype),
    "ones": lambda x: xp.ones((0, 3), dtype="int32"),
    # refused
    "reshape to another size": lambda x: ops.reshape(x, (5, 5)),
    "reshape to two unknown sizes": lambda x: ops.reshape(x, (-1, -1)),
    "transpose by two axes": lambda x: ops.transpose(x, (1, 0)),
    "flip an axis beyond": lambda x: ops.flip(x, 3),
    "squeeze a larger axis": lambda x: ops.squeeze(x, 1),
    "tile less than never": lambda x: ops.tile(x, (-1,)),
    "repeat less than never": lambda x: ops.repeat(x, -1),
    "repeat by other counts": lambda x: ops.repeat(x, ops.asarray([1, 2]), 1),
    "repeat by counts along no axis": lambda x: ops.repeat(x, ops.asarray([1, 2]), 7),
    "repeat half": lambda x: ops.repeat(x, 1.5),
    "broadcast_to another shape": lambda x: ops.broadcast_to(x, (5,)),
    "broadcast_to less": lambda x: ops.broadcast_to(x, (-1, 3, 4)),
    "concatenate along no axis": lambda x: ops.concatenate([x, x], 5),
    "concatenate other shapes": lambda x: ops.concatenate([x, x[:, :1]], 0),
    "stack other shapes": lambda x: ops.stack([x, x[0]]),
    "an int beyond": lambda x: ops.getitem(x, 2),
    "store what does not fit": lambda x: ops.assign(x, 0, x[0, :2]),
}
TENSORS = {
    "float32": CUBE,
    "bfloat16": CUBE.astype(jnp.bfloat16),
    "bool": CUBE > 7,
    "complex64": CUBE * 1j,
    "weak": jnp.broadcast_to(jnp.asarray(2.5), (2, 3, 4)),
    "of a device": jax.device_put(CUBE, jax.devices()[0]),
}


def _told(call: Callable[[Any], Any], x: Any) -> Any:
    try:
        made = call(x)
    except Exception as error:  # whatever it is: both ways have to refuse with the same
        return type(error)
    return made.dtype, made.weak_type, made.shape, made.committed, made.tolist()


@pytest.mark.parametrize("kind", TENSORS)
@pytest.mark.parametrize("name", CALLS)
def test_the_host_and_a_program_give_the_same(name: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    call, x = CALLS[name], TENSORS[kind]
    monkeypatch.setattr(frequency, "_met", {})
    by_host = _told(call, x)
    monkeypatch.setattr(frequency, "_OFTEN", 0)
    assert by_host == _told(call, x)


def test_what_was_moved_by_the_host_is_no_view() -> None:
    x = jnp.arange(6.0)
    for made in (ops.reshape(x, (2, 3)), ops.getitem(x, slice(2, 5)), ops.transpose(x)):
        assert not np.shares_memory(np.asarray(made), np.asarray(x))


def test_few_calls_of_a_shape_compile_nothing_and_many_one_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frequency, "_met", {})
    monkeypatch.setattr(frequency, "_OFTEN", 5)
    x = jnp.zeros(97)
    compiled = parts._read._cache_size()
    for start in range(5):
        ops.getitem(x, slice(start, 95, 2))
    assert parts._read._cache_size() == compiled
    for start in range(9):
        ops.getitem(x, slice(start, 81 + start, 3))
    assert parts._read._cache_size() == compiled + 1


def test_ever_new_counts_compile_no_repetitions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jnp, "repeat", None)
    for count in range(9):
        assert ops.repeat(CUBE, jnp.asarray([count, 1, 0]), 1).shape == (2, count + 1, 4)


@pytest.mark.parametrize(
    "name", ["reshape", "roll", "steps", "store a tensor by steps", "concatenate", "tile"]
)
def test_traces_see_what_moves(name: str) -> None:
    call = CALLS[name]
    expected = np.asarray(call(CUBE))
    assert np.array_equal(jax.jit(call)(CUBE), expected)
    assert np.array_equal(jax.vmap(call)(CUBE[None])[0], expected)
    assert jax.grad(lambda x: call(x).sum())(CUBE).shape == CUBE.shape


@pytest.mark.parametrize(
    "move",
    [
        lambda keys: ops.getitem(keys, 1),
        lambda keys: ops.reshape(keys, (2, 2)),
        lambda keys: ops.stack([keys, keys]),
        lambda keys: ops.concat([keys, keys]),
    ],
)
def test_keys_of_random_numbers_are_moved_by_jax(move: Callable[[Any], Any]) -> None:
    """Their elements are of a dtype that NumPy does not have."""
    with emberops.use_backend("jax"):
        moved = move(jax.random.split(jax.random.key(0), 4))
    assert jax.dtypes.issubdtype(moved.dtype, jax.dtypes.prng_key)
