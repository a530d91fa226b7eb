"""JAX: after very many programs, new kinds of calls of plain functions are not compiled for."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

jax = pytest.importorskip("jax")

from emberops import ops  # noqa: E402  only where JAX is there
from emberops.backends.jax import compilations, frequency, variety  # noqa: E402  only where JAX is there
from emberops.dispatch import registry  # noqa: E402  only where JAX is there
from emberops.dispatch.operation import routers  # noqa: E402  only where JAX is there

RNG = np.random.default_rng(0)
BACKEND = registry.load("jax")
X, Y = (RNG.normal(size=(3, 7)).astype(np.float32) for _ in range(2))
X[0, 0], X[1, 2], Y[2, 3] = np.nan, np.inf, -0.0
N, M = (RNG.integers(-9, 9, (3, 7)).astype(np.int32) for _ in range(2))
SIGNED = np.array([2**60, -1, 3], np.int64)
UNSIGNED = np.array([2**60 + 1, 2**64 - 1, 3], np.uint64)
TRUTHS = X > 0
OF_TWO = (
    *("add", "subtract", "multiply", "divide", "floor_divide", "remainder", "fmod", "maximum"),
    *("equal", "less", "copysign", "atan2", "hypot"),
)
SOME_OF_TWO = ("subtract", "divide", "floor_divide", "maximum", "less", "not_equal")
OF_ONE = ("abs", "negative", "sqrt", "exp", "log", "tanh", "floor", "isnan", "reciprocal")
REDUCTIONS = ("max", "argmin", "sum", "prod", "mean", "any", "all", "sort", "argsort")
OPERANDS: dict[str, tuple[Any, Any]] = {
    "and a number": (X, 1.5),
    "and an integer": (N, 2),
    "and a fraction": (N, 0.1),
    "of two dtypes": (N, X),
    "of truths": (TRUTHS, TRUTHS),
    "by value": (SIGNED, UNSIGNED),
}


def call_of(name: str, *args: Any, **kwargs: Any) -> Callable[[], Any]:
    """A call of an operation with NumPy's arrays placed on JAX."""
    return lambda: getattr(ops, name)(*map(_placed, args), **kwargs)


def _placed(x: Any) -> Any:
    return jax.device_put(x) if isinstance(x, np.ndarray) else x


CALLS = {
    **{f"{name} of {x.dtype}": call_of(name, x, y) for name in OF_TWO for x, y in ((X, Y), (N, M))},
    **{f"{name} {what}": call_of(name, *of) for name in SOME_OF_TWO for what, of in OPERANDS.items()},
    **{f"{name} of {x.dtype}": call_of(name, x) for name in (*OF_ONE, *REDUCTIONS) for x in (X, N, TRUTHS)},
    **{f"{name} along an axis": call_of(name, Y, axis=-1) for name in ("sum", "sort", "argmin")},
    "cumulative_sum": call_of("cumulative_sum", Y, axis=1),
    "a product that is subnormal": call_of("multiply", np.float32([1e-30, 2.0]), np.float32([1e-10, 3.0])),
    "the root of a subnormal number": call_of("sqrt", np.float32([4e-39, 2.0])),
    "a root of infinite parts": call_of("sqrt", np.complex64([complex(-np.inf, np.nan), 1j])),
    "mean in a dtype": call_of("mean", np.uint8([200, 100]), dtype="uint8"),
    "sum of a complex infinity": call_of(
        "add", np.asarray(np.complex64(complex(np.inf, 1))), np.complex64([1j])
    ),
    "sum of no axes": call_of("sum", Y, axis=()),
    "mean of nothing": call_of("mean", Y[:0], axis=0),
    "max of nothing": call_of("max", Y[:0], axis=0),
    "matmul": call_of("matmul", Y, Y.T),
    "matmul of other sizes": call_of("matmul", Y, Y),
    "where": call_of("where", TRUTHS, X, Y),
    "where and a number": call_of("where", TRUTHS, X, 0.0),
    "pow": call_of("pow", Y, 3),
    "pow of a negative power": call_of("pow", N, -1),
    "add too much": call_of("add", N.astype(np.int8), 300),
}


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Makes it as it is after many programs; afterwards it is as before."""
    monkeypatch.setattr(variety, "_with_program", {})
    monkeypatch.setattr(frequency, "_met", {})
    monkeypatch.setattr(compilations, "_OF_MANY", 0)
    monkeypatch.setattr(compilations._Programs, "are_many", True)  # for this is not to happen meanwhile
    programs = {name: BACKEND.functions[name] for name in compilations.EXACT | compilations.ROUNDED}
    yield compilations.ask
    for name, program in programs.items():
        routers[name].replace(BACKEND, program)


def outcome(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except Exception as error:  # whichever: both ways have to refuse alike
        return type(error)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_the_host_gives_what_the_program_gives(call: Callable[[], Any], ask: Callable[[], None]) -> None:
    with jax.enable_x64(True):
        program = outcome(call)
        ask()
        host = outcome(call)
    if isinstance(program, type):
        assert host is program
        return
    assert isinstance(host, jax.Array)
    assert (host.dtype, host.shape) == (program.dtype, program.shape)
    np.testing.assert_allclose(host, program, rtol=1e-6, atol=1e-6)


def test_a_new_size_is_not_compiled_for(caplog: pytest.LogCaptureFixture, ask: Callable[[], None]) -> None:
    ask()
    parts = [jax.device_put(np.ones(n, np.float32)) for n in range(211, 231)]
    with jax.log_compiles(), caplog.at_level(logging.WARNING):
        for part in parts:
            ops.argmax(ops.exp(ops.add(part, 1.0)))
    assert not [r for r in caplog.records if "compilation" in r.getMessage()]


def test_tensors_from_outside_of_a_trace_join_it(ask: Callable[[], None]) -> None:
    ask()
    kept = jax.device_put(np.arange(3, dtype=np.float32))
    assert ops.grad(lambda x: ops.sum(ops.multiply(x, ops.multiply(kept, 20.0))))(kept).tolist() == [
        0,
        20,
        40,
    ]
    assert ops.jit(lambda x: ops.add(x, ops.exp(kept)))(kept).tolist() == pytest.approx(
        (np.exp(np.arange(3)) + np.arange(3)).tolist(), rel=1e-6
    )


def test_what_is_met_often_has_a_program(monkeypatch: pytest.MonkeyPatch, ask: Callable[[], None]) -> None:
    ask()
    monkeypatch.setattr(frequency, "_OFTEN", 3)
    x = jax.device_put(np.ones(241, np.float32))
    for _ in range(5):
        ops.add(x, x)
    assert variety.was_compiled("add", compilations.kind_of((x, x), {}))


def test_programs_are_counted_and_their_kinds_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(compilations, "ask", lambda: asked.append(True))
    monkeypatch.setattr(compilations, "_MANY", 3)
    monkeypatch.setattr(compilations._Programs, "count", 0)
    monkeypatch.setattr(compilations._Programs, "are_many", False)
    monkeypatch.setattr(variety, "_with_program", {})
    x = jax.device_put(np.ones(251, np.float32))
    jax.jit(lambda v: v * 3 + 1)(x)  # a program of one's own
    assert compilations._Programs.count == 0
    ops.exp(x)
    assert variety.was_compiled("exp", compilations.kind_of((x,), {}))
    assert not asked
    for n in range(252, 256):
        ops.log(jax.device_put(np.ones(n, np.float32)))
    assert asked == [True]
