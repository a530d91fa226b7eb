"""Making tensors: NumPy's values on every backend, and each backend's own default dtypes."""

from __future__ import annotations

from collections import UserList, deque
from typing import Any

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.errors import DeviceNotAvailableError, DTypeError, ShapeError
from emberops.testing import assert_close

MATRIX = np.arange(12, dtype=np.float32).reshape(3, 4)

SAME_AS_NUMPY = [
    ("asarray", ([1.0, 2.5],), {}),
    ("asarray", ([[1, 2], [3, 4]],), {}),
    ("asarray", ([True, 2],), {}),
    ("asarray", ([1, 2.5],), {}),
    ("asarray", (3,), {}),
    ("asarray", ([np.float32(1.0), 2],), {}),
    ("asarray", ([MATRIX, MATRIX],), {}),
    ("asarray", (MATRIX[:, ::-1],), {}),
    ("asarray", ([1 + 2j],), {}),
    ("array", ([1, 2],), {"ndmin": 3}),
    ("zeros", (3,), {}),
    ("zeros", ((2, 3), int), {}),
    ("ones", ([2, 3],), {}),
    ("full", ((2, 2), 7), {}),
    ("full", ((2, 2), 0.5), {}),
    ("full", ((2, 3), [1.0, 2.0, 3.0]), {}),
    ("zeros_like", (MATRIX,), {}),
    ("ones_like", ([1, 2],), {}),
    ("full_like", (MATRIX, 4), {}),
    ("eye", (3,), {}),
    ("eye", (3, 4, 1), {}),
    ("eye", (3,), {"k": -1}),
    ("identity", (2,), {}),
    ("arange", (5,), {}),
    ("arange", (2, 9, 3), {}),
    ("arange", (0, 1, 0.25), {}),
    ("arange", (5, 0, -2), {}),
    ("arange", (5, 0), {}),
    ("arange", (3.0,), {}),
    ("linspace", (0, 1), {}),
    ("linspace", (0, 1, 5), {"endpoint": False}),
    ("linspace", (0, 1, 5), {"retstep": True}),
    ("linspace", (3, -2, 1), {}),
    ("linspace", (3, -2, 0), {}),
    ("linspace", ([0.0, 1.0], [1.0, 3.0], 4), {}),
    ("linspace", ([0.0, 1.0], [1.0, 3.0], 4), {"axis": -1}),
    ("logspace", (0, 2, 5), {}),
    ("logspace", (0, 2, 5), {"base": 2.0}),
    ("geomspace", (1, 1000, 4), {}),
    ("geomspace", (-1, -100, 3), {}),
    ("geomspace", (1, 256, 4), {"endpoint": False}),
    ("meshgrid", ([1, 2, 3], [4, 5]), {}),
    ("meshgrid", ([1, 2, 3], [4, 5]), {"indexing": "ij"}),
    ("meshgrid", ([1, 2, 3], [4, 5], [6, 7]), {"sparse": True}),
    ("tril", (MATRIX,), {}),
    ("tril", (MATRIX, 1), {}),
    ("triu", (MATRIX, -1), {}),
    ("triu", ([1, 2, 3],), {}),
    ("tri", (3,), {}),
    ("tri", (3, 4, -1), {}),
    ("diag", ([1, 2, 3],), {}),
    ("diag", (MATRIX, 1), {}),
    ("diagflat", ([[1, 2], [3, 4]], 1), {}),
    ("vander", ([1, 2, 3],), {}),
    ("vander", ([1, 2, 3], 2, True), {}),
    ("copy", (MATRIX,), {}),
    ("indices", ((2, 3),), {}),
    ("indices", ((2, 3),), {"sparse": True}),
    ("triu_indices", (4, 1), {}),
    ("triu_indices", (3, -1, 5), {}),
    ("tril_indices", (4, -1), {}),
    ("tril_indices", (3, 1, 5), {}),
    ("triu_indices_from", (MATRIX,), {}),
    ("tril_indices_from", (MATRIX, -1), {}),
    ("diag_indices", (3,), {}),
    ("diag_indices_from", (MATRIX[:, :3],), {}),
    ("bartlett", (7,), {}),
    ("blackman", (7,), {}),
    ("hamming", (7,), {}),
    ("hanning", (1,), {}),
    ("kaiser", (7, 14.0), {}),
    ("ascontiguousarray", (MATRIX.T,), {}),
    ("ascontiguousarray", (3.0,), {}),
]


