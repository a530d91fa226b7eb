"""Products of values that are put in places of a vector, with the reverse rule that MLX lacks."""

from __future__ import annotations

import sys

import mlx.core as mx

from emberops.backends.composed.products_at import others_at


@mx.custom_function
def multiplied_at(x: mx.array, places: mx.array, values: mx.array) -> mx.array:
    """A vector with each of ``values`` multiplied into the place that is named for it."""
    return x.at[places].multiply(values)


@multiplied_at.vjp
def _multiplied_at_vjp(
    primals: tuple[mx.array, mx.array, mx.array], cotangent: mx.array, _result: mx.array
) -> tuple[mx.array, mx.array, mx.array]:
    x, places, values = primals
    factors: mx.array = multiplied_at(mx.ones_like(x), places, values)  # type: ignore[assignment]  # MLX has no type of it
    others = others_at(sys.modules["emberops.backends.mlx"], x.size, places, values)
    return cotangent * factors, mx.zeros_like(places), (cotangent * x)[places] * others
