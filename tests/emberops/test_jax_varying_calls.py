"""JAX: functions of many kinds of calls are not compiled for each, and give what their programs give."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

jax = pytest.importorskip("jax")
jnp = jax.numpy

from host_and_program import outcomes_by_program_and_host  # noqa: E402  only where JAX is there

from emberops import ops  # noqa: E402  only where JAX is there
from emberops.backends.jax import varying  # noqa: E402  only where JAX is there

RNG = np.random.default_rng(0)
SQUARE = RNG.normal(size=(2, 3, 3)) + 4 * np.eye(3)
DEFINITE = SQUARE @ SQUARE.swapaxes(-1, -2)
TALL = RNG.normal(size=(4, 2)) * 9
NOTHING = np.full((2, 3), np.nan)
HOLES = np.where(np.eye(4, 2), np.nan, TALL)
CALLS: dict[str, list[tuple[Any, ...]]] = {
    "pad": [
        (TALL, 2),
        (TALL, (1, 2), "edge"),
        (TALL, 1, "reflect"),
        (TALL, 2, "linear_ramp"),
        (TALL, 2, "median"),
    ],
    "kron": [(TALL, SQUARE[0])],
    "convolve": [(TALL[:, 0], TALL[:2, 1]), (TALL[:, 0], TALL[:, 1], "same"), (TALL[:0, 0], TALL[:, 0])],
    "correlate": [(TALL[:, 0], TALL[:2, 1]), (TALL[:2, 0], TALL[:, 1], "full"), (TALL, TALL)],
    "interp": [
        (TALL, np.array([-9, 0, 9]), np.array([1, 2, 8])),
        (TALL[0], np.array([-1, 0, 2]), np.array([1, 2, 8]), -5.0, 7.0),
        (TALL[0], np.array([-1, 0, 2]), np.array([1, 2, 8]), None, None, 4.0),
        (TALL[0], np.array([-1, 0, 2]), np.array([1, 2])),
    ],
    "median": [(TALL,), (TALL, 0), (SQUARE, (0, 2)), (NOTHING, 1), (TALL[:0], 0)],
    "partition": [(TALL, 1), (TALL, 2, 0), (TALL, 3, None), (TALL, 5), (TALL, [0, 2], 0)],
    "argpartition": [(TALL, 1), (TALL, 2, 0), (TALL, 3, None), (TALL, 5)],
    "histogram": [(TALL,), (TALL, 3), (TALL, -1)],
    "histogram_bin_edges": [(TALL,), (TALL, 3)],
    "histogramdd": [(TALL, 3)],
    "histogram2d": [(TALL[:, 0], TALL[:, 1], 3), (TALL, TALL[0])],
    "polyfit": [(TALL[:, 0], TALL[:, 1], 2), (TALL, TALL, 1)],
    "poly": [(TALL[:, 0],), (SQUARE[0],)],
    "polyval": [(TALL[:, 0], TALL)],
    **{
        name: [(HOLES, 0), (NOTHING, 0), (NOTHING, None), (HOLES[:0], 0)]
        for name in varying.NAMES
        if name.startswith("nan")
    },
    "nanquantile": [(HOLES, 0.3), (NOTHING, 0.3)],
    "nanpercentile": [(HOLES, 30.0, 1), (NOTHING, 30.0, 1)],
    "quantile": [(TALL, 0.3), (TALL, 1.3)],
    "percentile": [(TALL, 30.0, 1)],
    "linalg.cholesky": [(DEFINITE,), (-DEFINITE,), (TALL,)],
    "linalg.cond": [(SQUARE,), (SQUARE, 1), (np.zeros((2, 2)),)],
    "linalg.det": [(SQUARE,), (TALL,)],
    "linalg.eig": [(DEFINITE,), (np.full((2, 2), np.nan),)],
    "linalg.eigh": [(DEFINITE,), (DEFINITE, "U"), (DEFINITE, "X")],
    "linalg.eigvals": [(DEFINITE,)],
    "linalg.eigvalsh": [(DEFINITE,), (SQUARE, "U")],
    "linalg.inv": [(SQUARE,), (np.zeros((2, 2)),)],
    "linalg.lstsq": [(TALL, TALL[:, 0]), (TALL, TALL), (np.ones((4, 2)), TALL)],
    "linalg.matrix_power": [(SQUARE, 3), (SQUARE, -1), (SQUARE, 0)],
    "linalg.matrix_rank": [(TALL,), (np.ones((3, 3)),)],
    "linalg.pinv": [(TALL,), (DEFINITE, None, True)],
    "linalg.qr": [(TALL,), (TALL, "complete"), (TALL, "r"), (TALL, "none")],
    "linalg.slogdet": [(SQUARE,)],
    "linalg.solve": [(SQUARE[0], TALL[:3]), (SQUARE[0], TALL[:3, 0]), (np.zeros((2, 2)), TALL[:2])],
    "linalg.svd": [(TALL,), (TALL, False), (TALL, True, False)],
    "linalg.svdvals": [(TALL,)],
    "linalg.tensorinv": [(SQUARE[0], 1)],
    "linalg.tensorsolve": [(SQUARE[0], TALL[:3, 0])],
    "linalg.vector_norm": [(TALL,)],
}


NOT_UNIQUE = ("partition", "argpartition", "linalg.eig")
"""Either side of a partition has no order, and an eigenvector no sign."""


def _without_order(x: Any) -> Any:
    return np.sort(np.abs(x), axis=None)


def operation(name: str) -> Callable[..., Any]:
    made: Any = ops
    for part in name.split("."):
        made = getattr(made, part)
    return made  # type: ignore[no-any-return]  # of a module, which has no types


def test_every_function_is_called_here() -> None:
    assert set(CALLS) == set(varying.NAMES)


@pytest.mark.parametrize("dtype", ["float32", "complex64", "int32"])
@pytest.mark.parametrize(("name", "number"), [(name, i) for name in CALLS for i in range(len(CALLS[name]))])
@pytest.mark.filterwarnings("error")
def test_the_host_gives_what_a_program_gives(
    name: str, number: int, dtype: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with np.errstate(invalid="ignore"):
        given = [
            jnp.asarray(np.nan_to_num(a).astype(dtype) if dtype == "int32" else a.astype(dtype))
            if isinstance(a, np.ndarray)
            else a
            for a in CALLS[name][number]
        ]
    program, host = outcomes_by_program_and_host(lambda: operation(name)(*given), monkeypatch)
    if isinstance(program, type):
        assert host is program
        return
    parts, structure = jax.tree.flatten(program)
    others, other_structure = jax.tree.flatten(host)
    assert structure == other_structure
    for part, other in zip(parts, others, strict=True):
        assert (other.shape, other.dtype, other.weak_type) == (part.shape, part.dtype, part.weak_type)
        shown = _without_order if name in NOT_UNIQUE else np.asarray
        np.testing.assert_allclose(shown(other), shown(part), rtol=2e-3, atol=2e-3)


def test_no_size_compiles_anything(caplog: pytest.LogCaptureFixture) -> None:
    vectors = [jnp.asarray(np.arange(3.0, n, dtype=np.float32)) for n in range(41, 64)]
    with jax.log_compiles(), caplog.at_level(logging.WARNING):
        norms = [ops.linalg.norm(x, 3) for x in vectors]
        padded = [ops.pad(x, 3, "edge") for x in vectors]
    assert not any("compilation" in record.getMessage() for record in caplog.records)
    for x, norm, wide in zip(vectors, norms, padded, strict=True):
        assert isinstance(norm, jax.Array)
        np.testing.assert_allclose(norm, np.linalg.norm(x, 3), rtol=1e-5)
        np.testing.assert_array_equal(wide, np.pad(x, 3, "edge"))


def test_a_trace_and_a_gradient_have_their_program() -> None:
    x = jnp.asarray(SQUARE[0], "float32")
    np.testing.assert_allclose(jax.jit(ops.linalg.det)(x), np.linalg.det(SQUARE[0]), rtol=1e-4)
    gradient = ops.grad(ops.linalg.det)(x)
    np.testing.assert_allclose(
        gradient, np.linalg.det(SQUARE[0]) * np.linalg.inv(SQUARE[0]).T, rtol=1e-3, atol=1e-4
    )
    each = jax.vmap(lambda x: ops.linalg.norm(x, 1))(jnp.asarray(SQUARE, "float32"))
    np.testing.assert_allclose(each, np.linalg.norm(SQUARE, 1, (1, 2)), rtol=1e-5)


def test_what_the_host_makes_shares_no_memory() -> None:
    x = jnp.asarray(TALL, "float32")
    made = ops.pad(x, 0)
    assert made.unsafe_buffer_pointer() != x.unsafe_buffer_pointer()


def test_a_norm_by_the_host_neither_vanishes_nor_overflows() -> None:
    for n in range(1, 80):
        for size in (1e-37, 1e37):
            x = jnp.full(n, size, "float32")
            np.testing.assert_allclose(ops.linalg.norm(x), size * np.sqrt(n), rtol=1e-5)
            np.testing.assert_allclose(ops.linalg.vector_norm(x), size * np.sqrt(n), rtol=1e-5)


def test_a_dtype_that_values_decide_is_that_of_the_program() -> None:
    values, vectors = ops.linalg.eig(jnp.asarray([[2.0, 1.0], [1.0, 2.0]]), keep_real=True)
    assert ops.isrealobj(values)
    assert ops.isrealobj(vectors)


def test_digits_depend_on_the_call_alone() -> None:
    """And not on how many others there were before: those of the first size are the host's as well."""
    for n in range(3, 60, 7):
        x = RNG.normal(size=n).astype(np.float32)
        given = jnp.asarray(x)
        np.testing.assert_array_equal(ops.fft.fft(given), np.fft.fft(x))
        np.testing.assert_array_equal(ops.median(given), np.median(x))
        np.testing.assert_array_equal(
            ops.linalg.det(jnp.asarray(np.outer(x, x))), np.linalg.det(np.outer(x, x))
        )
        np.testing.assert_array_equal(ops.exp(given), jnp.exp(given))


def test_tensors_from_outside_of_a_trace_join_it() -> None:
    kept = jnp.asarray(SQUARE[0], "float32")
    inverse = np.linalg.inv(SQUARE[0])
    np.testing.assert_allclose(
        ops.grad(lambda x: ops.sum(ops.multiply(x, ops.linalg.inv(kept))))(kept), inverse, rtol=1e-4
    )
    np.testing.assert_allclose(
        ops.jit(lambda x: ops.add(x, ops.linalg.inv(kept)))(kept), inverse + SQUARE[0], rtol=1e-4
    )
