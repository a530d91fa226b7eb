"""Comparing results across backends."""

from __future__ import annotations

from typing import Any

from emberops.dispatch import registry
from emberops.dispatch.operation import backend_of
from emberops.typing import TensorLike

_TOLERANCE = {"float16": 1e-2, "bfloat16": 4e-2, "float32": 2e-5, "complex64": 2e-5}
_FINEST = 1e-12


def assert_close(
    actual: TensorLike, expected: TensorLike, *, rtol: float | None = None, atol: float | None = None
) -> None:
    """Fail unless two tensors, of whatever backends, have equal shapes and close values (NaNs equal).

    Parameters
    ----------
    actual, expected
        Tensors of any backends, host data, or (nested) tuples and lists of equal length holding them.
    rtol, atol
        Tolerances; by default what the coarser of the two dtypes can hold, for a few roundings.

    Raises
    ------
    AssertionError
        With both values and the largest difference.
    """
    host = registry.load("numpy").module
    if isinstance(actual, tuple) and isinstance(expected, (tuple, list)):
        assert len(actual) == len(expected), f"{len(actual)} results, expected {len(expected)}"
        for a, b in zip(actual, expected, strict=True):
            assert_close(a, b, rtol=rtol, atol=atol)
        return
    a, b = _to_host(actual), _to_host(expected)
    assert a.shape == b.shape, f"shape {a.shape}, expected {b.shape}"
    tolerance = max(_TOLERANCE.get(str(x.dtype), _FINEST) for x in (a, b))
    rtol = tolerance if rtol is None else rtol
    atol = tolerance if atol is None else atol
    close = host.isclose(a, b, rtol=rtol, atol=atol, equal_nan=True)
    assert host.all(close), f"values differ (rtol={rtol}, atol={atol})\nactual:\n{a}\nexpected:\n{b}"


def _to_host(x: Any) -> Any:
    backend = backend_of(x)
    if backend is None:
        return registry.load("numpy").module.asarray(x)
    return backend.module.to_numpy(x)
