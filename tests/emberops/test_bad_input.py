"""A wrong call fails alike on every backend: one class of exception, whose message begins with the operation's name."""

from __future__ import annotations

import inspect
import subprocess
import sys
from functools import reduce
from itertools import cycle
from pathlib import Path

import numpy as np
import pytest
from bad_input_cases import CASES

import emberops
from emberops import ops
from emberops.catalogue import ALIASES, CATALOGUE
from emberops.dispatch.operation import routers
from emberops.dispatch.tensor_arguments import MANY, ONE, role
from emberops.errors import (
    BackendMismatchError,
    DeviceNotAvailableError,
    DTypeError,
    EmberopsError,
    OutOfMemoryError,
    ShapeError,
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_one_class_and_the_name(backend, case):
    if backend == "torch" and str(case).endswith("in-a-tensor") and ops.device(ops.zeros(1)) != "cpu":
        pytest.skip("PyTorch ends all further work of a GPU there")
    with pytest.raises(case.error) as caught:
        case.call()
    assert str(caught.value).startswith(f"ops.{ALIASES.get(case.op, case.op)}")
    assert isinstance(caught.value, EmberopsError)


_DAY = np.array(["2020-01-01"], "M8[D]")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "no tensor holds NoneType objects, such as None"),
        ({"a": 1}, "no tensor holds dict objects"),
        (_DAY, "obj holds values of datetime64"),
        ([_DAY[0]], "no tensor holds datetime64 objects"),
        (np.array([1, None], object), "obj holds values of object"),
    ],
    ids=str,
)
@pytest.mark.parametrize("library", ["torch", "jax", "mlx"])  # NumPy has arrays of anything
def test_what_is_no_number_is_named(library, data, words):
    with emberops.use_backend(library), pytest.raises(DTypeError, match=words):
        ops.asarray(data)


def test_booleans_are_rounded_to_no_digit_by_jax():
    with emberops.use_backend("jax"), pytest.raises(DTypeError):
        ops.round(ops.asarray([True, False]), 1)


def test_nothing_in_place_of_a_tensor(backend):
    with pytest.raises(DTypeError, match=r"^ops\.mean: x is None, and a tensor is wanted"):
        ops.mean(None)
    assert float(ops.trapezoid([1.0, 2.0], None)) == 1.5


def test_what_code_for_numpy_catches_is_still_caught():
    with pytest.raises(TypeError, match="same length") as caught:
        ops.polyfit([1.0, 2.0], [1.0, 2.0, 3.0], 1)
    assert isinstance(caught.value, ShapeError)
    assert type(caught.value).__name__ == "ShapeError"


class _Refusing:
    """An object that adds nothing to itself, as sparse matrices of SciPy say it."""

    def __add__(self, other):
        raise NotImplementedError("adding a scalar is not supported")


def test_what_an_object_raises_in_an_array_is_still_caught():
    with pytest.raises(NotImplementedError) as caught:
        ops.add(np.array([_Refusing()], object), 1)
    assert isinstance(caught.value, DTypeError)


def test_sparse_arrays_of_jax_are_refused_before_they_are_read_one_by_one():
    sparse = pytest.importorskip("jax.experimental.sparse")
    matrix = sparse.BCOO.fromdense(np.eye(50))
    with emberops.use_backend("jax"):
        for call in (ops.asarray, lambda x: ops.matmul(x, ops.ones(50)), lambda x: ops.multiply(2.0, x)):
            with pytest.raises(DTypeError, match="sparse array of JAX's"):
                call(matrix)


def test_many_operations_are_covered():
    assert len({case.op for case in CASES}) >= 100


def _tensor_parameters(name: str) -> list[str]:
    signature = inspect.signature(reduce(getattr, name.split("."), ops))
    return [p.name for p in signature.parameters.values() if role(p)]


_SEVERAL = [
    name
    for name, op in CATALOGUE.items()
    if name in routers and op.group != "transforms" and len(_tensor_parameters(name)) > 1
]


@pytest.mark.parametrize("name", _SEVERAL)
def test_tensors_of_two_backends_never_meet(name):
    function = reduce(getattr, name.split("."), ops)
    foreign = cycle([emberops.namespace("torch").asarray([1.0]), emberops.namespace("mlx").asarray([1.0])])
    args, kwargs = [], {}
    for p in inspect.signature(function).parameters.values():
        what = role(p)
        value = next(foreign) if what == ONE else [next(foreign)] if what == MANY else None
        if p.kind is p.KEYWORD_ONLY:
            kwargs[p.name] = value
        elif p.kind is p.VAR_POSITIONAL:
            args += value or []
        elif p.kind is not p.VAR_KEYWORD:
            args.append(value)
    with pytest.raises(BackendMismatchError, match=rf"ops\.{name} got tensors of two backends"):
        function(*args, **kwargs)


