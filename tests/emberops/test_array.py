"""``emberops.Array`` on every backend."""

from __future__ import annotations

import copy
import math
import operator
import pickle
from typing import Any

import numpy as np
import pytest

import emberops
from emberops import Array, ops
from emberops.errors import BackendMismatchError, DTypeError, ShapeError, UnknownBackendError
from emberops.testing import assert_close

NP = np.asarray([[1.5, -2.0, 3.0], [0.5, 4.0, -6.0]], dtype=np.float32)


@pytest.fixture
def x(backend: str) -> Array:
    return Array(NP.copy(), backend=backend)


class TestMaking:
    def test_says_where_it_is(self, x: Array, backend: str) -> None:
        assert (x.backend, x.shape, x.ndim, x.size) == (backend, (2, 3), 2, 6)
        assert x.dtype == ops.float32
        assert f"backend='{backend}', dtype=float32, device='{x.device}'" in repr(x)

    def test_host_data_goes_to_the_default_backend(self, backend: str) -> None:
        assert Array([1.0]).backend == backend
        assert Array(np.ones(2)).backend == backend
        assert Array([ops.ones(2), ops.ones(2)]).shape == (2, 2)

    def test_a_tensor_is_held_where_it_is(self, backend: str) -> None:
        tensor = ops.ones(2)
        assert Array(tensor).backend == backend
        assert Array(Array(tensor)).tensor is Array(tensor).tensor or backend in ("numpy", "jax", "mlx")

    def test_a_tensor_of_another_backend_is_refused(self, backend: str) -> None:
        other = "torch" if backend != "torch" else "jax"
        with pytest.raises(BackendMismatchError, match="convert it first"):
            Array(emberops.namespace(other).ones(2), backend=backend if backend != "numpy" else "mlx")
        with pytest.raises(UnknownBackendError):
            Array([1.0], backend="tpu")

    def test_copies_and_pickles(self, x: Array) -> None:
        for made in (copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x))):
            assert type(made) is Array
            assert made.backend == x.backend
            assert_close(made, NP)
            made[0] = 0.0
            assert_close(x, NP)


BINARY = [
    *(operator.add, operator.sub, operator.mul, operator.truediv, operator.pow),
    *(operator.floordiv, operator.mod, operator.lt, operator.ge, operator.eq, operator.ne),
]


class TestOperators:
    @pytest.mark.parametrize("op", BINARY, ids=lambda op: op.__name__)
    def test_both_directions_equal_numpys(self, x: Array, op: Any) -> None:
        other = np.abs(NP) + 1
        y = Array(other, backend=x.backend)
        for left, right, expected in [
            (x, y, op(NP, other)),
            (y, 2.0, op(other, np.float32(2.0))),
            (2.0, y, op(np.float32(2.0), other)),
            (y, other, op(other, other)),
            (other, y, op(other, other)),
        ]:
            with np.errstate(invalid="ignore"):
                result = op(left, right)
            assert type(result) is Array
            assert result.backend == x.backend
            assert_close(result, expected, rtol=2e-5)

    def test_beside_a_tensor_of_its_backend(self, x: Array, backend: str) -> None:
        assert_close(x + x.tensor, NP + NP)
        if backend != "mlx":  # whose own operators refuse what they do not know
            assert type(x.tensor + x) is Array
        assert type(ops.add(x.tensor, x)) is Array

    def test_unary_and_numbers(self, x: Array) -> None:
        assert_close(-x, -NP)
        assert_close(abs(x), abs(NP))
        assert_close(~(x > 0), ~(NP > 0))
        assert_close(divmod(x, 2.0)[1], np.mod(NP, 2))
        assert (float(x[0, 0]), int(x[1, 1]), bool(x[0, 0]), complex(x[0, 0])) == (1.5, 4, True, 1.5 + 0j)
        assert list(range(3))[Array(1, backend=x.backend)] == 1
        assert f"{x[0, 0]:.2f}" == "1.50"
        with pytest.raises(ShapeError, match="single number"):
            float(x)

    def test_matrices(self, x: Array) -> None:
        assert_close(x @ x.T, NP @ NP.T, rtol=1e-5)
        assert_close(NP.T @ x, NP.T @ NP, rtol=1e-5)
        assert_close(x.mT, NP.T)

    def test_two_backends_do_not_mix_and_numpy_is_host_data(self, x: Array, backend: str) -> None:
        other = Array([1.0, 2.0, 3.0], backend="torch" if backend != "torch" else "jax")
        if backend == "numpy":
            assert (x + other).backend == other.backend
        else:
            with pytest.raises(BackendMismatchError, match="two backends"):
                x + other

    def test_what_is_no_number_is_a_type_error(self, x: Array) -> None:
        with pytest.raises(TypeError):
            x + object()
        with pytest.raises(TypeError):
            hash(x)


