"""Operations of the group ``transforms`` on JAX."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import jax
from jax import lax

from emberops.backends.composed import transforms as common
from emberops.typing import NativeTensor as Tensor

Function = Callable[..., Any]
_AT_ONCE = 32
"""How many elements one call takes apart."""
_MANY = 4096

jacrev = jax.jacrev
jacfwd = jax.jacfwd
hessian = jax.hessian
jvp = jax.jvp
stop_gradient = lax.stop_gradient
custom_gradient = jax.custom_gradient
checkpoint = jax.checkpoint
vmap = jax.vmap
cond = lax.cond
switch = lax.switch
fori_loop = lax.fori_loop
map = lax.map
associative_scan = lax.associative_scan


def grad(fun: Function, /, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Function:
    return jax.grad(fun, argnums, has_aux)


def value_and_grad(fun: Function, /, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Function:
    return jax.value_and_grad(fun, argnums, has_aux)


def vjp(fun: Function, /, *primals: Any) -> tuple[Any, Function]:
    result, pull = jax.vjp(fun, *primals)
    return result, pull


COMPILES = True
"""``jit`` does something: :func:`emberops.optimize` asks."""


def jit(fun: Function, /, static_argnums: int | Sequence[int] = ()) -> Function:
    return jax.jit(fun, static_argnums=static_argnums)


def while_loop(
    cond: Function, body: Function, loop_vars: Any, /, maximum_iterations: int | None = None
) -> Any:
    several = isinstance(loop_vars, (list, tuple))
    held = tuple(loop_vars) if several else (loop_vars,)

    def go_on(state: tuple[Any, Any]) -> Any:
        done, values = state
        wanted = cond(*values)
        return wanted if maximum_iterations is None else wanted & (done < maximum_iterations)

    def step(state: tuple[Any, Any]) -> tuple[Any, Any]:
        done, values = state
        new = body(*values)
        return done + 1, tuple(new) if isinstance(new, (list, tuple)) else (new,)

    result = lax.while_loop(go_on, step, (0, held))[1]
    return result if several else result[0]


def scan(
    f: Function,
    init: Any,
    xs: Any = None,
    /,
    length: int | None = None,
    reverse: bool = False,
    unroll: int = 1,
) -> Any:
    if xs is not None and length is not None:
        common.require_length(xs, length)
    return lax.scan(f, init, xs, length, reverse, unroll)


def vectorized_map(function: Function, elements: Any, /) -> Any:
    return jax.vmap(function)(elements)


def eval(*arrays: Tensor) -> None:
    jax.block_until_ready(arrays)  # type: ignore[no-untyped-call]  # JAX leaves it unannotated


def _places(x: jax.Array) -> Iterator[jax.Array]:
    """Each place on the first axis; of many, several at once, since one alone costs as much."""
    n, taken = x.shape[0], 0
    if n >= _MANY and x.ndim == 1:  # of few, compiling would take longer
        taken = n - n % _AT_ONCE
        rows = x[:taken].reshape(-1, _AT_ONCE)
        for i in range(rows.shape[0]):
            yield from _apart(rows[i])
    for i in range(taken, n):
        yield x[i]


@jax.jit
def _apart(x: jax.Array) -> tuple[jax.Array, ...]:
    return tuple(x[i] for i in range(x.shape[0]))


def vectorize(
    pyfunc: Function,
    /,
    otypes: Any = None,
    doc: str | None = None,
    excluded: set[int | str] | None = None,
    cache: bool = False,
    signature: str | None = None,
) -> Function:
    xp = sys.modules["emberops.backends.jax"]
    looped = common.vectorize(xp, pyfunc, otypes, doc, excluded, cache, signature, places=_places)

    def vectorized(*args: Any, **kwargs: Any) -> Any:
        # Values may steer Python code only where they are known.
        if any(isinstance(x, jax.core.Tracer) for x in (*args, *kwargs.values())):
            return jax.numpy.vectorize(pyfunc, excluded=excluded or (), signature=signature)(*args, **kwargs)
        return looped(*args, **kwargs)

    vectorized.__doc__ = looped.__doc__
    return vectorized