@pytest.mark.parametrize(
    "name", ["concat", "stack", "vstack", "hstack", "einsum", "meshgrid", "broadcast_arrays"]
)
def test_nor_in_a_sequence(name):
    tensors = [emberops.namespace(b).asarray([1.0]) for b in ("torch", "mlx")]
    args = {"einsum": ("i,i->i", *tensors), "meshgrid": tensors, "broadcast_arrays": tensors}.get(
        name, [tensors]
    )
    with pytest.raises(BackendMismatchError, match=rf"ops\.{name} got tensors of two backends"):
        getattr(ops, name)(*args)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("zeros", (2,)),
        ("ones", (2,)),
        ("full", (2, 1.0)),
        ("arange", (3,)),
        ("linspace", (0.0, 1.0, 3)),
        ("eye", (2,)),
        ("asarray", ([1.0],)),
        ("empty", (2,)),
    ],
)
@pytest.mark.parametrize("device", ["cuda:7", "warp-drive"])
def test_a_device_that_is_not_there(backend, name, args, device):
    with pytest.raises(DeviceNotAvailableError, match=rf"ops\.{name}: .*{device}.*cpu"):
        getattr(ops, name)(*args, device=device)


@pytest.mark.parametrize("device", ["cuda:7", "warp-drive"])
def test_a_move_to_a_device_that_is_not_there(backend, device):
    with pytest.raises(DeviceNotAvailableError, match=rf"ops\.to_device: .*{device}.*cpu"):
        ops.to_device(ops.asarray([1.0]), device)


def run_to_its_end(code: str) -> None:
    """Run ``code``, which ends by printing "alive", in an interpreter of its own."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr
    assert "alive" in done.stdout


def test_no_index_brings_the_interpreter_down():
    code = """
import emberops
from emberops import ops
emberops.set_backend("mlx")
x = ops.arange(4)
for index in (10, -10, 10**8, [0, 10**8], ops.asarray([-10])):
    for call in (ops.getitem, ops.take, lambda a, i: ops.assign(a, i, 1), lambda a, i: ops.assign_add(a, i, 1)):
        try:
            call(x, index)
        except IndexError:
            continue
        raise SystemExit(f"{index} was taken")
print("alive", ops.sum(x))
"""
    run_to_its_end(code)


def test_parts_of_no_length_do_not_either():
    code = """
import emberops
from emberops import ops
emberops.set_backend("mlx")
rows = ([1, 0], slice(0))
for x in (ops.reshape(ops.arange(9.0), (3, 3)), ops.zeros((3, 0))):
    before = ops.tolist(x)
    assert ops.getitem(x, rows).shape == (2, 0)
    assert ops.tolist(ops.assign(x, rows, 1.0)) == before
    assert ops.tolist(ops.assign(x, rows, ops.zeros((2, 0)))) == before
    assert ops.tolist(ops.add_at(x, rows, 1.0)) == before
    try:
        ops.assign(x, rows, ops.zeros((2, 3)))
    except ValueError:
        continue
    raise SystemExit("a value that does not fit was taken")
for function in (ops.segment_sum, ops.segment_max, ops.segment_min):
    assert ops.tolist(function(ops.zeros((3, 0)), ops.asarray([0, 0, 1]), 2)) == [[], []]
print("alive")
"""
    run_to_its_end(code)


@pytest.mark.parametrize("backend_name", ["numpy", "torch", "jax"])
@pytest.mark.on_processor(reason="JAX asks a GPU for memory when a result is looked at")
def test_what_no_memory_holds_is_one_class(backend_name):
    """Not on MLX, which asks for memory when a result is looked at."""
    with emberops.use_backend(backend_name), pytest.raises(OutOfMemoryError, match=r"^ops\.zeros: "):
        ops.zeros((2**30, 2**20))


def test_an_error_within_a_traced_function_is_its_own(backend):
    """The outer operation does not claim what an inner one has explained."""
    if backend == "numpy":
        pytest.importorskip("autograd")
    with pytest.raises(ValueError, match=r"^ops\.add: "):
        ops.grad(lambda x: ops.sum(ops.add(x, ops.asarray([1.0, 2.0, 3.0]))))(ops.asarray([1.0, 2.0]))


def test_numpy_says_which_axis_is_out_of_bounds(backend: str) -> None:
    """Code that reads `error.axis` and `error.ndim`, as NumPy's exception has them, finds them."""
    with pytest.raises(np.exceptions.AxisError) as caught:
        ops.sum(ops.ones(2), axis=3)
    if backend == "numpy":
        assert (caught.value.axis, caught.value.ndim) == (3, 1)