class TestWriting:
    def test_slices_are_views(self, x: Array) -> None:
        expected = NP.copy()
        part, of_part = x[:, 1:], x[:, 1:][0]
        part *= 2
        expected[:, 1:] *= 2
        of_part[0] = 7.0
        expected[0, 1] = 7.0
        x[1] += np.asarray([1, 1, 1], dtype=np.float32)
        expected[1] += 1
        assert_close(x, expected)
        assert_close(part, expected[:, 1:])
        assert_close(of_part, expected[0, 1:])

    def test_what_numpy_copies_is_a_copy(self, x: Array) -> None:
        number, picked = x[0, 0], x[[0, 1]]
        number += 1
        picked[0] = 9.0
        assert_close(x, NP)

    def test_masks_and_arrays_as_indices(self, x: Array) -> None:
        expected = NP.copy()
        x[x < 0] = 0.0
        expected[expected < 0] = 0.0
        x[Array([0, 1], backend=x.backend), 0] = Array([8.0, 9.0], backend=x.backend)
        expected[[0, 1], 0] = [8.0, 9.0]
        assert_close(x, expected)
        assert_close(x[::-1, ::2], expected[::-1, ::2])

    def test_in_place_keeps_dtype_and_shape(self, backend: str) -> None:
        n = Array([1, 2], backend=backend)
        n += True
        assert n.tolist() == [2, 3]
        with pytest.raises(DTypeError, match="cannot hold"):
            n += 0.5
        with pytest.raises(ShapeError, match="cannot hold"):
            n += np.ones((2, 2), dtype=np.int32)
        assert n.tolist() == [2, 3]


class TestMethods:
    def test_equal_numpys(self, x: Array) -> None:
        for name, args, options in [
            ("sum", (), {}),
            ("mean", (0,), {}),
            ("std", (), {"axis": 1, "ddof": 1}),
            ("max", (), {"axis": 0, "keepdims": True}),
            ("argmin", (), {}),
            ("cumsum", (1,), {}),
            ("reshape", (3, 2), {}),
            ("reshape", ((3, 2),), {"order": "F"}),
            ("ravel", (), {}),
            ("transpose", (1, 0), {}),
            ("clip", (-1, 1), {}),
            ("round", (), {}),
            ("repeat", (2,), {"axis": 0}),
            ("take", ([0, 2],), {"axis": 1}),
            ("swapaxes", (0, 1), {}),
            ("argsort", (), {"axis": 0}),
            ("any", (), {}),
            ("dot", (NP.T,), {}),
        ]:
            assert_close(getattr(x, name)(*args, **options), getattr(NP, name)(*args, **options), rtol=1e-4)
        assert x.tolist() == NP.tolist()
        assert [v.tolist() for v in x] == NP.tolist()
        assert 4.0 in x
        out = Array(np.zeros(3, dtype=np.float32), backend=x.backend)
        x.sum(axis=0, out=out)
        assert_close(out, NP.sum(axis=0))

    def test_sort_and_fill_change_it(self, x: Array) -> None:
        x.sort(axis=1)
        assert_close(x, np.sort(NP, axis=1))
        x[0].fill(2.0)
        assert x[0].tolist() == [2.0] * 3


