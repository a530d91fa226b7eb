"""A safe fix keeps what code does on JAX's arrays: every call is run before and after, and must give the same."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from calls_of_a_library import Calls
from jax_calls import CALLS


def _arguments() -> dict[str, Any]:
    generator = np.random.default_rng(0)

    def drawn(*shape: int) -> jax.Array:
        return jnp.asarray(generator.normal(size=shape), dtype=jnp.float32)

    return {
        "x": drawn(3, 4),
        "y": drawn(3, 4),
        "m": drawn(3, 3),
        "s": jnp.array([[2.0, 1, 0], [1, 3, 1], [0, 1, 4]]),
        "p": jnp.array([0.5, 2, 3, -1]),
        "i": jnp.array([3, 1, 2, 0, 5]),
        "b": jnp.array([True, False, True]),
        "t": drawn(2, 3, 4),
        "c": drawn(2, 3),
        "k": jnp.array([[0, 1], [2, 3], [1, 0]]),
        "h": jnp.array([1, 2, 3], dtype=jnp.int8),
        "g": jnp.array([0.5, 2, 3, -1], dtype=jnp.bfloat16),
        "z": jnp.array([1 + 2j, 3 - 1j, 0.5j]),
        "key": jax.random.key(3),
        "w": generator.normal(size=(3, 4)),
    }


def _same_array(expected: jax.Array, result: Any) -> None:
    assert isinstance(result, jax.Array)
    assert result.dtype == expected.dtype
    assert result.weak_type == expected.weak_type
    if jnp.issubdtype(expected.dtype, jax.dtypes.prng_key):
        expected, result = jax.random.key_data(expected), jax.random.key_data(result)
    rtol = 1e-2 if expected.dtype == jnp.bfloat16 else 1e-5
    np.testing.assert_allclose(result, expected, rtol=rtol, atol=1e-6, strict=True)


JAX = Calls(
    backend="jax",
    imports="import jax\nimport jax.numpy as jnp\nimport numpy as np\n",
    names={"jax": jax, "jnp": jnp, "np": np},
    lines=CALLS.splitlines(),
    annotations={name: "np.ndarray" if name == "w" else "jax.Array" for name in _arguments()},
    arguments=_arguments,
    same_array=_same_array,
    array=jax.Array,
)


def test_many_calls_have_a_safe_fix() -> None:
    assert len(JAX.pairs) > len(JAX.lines) / 3


@pytest.mark.parametrize(("before", "after"), JAX.pairs, ids=[before for before, _ in JAX.pairs])
def test_a_safe_fix_keeps_the_result(before: str, after: str) -> None:
    JAX.check(before, after)
