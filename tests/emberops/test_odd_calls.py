"""Odd calls of every operation: whatever is wrong, no exception is one that only a library knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np
import pytest
from operation_calls import CALLS, Call

import emberops
from emberops import ops
from emberops.catalogue import CATALOGUE
from emberops.errors import EmberopsError

KNOWN_TO_PYTHON = (ValueError, TypeError, IndexError, OverflowError, ZeroDivisionError, NotImplementedError)
LOOKS_AT_VALUES = frozenset(
    [
        "nonzero",
        "argwhere",
        "flatnonzero",
        "unique",
        "unique_values",
        "unique_counts",
        "unique_inverse",
        "unique_all",
        "intersect1d",
        "union1d",
        "setdiff1d",
        "setxor1d",
        "trim_zeros",
        "place",
        "compress",
        "extract",
        "roots",
        "polymul",
        "polydiv",
        "polyfit",
        "linalg.lstsq",
        "allclose",
        "array_equal",
        "array_equiv",
        "has_nan_or_inf",
    ]
)


def odd(call: Call) -> Iterator[tuple[Call, list[Any]]]:
    """The call with each tensor of another dtype, rank or size, and each number and axis that cannot be."""
    for place, array in enumerate(call.tensors()):
        for strange in (
            array.astype(np.float32 if array.dtype == np.int32 else np.int32),
            array.astype(bool),
            array.astype(np.complex64),
            array.reshape(-1)[0].reshape(()),
            np.zeros((0, *array.shape[1:]), array.dtype),
            array.reshape(-1),
            array[None],
            array[:-1],
        ):
            arrays = call.tensors()
            arrays[place] = strange
            yield call, arrays
    for place, value in enumerate(call.args):
        wrong = (
            (-100, 100, 1.5, None)
            if type(value) is int
            else ((-2, 3), (1.5,))
            if type(value) is tuple
            else ()
        )
        for other in wrong:
            yield replace(call, args=(*call.args[:place], other, *call.args[place + 1 :])), call.tensors()
    for axis in (7, -7, 1.5) if "axis" in call.kwargs else ():
        yield replace(call, kwargs={**call.kwargs, "axis": axis}), call.tensors()


def runner(backend: str) -> Callable[..., Any]:
    """Run a function of tensors; JAX traces it, for compiling would take an hour."""
    if backend == "jax":
        import jax

        return jax.eval_shape
    return lambda function, *tensors: function(*tensors)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("backend_name", "name"),
    [
        (backend, name)
        for backend in ("numpy", "torch", "jax", "mlx")
        for name, call in CALLS.items()
        if call.tensors()
        and CATALOGUE[name].group != "random"
        and not (backend == "jax" and name in LOOKS_AT_VALUES)
    ],
)
def test_no_exception_is_the_librarys_own(backend_name: str, name: str) -> None:
    xp, run = emberops.namespace(backend_name), runner(backend_name)
    operation = reduce(getattr, name.split("."), ops)
    for call, arrays in odd(CALLS[name]):

        def function(*tensors: Any, call: Call = call) -> Any:
            return call.run(operation, list(tensors))

        try:
            run(function, *map(xp.asarray, arrays))
        except EmberopsError as error:
            assert str(error).startswith("ops."), error  # noqa: PT017  any class may do, or none
        except KNOWN_TO_PYTHON as error:
            hidden = ("jax.errors",) if backend_name == "jax" else ()  # of values, by the trace
            assert type(error).__module__ in ("builtins", "numpy.exceptions", *hidden), error  # noqa: PT017  as above
