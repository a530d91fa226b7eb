"""A class with versions of NumPy's functions is given by operations what its callers gave, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from emberops import ops


class Rows:
    """Rows of different lengths, with a few functions of NumPy's and the parameters that they need."""

    def __init__(self, *rows):
        self.rows = rows

    def __array_function__(self, function, types, args, kwargs):
        version = _VERSIONS[function]
        return version(*args, **kwargs)


def _each(reduce):
    return lambda x, axis=None: [reduce(row) for row in x.rows] if axis else reduce(sum(x.rows, ()))


def _joined(parts):
    return Rows(*(row for part in parts for row in part.rows))


_VERSIONS = {
    **{function: _each(function) for function in (np.sum, np.prod, np.mean, np.std, np.var, np.max, np.min)},
    **{function: _each(function) for function in (np.ptp, np.cumsum, np.cumprod)},
    **dict.fromkeys((np.concatenate, np.stack, np.vstack, np.hstack), _joined),
}
_ROWS = Rows((1, 2), (3,))


@pytest.mark.parametrize("name", ["sum", "prod", "mean", "std", "var", "max", "min", "ptp"])
def test_reductions_are_handed_over(name):
    assert getattr(ops, name)(_ROWS) == getattr(np, name)(_ROWS)
    assert getattr(ops, name)(_ROWS, axis=1) == getattr(np, name)(_ROWS, axis=1)


@pytest.mark.parametrize("name", ["cumsum", "cumprod"])
def test_sums_up_to_each_place_are_handed_over(name):
    assert getattr(ops, name)(_ROWS).tolist() == getattr(np, name)(_ROWS).tolist()


@pytest.mark.parametrize("name", ["concatenate", "vstack", "hstack"])
def test_joins_are_handed_over(name):
    assert getattr(ops, name)([_ROWS, _ROWS]).rows == ((1, 2), (3,), (1, 2), (3,))


class _Told:
    """An object that tells what it is given."""

    shape, ndim, size, dtype = (2, 3), 2, 6, np.dtype(float)

    def __array_function__(self, function, types, args, kwargs):
        return function, args[1:], kwargs


@pytest.mark.parametrize("name", ["any", "all", "ravel", "squeeze", "diff", "transpose", "zeros_like"])
def test_no_default_is_handed_over(name):
    assert getattr(ops, name)(_Told())[1:] == ((), {})


def test_what_is_given_is_handed_over():
    function, args, kwargs = ops.any(_Told(), axis=-1)
    assert function is np.any
    assert (*args, *kwargs.values()) == (-1,)
