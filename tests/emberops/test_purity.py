"""The guard against silent conversions to NumPy, on every backend."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.special

import emberops
from emberops import ops
from emberops.testing import ImpurityError, assert_close, pure

pytest_plugins = ["pytester"]

IMPURE: dict[str, Callable[[Any], Any]] = {
    "function": np.cumsum,
    "reduction": lambda x: np.mean(x, axis=0),
    "universal function": np.exp,
    "two arguments": lambda x: np.add(1.0, x),
    "asarray": lambda x: np.asarray(x),  # noqa: PLW0108  the guard is not in force yet
    "array of a list": lambda x: np.array([x, x]),
    "SciPy": scipy.special.expit,
    "linalg": np.linalg.norm,
    "beside an array": lambda x: np.ones(3) * np.ones(3) + np.asarray(x),
    "where": lambda x: np.where(x, 1.0, 2.0),
}


@pytest.mark.parametrize("convert", IMPURE.values(), ids=IMPURE)
def test_conversions_raise_and_name_their_place(backend: str, convert: Callable[[Any], Any]) -> None:
    with pure():
        x = ops.asarray([1.0, 2.0, 3.0])
        with pytest.raises(ImpurityError) as caught:
            convert(x)
    assert re.match(rf"{re.escape(__file__)}:\d+: ", str(caught.value))
    assert backend in str(caught.value)


def test_what_is_pure_works(backend: str) -> None:
    with pure():
        assert emberops.get_backend() == backend
        x = ops.asarray([[1.0, 2.0], [3.0, 4.0]])
        assert ops.to_numpy(ops.cumsum(x, axis=0)).tolist() == [[1.0, 2.0], [4.0, 6.0]]
        assert isinstance(ops.to_numpy(x), np.ndarray)
        assert_close(ops.linalg.qr(x)[0] @ ops.linalg.qr(x)[1], x, atol=1e-5)
        assert_close(ops.grad(lambda a: ops.sum(ops.square(a) * ops.ones(2)))(x), 2 * x)
        assert float(ops.sum(x)) == 10.0
        assert [float(v) for v in x[0]] == [1.0, 2.0]
        assert_close(ops.add(np.ones(2), x), x + 1)
        key = ops.random.key(0)
        assert ops.shape(ops.random.normal(key, (3,))) == (3,)
        x = ops.assign(x, (0, 0), 5.0)
        assert float(x[0, 0]) == 5.0
        assert repr(x)
        assert x.shape == (2, 2)


def test_an_array_beside_a_tensor_joins_it(backend: str) -> None:
    with pure():
        x = ops.asarray([1.0, 2.0])
        if backend in ("torch", "mlx"):  # whose tensors NumPy converts, because they know no arrays
            with pytest.raises(ImpurityError):
                np.ones(2) + x
        else:
            assert ops.is_tensor(np.ones(2) + x)
            assert not isinstance(np.ones(2) + x, np.ndarray)
            assert ops.to_numpy(np.ones(2) < x).tolist() == [False, True]


@pytest.mark.on_processor(reason="PyTorch converts no tensor of a GPU to NumPy unasked")
def test_nothing_is_left_behind(backend: str) -> None:
    before = np.asarray, np.array
    with pytest.raises(ImpurityError), pure(), pure():
        np.cumsum(ops.ones(3))
    assert (np.asarray, np.array) == before
    assert np.asarray(ops.ones(3)).tolist() == [1.0] * 3
    assert ops.namespace_of(ops.ones(3)) is emberops.namespace(backend)


@pytest.mark.on_processor(reason="PyTorch converts no tensor of a GPU to NumPy unasked")
def test_is_a_decorator(backend: str) -> None:
    @pure()
    def impure() -> Any:
        return np.cumsum(ops.ones(3))

    with pytest.raises(ImpurityError):
        impure()
    assert np.asarray(ops.ones(1)).tolist() == [1.0]


def test_under_a_gradient(backend: str) -> None:
    with pure(), pytest.raises(ImpurityError):
        ops.grad(lambda x: ops.sum(ops.asarray(np.cumsum(x))))(ops.ones(3))


def test_option_of_pytest(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import numpy as np
        from emberops import ops

        def f(x):
            return np.cumsum(x)

        def test_impure(backend):
            f(ops.ones(3))

        def test_pure(backend):
            assert ops.to_numpy(ops.cumsum(ops.ones(3))).tolist() == [1, 2, 3]
        """
    )
    result = pytester.runpytest("--backends=all", "--pure")
    result.assert_outcomes(passed=4, failed=4)
    result.stdout.fnmatch_lines(["*; pure", "*test_option_of_pytest.py:5: np.cumsum*backend mlx*in f()*"])
    pytester.runpytest("--backends=numpy").assert_outcomes(passed=2)
