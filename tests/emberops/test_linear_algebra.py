"""Products of tensors: NumPy's values, shapes and dtypes on every backend."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from emberops import ops, use_backend
from emberops.errors import ArgumentError, ArgumentTypeError, ShapeError
from emberops.testing import assert_close

RNG = np.random.default_rng(0)


def data(*shape: int, kind: str = "float32") -> np.ndarray:
    if kind == "bool":
        return RNG.random(shape) > 0.5
    if kind.startswith("complex"):
        return (RNG.standard_normal(shape) + 1j * RNG.standard_normal(shape)).astype(kind)
    return (RNG.standard_normal(shape) * 5).astype(kind)


KINDS = ("float32", "int32", "int8", "bool", "complex64")
SHAPES = [
    ((3,), (3,)),
    ((2, 3), (3,)),
    ((3,), (3, 4)),
    ((2, 3), (3, 4)),
    ((5, 2, 3), (3, 4)),
    ((5, 1, 2, 3), (4, 3, 2)),
    ((3,), (5, 3, 2)),
    ((5, 2, 3), (3,)),
    ((2, 0), (0, 3)),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shapes", SHAPES)
def test_matmul(backend, kind, shapes):
    a, b = data(*shapes[0], kind=kind), data(*shapes[1], kind=kind)
    result = ops.matmul(a, b)
    assert_close(result, a @ b, rtol=1e-4, atol=1e-4)
    assert str(result.dtype).endswith(kind)


@pytest.mark.parametrize(
    "function", ["matmul", "dot", "inner", "tensordot", "outer", "kron", "vecdot", "vdot"]
)
def test_kinds_promote(backend, function):
    a, b = data(2, 2, kind="int32"), data(2, 2, kind="float32")
    assert_close(getattr(ops, function)(a, b), getattr(np, function)(a, b), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("function", ["matmul", "vecdot", "matvec"])
def test_a_tensor_without_axes_is_refused(backend, function):
    with pytest.raises((ShapeError, ValueError, IndexError)):
        getattr(ops, function)(ops.asarray(1.0), ops.asarray([1.0, 2.0]))


def test_matmul_of_unfit_shapes(backend):
    with pytest.raises(ValueError, match=r"fit|mismatch|core dimension|contracting|shape"):
        ops.matmul(data(2, 3), data(2, 3))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "shapes", [((3,), (3,)), ((2, 3), (3, 4)), ((2, 3), (3,)), ((4, 2, 3), (5, 3, 2)), ((), (2, 3))]
)
def test_dot(backend, kind, shapes):
    a, b = data(*shapes[0], kind=kind), data(*shapes[1], kind=kind)
    assert_close(ops.dot(a, b), np.dot(a, b), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("function", ["dot", "inner", "outer", "kron"])
def test_numbers_promote_weakly(backend, function):
    x = ops.asarray(data(3))
    for result in (getattr(ops, function)(x, 2.0), getattr(ops, function)(2.0, x)):
        # NumPy's products take a Python float as a float64 tensor, and keep their numbers.
        assert str(result.dtype).endswith("float64" if backend == "numpy" else "float32")
        assert_close(ops.reshape(result, (3,)), ops.multiply(x, 2.0))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("axes", [1, 2, ([0, 1], [1, 0]), ([-1], [0])])
def test_tensordot(backend, kind, axes):
    a, b = data(3, 3, 3, kind=kind), data(3, 3, 2, kind=kind)
    assert_close(ops.tensordot(a, b, axes=axes), np.tensordot(a, b, axes=axes), rtol=1e-4, atol=1e-4)


def test_tensordot_without_shared_axes(backend):
    a, b = data(2, 3), data(4)
    assert_close(ops.tensordot(a, b, axes=0), np.tensordot(a, b, axes=0))


@pytest.mark.parametrize("kind", KINDS)
def test_vectors_and_matrices(backend, kind):
    a, b, m = data(2, 3, kind=kind), data(2, 3, kind=kind), data(2, 3, 3, kind=kind)
    assert_close(ops.vecdot(a, b), np.vecdot(a, b), rtol=1e-4, atol=1e-4)
    assert_close(ops.vecdot(a, b, axis=0), np.vecdot(a, b, axis=0), rtol=1e-4, atol=1e-4)
    assert_close(ops.matvec(m, a), np.matvec(m, a), rtol=1e-4, atol=1e-4)
    assert_close(ops.vecmat(a, m), np.vecmat(a, m), rtol=1e-4, atol=1e-4)
    assert_close(ops.vdot(a, b), np.vdot(a, b), rtol=1e-4, atol=1e-4)
    assert_close(ops.inner(a, b), np.inner(a, b), rtol=1e-4, atol=1e-4)
    assert_close(ops.outer(a, b), np.outer(a, b), rtol=1e-4, atol=1e-4)
    assert_close(ops.kron(a, b), np.kron(a, b), rtol=1e-4, atol=1e-4)
    assert_close(ops.matrix_transpose(m), np.matrix_transpose(m))


@pytest.mark.parametrize("axes", [{}, {"axisa": 0, "axisb": 0, "axisc": 0}, {"axis": 0}])
@pytest.mark.parametrize("kind", ["float32", "int32"])
def test_cross(backend, kind, axes):
    a, b = data(3, 3, kind=kind), data(3, 3, kind=kind)
    assert_close(ops.cross(a, b, **axes), np.cross(a, b, **axes), rtol=1e-4, atol=1e-4)


def test_cross_of_broadcast_and_short_vectors(backend):
    a, b, short = data(4, 3), data(3), data(4, 2)
    assert_close(ops.cross(a, b), np.cross(a, b), rtol=1e-4, atol=1e-4)
    padded = np.concatenate([short, np.zeros((4, 1), np.float32)], axis=-1)
    assert_close(ops.cross(a, short), np.cross(a, padded), rtol=1e-4, atol=1e-4)
    assert_close(ops.cross(short, a), np.cross(padded, a), rtol=1e-4, atol=1e-4)
    assert_close(
        ops.cross(short, short[::-1].copy()), np.cross(padded, padded[::-1])[:, 2], rtol=1e-4, atol=1e-4
    )
    assert_close(ops.cross(short.T, a, axisa=0), np.cross(padded, a), rtol=1e-4, atol=1e-4)
    assert_close(ops.cross(a.T, short.T, axis=0), np.cross(a, padded).T, rtol=1e-4, atol=1e-4)
    one = ops.cross(short[0], short[1])
    assert ops.is_tensor(one)
    assert one.shape == ()
    with pytest.raises(ValueError, match=r"(?i)vectors|dimension"):
        ops.cross(data(4), data(4))


@pytest.mark.parametrize(
    "arguments", [{}, {"offset": 1}, {"offset": -1}, {"axis1": 1, "axis2": 2}, {"axis1": -1, "axis2": 0}]
)
@pytest.mark.parametrize("kind", ["float32", "int8"])
def test_trace_and_diagonal(backend, arguments, kind):
    x = data(3, 4, 3, kind=kind)
    assert_close(ops.trace(x, **arguments), np.trace(x, **arguments), rtol=1e-4, atol=1e-4)
    assert_close(ops.diagonal(x, **arguments), np.diagonal(x, **arguments))


def test_trace_dtype(backend):
    assert str(ops.trace(data(3, 3, kind="int8"), dtype=ops.float32).dtype).endswith("float32")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("subscripts", "shapes"),
    [
        ("ij,jk->ik", [(2, 3), (3, 4)]),
        ("ij,jk", [(2, 3), (3, 4)]),
        ("ii", [(3, 3)]),
        ("ii->i", [(3, 3)]),
        ("ij->ji", [(2, 3)]),
        ("ij->", [(2, 3)]),
        ("i,j->ij", [(2,), (3,)]),
        ("...ij,...jk->...ik", [(5, 2, 3), (3, 4)]),
        ("...i->...", [(2, 3)]),
        ("bij, bjk, kl -> bil", [(2, 2, 2), (2, 2, 2), (2, 2)]),
        ("iij->j", [(2, 2, 3)]),
    ],
)
def test_einsum(backend, subscripts, shapes, kind):
    operands = [data(*s, kind=kind) for s in shapes]
    assert_close(ops.einsum(subscripts, *operands), np.einsum(subscripts, *operands), rtol=1e-3, atol=1e-3)


def test_einsum_of_unfit_operands(backend):
    with pytest.raises((ValueError, RuntimeError, TypeError)):
        ops.einsum("ij,jk->ik", data(2, 3), data(2, 3))


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("sizes", [(5, 3), (3, 5), (4, 4), (5, 1), (6, 4), (4, 6)])
@pytest.mark.parametrize("kind", ["float32", "int32", "complex64"])
def test_convolve_and_correlate(backend, mode, sizes, kind):
    a, b = data(sizes[0], kind=kind), data(sizes[1], kind=kind)
    assert_close(ops.convolve(a, b, mode), np.convolve(a, b, mode), rtol=1e-4, atol=1e-3)
    assert_close(ops.correlate(a, b, mode=mode), np.correlate(a, b, mode), rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("function", [ops.convolve, ops.correlate])
def test_modes_by_numpys_numbers(backend, function):
    a, b = ops.asarray([1.0, 2.0, 3.0, 4.0]), ops.asarray([1.0, 1.0, 2.0])
    for number, word in enumerate(("valid", "same", "full")):
        assert_close(function(a, b, number), function(a, b, word))
    for mode, error in (
        ("f", ArgumentError),
        (-1, ArgumentError),
        (3, ArgumentError),
        (None, ArgumentTypeError),
    ):
        with pytest.raises(error):
            function(a, b, mode)


def test_convolve_of_nothing(backend):
    with pytest.raises(ValueError, match=r"empty|vector|elements"):
        ops.convolve([], [1.0])


def test_standard_names_of_the_linalg_namespace():
    for name in ("matmul", "matrix_transpose", "tensordot", "vecdot"):
        assert getattr(ops.linalg, name) is getattr(ops, name)


def test_object_arrays_stay_what_they_are_on_numpy():
    from decimal import Decimal

    x = np.array([Decimal("0.1"), Decimal("0.2")], dtype=object)
    assert ops.dot(x, x) == Decimal("0.05")


def test_cross_of_one_vector_each_promotes(backend):
    result = ops.cross(np.asarray([1, 2, 3], dtype="int16"), np.asarray([4, 5, 6], dtype="int8"))
    assert str(result.dtype).endswith("int16")
    assert_close(result, [-3, 6, -3])


@pytest.mark.parametrize("length", [2, 3])
def test_cross_of_parallel_vectors_is_zero(backend: str, length: int) -> None:
    """JAX's was what rounding left of each product, since its programs round only the other one."""
    x = ops.asarray(np.sin(np.arange(length * 50.0)).reshape(50, length))
    assert not ops.any(ops.cross(x, ops.negative(x)))


