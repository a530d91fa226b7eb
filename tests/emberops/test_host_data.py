"""Host data takes short ways to its backend, and becomes there what it becomes on the long ones."""

from __future__ import annotations

import gc
import math
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.errors import BackendMismatchError, DTypeError, ShapeError, TextError

NARROW = {"float64": "float32", "int64": "int32", "complex128": "complex64"}
"""What default dtypes of NumPy are on a library that computes in 32 bits."""
SEQUENCES: list[Any] = [
    [1.0, 2.0],
    (1.0, 2.0),
    [1, 2, 3],
    [True, False],
    [True, 2],
    [1, 2.5],
    [True, 2.5],
    [1.0, 2j],
    [[1.0, 2.0], [3.0, 4.0]],
    [(1, 2), (3, 4)],
    ((True,), (False,)),
    [[[1.5]]],
    [[1, 2.5], [True, 4]],
    [],
    [[]],
    [[], []],
    [0.1, -0.0, math.inf, -math.inf, math.nan],
    [2**31 - 1, -(2**31)],
    [16777217, 0.5],
    [np.float32(1.5), np.float32(2.5)],
    [np.int8(1), np.int8(2)],
    [np.float32(1.5), 2],
    [np.array([1.5, 2.5], np.float32), np.array([1.5, 2.5], np.float32)],
    [[np.float32(1.5)], [2.0]],
    [float(i) for i in range(2000)],
    [[*range(40)] for _ in range(50)],
]


def expected_dtype(backend: str, x: np.ndarray[Any, Any], data: Any) -> str:
    """The dtype that the docs promise: each library's defaults for Python's numbers, NumPy's own for NumPy's."""
    own = any(isinstance(item, (np.generic, np.ndarray)) for item in np_items(data))
    if backend == "numpy" or (backend == "torch" and own):
        return x.dtype.name
    if backend == "torch" and x.dtype.kind == "i":
        return "int64"
    return NARROW.get(x.dtype.name, x.dtype.name)


def np_items(data: Any) -> list[Any]:
    """What nested sequences hold."""
    return [leaf for item in data for leaf in np_items(item)] if isinstance(data, (list, tuple)) else [data]


@pytest.mark.parametrize("data", SEQUENCES, ids=lambda data: f"{data!r:.40}")
@pytest.mark.parametrize("make", [ops.array, ops.asarray])
def test_sequences_become_what_the_docs_promise(backend: str, make: Any, data: Any) -> None:
    with emberops.use_backend(backend):
        for _ in range(3):  # the first call finds the way, the later ones take it
            made = make(data)
            expected = np.array(data)
            assert str(ops.dtype(made.dtype)) == expected_dtype(backend, expected, data)
            np.testing.assert_array_equal(ops.to_numpy(made), expected.astype(ops.to_numpy(made).dtype))


@pytest.mark.parametrize(
    "number", [True, 3, -7, 2**31 - 1, 2.5, -0.0, math.inf, 2j, np.float32(2.5), np.int32(4)]
)
def test_one_number_becomes_a_tensor_without_axes(backend: str, number: Any) -> None:
    with emberops.use_backend(backend):
        for _ in range(3):
            made = ops.array(number)
            assert tuple(made.shape) == ()
            assert str(ops.dtype(made.dtype)) == expected_dtype(backend, np.array(number), number)
            np.testing.assert_array_equal(
                ops.to_numpy(made), np.array(number).astype(ops.to_numpy(made).dtype)
            )


@pytest.mark.parametrize(
    "dtype", ["float32", "int32", "uint8", "bool", "float16", "complex64", float, int, bool]
)
@pytest.mark.parametrize("data", [[1, 0], [1.0, 0.0], [True, False], [[1, 2.0]], 1, 1.0, True], ids=repr)
def test_sequences_in_a_dtype(backend: str, data: Any, dtype: Any) -> None:
    with emberops.use_backend(backend):
        made = ops.array(data, dtype=dtype)
        assert ops.dtype(made.dtype) == ops.dtype(ops.zeros(1, dtype=dtype).dtype)
        np.testing.assert_array_equal(ops.to_numpy(made), np.array(data, dtype))


@pytest.mark.parametrize(
    ("data", "dtype", "error"),
    [
        ([[1.0, 2.0], [3.0]], None, ShapeError),
        ([[1.0], 2.0], None, ShapeError),
        ([1, [2]], None, ShapeError),
        ([[1, 2], [3]], "float32", ShapeError),
        ([2**70], None, OverflowError),
        ([2**70], "int64", OverflowError),
        ([1, 300], "uint8", OverflowError),
        ([1, -1], "uint8", OverflowError),
        ([1j], "float32", TypeError),
        (["a", "b"], None, TextError),
        ([1.0, None], None, DTypeError),
        ([Ellipsis], None, DTypeError),
    ],
    ids=repr,
)
def test_what_no_tensor_holds(backend: str, data: Any, dtype: Any, error: type[Exception]) -> None:
    if backend == "numpy" and error in (TextError, DTypeError):
        pytest.skip("NumPy has arrays of text and of objects")
    with emberops.use_backend(backend):
        if backend == "numpy" and data == [2**70] and dtype is None:
            pytest.skip("NumPy makes an array of objects")
        for _ in range(2):
            with pytest.raises(error):
                ops.array(data, dtype=dtype)


