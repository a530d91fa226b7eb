"""``jax.jit`` with the types of the functions that it compiles, which JAX's own annotations lose.

What these give back is JAX's compiled function itself: nothing stands between it and its callers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeVar, cast

import jax

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


def compiled(
    function: Callable[_Parameters, _Result],
    /,
    *,
    static_argnums: int | Sequence[int] | None = None,
    static_argnames: str | Sequence[str] | None = None,
    inline: bool = False,
) -> Callable[_Parameters, _Result]:
    """``jax.jit(function, …)``, with the signature of ``function``."""
    made = jax.jit(function, static_argnums=static_argnums, static_argnames=static_argnames, inline=inline)
    return cast("Callable[_Parameters, _Result]", made)


def hashable_axes(axes: Any) -> Any:
    """A list of axes as a tuple: what a compiled function takes for a constant is looked up by its hash."""
    return tuple(axes) if isinstance(axes, list) else axes


def compiling(
    *,
    static_argnums: int | Sequence[int] | None = None,
    static_argnames: str | Sequence[str] | None = None,
    inline: bool = False,
) -> Callable[[Callable[_Parameters, _Result]], Callable[_Parameters, _Result]]:
    """:func:`compiled` with options, as a decorator."""

    def compile_it(function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
        return compiled(
            function, static_argnums=static_argnums, static_argnames=static_argnames, inline=inline
        )

    return compile_it
