"""Reading and writing parts: NumPy's results on every backend, and never a read outside the tensor."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

import emberops
from emberops import ops
from emberops.errors import NoAxesError, OutOfBoundsError, ShapeError
from emberops.testing import assert_close

VECTOR = np.arange(5, dtype=np.float32)
MATRIX = np.arange(12, dtype=np.float32).reshape(3, 4)
CUBE = np.arange(24, dtype=np.float32).reshape(2, 3, 4)

INDICES: list[tuple[Any, Any]] = [
    (VECTOR, 0),
    (VECTOR, -1),
    (VECTOR, np.int64(2)),
    (VECTOR, slice(2, 10)),
    (VECTOR, slice(None, None, -1)),
    (VECTOR, slice(3, None, -2)),
    (VECTOR, slice(0, 3, -1)),
    (VECTOR, None),
    (VECTOR, ...),
    (VECTOR, [0, 1]),
    (VECTOR, [-1, 2]),
    (VECTOR, []),
    (VECTOR, np.array([[0, 1], [2, 3]])),
    (VECTOR, np.array(1)),
    (VECTOR, VECTOR > 2),
    (VECTOR, [True, False, True, False, True]),
    (VECTOR, VECTOR > 99),
    (MATRIX, (1, 2)),
    (MATRIX, (slice(None), -1)),
    (MATRIX, (slice(None, None, -1), slice(None, None, -2))),
    (MATRIX, ([0, 2], [1, -1])),
    (MATRIX, ([[0], [2]], [0, 3])),
    (MATRIX, (slice(None, None, -1), [0, 2])),
    (MATRIX, MATRIX > 5),
    (MATRIX, (slice(None), [True, False, True, False])),
    (MATRIX, ([True, False, True], 1)),
    (MATRIX, (None, [0, 1], None)),
    (MATRIX, (..., None)),
    (MATRIX, (-1, slice(1, 3))),
    (CUBE, (0, slice(None), [0, 1])),
    (CUBE, ([0, 1], slice(None), [2, 3])),
    (CUBE, (slice(None), [0, 1], [2, 3])),
    (CUBE, (..., 0)),
    (CUBE, (1, ..., -1)),
    (CUBE, (slice(None), CUBE[0] > 5)),
    (CUBE, (CUBE[:, :, 0] > 5, slice(None, None, -1))),
    (CUBE, (None, True)),
    (CUBE, (None, slice(None), False)),
    (CUBE, (np.array(True), None, 0)),
    (CUBE, (slice(None), True, [0, 2], None)),
    (np.array(3, np.float32), (None, True, False)),
    (CUBE, (slice(None, None, -1), None, [0, 2], slice(None, None, 2))),
    (MATRIX, (True, 0)),
    (MATRIX, (..., np.array(True))),
    (MATRIX, (np.array(True), [0, 2], ..., 1)),
    (CUBE, (slice(None), True, slice(1, None))),
]


@pytest.mark.parametrize(("x", "index"), INDICES, ids=str)
def test_getitem_like_numpy(backend: str, x: np.ndarray, index: Any) -> None:
    assert_close(ops.getitem(ops.asarray(x), index), x[index])


@pytest.mark.parametrize(("x", "index"), INDICES, ids=str)
def test_assign_like_numpy(backend: str, x: np.ndarray, index: Any) -> None:
    for value in (-1.0, -np.arange(x[index].size, dtype=np.float32).reshape(x[index].shape) - 1):
        expected = x.copy()
        expected[index] = value
        assert_close(ops.assign(ops.asarray(x.copy()), index, value, copy=True), expected)


@pytest.mark.parametrize(
    "index", [10, -10, [10], [0, -10], (slice(None), 10), ([0], [9]), (0, 0, 0), np.array([7])]
)
def test_out_of_bounds(backend: str, index: Any) -> None:
    x = ops.asarray(MATRIX.copy())
    with pytest.raises(IndexError):
        ops.getitem(x, index)
    with pytest.raises(IndexError):
        ops.assign(x, index, 0.0)


def test_integers_in_tensors_are_integers(backend: str) -> None:
    one, two = ops.asarray(1), ops.asarray(2)
    x = ops.asarray(CUBE)
    assert_close(ops.getitem(x, (0, one, two)), CUBE[0, 1, 2])
    assert_close(ops.getitem(x, (0, None, one)), CUBE[0, None, 1])
    assert_close(ops.getitem(x, (one, slice(0, 2), True)), CUBE[np.array(1), :2, True])
    assert_close(ops.getitem(x, (0, slice(1, None), [one, two])), CUBE[0, 1:, [1, 2]])


def test_index_tensors_that_do_not_broadcast(backend: str) -> None:
    with pytest.raises(IndexError, match=r"^ops\.getitem: "):
        ops.getitem(ops.asarray(CUBE), ([0, 1], ops.asarray([0, 1, 2])))


def test_nothing_is_stored_into_no_places(backend: str) -> None:
    nothing = ops.zeros((1, 0, 4))
    assert_close(ops.assign(ops.asarray(CUBE), ([0], slice(3, 3)), nothing), CUBE)
    with pytest.raises(ShapeError):
        ops.assign(ops.asarray(CUBE), ([0], slice(3, 3)), ops.zeros((0, 5)))


def test_out_of_bounds_take(backend: str) -> None:
    x = ops.asarray(VECTOR)
    for wrong in ([5], [-6], 10):
        with pytest.raises(IndexError):
            ops.take(x, wrong)
    with pytest.raises(IndexError):
        ops.take(ops.asarray(MATRIX), [3], axis=0)
    with pytest.raises(IndexError):
        ops.take_along_axis(ops.asarray(MATRIX), [[4], [0], [0]], axis=1)


@settings(max_examples=60)
@given(data=st.data(), shape=npst.array_shapes(max_dims=3, max_side=4))
def test_any_basic_index(data: st.DataObject, shape: tuple[int, ...]) -> None:
    index = data.draw(npst.basic_indices(shape, allow_newaxis=True))
    x = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    for name in ("torch", "jax", "mlx"):
        with emberops.use_backend(name):
            assert_close(ops.getitem(ops.asarray(x), index), x[index])


@settings(max_examples=40)
@given(data=st.data(), shape=npst.array_shapes(max_dims=3, max_side=4))
def test_any_integer_index(data: st.DataObject, shape: tuple[int, ...]) -> None:
    index = data.draw(npst.integer_array_indices(shape))
    x = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    for name in ("torch", "jax", "mlx"):
        with emberops.use_backend(name):
            assert_close(ops.getitem(ops.asarray(x), index), x[index])


def test_take(backend: str) -> None:
    x = ops.asarray(CUBE)
    for indices in (1, [0, 1], [[-1], [0]], []):
        expected = np.take(CUBE, np.asarray(indices, dtype=int), axis=1)
        assert_close(ops.take(x, indices, axis=1), expected)
    assert_close(ops.take(x, [0, -1]), np.take(CUBE, [0, -1]))
    assert_close(ops.take(x, [7, -5], axis=1, mode="wrap"), np.take(CUBE, [7, -5], axis=1, mode="wrap"))
    assert_close(ops.take(x, [7, -5], axis=1, mode="clip"), np.take(CUBE, [7, -5], axis=1, mode="clip"))


def test_along_axis(backend: str) -> None:
    x, order = ops.asarray(MATRIX), np.argsort(-MATRIX, axis=1)
    assert_close(ops.take_along_axis(x, order, 1), np.take_along_axis(MATRIX, order, 1))
    assert_close(ops.take_along_axis(x, [[-1]], 0), np.take_along_axis(MATRIX, np.array([[-1]]), 0))
    assert_close(ops.take_along_axis(x, [3, 1], None), np.take_along_axis(MATRIX, np.array([3, 1]), None))
    expected = MATRIX.copy()
    np.put_along_axis(expected, np.array([[0], [1], [2]]), -1.0, 1)
    assert_close(ops.put_along_axis(ops.copy(x), [[0], [1], [2]], -1.0, 1), expected)


def test_a_number_of_numpy_is_replaced_and_stays_a_number() -> None:
    with emberops.use_backend("numpy"):
        count = ops.assign(np.int64(6), ..., np.int64(6) // 2)
        total = ops.assign(np.int64(6), ..., np.int64(6) / 4)
    assert [0] * count == [0, 0, 0]
    assert total == 1.5


def test_assign_works_in_place_where_it_can(backend: str) -> None:
    x = ops.zeros(3)
    y = ops.assign(x, 1, 5.0)
    assert_close(y, [0.0, 5.0, 0.0])
    assert (y is x) == (backend != "jax")
    z = ops.assign(y, 0, 1.0, copy=True)
    assert_close(z, [1.0, 5.0, 0.0])
    assert_close(y, [0.0, 5.0, 0.0])


def test_assign_casts_to_the_dtype_of_the_tensor(backend: str) -> None:
    x = ops.assign(ops.arange(3), 0, 7.9)
    assert_close(x, [7, 1, 2])
    assert ops.isdtype(x.dtype, "integral")


def test_assign_refuses_shapes_that_do_not_broadcast(backend: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  each library words it differently
        ops.assign(ops.zeros(3), slice(0, 2), ops.ones(3))


def test_assign_takes_the_tensor_itself_for_an_index(backend: str) -> None:
    mask = np.array([True, False, True, True])
    found = ops.assign(ops.asarray(mask.tolist()), ops.asarray(mask.tolist()), [False, True, False])
    same = ops.asarray(mask.tolist())
    assert (
        ops.assign(same, same, [False, True, False]).tolist() == found.tolist() == [False, False, True, False]
    )
    places = ops.asarray([2, 0, 1, 0])
    assert ops.assign(places, places[:2], 5).tolist() == [5, 0, 5, 0]
    places = ops.asarray([[2, 0], [1, 0]])
    assert ops.assign(places, (slice(None), places[0] // 2), 7).tolist() == [[7, 7], [7, 7]]


def test_assign_mask_with_values(backend: str) -> None:
    expected = VECTOR.copy()
    expected[VECTOR > 2] = [8.0, 9.0]
    x = ops.asarray(VECTOR.copy())
    assert_close(ops.assign(x, ops.greater(x, 2), [8.0, 9.0]), expected)


UPDATES = ["add", "subtract", "multiply", "divide", "maximum", "minimum"]


@pytest.mark.parametrize("name", UPDATES)
def test_assign_updates_once(backend: str, name: str) -> None:
    expected = VECTOR.copy()
    expected[[0, 0, 3]] = getattr(np, name)(expected[[0, 0, 3]], 2.0)
    assert_close(getattr(ops, f"assign_{name}")(ops.asarray(VECTOR.copy()), [0, 0, 3], 2.0), expected)


@pytest.mark.parametrize("number", [0, 0.5])
@pytest.mark.parametrize("name", UPDATES[:4])
def test_a_number_has_no_memory_to_be_changed(backend: str, name: str, number: float) -> None:
    update = getattr(ops, f"assign_{name}")
    assert_close(update(number, ..., ops.asarray(VECTOR[:3])), getattr(np, name)(number, VECTOR[:3]))


@pytest.mark.parametrize("name", UPDATES)
def test_at_accumulates(backend: str, name: str) -> None:
    expected = VECTOR.copy() + 1
    getattr(np, name).at(expected, [0, 0, 3], [2.0, 3.0, 4.0])
    x = ops.asarray(VECTOR.copy() + 1)
    updated = getattr(ops, f"{name}_at")(x, [0, 0, 3], [2.0, 3.0, 4.0])
    assert_close(updated, expected)
    assert (updated is x) == (backend != "jax")


def test_truths_accumulate(backend: str) -> None:
    for name, values in (("add", [True, False, 1]), ("multiply", [False, True, 1])):
        expected = np.array([True, False, True, True])
        getattr(np, name).at(expected, [1, 0, 3], np.asarray(values, bool))
        x = ops.asarray([True, False, True, True])
        assert_close(getattr(ops, f"{name}_at")(x, [1, 0, 3], np.asarray(values, bool)), expected)


def test_update_that_does_not_fit_the_dtype(backend: str) -> None:
    with pytest.raises(TypeError):
        ops.assign_add(ops.arange(3), slice(0, 2), 1.5)


def test_a_number_by_itself_is_cast_when_it_is_stored(backend: str) -> None:
    assert_close(ops.assign_divide(ops.asarray([4, 6]), -1, 4), [4, 1])
    assert_close(ops.assign_multiply(ops.asarray([[4, 6]]), (0, 1), 2.5), [[4, 15]])
    for index in (0, (0, 1, ...), slice(0, 1), [0]):
        with pytest.raises(TypeError):
            ops.assign_multiply(ops.asarray([[4, 6]]), index, 2.5)


def test_slices_and_scatter(backend: str) -> None:
    x = ops.asarray(MATRIX)
    assert_close(ops.slice(x, (1, 1), (2, 2)), MATRIX[1:3, 1:3])
    expected = MATRIX.copy()
    expected[1:3, 0:1] = 0
    assert_close(ops.slice_update(x, (1, 0), ops.zeros((2, 1))), expected)
    assert_close(x, MATRIX)
    assert_close(ops.scatter([[0, 1], [2, 3], [0, 1]], [1.0, 2.0, 3.0], (3, 4))[0], [0.0, 4.0, 0.0, 0.0])
    assert_close(ops.scatter_update(x, [[0, 0]], [9.0])[0], [9.0, 1.0, 2.0, 3.0])


def test_numpys_own_writers(backend: str) -> None:
    cases = [
        ("put", ([0, -1, 5], [7.0, 8.0])),
        ("place", (MATRIX > 5, [1.0, 2.0])),
        ("putmask", (MATRIX > 5, [1.0, 2.0, 3.0])),
        ("copyto", (3.0,)),
        ("fill_diagonal", (5.0,)),
    ]
    for name, args in cases:
        expected = MATRIX.copy()
        getattr(np, name)(expected, *args)
        assert_close(getattr(ops, name)(ops.asarray(MATRIX.copy()), *args), expected)


def test_copyto_where(backend: str) -> None:
    expected = MATRIX.copy()
    np.copyto(expected, 0.0, where=MATRIX > 3)
    assert_close(ops.copyto(ops.asarray(MATRIX.copy()), 0.0, where=MATRIX > 3), expected)


def test_fill_diagonal_of_a_tall_matrix(backend: str) -> None:
    for wrap in (False, True):
        expected = np.zeros((7, 3), np.float32)
        np.fill_diagonal(expected, 4.0, wrap)
        assert_close(ops.fill_diagonal(ops.zeros((7, 3), dtype=ops.float32), 4.0, wrap), expected)


def test_compress_extract_choose(backend: str) -> None:
    x = ops.asarray(MATRIX)
    assert_close(ops.compress([True, False, True], x, axis=0), MATRIX[[0, 2]])
    assert_close(ops.compress([False, True], x), [1.0])
    assert_close(ops.extract(MATRIX > 9, x), [10.0, 11.0])
    assert_close(ops.choose([0, 1, 0], [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), [1.0, 5.0, 3.0])


def test_index_arithmetic(backend: str) -> None:
    assert_close(ops.unravel_index([5, 11], (3, 4)), np.unravel_index([5, 11], (3, 4)))
    assert_close(ops.ravel_multi_index(([1, 2], [1, 3]), (3, 4)), [5, 11])
    with pytest.raises(ValueError):  # noqa: PT011  each library words it differently
        ops.ravel_multi_index(([1], [4]), (3, 4))
    assert_close(ops.ix_([0, 2], [1, 3]), np.ix_([0, 2], [1, 3]))
    assert list(ops.ndindex(2, 2)) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert [(i, float(v)) for i, v in ops.ndenumerate(ops.asarray([5.0, 6.0]))] == [((0,), 5.0), ((1,), 6.0)]


def test_torch_gradients_survive_assign() -> None:
    import torch

    w = torch.ones(3, requires_grad=True)
    y = ops.assign(w * 2, 0, 0.0)
    y.sum().backward()
    assert w.grad is not None
    assert w.grad.tolist() == [0.0, 2.0, 2.0]
    gradient = torch.func.grad(lambda v: ops.assign(torch.zeros(2), 0, v).sum())(torch.tensor(3.0))
    assert float(gradient) == 1.0


def test_jax_traces_move_indices_into_the_tensor() -> None:
    import jax

    with emberops.use_backend("jax"):
        x = ops.asarray(VECTOR)
        assert float(jax.jit(ops.getitem)(x, ops.asarray(10))) == 4.0
        assert_close(jax.jit(lambda v: ops.assign(v, slice(None, None, -1), v))(x), VECTOR[::-1])


def test_mlx_traces_move_indices_into_the_tensor() -> None:
    import mlx.core as mx

    with emberops.use_backend("mlx"):
        x = ops.asarray(VECTOR)
        assert_close(mx.compile(ops.getitem)(x, mx.array([10, -1, -9])), [4.0, 4.0, 0.0])
        assert_close(mx.compile(lambda v: ops.assign(v, v > 2, 0.0))(x), [0.0, 1.0, 2.0, 0.0, 0.0])


def test_torch_compiles_without_a_break() -> None:
    import torch

    x = torch.arange(6.0).reshape(2, 3)
    compiled = torch.compile(lambda v: ops.getitem(v, (0, slice(1, None))), fullgraph=True, backend="eager")
    assert_close(compiled(x), x[0, 1:])


def test_error_names_the_axis(backend: str) -> None:
    if backend == "numpy":
        with pytest.raises(IndexError, match="axis 0"):
            ops.getitem(ops.asarray(VECTOR), 10)
        return
    with pytest.raises(OutOfBoundsError, match="10 is out of bounds"):
        ops.getitem(ops.asarray(VECTOR), 10)


def test_complex_does_not_fit_into_floats(backend: str) -> None:
    with pytest.raises(TypeError):
        ops.assign(ops.zeros(2), 0, 1 + 2j)


def test_flat_indices_are_checked(backend: str) -> None:
    with pytest.raises(ValueError, match="out of bounds"):
        ops.unravel_index([12], (3, 4))
    with pytest.raises(IndexError):
        ops.put(ops.zeros(3), [3], 1.0)


def test_leading_axes_of_size_one_are_dropped(backend: str) -> None:
    assert_close(ops.assign(ops.zeros(3), slice(0, 2), np.array([[1.0, 2.0]])), [1.0, 2.0, 0.0])
    assert_close(ops.assign(ops.zeros((1, 2)), (0, slice(None)), np.array([[1.0, 2.0]])), [[1.0, 2.0]])


@pytest.mark.parametrize("index", [0, slice(None), [True]])
def test_a_number_takes_no_index(backend: str, index: Any) -> None:
    """Code asks by ``except TypeError`` or ``except IndexError`` whether it was given a number."""
    for number in (2.5, ops.asarray(2.5)):
        for call in (lambda x: ops.getitem(x, index), lambda x: ops.assign(x, index, 1.0)):
            with pytest.raises(NoAxesError, match="no axes") as caught:
                call(number)
            assert isinstance(caught.value, TypeError)
            assert isinstance(caught.value, IndexError)


@pytest.mark.parametrize("truth", [True, False])
@pytest.mark.parametrize("values", [[1.0, 2.0], 3.0], ids=["vector", "number"])
def test_a_single_truth_value_is_a_mask_of_everything(backend: str, values: Any, truth: bool) -> None:
    expected = np.array(values)
    expected[np.array(truth)] = 7.0
    for mask in (truth, ops.asarray(truth)):
        assert_close(ops.assign(ops.asarray(values), mask, 7.0), expected)


def test_none_is_stored_as_nan(backend: str) -> None:
    x = ops.assign(ops.zeros((2, 2), dtype="float32"), 1, None)
    assert_close(x, [[0.0, 0.0], [math.nan, math.nan]])
    with pytest.raises(TypeError):
        ops.assign(ops.zeros(2, dtype="int32"), 0, None)


def test_an_element_does_not_change_with_its_tensor(backend: str) -> None:
    x = ops.asarray([[1.0, 2.0], [3.0, 4.0]])
    element = ops.getitem(x, (1, 0))
    x = ops.assign(x, (1, 0), 7.0)
    assert float(element) == 3.0
    assert float(ops.getitem(x, (1, 0))) == 7.0


@pytest.mark.parametrize(
    ("to", "of"), [(slice(1, None), slice(-1)), (slice(-1), slice(1, None)), (slice(0, 4, 2), slice(2, 6, 2))]
)
def test_a_part_of_a_tensor_is_stored_over_another(backend: str, to: slice, of: slice) -> None:
    expected = np.arange(6.0)
    expected[to] = expected[of]
    x = ops.asarray(np.arange(6.0))
    assert_close(ops.assign(x, to, x[of]), expected)


def test_a_matrix_is_transposed_in_place(backend: str) -> None:
    x = ops.asarray([[1.0, 2.0], [3.0, 4.0]])
    assert_close(ops.assign(x, ..., ops.transpose(x)), [[1.0, 3.0], [2.0, 4.0]])


def test_items_of_a_sparse_matrix_are_its_own() -> None:
    matrix = scipy.sparse.csr_matrix(np.eye(3))
    with emberops.use_backend("numpy"):
        rows = ops.getitem(matrix, (slice(None, 2), slice(None)))
    assert scipy.sparse.issparse(rows)
    assert rows.shape == (2, 3)


def test_each_axis_may_say_what_becomes_of_indices_beyond_it(backend):
    index = [ops.asarray(i) for i in (5, 1, -1, 2)]
    found = ops.ravel_multi_index(index, (4, 3, 7, 12), mode=("wrap", "raise", "clip", "raise"))
    assert int(found) == np.ravel_multi_index([1, 1, 0, 2], (4, 3, 7, 12))
    with pytest.raises(ValueError, match=r"out of bounds|invalid"):
        ops.ravel_multi_index(index, (4, 3, 7, 12), mode=("wrap", "raise", "raise", "raise"))


@pytest.mark.parametrize("mode", ["raise", "wrap", "clip"])
def test_no_index_is_within_an_axis_of_no_elements(backend, mode):
    with pytest.raises(ValueError):  # noqa: PT011  NumPy says "cannot unravel if shape has zero entries"
        ops.ravel_multi_index([ops.asarray([0]), ops.asarray([0])], (2, 0), mode=mode)


def test_indices_of_unsigned_integers_are_taken_apart(backend):
    rows, columns = ops.unravel_index(ops.asarray(np.array([5, 1], np.uint32)), (2, 3))
    assert_close(rows, [1, 0])
    assert_close(columns, [2, 1])


@pytest.mark.parametrize("names", [np.array(["a", "b", "c"]), np.array(["a", None, "c"], dtype=object)])
def test_text_and_objects_are_read_by_tensors(backend: str, names: Any) -> None:
    x = ops.asarray(np.array([1.0, -1.0, 2.0]))
    assert ops.getitem(names, ops.greater(x, 0)).tolist() == ["a", "c"]
    assert ops.getitem(names, ops.argsort(x)).tolist() == [names[1], "a", "c"]
    assert ops.getitem(names[:, None], (ops.greater(x, 0), 0)).tolist() == ["a", "c"]


def test_a_number_of_numpys_takes_no_stores() -> None:
    mask = np.array(True)
    with emberops.use_backend("numpy"):
        for store in (ops.assign, ops.assign_add):
            with pytest.raises(TypeError, match="a number takes no stores"):
                store(np.float64(1.5), mask, 0)
        assert ops.assign(np.float64(1.5), mask, 0, copy=True) == 0
        assert ops.assign(np.array(1.5), mask, 0) == 0