@pytest.mark.parametrize(("name", "args", "kwargs"), SAME_AS_NUMPY)
def test_like_numpy(backend: str, name: str, args: tuple, kwargs: dict) -> None:
    actual = getattr(ops, name)(*args, **kwargs)
    expected = getattr(np, name)(*args, **kwargs)
    assert_close(actual, expected, **({} if backend == "numpy" else {"rtol": 2e-5, "atol": 2e-6}))


def test_default_dtypes(backend: str) -> None:
    float_ = {"numpy": ops.float64}.get(backend, ops.float32)
    int_ = {"numpy": ops.int64, "torch": ops.int64}.get(backend, ops.int32)
    for x in (
        ops.asarray(1.0),
        ops.asarray([1.0]),
        ops.zeros(2),
        ops.full((2,), 0.5),
        ops.arange(2.0),
        ops.eye(2),
    ):
        assert float_ == x.dtype
    for x in (ops.asarray(1), ops.asarray([1]), ops.full((2,), 1), ops.arange(3), ops.zeros(2, dtype=int)):
        assert int_ == x.dtype
    assert ops.bool == ops.asarray([True]).dtype
    assert ops.bool == ops.full((2,), True).dtype


def test_default_float_dtype_can_be_chosen(backend: str) -> None:
    if backend == "jax":
        pytest.skip("float64 switches jax_enable_x64 on for the whole process")
    wide = ops.float32 if backend == "numpy" else ops.float64
    emberops.set_default_dtype(wide)
    try:
        for x in (
            ops.asarray([1.0]),
            ops.zeros(2),
            ops.arange(2.0),
            ops.linspace(0, 1, 3),
            ops.full((1,), 0.5),
        ):
            assert wide == x.dtype
    finally:
        emberops.set_default_dtype(None)


def test_dtypes_by_any_name(backend: str) -> None:
    for dtype in (ops.float16, "float16", np.float16, "f2"):
        assert ops.float16 == ops.ones(2, dtype=dtype).dtype
    assert ops.float32 == ops.asarray([1, 2], dtype=ops.float32).dtype


def test_float64_keeps_its_digits(backend: str) -> None:
    if backend == "jax":
        pytest.skip("JAX has no float64 while jax_enable_x64 is off")
    assert float(ops.asarray([0.1], dtype=ops.float64)[0]) == 0.1


def test_tensors_within_lists_are_stacked(backend: str) -> None:
    x = ops.asarray([1.0, 2.0], dtype=ops.float32)
    made = ops.asarray([[x[0], 5], [x[1], 7]])
    assert_close(made, [[1.0, 5.0], [2.0, 7.0]])
    assert type(made) is type(x)
    assert_close(ops.asarray([x, x]), [[1.0, 2.0], [1.0, 2.0]])


@pytest.mark.parametrize("text", ["2.5", ["1.5", "2"], [["1", 2.0], ["nan", "-inf"]]])
def test_text_is_read_where_a_dtype_is_asked_for(backend: str, text: Any) -> None:
    assert_close(ops.asarray(text, dtype="float32"), np.asarray(text, "float32"))
    assert_close(ops.array(["3", "4"], dtype="int32"), np.asarray([3, 4], np.int32))
    with pytest.raises((ValueError, TypeError), match="x"):
        ops.asarray(["x"], dtype="float32")


