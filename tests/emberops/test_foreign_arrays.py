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


def test_cross_asks_a_class_for_its_own():
    assert ops.cross(_Told(), [1.0, 2.0, 3.0])[0] is np.cross


class _Lengths(np.ndarray):
    """Lengths with a unit, as such classes were written before `__array_ufunc__`: operators convert to one unit."""

    unit = 1

    def __array_finalize__(self, other):
        self.unit = getattr(other, "unit", 1)

    def __array_prepare__(self, made, context=None):
        raise AssertionError("NumPy 2 asks no more")

    def _other(self, other):
        return np.asarray(other) * getattr(other, "unit", 1) / self.unit

    def __add__(self, other):
        return super().__add__(self._other(other))

    def __radd__(self, other):
        return self + other

    def __lt__(self, other):
        return np.asarray(self) < self._other(other)


def _lengths(values, unit):
    made = np.asarray(values, float).view(_Lengths)
    made.unit = unit
    return made


def test_operators_of_a_class_that_prepared_results_are_its_own():
    metres, kilometres = _lengths([2.0, 3.0], 1), _lengths([1.0, 2.0], 1000)
    for total in (ops.add(metres, kilometres), ops.add(metres, kilometres), metres + kilometres):
        assert (total.unit, total.tolist()) == (1, [1002.0, 2003.0])
    assert ops.add(np.ones(2), kilometres).unit == 1000
    assert ops.less(metres, kilometres).tolist() == [True, True]
    assert ops.add([1.0, 2.0], kilometres).unit == 1000
    assert ops.negative(kilometres).unit == 1000


def test_a_class_that_universal_functions_ask_is_asked_by_them():
    class Asked(_Lengths):
        def __array_ufunc__(self, function, method, *inputs, **kwargs):
            return function.__name__

    assert ops.add(np.ones(2).view(Asked), 1) == "add"
