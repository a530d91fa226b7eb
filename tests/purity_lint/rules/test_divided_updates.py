"""PUR602 of `x.at[i].divide(v)`: JAX makes floats of whole numbers there, and the array of ops stays as it is."""

from __future__ import annotations

from snippets import Fixed

CODE = """\
import jax
import jax.numpy as jnp


def f(x: jax.Array):
    floats = jnp.zeros(3, dtype=jnp.float32)
    whole = jnp.zeros(3, dtype=jnp.int32)
    return floats.at[:].divide(2), whole.at[:].divide(2), x.at[:].divide(2), x.at[:].multiply(2)
"""
OF_FLOATS = "ops.assign_divide(floats, slice(None), 2, copy=True)"
OF_ANY = "ops.assign_divide(x, slice(None), 2, copy=True)"


def test_what_holds_floats_is_divided(fixed: Fixed) -> None:
    code = fixed(CODE)
    assert OF_FLOATS in code
    assert "ops.assign_multiply(x, slice(None), 2, copy=True)" in code
    assert "x.at[:].divide(2)" in code


def test_what_holds_whole_numbers_stays(fixed: Fixed) -> None:
    code = fixed(CODE, unsafe=True)
    assert OF_ANY in code
    assert "whole.at[:].divide(2)" in code