class TestTransforms:
    def test_grad_jit_and_vmap(self, x: Array, backend: str) -> None:
        def loss(a: Array) -> Any:
            assert type(a) is Array
            b = a * 1.0
            b[0] = 0.0
            return ops.sum(b * b)

        expected = 2 * NP
        expected[0] = 0
        assert_close(ops.grad(loss)(x), expected)
        assert_close(ops.value_and_grad(loss)(x)[0], (NP[1] ** 2).sum(), rtol=1e-5)
        assert_close(ops.jit(lambda a: a * 2 + 1)(x), NP * 2 + 1)
        assert_close(ops.vmap(lambda row: row.sum() + row)(x), NP.sum(1, keepdims=True) + NP, rtol=1e-5)

    def test_loops(self, x: Array) -> None:
        total, rows = ops.scan(lambda carry, row: (carry + row, carry), x[0] * 0, x)
        assert_close(total, NP.sum(axis=0))
        assert type(rows) is Array
        assert_close(ops.fori_loop(0, 3, lambda _i, v: v * 2, x), NP * 8)


class TestNamespace:
    def test_is_one(self, backend: str) -> None:
        xp = emberops.namespace(backend, wrapped=True)
        x = xp.asarray([3.0, 1.0, 2.0])
        assert x.__array_namespace__() is xp
        assert type(x) is Array
        assert x.dtype == xp.__array_namespace_info__().default_dtypes()["real floating"]
        assert xp.linalg.vector_norm(x).backend == backend
        assert_close(xp.sort(x)[::-1], [3.0, 2.0, 1.0])
        assert xp.from_dlpack(x).tolist() == [3.0, 1.0, 2.0]
        assert float(xp.asarray(-1.0) // xp.asarray(xp.inf)) == 0.0  # the standard's -0, NumPy's -1
        with pytest.raises(ValueError, match="api_version"):
            x.__array_namespace__(api_version="1999.12")

    def test_tanh_of_an_infinite_real_part_is_the_standards(self, backend: str) -> None:
        xp = emberops.namespace(backend, wrapped=True)
        for y in (2.0, -2.0, 0.5):  # sin(2y) has the other sign at the first two
            z = xp.tanh(xp.asarray([complex(float("inf"), y), complex(float("-inf"), y), 1j * y]))
            assert_close(z, [1.0, -1.0, 1j * np.tan(y)], rtol=1e-5)
            assert [math.copysign(1.0, v.imag) for v in z.tolist()[:2]] == [math.copysign(1.0, y)] * 2
        assert_close(xp.tanh(xp.asarray([0.5])), [math.tanh(0.5)], rtol=1e-5)

    def test_expm1_of_a_complex_zero_is_the_standards(self, backend: str) -> None:
        xp = emberops.namespace(backend, wrapped=True)
        made = xp.expm1(xp.asarray([complex(-0.0, 0.0), complex(-0.0, -0.0), 1j])).tolist()
        assert [math.copysign(1.0, z.real) for z in made[:2]] == [1.0, 1.0]
        assert [math.copysign(1.0, z.imag) for z in made[:2]] == [1.0, -1.0]
        assert made[2] == pytest.approx(np.expm1(1j), rel=1e-5)
        assert_close(xp.expm1(xp.asarray([-0.0, 1.0])), np.expm1([0.0, 1.0]), rtol=1e-5)

    @pytest.mark.parametrize("version", [None, (0, 0), (0, 8), (1, 0)])
    def test_exports_to_consumers_of_any_version(self, backend: str, version: Any) -> None:
        x = emberops.namespace(backend, wrapped=True).asarray([1.0, 2.0])
        assert "dltensor" in repr(x.__dlpack__(max_version=version))


class TestWhatALibraryRefuses:
    """Arrays get the answers that operations have for tensors which the library refuses."""

    def test_complex_numbers_are_ordered(self, backend: str) -> None:
        x = Array(np.asarray([1 + 2j, 2 - 1j], np.complex64), backend=backend)
        assert_close(x > Array(np.asarray([1 + 1j, 2 - 1j], np.complex64), backend=backend), [True, False])
        assert_close(x >= 2, [False, False])
        assert isinstance(ops.maximum(x, x), Array)

    def test_unsigned_integers_are_added(self, backend: str) -> None:
        x = Array(np.asarray([1, 2], np.uint16), backend=backend)
        assert_close(x + x, [2, 4])
        assert_close(x < 2, [True, False])
        assert (x + x).dtype == ops.uint16

    def test_what_nobody_can_answer_is_refused(self, backend: str) -> None:
        with pytest.raises(DTypeError):
            ops.atan2(Array([1j], backend=backend), Array([1j], backend=backend))
