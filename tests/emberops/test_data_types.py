"""dtypes: the same names, limits and promotion on every backend."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from functools import reduce
from typing import Any

import jax.numpy as jnp
import mlx.core as mx
import numpy as np
import pytest
import scipy.sparse
import torch

import emberops
from emberops import ops, use_backend
from emberops.dtypes import dtype as dtypes
from emberops.errors import DTypeError, EmberopsError, ShapeError, UnknownDTypeError
from emberops.testing import assert_close

FLOATS = ("float16", "float32", "float64")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


@pytest.mark.parametrize(
    "native", [np.float32, np.dtype("f4"), torch.float32, jnp.float32, mx.float32, "float32", "f4"]
)
def test_a_portable_dtype_equals_every_native_one(native: Any) -> None:
    assert ops.float32 == native
    emberops.namespace("mlx")  # MLX's dtypes know portable ones since then
    assert native == ops.float32
    assert ops.float64 != native
    assert native != ops.float64
    assert dtypes.dtype(native) is ops.float32


def test_mlx_says_of_all_else_what_it_always_said() -> None:
    emberops.namespace("mlx")
    own = mx.Dtype.__eq__.__wrapped__  # type: ignore[attr-defined]  # what undoes it: mx.Dtype.__eq__ = own
    assert own(mx.float32, ops.float32) is False
    assert (mx.float32 == np.float32) is own(mx.float32, np.float32)
    assert (mx.float32 == mx.float32) is True
    with pytest.raises(TypeError):
        own(mx.float32, None)
    with pytest.raises(TypeError):
        mx.float32 == None  # noqa: B015, E711, what MLX does of it


def test_portable_dtypes_are_accepted_wherever_a_dtype_is(backend: str) -> None:
    x = ops.asarray([1, 2], dtype=ops.float32)
    assert ops.dtype(x) == ops.float32
    assert ops.dtype(ops.astype(x, ops.int32)) == ops.int32
    assert ops.dtype(ops.zeros((2,), dtype="float16")) == ops.float16


def test_a_portable_dtype_has_the_name_of_numpys_class() -> None:
    assert ops.float32.__name__ == np.float32.__name__


def test_numpy_reads_a_portable_dtype() -> None:
    """Other libraries hand what they are given for a dtype to ``numpy.dtype``."""
    assert all(np.dtype(getattr(ops, name)) == np.dtype(name) for name in (*FLOATS, *INTEGERS))
    assert np.zeros(2, dtype=ops.float32).dtype == np.float32
    with pytest.raises(UnknownDTypeError, match="bfloat16"):
        np.dtype(ops.bfloat16)


def test_numpy_keeps_its_records() -> None:
    fields = [("mass", float), ("count", int)]
    assert ops.zeros(2, dtype=fields).dtype == np.dtype(fields)


@pytest.mark.parametrize("wrong", ["float33", object(), 3.5, "strange"])
def test_what_is_no_dtype_is_an_error_that_lists_them(wrong: Any) -> None:
    with pytest.raises(UnknownDTypeError, match="float32"):
        dtypes.dtype(wrong)


def test_astype(backend: str) -> None:
    x = ops.asarray([1.5, -2.5, 3.0])
    for dtype, expected in (
        ("int32", [1, -2, 3]),
        (ops.bool, [True, True, True]),
        ("float32", [1.5, -2.5, 3.0]),
    ):
        assert_close(ops.cast(x, dtype), np.asarray(expected))
    assert_close(ops.astype(ops.asarray([1 + 2j]), "float32"), np.asarray([1.0], np.float32))


@pytest.mark.parametrize("source", ["int32", "bool", "float16", "complex64"])
def test_none_is_the_default_float(backend: str, source: str) -> None:
    x = ops.asarray([1, 0], dtype=source)
    for operand in (x, ops.to_numpy(x)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # NumPy says that it drops the imaginary part
            made = ops.astype(operand, None)
        assert ops.dtype(made) == ops.dtype(ops.zeros(1))
        assert ops.tolist(made) == [1.0, 0.0]


def test_questions_about_none_are_about_the_default_float(backend: str) -> None:
    assert ops.isdtype(None, "real floating")
    assert not ops.isdtype(None, "integral")
    assert ops.issubdtype(None, np.floating)
    assert ops.finfo(None).eps == ops.finfo(ops.dtype(ops.zeros(1))).eps


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_none_is_the_float_that_was_chosen(backend: str, dtype: Any) -> None:
    emberops.set_default_dtype(dtype)
    try:
        assert ops.dtype(ops.astype(ops.asarray([1, 2]), None)) == getattr(ops, dtype)
    finally:
        emberops.set_default_dtype(None)


def test_astype_copies_unless_told_not_to(backend: str) -> None:
    x = ops.asarray([1.0, 2.0])
    assert ops.astype(x, x.dtype) is not x
    if backend in ("numpy", "torch"):
        assert ops.astype(x, x.dtype, copy=False) is x


@pytest.mark.parametrize("casting", ["no", "equiv", "safe", "same_kind", "unsafe"])
@pytest.mark.parametrize("source", ["bool", "uint8", "int8", "int32", "float16", "float32", "complex64"])
def test_astype_keeps_rules_of_casting(backend: str, source: str, casting: Any) -> None:
    x = ops.astype(ops.asarray([1, 0]), source)
    for target in ("bool", "uint8", "int32", "float16", "float32", "complex64"):
        if np.can_cast(source, target, casting=casting):
            assert ops.dtype(ops.astype(x, target, casting=casting)) == getattr(ops, target)
        else:
            with pytest.raises(TypeError):
                ops.astype(x, target, casting=casting)


def test_astype_knows_its_rules(backend: str) -> None:
    with pytest.raises((ValueError, TypeError), match="casting"):
        ops.astype(ops.asarray([1.0]), "float32", casting="safely")  # type: ignore[arg-type]  # wrong on purpose


def test_saturate_cast_stops_at_the_bounds(backend: str) -> None:
    x = ops.asarray([-5.0, 300.0, 7.9, float("nan"), float("inf"), float("-inf")], dtype="float32")
    assert_close(ops.saturate_cast(x, "uint8"), np.asarray([0, 255, 7, 0, 255, 0], np.uint8))
    largest = ops.saturate_cast(ops.asarray([1e30], dtype="float32"), "int32")
    assert 2**31 - 2**7 <= int(largest[0]) <= 2**31 - 1
    assert_close(
        ops.saturate_cast(ops.asarray([-1, 300], dtype="int32"), "uint8"), np.asarray([0, 255], np.uint8)
    )


def test_bitcast_reads_the_same_bits(backend: str) -> None:
    x = ops.asarray([1.0, -0.0], dtype="float32")
    assert_close(ops.bitcast(x, "int32"), np.asarray([1.0, -0.0], np.float32).view(np.int32))
    with pytest.raises(DTypeError, match="bytes"):
        ops.bitcast(x, "int8")


@pytest.mark.parametrize("name", FLOATS)
def test_finfo_gives_the_limits_of_ieee_754(backend: str, name: str) -> None:
    if backend == "jax" and name == "float64":
        name = "float32"  # jax_enable_x64 is off here
    found, expected = ops.finfo(ops.dtype(name)), np.finfo(name)
    for field in (
        "eps",
        "epsneg",
        "max",
        "min",
        "smallest_normal",
        "smallest_subnormal",
        "tiny",
        "resolution",
    ):
        assert isinstance(getattr(found, field), float), field
        assert getattr(found, field) == pytest.approx(float(getattr(expected, field)), rel=1e-3), field
    for field in ("bits", "precision", "nmant", "nexp", "machep", "negep", "minexp", "maxexp"):
        assert getattr(found, field) == getattr(expected, field), field
    assert ops.finfo(ops.ones((2,), dtype=name)).bits == expected.bits


@pytest.mark.parametrize("name", INTEGERS)
def test_iinfo_gives_the_limits(backend: str, name: str) -> None:
    if backend == "jax" and name.endswith("64"):
        name = name.replace("64", "32")  # jax_enable_x64 is off here
    found, expected = ops.iinfo(name), np.iinfo(name)
    assert (found.bits, found.max, found.min) == (expected.bits, expected.max, expected.min)


@pytest.mark.parametrize(
    ("dtype", "kind", "expected"),
    [
        ("float32", "real floating", True),
        ("int8", "integral", True),
        ("int8", ("bool", "unsigned integer"), False),
        ("bool", "numeric", False),
        ("complex64", "numeric", True),
        ("int32", "int32", True),
        ("uint8", ("int8", "uint8"), True),
    ],
)
def test_isdtype(backend: str, dtype: str, kind: Any, expected: bool) -> None:
    assert ops.isdtype(ops.dtype(dtype), kind) is expected
    assert ops.isdtype(ops.zeros((1,), dtype=dtype).dtype, kind) is expected


@pytest.mark.parametrize("kind", ["numeric", "integral", "real floating", "complex floating"])
@pytest.mark.parametrize(
    "dtype",
    [
        *map(np.dtype, ("O", "U3", "S3", "M8[s]", "m8[s]", "g", "G", ">f8", [("a", float)])),
        int,
        float,
        str,
        list,
    ],
)
def test_isdtype_answers_for_dtypes_of_numpy_alone(backend: str, dtype: Any, kind: str) -> None:
    of_numpy = {"numeric": np.number, "integral": np.integer, "real floating": np.floating}
    expected = np.issubdtype(dtype, of_numpy.get(kind, np.complexfloating))
    assert ops.isdtype(dtype, kind) == expected


def test_dtype_of_numpy_alone_equals_no_other(backend: str) -> None:
    for array in (np.zeros(2, object), np.array(["a"]), np.zeros(2, np.longdouble)):
        assert ops.dtype(array) == array.dtype
        assert ops.dtype(array) != ops.float64
        assert not ops.isdtype(array.dtype, ops.float64)
        assert not ops.issubdtype(array.dtype, ops.float64)
        assert ops.issubdtype(array.dtype, ops.number) == np.issubdtype(array.dtype, np.number)


def test_isdtype_refuses_what_is_no_dtype(backend: str) -> None:
    with pytest.raises(UnknownDTypeError):
        ops.isdtype("flot32", "numeric")


def test_isdtype_refuses_unknown_kinds(backend: str) -> None:
    with pytest.raises(ValueError, match=r"'round'.*integral"):
        ops.isdtype(ops.float32, "round")


@pytest.mark.parametrize(
    ("dtype", "of", "expected"),
    [
        ("float32", ops.floating, True),
        ("float32", np.floating, True),
        ("int8", ops.integer, True),
        ("int8", ops.unsignedinteger, False),
        ("complex64", ops.inexact, True),
        ("bool", ops.number, False),
        ("bool", ops.generic, True),
        ("float32", ops.float32, True),
    ],
)
def test_issubdtype(backend: str, dtype: str, of: Any, expected: bool) -> None:
    assert ops.issubdtype(ops.zeros((1,), dtype=dtype).dtype, of) is expected


@pytest.mark.parametrize(
    "of", [np.datetime64, np.timedelta64, np.str_, np.object_, np.flexible, np.dtype("M8[D]")]
)
def test_issubdtype_knows_what_numpy_alone_holds(backend: str, of: Any) -> None:
    assert not ops.issubdtype(ops.zeros((1,)).dtype, of)
    for dtype in map(np.dtype, ("O", "U3", "S3", "M8[s]", "m8[s]", "f4")):
        assert ops.issubdtype(dtype, of) == np.issubdtype(dtype, of)
        assert ops.issubdtype(dtype, np.generic)


def test_result_type_keeps_python_numbers_weak(backend: str) -> None:
    x = ops.asarray([1.0], dtype="float32")
    assert ops.float32 == ops.result_type(x, 2.0)
    assert ops.float32 == ops.result_type(x, True)
    assert ops.complex64 == ops.result_type(x, 1j)
    assert ops.int16 == ops.result_type("int8", "int16")
    assert ops.int16 == ops.result_type("uint8", "int8")
    assert ops.float32 == ops.promote_types("float16", "float32")


def test_can_cast(backend: str) -> None:
    assert ops.can_cast("int8", "int16")
    assert not ops.can_cast("int16", "int8")
    assert ops.can_cast(ops.ones((1,), dtype="float32"), "complex64")
    assert not ops.can_cast("float32", "int32")


def test_questions_about_objects(backend: str) -> None:
    x = ops.asarray([1.0, 2.0])
    assert ops.isscalar(2.5)
    assert ops.isscalar("a")
    assert not ops.isscalar(x)
    assert ops.isscalar(ops.sum(x))
    assert not ops.isscalar([1.0])
    assert not ops.iscomplexobj(x)
    assert ops.isrealobj(x)
    assert ops.iscomplexobj(ops.asarray([1j]))
    assert ops.iscomplexobj(np.array([1j]))
    assert ops.isrealobj(np.float64(1.0))
    assert ops.dtype(np.ones(2)) is ops.float64
    assert ops.iterable(x)
    assert not ops.iterable(ops.asarray(1.0))
    assert ops.dtype(x) is dtypes.dtype(x.dtype)
    assert ops.uint16 == ops.min_scalar_type(300)
    assert ops.common_type(ops.asarray([1, 2])) == ops.asarray([1.0]).dtype


def test_a_class_of_dtypes_has_single_numbers_for_instances(backend: str) -> None:
    x, n = ops.asarray([1.0, 2.0]), ops.asarray([1, 2])
    for number in (x[0], ops.sum(x), ops.astype(x, ops.float32)[0], np.float64(1.0)):
        assert isinstance(number, ops.floating)
        assert isinstance(number, (int, ops.inexact))
        assert not isinstance(number, ops.integer)
    assert isinstance(n[0], ops.integer)
    assert isinstance(n[0], ops.number)
    assert isinstance(ops.astype(x, ops.float32)[0], (ops.float16, ops.float32))
    assert not isinstance(ops.astype(x, ops.float32)[0], ops.float64)
    assert isinstance((x > 1)[0], ops.bool_)
    assert isinstance((x > 1)[0], ops.generic)
    assert not isinstance((x > 1)[0], ops.number)
    for other in (x, x[:1], 1.0, 1, True, "a", None, [1.0], np.asarray(1.0)):
        assert not isinstance(other, ops.generic)
    assert isinstance(ops.asarray(1.0), ops.floating) is (backend != "numpy")


def test_the_namespace_tells_of_itself(backend: str) -> None:
    xp = emberops.namespace(backend)
    info = xp.__array_namespace_info__()
    assert info.default_dtypes()["real floating"] == xp.asarray([1.0]).dtype
    assert set(info.dtypes(kind="bool")) == {"bool"}
    assert "int32" in info.dtypes(kind=("signed integer", "bool"))
    assert info.default_device() in info.devices()
    assert info.capabilities()["boolean indexing"] is True
    with pytest.raises(ValueError, match="unknown kind"):
        info.dtypes(kind="round")


def test_the_default_float_dtype_can_be_chosen(backend: str) -> None:
    # In a process of its own: on JAX it switches jax_enable_x64 on for good.
    code = (
        "import emberops; from emberops import ops; emberops.set_default_dtype('float64'); "
        "assert ops.dtype(ops.zeros((1,))) == ops.dtype(ops.asarray([1.0])) == ops.float64"
    )
    subprocess.run([sys.executable, "-c", code], env=os.environ | {"EMBEROPS_BACKEND": backend}, check=True)


def test_the_environment_chooses_it_too(backend: str) -> None:
    code = "from emberops import ops; assert ops.dtype(ops.linspace(0, 1, 3)) == ops.float64"
    environment = os.environ | {"EMBEROPS_BACKEND": backend, "EMBEROPS_DTYPE": "float64"}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)


OF_FLOATS = {
    **dict.fromkeys(
        [
            "nn.sigmoid",
            "nn.silu",
            "nn.softplus",
            "nn.softsign",
            "nn.softmax",
            "nn.log_softmax",
            "nn.log_sigmoid",
            "nn.gelu",
            "nn.elu",
            "nn.mish",
            "nn.selu",
            "nn.celu",
            "nn.squareplus",
            "nn.hard_sigmoid",
            "nn.hard_silu",
            "nn.sparse_plus",
            "nn.sparse_sigmoid",
        ],
        1,
    ),
    **dict.fromkeys(["linalg.inv", "linalg.det", "linalg.cholesky", "linalg.svdvals", "linalg.eigvalsh"], 1),
    **dict.fromkeys(
        ["linalg.expm", "linalg.slogdet", "linalg.qr", "linalg.lu", "linalg.pinv", "linalg.cond"], 1
    ),
    **dict.fromkeys(["linalg.solve", "linalg.solve_triangular", "linalg.lstsq"], 2),
    **dict.fromkeys(
        ["mean", "std", "var", "median", "average", "cov", "corrcoef", "logsumexp", "trapezoid"], 1
    ),
}
"""Functions of floats that were not of one mind, and how many tensors each takes."""


@pytest.mark.parametrize("backend", ["torch", "jax", "mlx"], indirect=True)
@pytest.mark.parametrize(
    ("default", "decomposed"), [("float64", "float64"), ("float16", "float32"), ("bfloat16", "float32")]
)
def test_integers_become_the_default_float_where_floats_are_wanted(
    backend: str, default: str, decomposed: str
) -> None:
    """One answer of three libraries; no library decomposes half precision, so that becomes single."""
    emberops.set_default_dtype(default)
    try:
        matrix = ops.asarray([[3, 1], [1, 2]], dtype="int32")
        made = {name: reduce(getattr, name.split("."), ops)(*[matrix] * n) for name, n in OF_FLOATS.items()}
        dtypes_made = {name: str(ops.dtype(x[0] if isinstance(x, tuple) else x)) for name, x in made.items()}
    finally:
        emberops.set_default_dtype(None)
    assert dtypes_made == {n: decomposed if n.startswith("linalg.") else default for n in OF_FLOATS}


def test_astype_keeps_classes_that_have_their_own() -> None:
    with emberops.use_backend("numpy"):
        matrix = ops.astype(scipy.sparse.csr_matrix(np.eye(2)), "int32")
    assert scipy.sparse.issparse(matrix)
    assert matrix.dtype == np.int32


@pytest.mark.parametrize("backend", ["torch", "jax", "mlx"], indirect=True)
@pytest.mark.parametrize("dtype", ["bool", "int8", "int32", "uint16"])
def test_functions_of_floats_give_integers_the_default(backend: str, dtype: str) -> None:
    emberops.set_default_dtype("float64")
    try:
        x = ops.asarray([0, 1, 1], dtype=dtype)
        for name in ("sin", "exp", "log1p", "sqrt", "sinc", "erf", "i0", "deg2rad", "angle", "fabs"):
            assert dtypes.dtype(getattr(ops, name)(x).dtype) == dtypes.float64, name
        for name in ("divide", "atan2", "hypot", "logaddexp", "copysign"):
            assert dtypes.dtype(getattr(ops, name)(x, x).dtype) == dtypes.float64, name
        assert_close(ops.divide(x, 3), np.array([0, 1, 1]) / 3, rtol=1e-15)
    finally:
        emberops.set_default_dtype(None)


@pytest.mark.parametrize("name", [n for n in dtypes.DTYPES if n != "complex128"])
@pytest.mark.parametrize("default", [None, "float64"])
def test_a_number_beside_a_tensor_of_mlx(name: str, default: str | None) -> None:
    # Neither look at a dtype is taken where MLX itself promotes as it is promised.
    emberops.set_default_dtype(default)
    try:
        x = emberops.namespace("mlx").asarray([1, 0], dtype=name)
        own = dtypes.dtype(name)
        inexact = own.kind.endswith("floating")
        assert dtypes.dtype(ops.add(x, 1.5).dtype) == (own if inexact else dtypes.dtype(default or "float32"))
        assert dtypes.dtype(ops.add(x, 2).dtype) == ("int32" if name == "bool" else own)
        assert dtypes.dtype(ops.sum(x).dtype) == dtypes.dtype(ops.sum(ops.concat([x] * 100)).dtype)
        assert dtypes.dtype(ops.mean(x).dtype) == (own if inexact else dtypes.dtype(default or "float32"))
    finally:
        emberops.set_default_dtype(None)


def test_a_refused_cast_to_a_dtype_of_numpy_names_the_tensor_alone() -> None:
    with pytest.raises(DTypeError, match="x of float64"):
        ops.astype(np.zeros(3), np.dtype("int64"), casting="safe")


_SCALARS = [
    *(np.datetime64("2020-01-01"), np.timedelta64(1, "s"), np.str_("a"), np.bytes_(b"a"), np.void(b"a")),
    *(np.longdouble(1), np.clongdouble(1), np.float16(1), np.uint8(1), np.bool_(True)),
    *(np.zeros(1, "i4,f4")[0], np.array(1.0), 1, 1.0, "a", None),
]


@pytest.mark.parametrize("scalar", _SCALARS, ids=lambda scalar: type(scalar).__name__)
def test_classes_of_dtypes_hold_for_the_scalars_that_numpys_own_do(scalar: object) -> None:
    for name in dtypes.CLASSES:
        assert isinstance(scalar, getattr(ops, name)) is isinstance(scalar, getattr(np, name)), name


@pytest.mark.parametrize("python", [int, float, complex])
def test_the_name_of_a_python_type_means_the_type(backend: str, python: type) -> None:
    name = python.__name__
    assert ops.zeros(2, dtype=name).dtype == ops.zeros(2, dtype=python).dtype
    assert ops.astype(ops.zeros(2), name).dtype == ops.astype(ops.zeros(2), python).dtype
    assert ops.result_type(name, ops.int8) == ops.result_type(python, ops.int8)
    assert ops.isdtype(name, "numeric")
    assert ops.can_cast(ops.int8, name)
    limits = ops.iinfo if python is int else ops.finfo
    assert limits(name).bits == limits(python).bits


@pytest.mark.parametrize("x", [3, 2.5, True, [1, 2], np.arange(3), np.float64(1.5)], ids=str)
def test_a_dtype_makes_what_numpys_class_of_that_name_makes(backend: str, x: object) -> None:
    made, expected = ops.float32(x), np.float32(x)
    assert made.dtype == ops.float32
    assert_close(made, expected)
    if backend == "numpy":
        assert type(made) is type(expected)
    else:
        assert ops.is_tensor(made)


@pytest.mark.parametrize(
    ("name", "text"), [("float64", " 1.5"), ("float32", "1.2"), ("int64", "3"), ("complex128", "1j")]
)
def test_what_is_read_of_a_text_is_a_number_of_the_host(backend: str, name: str, text: str) -> None:
    made, expected = getattr(ops, name)(text), getattr(np, name)(text)
    assert type(made) is type(expected if backend == "numpy" else expected.item())
    assert {expected: "found"}[made] == "found"
    with pytest.raises(ValueError, match=r"could not convert|invalid literal|malformed"):
        getattr(ops, name)("no number")


def test_a_dtype_makes_tensors_where_its_argument_lives(backend: str) -> None:
    x = ops.asarray([1, 2], dtype=ops.int32)
    with use_backend("numpy"):
        made = ops.float32(x)
    assert ops.namespace_of(made) is ops.namespace_of(x)
    assert made.dtype == ops.float32
    assert ops.int16().dtype == ops.int16


def test_a_dtype_is_no_function_that_a_message_could_be_of(backend: str) -> None:
    with pytest.raises(ShapeError, match=r"ops\.reshape"):
        ops.reshape(ops.zeros(3, dtype=ops.float32), (2, 2))
    with pytest.raises(EmberopsError, match=r"ops\.asarray"):
        ops.asarray([[1, 2], [3]], dtype=ops.float32)


def test_a_dtype_of_another_byte_order_is_none_of_the_portable_ones() -> None:
    """As in NumPy, where files of FITS and HDF5 give such arrays."""
    swapped = np.ones(1, ">f8" if sys.byteorder == "little" else "<f8")
    for asked in (swapped.dtype, ops.dtype(swapped)):
        assert asked != ops.float64
        assert ops.float64 != asked
        assert asked not in (ops.float32, ops.float64)
    assert ops.dtype(swapped) == swapped.dtype
    assert ops.dtype(swapped) != ops.dtype(np.ones(1))
    assert ops.isdtype(swapped.dtype, "real floating")


def test_the_class_of_a_portable_dtype_makes_numbers() -> None:
    assert ops.float32.type(3) == np.float32(3)
    assert isinstance(ops.float32.type(3), ops.float32.type)


def test_an_imaginary_number_is_true(backend: str) -> None:
    """Whatever makes truth values of complex numbers: its imaginary part is none to leave out."""
    x = ops.asarray(np.array([1j, 0, 1, 1 + 1j], np.complex64))
    expected = [True, False, True, True]
    rows = ops.reshape(x, (-1, 1))
    for made in (
        ops.astype(x, bool),
        ops.sum(rows, axis=1, dtype=bool),
        ops.prod(rows, axis=1, dtype=bool),
        ops.mean(rows, axis=1, dtype=bool),
        ops.assign(ops.zeros(4, dtype=bool), slice(None), x),
        ops.assign(ops.zeros(4, dtype=bool), [0, 1, 2, 3], x),
    ):
        assert ops.tolist(made) == expected
    assert ops.tolist(ops.assign(ops.zeros(4), [0, 1, 2, 3], x)) == [0, 0, 1, 1]
    if backend == "jax":  # the others refuse it
        assert ops.tolist(ops.concat([x, x[:1]], dtype=bool)) == [*expected, True]
    assert ops.tolist(ops.mean(ops.zeros((0, 2)), axis=0, dtype=bool)) == [True, True]  # NaN