def test_numbers_too_large_for_the_dtype_are_infinite_without_a_word(backend: str) -> None:
    with emberops.use_backend(backend), warnings.catch_warnings():
        warnings.simplefilter("error")
        made = ops.array([1e300, -1e300, 1.0])
        if backend != "numpy":
            assert ops.tolist(made) == [math.inf, -math.inf, 1.0]


def test_a_chosen_default_dtype_holds_for_sequences(backend: str) -> None:
    if backend == "jax":
        pytest.skip("float64 switches jax_enable_x64 on for the whole process")
    before = emberops.default_dtype()
    try:
        for name in ("float64", "float16"):
            emberops.set_default_dtype(name)
            with emberops.use_backend(backend):
                for data in ([0.1, 0.2], [[0.1], [2]], 0.1):
                    made = ops.array(data)
                    assert str(ops.dtype(made.dtype)) == name
                    np.testing.assert_array_equal(ops.to_numpy(made), np.array(data, name))
    finally:
        emberops.set_default_dtype(before)


def test_what_is_made_is_a_copy(backend: str) -> None:
    data = np.array([1.0, 2.0], np.float32)
    with emberops.use_backend(backend):
        for _ in range(2):
            made = ops.array(data)
            data[0] += 1.0
            assert ops.tolist(made) == [data[0] - 1.0, 2.0]


@pytest.mark.parametrize(
    "data", [[1.0, 2.0], (1, 2), [True, False], np.array([1.0, 2.0], np.float32)], ids=repr
)
def test_host_data_beside_a_tensor_adopts_its_backend(backend: str, data: Any) -> None:
    x = emberops.namespace(backend).asarray([0.5, 1.5], dtype="float32")
    for default in ("numpy", backend):
        with emberops.use_backend(default):
            for _ in range(2):
                for made in (ops.add(x, data), ops.add(data, x), ops.where(x > 1.0, data, x)):
                    assert type(made) is type(x)
                np.testing.assert_allclose(ops.to_numpy(ops.add(data, x)), np.add(data, np.array([0.5, 1.5])))


def test_a_number_beside_a_sequence_does_not_make_it_wider(backend: str) -> None:
    with emberops.use_backend(backend):
        assert str(ops.dtype(ops.add([1, 2], 1).dtype)) == str(ops.dtype(ops.asarray([1, 2]).dtype))
        assert str(ops.dtype(ops.add([1.0, 2.0], 1).dtype)) == str(ops.dtype(ops.asarray([1.0]).dtype))


ITEMS: list[Any] = [
    [[1.0, 2.0], [3.0, 4.0]],
    [(1, 2), (3, 4)],
    [np.array([1.0, 2.0], np.float32), np.array([3.0, 4.0], np.float32)],
    (np.array([1, 2], np.int32), np.array([3, 4], np.int32)),
]


@pytest.mark.parametrize("items", ITEMS, ids=repr)
@pytest.mark.parametrize("name", ["stack", "concat", "hstack", "vstack", "column_stack", "dstack"])
def test_sequences_of_host_data_are_joined(backend: str, name: str, items: Any) -> None:
    of_numpy = getattr(np, {"concat": "concatenate"}.get(name, name))
    with emberops.use_backend(backend):
        for _ in range(2):
            made = getattr(ops, name)(items)
            assert ops.namespace_of(made) is emberops.namespace(backend)
            np.testing.assert_array_equal(ops.to_numpy(made), of_numpy(items))
            if name in ("stack", "concat"):
                np.testing.assert_array_equal(
                    ops.to_numpy(getattr(ops, name)(items, -1)), of_numpy(items, -1)
                )


def test_numbers_are_stacked(backend: str) -> None:
    with emberops.use_backend(backend):
        for items in ([1.0, 2.0], [1, 2], [1, 2.5]):
            np.testing.assert_array_equal(ops.to_numpy(ops.stack(items)), items)


def test_tensors_within_sequences_still_decide(backend: str) -> None:
    """The types of the arguments were met with numbers before; what the sequence holds is another thing each time."""
    xp = emberops.namespace(backend)
    one = xp.asarray(1.5, dtype="float32")
    for default in ("numpy", "torch", "mlx"):
        with emberops.use_backend(default):
            ops.sin([1.0, 2.0]), ops.stack([[1.0], [2.0]]), ops.asarray([1.0, 2.0])
            if backend == "numpy":
                continue
            for made in (ops.sin([one, 2.0]), ops.stack([[one], [one]]), ops.asarray([one, one])):
                assert type(made) is type(one)


