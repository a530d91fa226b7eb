"""Shapes, joins and splits: NumPy's results on every backend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.errors import AxisError, IndexDTypeError, ShapeError
from emberops.testing import assert_close

VECTOR = np.arange(6.0, dtype=np.float32)
MATRIX = np.arange(6, dtype=np.int32).reshape(2, 3)
CUBE = np.arange(24, dtype=np.float32).reshape(2, 3, 4)

SAME_AS_NUMPY = [
    ("reshape", (CUBE, (4, -1)), {}),
    ("reshape", (CUBE, 24), {}),
    ("reshape", (CUBE, (4, 6)), {"order": "F"}),
    ("ravel", (CUBE,), {}),
    ("ravel", (CUBE,), {"order": "F"}),
    ("transpose", (CUBE,), {}),
    ("transpose", (VECTOR,), {}),
    ("transpose", (CUBE, (1, 0, 2)), {}),
    ("permute_dims", (CUBE, (2, 0, 1)), {}),
    ("expand_dims", (MATRIX, 1), {}),
    ("expand_dims", (MATRIX, -1), {}),
    ("expand_dims", (MATRIX, (0, 3)), {}),
    ("squeeze", (MATRIX[None, :, None],), {}),
    ("squeeze", (MATRIX[None, :, None], 0), {}),
    ("squeeze", (MATRIX[None, :, None], (0, 2)), {}),
    ("concat", ([MATRIX, MATRIX],), {}),
    ("concat", ([MATRIX, MATRIX], 1), {}),
    ("concat", ([MATRIX, MATRIX],), {"axis": None}),
    ("concat", ([[1, 2], [3]],), {}),
    ("stack", ([MATRIX, MATRIX],), {}),
    ("stack", ([MATRIX, MATRIX], -1), {}),
    ("stack", ([1.0, 2.0],), {}),
    ("hstack", ([VECTOR, VECTOR],), {}),
    ("hstack", ([MATRIX, MATRIX],), {}),
    ("hstack", ([[1.0, 2.0], 3.0],), {}),
    ("vstack", ([VECTOR, VECTOR],), {}),
    ("vstack", ([MATRIX, MATRIX[:1]],), {}),
    ("dstack", ([MATRIX, MATRIX],), {}),
    ("dstack", ([VECTOR, VECTOR],), {}),
    ("column_stack", ([VECTOR, VECTOR],), {}),
    ("column_stack", ([MATRIX, MATRIX[:, 0]],), {}),
    ("split", (VECTOR, 3), {}),
    ("split", (VECTOR, [1, 4]), {}),
    ("split", (MATRIX, 3, 1), {}),
    ("split", (VECTOR, [4, 1, 9]), {}),
    ("array_split", (VECTOR, 4), {}),
    ("array_split", (MATRIX, 2), {"axis": -1}),
    ("hsplit", (MATRIX, 3), {}),
    ("hsplit", (VECTOR, 2), {}),
    ("vsplit", (MATRIX, 2), {}),
    ("dsplit", (CUBE, [1, 3]), {}),
    ("unstack", (MATRIX,), {}),
    ("unstack", (MATRIX,), {"axis": 1}),
    ("tile", (MATRIX, 2), {}),
    ("tile", (MATRIX, (2, 1, 2)), {}),
    ("tile", (VECTOR, (2, 3)), {}),
    ("repeat", (MATRIX, 2), {}),
    ("repeat", (MATRIX, 2, 0), {}),
    ("repeat", (MATRIX, [1, 0, 2]), {"axis": 1}),
    ("repeat", ([1, 2], 2), {}),
    ("roll", (MATRIX, 1), {}),
    ("roll", (MATRIX, -1), {"axis": 1}),
    ("roll", (MATRIX, (1, 2)), {"axis": (0, 1)}),
    ("roll", (MATRIX, 1), {"axis": (0, 1)}),
    ("roll", (MATRIX, np.array([1, 2])), {"axis": (0, 1)}),
    ("roll", (MATRIX, np.array([1, 2])), {"axis": 1}),
    ("roll", (MATRIX, np.array(1)), {"axis": 1}),
    ("roll", (MATRIX, (1, 2)), {}),
    ("flip", (CUBE,), {}),
    ("flip", (CUBE, 1), {}),
    ("flip", (CUBE, (0, -1)), {}),
    ("fliplr", (MATRIX,), {}),
    ("flipud", (MATRIX,), {}),
    ("rot90", (MATRIX,), {}),
    ("rot90", (MATRIX, 2), {}),
    ("rot90", (MATRIX, -1), {}),
    ("rot90", (CUBE, 1, (1, 2)), {}),
    ("pad", (MATRIX, 1), {}),
    ("pad", (MATRIX, (1, 2)), {"constant_values": 7}),
    ("pad", (MATRIX, ((1, 2), (0, 1))), {"constant_values": ((1, 2), (3, 4))}),
    ("pad", (MATRIX, ((1, 1), (2, 4)), "edge"), {}),
    ("pad", (MATRIX, ((1, 1), (2, 4)), "reflect"), {}),
    ("pad", (MATRIX, ((1, 3), (2, 4)), "symmetric"), {}),
    ("pad", (MATRIX, ((1, 3), (2, 4)), "wrap"), {}),
    ("pad", (MATRIX > 2, 1), {}),
    ("pad", (CUBE, ((2, 1), (0, 3), (1, 1)), "maximum"), {}),
    ("pad", (CUBE, ((2, 1), (0, 3), (1, 1)), "minimum"), {"stat_length": 1}),
    ("pad", (MATRIX, ((1, 2), (3, 0)), "mean"), {"stat_length": ((1, 2), (2, 1))}),
    ("pad", (MATRIX, 2, "median"), {}),
    ("pad", (CUBE * 1.5, (2, 1), "mean"), {}),
    ("pad", (MATRIX, ((3, 2), (1, 4)), "linear_ramp"), {"end_values": ((-7, 9), (2, 100))}),
    ("pad", (VECTOR, 5, "linear_ramp"), {}),
    ("pad", (np.array([3, -3], np.int8), 3, "linear_ramp"), {}),
    ("pad", (np.array([1j, 2, 3 - 1j], np.complex64), 2, "median"), {}),
    ("pad", (np.zeros((2, 0, 2), np.float32), ((1, 2), (0, 0), (1, 1)), "maximum"), {}),
    ("pad", (VECTOR, (15, 9), "reflect"), {"reflect_type": "odd"}),
    ("pad", (MATRIX, ((5, 3), (2, 4)), "symmetric"), {"reflect_type": "odd"}),
    ("pad", (MATRIX[:, :1], ((1, 3), (2, 4)), "reflect"), {"reflect_type": "odd"}),
    ("pad", (MATRIX, [[1], [2]], "edge"), {}),
    ("moveaxis", (CUBE, 0, -1), {}),
    ("moveaxis", (CUBE, (0, 1), (-1, -2)), {}),
    ("moveaxis", (CUBE, (2, 0), (0, 1)), {}),
    ("rollaxis", (CUBE, 2), {}),
    ("rollaxis", (CUBE, 0, 2), {}),
    ("rollaxis", (CUBE, 1, -1), {}),
    ("swapaxes", (CUBE, 0, -1), {}),
    ("broadcast_to", (VECTOR, (2, 6)), {}),
    ("broadcast_to", (3.0, (2,)), {}),
    ("broadcast_arrays", (MATRIX, MATRIX[:, :1]), {}),
    ("atleast_1d", (3.0,), {}),
    ("atleast_1d", (3.0, MATRIX), {}),
    ("atleast_2d", (VECTOR,), {}),
    ("atleast_3d", (VECTOR,), {}),
    ("atleast_3d", (MATRIX,), {}),
    ("append", (MATRIX, [7, 8]), {}),
    ("append", (MATRIX, MATRIX, 0), {}),
    ("delete", (VECTOR, 1), {}),
    ("delete", (VECTOR, -1), {}),
    ("delete", (MATRIX, [0, 2], 1), {}),
    ("delete", (VECTOR, slice(None, None, 2)), {}),
    ("delete", (MATRIX, [True, False], 0), {}),
    ("delete", (MATRIX, 1), {}),
    ("delete", (MATRIX, [[0, 2], [0, 0]], 1), {}),
    ("delete", (MATRIX, [], 1), {}),
    ("insert", (VECTOR, 1, 9.0), {}),
    ("insert", (VECTOR, [0, 6, 2], [7.0, 8.0, 9.0]), {}),
    ("insert", (VECTOR, 2, [7.0, 8.0]), {}),
    ("insert", (MATRIX, 1, [7, 8], 1), {}),
    ("insert", (MATRIX, [1], [[7], [8]], 1), {}),
    ("insert", (MATRIX, -1, 5, 0), {}),
    ("resize", (MATRIX, (3, 3)), {}),
    ("resize", (MATRIX, (2,)), {}),
    ("block", ([[MATRIX, MATRIX], [MATRIX, MATRIX]],), {}),
    ("block", ([VECTOR, 1.0],), {}),
    ("trim_zeros", ([0, 0, 1, 0, 2, 0],), {}),
    ("trim_zeros", ([0, 0, 1, 0, 2, 0], "b"), {}),
]


def test_delete_takes_what_nonzero_gives(backend: str) -> None:
    x = ops.array([[1.0, 2.0, 2.0], [4.0, 5.0, 6.0]])
    assert_close(ops.delete(x, ops.nonzero(x[0, 1:] == x[0, :-1]), axis=1), [[1.0, 2.0], [4.0, 6.0]])
    assert_close(ops.delete(x, ops.nonzero(x[0] > 9), axis=1), x)


@pytest.mark.parametrize(("name", "args", "kwargs"), SAME_AS_NUMPY)
def test_like_numpy(backend: str, name: str, args: tuple, kwargs: dict) -> None:
    actual = getattr(ops, name)(*args, **kwargs)
    expected = getattr(np, name)(*args, **kwargs)
    if isinstance(expected, (list, tuple)):
        actual, expected = tuple(actual), tuple(expected)
    assert_close(actual, expected)


def test_transpose_of_a_tensor_keeps_its_backend(backend: str) -> None:
    x = ops.asarray(CUBE)
    assert ops.shape(ops.transpose(x)) == (4, 3, 2)
    assert type(ops.transpose(x)) is type(x)


def test_split_means_sections(backend: str) -> None:
    assert [ops.shape(p) for p in ops.split(ops.arange(6), 3)] == [(2,), (2,), (2,)]
    with pytest.raises(ValueError, match="equal"):
        ops.split(ops.arange(5), 3)


def test_numbers_beside_tensors_are_weak(backend: str) -> None:
    x = ops.ones((2,), dtype=ops.float32)
    joined = ops.hstack([x, ops.asarray(2.0, dtype=ops.float32)])
    assert ops.float32 == joined.dtype
    assert_close(ops.concat([x, ops.ones((1,), dtype=ops.int32)], dtype=ops.float32), [1.0, 1.0, 1.0])


def test_mixed_dtypes_promote(backend: str) -> None:
    a, b = ops.ones((2,), dtype=ops.float16), ops.ones((2,), dtype=ops.float32)
    assert ops.float32 == ops.concat([a, b]).dtype
    assert ops.float32 == ops.stack([a, b]).dtype


def test_shapes_that_do_not_fit(backend: str) -> None:
    x = ops.asarray(MATRIX)
    with pytest.raises(ValueError):  # noqa: PT011  each library words it differently
        ops.reshape(x, (4, 2))
    with pytest.raises(ValueError):  # noqa: PT011  each library words it differently
        ops.squeeze(x, 0)
    with pytest.raises(ValueError):  # noqa: PT011  each library words it differently
        ops.broadcast_to(x, (2, 4))
    with pytest.raises(ValueError):  # noqa: PT011  each library words it differently
        ops.concat([x, ops.ones((3, 2))])
    with pytest.raises(ValueError):  # noqa: PT011  each library words it differently
        ops.stack([])
    with pytest.raises(IndexError):
        ops.expand_dims(x, 5)


def test_reshape_copies_when_asked(backend: str) -> None:
    x = ops.asarray(MATRIX)
    assert_close(ops.reshape(x, (3, 2), copy=True), MATRIX.reshape(3, 2))


def test_reshape_without_copy_refuses(backend: str) -> None:
    x = ops.transpose(ops.asarray(MATRIX))
    if backend == "jax":
        pytest.skip("JAX arrays have no strides: a reshape never needs a copy that anyone could see")
    with pytest.raises(ValueError):  # noqa: PT011  each library words it differently
        ops.reshape(x, (6,), copy=False)


def test_view_reads_the_same_bytes(backend: str) -> None:
    bits = ops.view(ops.asarray([1.0, -0.0], dtype=ops.float32), ops.uint32)
    assert_close(bits, [0x3F800000, 0x80000000])


def test_r_and_c(backend: str) -> None:
    x = ops.asarray(VECTOR)
    assert_close(ops.r_[x, 0, x], np.r_[VECTOR, 0, VECTOR])
    assert ops.r_[x, 0].dtype == x.dtype
    assert_close(ops.r_[1:4, 0], np.r_[1:4, 0])
    assert_close(ops.r_[0:1:5j], np.r_[0:1:5j])
    assert_close(ops.c_[x, x], np.c_[VECTOR, VECTOR])
    assert_close(ops.c_[ops.asarray(MATRIX), ops.asarray(MATRIX)], np.c_[MATRIX, MATRIX])
    assert ops.s_[1:2, ..., None] == (slice(1, 2), ..., None)


GRIDS = (
    *(np.s_[0:3, 0:4], np.s_[:3, :0, 0:2:1], np.s_[0.0:3, :2], np.s_[:True, :3]),
    *(np.s_[-1.5:1:5j, 0:2:3j], np.s_[0:10:3, 0:1:0.25], np.s_[5:0:-2, :2], np.s_[0:2:1j]),
)


@pytest.mark.parametrize("slices", [*GRIDS, np.s_[:3], np.s_[-5:5:0.5], np.s_[0:1:5j]])
def test_grids(backend: str, slices: Any) -> None:
    dense = ops.mgrid[slices]
    assert_close(dense, np.mgrid[slices])
    assert str(ops.to_numpy(dense).dtype)[:3] == str(np.mgrid[slices].dtype)[:3]
    if isinstance(slices, slice):
        assert_close(ops.ogrid[slices], np.ogrid[slices])
        return
    for axis, expected in zip(ops.ogrid[slices], np.ogrid[slices], strict=True):
        assert_close(axis, expected)


@pytest.mark.parametrize("slices", GRIDS)
def test_grids_are_those_of_numpy(slices: Any) -> None:
    expected = np.mgrid[slices]
    with emberops.use_backend("numpy"):
        assert ops.mgrid[slices].dtype == expected.dtype
        np.testing.assert_array_equal(ops.mgrid[slices], expected, strict=True)


def test_indices_are_kept_for_later() -> None:
    assert ops.s_[1:3] == np.s_[1:3]
    assert ops.s_[1:3, ..., 0] == np.s_[1:3, ..., 0]
    assert ops.index_exp[2::3] == np.index_exp[2::3]
    assert ops.index_exp[0, None] == np.index_exp[0, None]


def test_bounds_of_kept_indices_are_numbers(backend: str) -> None:
    low, high = ops.asarray(1), ops.max(ops.asarray([2, 3]))
    assert ops.s_[low:high] == slice(1, 3)
    assert ops.s_[low:high, ..., high] == (slice(1, 3), ..., high)
    assert ops.index_exp[:high:low] == (slice(None, 3, 1),)
    assert_close(ops.asarray(VECTOR)[ops.s_[low:high]], VECTOR[1:3])


def test_a_trace_keeps_the_bounds_of_indices() -> None:
    with emberops.use_backend("jax"):
        total = ops.jit(lambda x, n: ops.sum(x) + ops.s_[n:].start)(ops.asarray([1, 2]), ops.asarray(4))
    assert int(total) == 7


def test_broadcast_shapes(backend: str) -> None:
    assert ops.broadcast_shapes((2, 1), (3,), 1) == (2, 3)
    with pytest.raises(ValueError):  # noqa: PT011  each library words it differently
        ops.broadcast_shapes((2,), (3,))


def test_error_classes() -> None:
    from emberops import use_backend

    with use_backend("torch"):
        with pytest.raises(ShapeError):
            ops.reshape(ops.arange(3), (2,))
        with pytest.raises(AxisError):
            ops.flip(ops.arange(3), 2)


def test_gradients_flow_through_nested_lists() -> None:
    import torch

    w = torch.tensor(3.0, requires_grad=True)
    ops.asarray([[w, 1.0], [w * w, 0.0]]).sum().backward()
    assert w.grad is not None
    assert float(w.grad) == 7.0


@pytest.mark.parametrize(
    "call",
    [
        lambda x: ops.concat([x, x], 5),
        lambda x: ops.stack([x, x], 5),
        lambda x: ops.flip(x, 5),
        lambda x: ops.roll(x, 1, 5),
        lambda x: ops.repeat(x, 2, 5),
        lambda x: ops.moveaxis(x, 5, 0),
        lambda x: ops.swapaxes(x, 0, 5),
        lambda x: ops.split(x, 2, 5),
        lambda x: ops.unstack(x, 5),
        lambda x: ops.take(x, [0], 5),
        lambda x: ops.expand_dims(x, 5),
        lambda x: ops.squeeze(x, 5),
        lambda x: ops.rot90(x, 1, (0, 5)),
        lambda x: ops.take_along_axis(x, [[0]], 5),
        lambda x: ops.delete(x, 0, 5),
        lambda x: ops.insert(x, 0, 0, 5),
    ],
)
def test_axes_that_do_not_exist(backend: str, call: Callable[[Any], Any]) -> None:
    with pytest.raises((IndexError, ValueError)):
        call(ops.asarray(MATRIX))


@pytest.mark.parametrize("axes", [(-1, 0, 1), (2, -3, -2), (0, 1, 2)])
def test_permute_dims_counts_from_the_end(backend, axes):
    x = np.arange(24.0, dtype="float32").reshape(2, 3, 4)
    assert_close(ops.permute_dims(x, axes), np.transpose(x, axes))


@pytest.mark.parametrize("mode", ["maximum", "mean", "median", "minimum"])
@pytest.mark.parametrize("length", [-2, (-2,), ((5, -2), (-2, 3))])
def test_pad_takes_a_statistic_of_no_negative_number_of_values(
    backend: str, mode: str, length: object
) -> None:
    with pytest.raises(ValueError, match="negative"):
        ops.pad(ops.asarray(MATRIX), 2, mode, stat_length=length)


def test_insert_before_what_a_mask_says(backend: str) -> None:
    x = ops.asarray([1, 2, 3])
    mask = np.array([True, False, True, True])
    assert_close(ops.insert(x, mask, [7, 8, 9]), np.insert([1, 2, 3], mask, [7, 8, 9]))
    for name, rest in (("insert", (0,)), ("delete", ())):
        with pytest.raises(IndexDTypeError, match=name):
            getattr(ops, name)(x, np.array([1.0]), *rest)


@pytest.mark.parametrize("name", ["concat", "append"])
def test_empty_vectors_are_not_joined_along_an_axis_they_lack(backend, name):
    nothing = ops.zeros(0)
    with pytest.raises(AxisError):
        ops.concat([nothing, nothing], axis=1) if name == "concat" else ops.append(nothing, nothing, axis=1)


@pytest.mark.parametrize("axes", [(0, 0), (0, -1), ([0], [0])], ids=repr)
def test_a_number_has_no_axis_to_move(backend: str, axes: tuple[Any, Any]) -> None:
    with pytest.raises(AxisError):
        ops.moveaxis(ops.asarray(2.0), *axes)
    assert ops.ndim(ops.moveaxis(ops.asarray(2.0), (), ())) == 0


def test_a_vector_may_be_transposed_by_one_number(backend: str) -> None:
    x = ops.asarray([1.0, 2.0])
    for axes in (0, -1):
        assert_close(ops.transpose(x, axes), [1.0, 2.0])
    with pytest.raises(ValueError, match="transpose"):
        ops.transpose(ops.ones((2, 3)), 0)


@pytest.mark.parametrize("axis", [0, 1, -1, (0, 2), [1], (), None])
@pytest.mark.parametrize("trim", ["fb", "f", "b"])
def test_zeros_are_trimmed_along_the_axes_that_are_named(backend: str, axis: Any, trim: str) -> None:
    x = np.zeros((3, 4, 5), np.float32)
    x[1, 1:3, 2] = 1
    named = tuple(axis) if isinstance(axis, list) else axis
    assert_close(ops.trim_zeros(ops.asarray(x), trim, axis), np.trim_zeros(x, trim, named))
    none = np.zeros((3, 4, 5), np.float32)
    assert (
        ops.shape(ops.trim_zeros(ops.asarray(none), trim, axis=axis))
        == np.trim_zeros(none, trim, named).shape
    )


def test_there_is_an_axis_to_trim(backend: str) -> None:
    for axis in (1, -2):
        with pytest.raises(AxisError):
            ops.trim_zeros(ops.asarray([0.0, 1.0]), axis=axis)
    with pytest.raises(ValueError, match="axis"):
        ops.trim_zeros(ops.ones((2, 2)), axis=(0, 0))