@pytest.mark.parametrize("shapes", [((0,), (0,)), ((2, 0), (3, 2)), ((3,), (2, 0, 3))])
def test_kron_of_nothing(backend, shapes):
    a, b = (np.zeros(shape, dtype="float32") for shape in shapes)
    assert_close(ops.kron(a, b), np.kron(a, b))


@pytest.mark.parametrize(
    "optimize", [["einsum_path", (0, 2), (0, 1)], ("greedy", 1e5), "optimal", True, False]
)
def test_einsum_takes_every_way_to_say_in_which_order(backend, optimize):
    a, b, c = (
        np.arange(n, dtype=np.float32).reshape(shape) for n, shape in ((6, (2, 3)), (12, (3, 4)), (8, (4, 2)))
    )
    found = ops.einsum("ij,jk,kl->il", *map(ops.asarray, (a, b, c)), optimize=optimize)
    assert_close(found, a @ b @ c)


@pytest.mark.parametrize("subscripts", ["...->", "...j->j", "i1", "i;j", "i_"])
def test_einsum_refuses_what_numpy_does(backend: str, subscripts: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  NumPy's words
        ops.einsum(subscripts, ops.ones((2, 3)))
    assert ops.einsum("...ij->ij", ops.ones((2, 3))).shape == (2, 3)  # where there are no other axes


@pytest.mark.parametrize("path", [[(2, 3), (0, 1)], [(0, 5), (0, 1)], [(0, 1)], [(0, 1), (0, 1), (0, 1)]])
def test_an_order_that_does_not_contract_all(backend: str, path: list[tuple[int, ...]]) -> None:
    a = ops.ones((2, 2))
    with pytest.raises(ValueError, match="einsum"):
        ops.einsum("ab,bc,cd->ad", a, a, a, optimize=["einsum_path", *path])
    found = ops.einsum("ab,bc,cd->ad", a, a, a, optimize=["einsum_path", (0, 1), (0, 1)])
    assert ops.tolist(found) == [[4.0, 4.0], [4.0, 4.0]]


def test_einsum_searches_no_order_for_few_products(monkeypatch: pytest.MonkeyPatch) -> None:
    searched, numpy_einsum = [], np.einsum

    def einsum(*arguments: Any, optimize: Any = False) -> Any:
        searched.append(optimize)
        return numpy_einsum(*arguments, optimize=optimize)

    monkeypatch.setattr(np, "einsum", einsum)
    places, metric, many = np.asarray([[1.0, 2.0, 3.0]]), np.eye(3), np.ones((40, 40))
    assert ops.einsum("ni, ij, nj -> n", places, metric, places).tolist() == [14.0]
    assert ops.einsum("...i,ij,...j->...", places, metric, places).tolist() == [14.0]
    assert ops.einsum("ij,jk,kl", many, many, many)[0, 0] == 1600.0
    assert searched == [False, False, True]


@pytest.mark.parametrize("size", [3, 60])
def test_einsum_of_masked_arrays_is_numpys(size: int) -> None:
    """Large ones went by tensordot, whose reshape a masked array refuses."""
    x = np.ma.masked_array(np.ones((size, 30)), np.arange(size * 30).reshape(size, 30) % 2)
    assert ops.einsum("ij,ji->i", x, x.T).tolist() == np.einsum("ij,ji->i", x, x.T).tolist()


def test_einsum_between_lists_of_axes_is_of_the_library_of_its_tensors(backend):
    a = ops.asarray(np.ones((2, 3)))
    host = np.ones((2, 3))
    with use_backend("numpy"):
        for made in (
            ops.einsum(a, [0, 1], [0]),
            ops.einsum(a, [0, 1]),
            ops.einsum(a, [0, 1], host, [0, 1], [0]),
            ops.einsum(host, [0, 1], a, [0, 1], [0]),
        ):
            assert type(made) is type(a)