def test_tensors_of_two_backends_in_a_sequence_are_refused() -> None:
    torch, mlx = (emberops.namespace(name).asarray(1.0) for name in ("torch", "mlx"))
    ops.add(torch, [1.0])
    with pytest.raises(BackendMismatchError):
        ops.add(torch, [mlx])
    with pytest.raises(BackendMismatchError):
        ops.stack([torch, mlx])


@pytest.mark.parametrize(
    "bounds",
    [(0, 1), (0.0, 1.0), (-3.5, 7), (5, -5), (2, 2), (1e-30, 1e30), (0.0, math.inf), (math.nan, 1.0)],
)
@pytest.mark.parametrize("num", [0, 1, 2, 7])
@pytest.mark.parametrize("endpoint", [True, False])
def test_values_between_numbers(backend: str, bounds: tuple[Any, Any], num: int, endpoint: bool) -> None:
    with emberops.use_backend(backend), np.errstate(all="ignore"):
        values, step = ops.linspace(*bounds, num, endpoint, True)
        expected, expected_step = np.linspace(*bounds, num, endpoint, True)
        assert str(ops.dtype(values.dtype)) == ("float64" if backend == "numpy" else "float32")
        np.testing.assert_allclose(ops.to_numpy(values), expected, rtol=1e-6, atol=1e-30)
        np.testing.assert_allclose(ops.to_numpy(step), expected_step, rtol=1e-6)
        if endpoint and num > 1 and math.isfinite(bounds[1]):
            assert float(values[-1]) == np.asarray(bounds[1], ops.to_numpy(values).dtype)


@pytest.mark.parametrize(
    "bounds", [(5,), (0,), (-3,), (2, 9), (2, 9, 3), (5, 0, -2), (5, 0), (0, 2**31), (2**31 - 2, 2**31 + 2)]
)
def test_integers_that_are_counted(backend: str, bounds: tuple[int, ...]) -> None:
    if bounds == (0, 2**31):
        bounds = (0, 2**31, 2**30)
    if backend == "jax" and bounds == (2**31 - 2, 2**31 + 2):
        with emberops.use_backend(backend), pytest.raises(OverflowError):
            ops.arange(*bounds)
        return
    with emberops.use_backend(backend):
        np.testing.assert_array_equal(ops.to_numpy(ops.arange(*bounds)), np.arange(*bounds))


@pytest.mark.parametrize("dtype", ["float32", "float16", "int8", "bool", "complex64"])
@pytest.mark.parametrize("shape", [(1,), (1, 3), (3, 1), (0,), (2, 0), (2, 3), (1, 1, 1)])
def test_arrays_that_lie_in_reverse(backend: str, shape: tuple[int, ...], dtype: str) -> None:
    """Of one element, NumPy calls them contiguous all the same."""
    x = np.arange(6)[: int(np.prod(shape))].reshape(shape).astype(dtype)
    with emberops.use_backend(backend):
        for reversed_ in (x[::-1], x[..., ::-1], x[::-1].T, np.broadcast_to(x, (2, *shape))[::-1]):
            for made in (
                ops.array(reversed_),
                ops.asarray(reversed_),
                ops.add(reversed_, reversed_[:0].sum()),
            ):
                np.testing.assert_array_equal(ops.to_numpy(made), reversed_)


_OFTEN = 120
"""So many calls of one kind are more than JAX's way for frequent ones waits for."""


def _functions_entered(call: Callable[[], object]) -> int:
    count = 0

    def profile(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    gc.disable()  # its callbacks, of JAX and hypothesis, are functions too
    sys.setprofile(profile)
    try:
        call()
    finally:
        sys.setprofile(None)
        gc.enable()
    return count


@pytest.mark.parametrize("make", [np.float64, np.float32, np.int32, np.bool_, float])
@pytest.mark.parametrize("rows", [False, True])
def test_numbers_are_not_visited_one_by_one(backend: str, make: Any, rows: bool) -> None:
    few, many = ([make(i % 2) for i in range(n)] for n in (4, 400))
    if rows:
        few, many = ([x[i : i + 4] for i in range(0, len(x), 4)] for x in (few, many))
    with emberops.use_backend(backend):
        for _ in range(_OFTEN):
            for x in (few, many):
                ops.asarray(
                    x
                )  # the first calls find the way, and JAX has another one for shapes that are met often
        assert (
            _functions_entered(lambda: ops.asarray(many)) <= _functions_entered(lambda: ops.asarray(few)) + 20
        )
        assert ops.tolist(ops.asarray(many)) == np.asarray(many).tolist()