def test_ragged_lists_are_refused(backend: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  each library words it differently
        ops.asarray([[1, 2], [3]])
    if backend != "numpy":
        with pytest.raises(ShapeError):
            ops.asarray([[1, 2], [3]])


@pytest.mark.parametrize("obj", [["a", "b"], [None, 1.0], [print], "text", None])
def test_array_leaves_alone_what_no_tensor_holds_if_it_need_not(backend: str, obj: Any) -> None:
    found = ops.array(obj, strict=False)
    if backend == "numpy":
        assert found.tolist() == obj
    else:
        assert found is obj
        if isinstance(obj, list):
            with pytest.raises(DTypeError, match="no tensor holds"):
                ops.array(obj)


def test_array_takes_numbers_strict_or_not(backend: str) -> None:
    assert_close(
        ops.array([[1.0, 2.0], [3, ops.asarray(4.0)]], strict=False), np.asarray([[1.0, 2.0], [3.0, 4.0]])
    )


def test_array_copies(backend: str) -> None:
    x = ops.zeros(3)
    y = ops.assign(ops.array(x), 0, 1.0)
    assert_close(x, [0.0, 0.0, 0.0])
    assert_close(y, [1.0, 0.0, 0.0])


def test_bounds_may_be_tensors(backend: str) -> None:
    n = ops.asarray(4)
    assert_close(ops.arange(n), [0, 1, 2, 3])
    assert ops.shape(ops.zeros((n, 2))) == (4, 2)
    assert_close(ops.linspace(ops.asarray(0.0), ops.asarray(1.0), 3), [0.0, 0.5, 1.0])
    assert_close(ops.full((2,), ops.asarray(3.0)), [3.0, 3.0])


def test_one_hot(backend: str) -> None:
    assert_close(ops.one_hot([0, 2, 5], 3), [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]])
    assert_close(ops.one_hot([0, 1], 3, axis=0), [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    assert_close(ops.multi_hot([[0, 2], [1, 1]], 3), [[1.0, 0.0, 1.0], [0.0, 1.0, 0.0]])


def test_buffers_and_functions(backend: str) -> None:
    data = np.array([1.0, 2.0, 3.0], dtype=np.float32).tobytes()
    assert_close(ops.frombuffer(data, dtype=ops.float32), [1.0, 2.0, 3.0])
    assert_close(ops.frombuffer(data, dtype=ops.float32, count=1, offset=4), [2.0])
    for nothing in (
        ops.frombuffer(b"", dtype=ops.uint8),
        ops.frombuffer(data, dtype=ops.float32, offset=12),
        ops.frombuffer(data, dtype=ops.float32, count=0),
    ):
        assert ops.shape(nothing) == (0,)
    assert_close(ops.fromfunction(lambda i, j: i * 10 + j, (2, 2)), [[0.0, 1.0], [10.0, 11.0]])


def test_dlpack_from_numpy(backend: str) -> None:
    x = ops.from_dlpack(MATRIX.copy())
    assert ops.is_tensor(x)
    assert_close(x, MATRIX)


NUMBERS = np.arange(40.0)
RECORDS = np.array([(1, 2.5), (2, 3.5)], dtype="i4,f8")
ODD_LAYOUTS = {
    "a column of records": RECORDS["f1"],
    "another one": RECORDS["f0"],
    "steps of half an element": np.ndarray((2, 3), strides=(12, 24), buffer=NUMBERS),
    "such a step along an axis of one": np.ndarray((3, 2, 1), strides=(8, 80, 4), buffer=NUMBERS),
    "reversed": NUMBERS[3::-1],
    "reversed, of nothing": NUMBERS[:0][::-1],
    "read-only": np.broadcast_to(NUMBERS[1:2], (2, 2)),
}


@pytest.mark.parametrize("x", ODD_LAYOUTS.values(), ids=ODD_LAYOUTS)
def test_arrays_of_any_layout(backend: str, x: np.ndarray) -> None:
    assert_close(ops.asarray(x), x.copy())
    assert_close(ops.stack([x, x]), np.stack([x, x]))
    assert_close(ops.add(ops.zeros(()), x), x.copy())


@pytest.mark.parametrize("name", ["torch", "jax", "mlx"])
@pytest.mark.parametrize("x", ODD_LAYOUTS.values(), ids=ODD_LAYOUTS)
def test_dlpack_of_any_layout(name: str, x: np.ndarray) -> None:
    # PyTorch ended the process where one lies in memory in reverse.
    pytest.importorskip(name)
    with emberops.use_backend(name):
        assert_close(ops.from_dlpack(x), x.copy())
        assert_close(ops.from_dlpack(x, copy=True), x.copy())


@pytest.mark.parametrize(
    "x",
    [
        np.asfortranarray(MATRIX),
        np.asarray(MATRIX).T,
        np.ma.masked_array([1.0, 2.0], [False, True]),
        np.matrix([[1.0, 2.0]]),
    ],
    ids=["columns", "transposed", "masked", "matrix"],
)
def test_copies_of_numpy_are_those_of_its_method(x: Any) -> None:
    found, expected = ops.copy(x), x.copy()
    assert type(found) is type(expected)
    assert found.flags.c_contiguous
    assert not np.shares_memory(found, x)
    np.testing.assert_array_equal(np.ma.getmaskarray(found), np.ma.getmaskarray(expected))
    np.testing.assert_array_equal(found, expected)


def test_no_copy_of_what_has_to_be_copied() -> None:
    pytest.importorskip("torch")
    with emberops.use_backend("torch"):
        for x in (NUMBERS[3::-1], RECORDS["f1"]):
            with pytest.raises(ValueError, match="copy=False"):
                ops.asarray(x, copy=False)
        mine = np.zeros(2)
        ops.asarray(mine, copy=False)[0] = 1
        assert mine[0] == 1


def test_dlpack_keeps_float64_of_mlx() -> None:
    pytest.importorskip("mlx")
    x = emberops.namespace("mlx").asarray([1 / 3], dtype="float64")
    with emberops.use_backend("mlx"):
        assert ops.from_dlpack(x).dtype == x.dtype


def test_unavailable_device(backend: str) -> None:
    with pytest.raises(ValueError, match=r"available: .*cpu"):  # as NumPy has it
        ops.zeros(3, device="tpu:7")
    with pytest.raises(DeviceNotAvailableError, match=r"available: .*cpu"):
        ops.zeros(3, device="tpu:7")
    with pytest.raises(DeviceNotAvailableError):
        ops.to_device(ops.zeros(3), "gpu:99")
    assert_close(ops.zeros(2, device="cpu"), [0.0, 0.0])


def test_numpy_keeps_foreign_objects() -> None:
    from decimal import Decimal

    with emberops.use_backend("numpy"):
        x = ops.asarray([Decimal("0.1"), Decimal("0.2")])
        assert x.dtype == object
        assert x[0] == Decimal("0.1")


def test_fill_is_cast(backend: str) -> None:
    assert_close(ops.full_like(ops.arange(2), 1.7), [1, 1])
    assert_close(ops.full((2,), 1.7, dtype=int), [1, 1])


def test_lists_cannot_be_wrapped_without_a_copy(backend: str) -> None:
    with pytest.raises(ValueError, match="copy"):
        ops.asarray([1, 2], copy=False)


def test_linspace_keeps_the_digits_of_its_bounds(backend: str) -> None:
    if backend == "jax":
        pytest.skip("JAX has no float64 while jax_enable_x64 is off")
    x = ops.linspace(0.1, 3.5e38, 2, dtype=ops.float64)
    assert ops.tolist(x) == [0.1, 3.5e38]


@pytest.mark.parametrize("k", [-(2**70), -4, 5, 2**70])
def test_eye_of_a_diagonal_that_is_far_away(backend, k):
    assert_close(ops.eye(3, 4, k), np.zeros((3, 4)))


def test_integers_beyond_int64(backend):
    if backend == "jax":
        pytest.skip("JAX has no uint64 while jax_enable_x64 is off")
    x = ops.asarray([0, 2**63, 2**64 - 1], dtype=ops.uint64)
    assert ops.to_numpy(x).tolist() == [0, 2**63, 2**64 - 1]
    assert ops.to_numpy(ops.asarray(2**63 + 1, dtype=ops.uint64)) == 2**63 + 1


def test_numbers_beyond_int64_beside_a_tensor():
    x = emberops.namespace("mlx").asarray([2**63, 2**64 - 1], dtype="uint64")
    assert int(ops.searchsorted(x, 2**63 + 1)) == 1


class Column:
    """What NumPy can read, and is neither an array nor a sequence."""

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        return np.array([1.0, 2.0], dtype=dtype)


def test_what_numpy_can_read_becomes_a_tensor(backend: str) -> None:
    assert_close(ops.asarray(Column()), [1.0, 2.0])


def test_booleans_are_no_sizes(backend: str) -> None:
    with pytest.raises(TypeError):
        ops.zeros((True, 4))


def test_text_is_refused_as_numpy_refuses_it_in_conversions_and_in_arithmetic(backend: str) -> None:
    if backend == "numpy":
        pytest.skip("NumPy has arrays of text")
    for error in (TypeError, ValueError):
        with pytest.raises(error, match=r"'34\.5'"):
            ops.copy(["34.5", 1.0])


def test_geomspace_from_one_sign_to_the_other_is_complex(backend: str) -> None:
    found = ops.to_numpy(ops.geomspace(-1, 1, 3, dtype="complex64"))
    assert_close(found, np.geomspace(-1, 1, 3, dtype="complex64"), atol=1e-6)


def test_an_object_with_the_interface_of_arrays(backend: str) -> None:
    class Image:
        """As Pillow's, which has no ``__array__``."""

        _data = np.arange(6, dtype=np.uint8).reshape(2, 3)
        __array_interface__ = _data.__array_interface__

    assert_close(ops.asarray(Image()), Image._data)
    assert_close(ops.sum(Image()), np.asarray(15))


@pytest.mark.parametrize("sparse", [False, True])
def test_grids_can_be_stored_to(backend: str, sparse: bool) -> None:
    """As in NumPy, where they are copies: of the vector, and of one another's elements."""
    vector = ops.asarray([0.0, 1.0, 2.0])
    x, _ = ops.meshgrid(vector, vector, sparse=sparse)
    x = ops.assign_subtract(x, ..., 1.0)
    x = ops.assign(x, (0, 0), 5.0)
    row = [5.0, 0.0, 1.0]
    assert ops.tolist(x) == ([row] if sparse else [row, [-1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]])
    assert ops.tolist(vector) == [0.0, 1.0, 2.0]


def test_sequences_of_python_are_read_as_lists_are(backend: str) -> None:
    row = ops.asarray([1.0, 2.0])
    for sequence in (
        deque([row, row]),
        [deque([row]), deque([row])],
        [deque([1.0, 2.0])] * 2,
        UserList([row, [1.0, 2.0]]),
    ):
        assert_close(ops.reshape(ops.array(sequence), (2, 2)), [[1.0, 2.0], [1.0, 2.0]])
    assert_close(ops.asarray([range(2), range(1, 3)]), [[0, 1], [1, 2]])
    assert ops.asarray(deque([1, 2]), dtype="float32").dtype == ops.float32


@pytest.mark.parametrize(
    "sequence", [[[1, 2.5], (3, True)], [(np.float32(1),), [np.float32(2)]], [np.ones(2), [1, 2]]]
)
def test_nested_numbers_have_numpys_dtype(sequence: list[object]) -> None:
    with emberops.use_backend("numpy"):
        assert ops.array(sequence).dtype == np.array(sequence).dtype


def test_a_list_that_holds_itself_is_refused() -> None:
    endless: list[object] = [1.0]
    endless.append(endless)
    with emberops.use_backend("numpy"), pytest.raises((RecursionError, DTypeError)):
        ops.array(endless)


@pytest.mark.parametrize("name", ["bartlett", "blackman", "hamming", "hanning"])
@pytest.mark.parametrize("dtype", ["uint8", "uint16", "uint64", "int8", "float16"])
def test_windows_of_a_size_in_a_tensor(backend: str, name: str, dtype: str) -> None:
    assert_close(
        getattr(ops, name)(ops.asarray(10, dtype=dtype)), getattr(np, name)(10), rtol=1e-5, atol=1e-6
    )


@pytest.mark.parametrize("name", ["bartlett", "blackman", "hamming", "hanning", "kaiser"])
@pytest.mark.parametrize("size", [5.5, 6.0, 1.5, 1.0, 0.5, 0, -2.5])
def test_windows_of_a_size_that_is_no_whole_number(backend: str, name: str, size: float) -> None:
    given = (size, 3.0) if name == "kaiser" else (size,)
    assert_close(getattr(ops, name)(*given), getattr(np, name)(*given), rtol=1e-5, atol=1e-6)


def test_powers_of_infinities_begin_with_what_is_given(backend: str) -> None:
    x = np.asarray([complex(np.inf, 0), complex(1, np.inf), 2j], np.complex64)
    with np.errstate(all="ignore"):
        expected = np.vander(x, 2)
    np.testing.assert_array_equal(ops.to_numpy(ops.vander(ops.asarray(x), 2)), expected)


def test_the_sizes_of_a_grid_may_come_one_by_one(backend: str) -> None:
    assert ops.shape(ops.indices(n for n in (2, 3))) == (2, 2, 3)
