"""Which backend runs a call, what host data becomes, and what the errors say."""

from __future__ import annotations

import asyncio
import inspect
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import mlx.core as mx
import numpy as np
import pytest
import torch

import emberops
from emberops import ops
from emberops.catalogue import ALIASES, CATALOGUE
from emberops.dispatch.operation import operation, routers
from emberops.dispatch.router import Router
from emberops.errors import BackendMismatchError, BackendNotInstalledError, ShapeError, UnknownBackendError
from emberops.generator_classes import GeneratorClass
from emberops.testing import assert_close

NATIVE = {
    "numpy": (np.asarray, np.ndarray),
    "torch": (torch.asarray, torch.Tensor),
    "jax": (jnp.asarray, type(jnp.ones(1))),
    "mlx": (mx.array, mx.array),
}


def test_a_tensor_runs_on_its_own_backend_whatever_the_default(backend: str) -> None:
    make, cls = NATIVE[backend]
    for default in NATIVE if backend != "numpy" else ("numpy",):
        with emberops.use_backend(default):
            assert isinstance(ops.add(make([1.0, 2.0]), 1), cls)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("add", (2.0, 3)),
        ("add", (np.float32(2.5), 1)),
        ("add", (np.ones(2, np.float32), 1)),
        ("add", (np.ones(2, np.float32), np.arange(2))),
        ("sqrt", (np.arange(3),)),
        ("where", (np.array([True, False]), 1.0, np.zeros(2, np.float32))),
        ("clip", (2.0, None, 1)),
        ("getitem", (np.arange(3), 1)),
    ],
)
def test_host_data_of_known_types_takes_the_way_of_any_other(
    backend: str, name: str, args: tuple[object, ...]
) -> None:
    for default in (backend, "numpy", backend):
        with emberops.use_backend(default):
            made, expected = getattr(ops, name)(*args), routers[name].slow(*args, **_defaults(name, args))
        assert type(made) is type(expected)
        assert made.dtype == expected.dtype
        assert_close(made, expected)


def _defaults(name: str, args: tuple[object, ...]) -> dict[str, object]:
    parameters = list(inspect.signature(getattr(ops, name)).parameters.values())[len(args) :]
    return {p.name: p.default for p in parameters}


def test_host_data_joins_a_tensor_of_any_backend(backend: str) -> None:
    make, cls = NATIVE[backend]
    for host in (np.ones(2, np.float32), np.float32(1), np.ones((2, 2), np.float32)):
        for args in ((make([1.0, 2.0]), host), (host, make([1.0, 2.0]))):
            made = ops.subtract(*args)
            assert isinstance(made, cls)
            assert_close(made, routers["subtract"].slow(*args))


def test_host_data_goes_to_the_default_backend(backend: str) -> None:
    cls = NATIVE[backend][1]
    for host in ([1.0, 2.0], (1.0, 2.0), np.asarray([1.0, 2.0]), [[1.0], [2.0]], [np.float64(1.0), 2.0]):
        assert isinstance(ops.add(host, host), cls)
    result = ops.add(2, 3)
    assert_close(result, 5)


def test_arrays_of_text_stay_with_numpy(backend: str) -> None:
    """No other library holds them, and code that sorts or counts names beside its numbers need not be left out."""
    names = np.asarray(["H", "C", "H"])
    assert ops.size(names) == 3
    assert ops.copy(names).tolist() == ["H", "C", "H"]
    assert ops.equal(names, "H").tolist() == [True, False, True]
    assert ops.unique(names).tolist() == ["C", "H"]
    assert ops.concat([names, names]).tolist() == ["H", "C", "H"] * 2
    with pytest.raises(TypeError):  # NumPy's own, and DTypeError
        ops.add(ops.ones(3), names)


def test_host_data_adopts_the_backend_of_the_tensors(backend: str) -> None:
    make, cls = NATIVE[backend]
    x = make([1.0, 2.0])
    for host in ([3.0, 4.0], np.asarray([3.0, 4.0])):
        for result in (ops.add(x, host), ops.add(host, x)):
            assert isinstance(result, cls)
            assert_close(result, [4.0, 6.0])


@pytest.mark.parametrize("scalar", [True, 2, 2.0])
def test_python_numbers_promote_weakly_on_either_side(backend: str, scalar: complex) -> None:
    x = ops.asarray([1.0, 2.0], dtype="float32")
    for result in (ops.multiply(x, scalar), ops.multiply(scalar, x)):
        assert ops.float32 == result.dtype
        assert_close(result, [scalar * 1.0, scalar * 2.0])


def test_tensors_of_two_backends_are_an_error_that_names_both() -> None:
    with pytest.raises(BackendMismatchError) as caught:
        ops.add(torch.ones(2), mx.ones(2))
    message = str(caught.value)
    for part in ("ops.add", "x1", "torch", "x2", "mlx", "ops.to_backend(x2, 'torch')"):
        assert part in message
    with pytest.raises(BackendMismatchError, match=r"arrays\[1\]"):
        ops.concat([torch.ones(2), jnp.ones(2)])


def test_sequences_of_tensors_run_on_their_backend(backend: str) -> None:
    make, cls = NATIVE[backend]
    x = make([1.0, 2.0])
    assert isinstance(ops.concat([x, x]), cls)
    assert isinstance(ops.stack([x, [3.0, 4.0]]), cls)
    assert ops.shape(ops.asarray([x, x])) == (2, 2)


def test_the_default_by_call_context_and_environment() -> None:
    assert emberops.get_backend() == "numpy"
    with emberops.use_backend("torch"):
        assert emberops.get_backend() == "torch"
        with emberops.use_backend("jax"):
            assert emberops.get_backend() == "jax"
        assert isinstance(ops.zeros((2,)), torch.Tensor)
    assert isinstance(ops.zeros((2,)), np.ndarray)
    emberops.set_backend("mlx")
    try:
        assert isinstance(ops.add(np.ones(2), 1), mx.array)
    finally:
        emberops.set_backend("numpy")
    assert isinstance(ops.add(np.ones(2), 1), np.ndarray)


def test_the_environment_names_the_default() -> None:
    code = "from emberops import ops; print(type(ops.add([1.0], 1)).__module__)"
    environment = dict(os.environ, EMBEROPS_BACKEND="torch")
    shown = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "torch"


def test_contexts_are_those_of_the_thread_and_the_task() -> None:
    seen: dict[str, str] = {}
    inside, leave = threading.Event(), threading.Event()

    def other() -> None:
        with emberops.use_backend("torch"):
            inside.set()
            leave.wait(10)
            seen["thread"] = emberops.get_backend()

    thread = threading.Thread(target=other)
    thread.start()
    inside.wait(10)
    seen["main"] = type(ops.add(np.ones(1), 1)).__module__
    leave.set()
    thread.join()
    assert seen == {"thread": "torch", "main": "numpy"}

    async def task(name: str) -> str:
        with emberops.use_backend(name):
            await asyncio.sleep(0)
            return emberops.get_backend()

    async def both() -> list[str]:
        return await asyncio.gather(task("torch"), task("jax"))

    assert asyncio.run(both()) == ["torch", "jax"]


def test_unknown_and_missing_backends_say_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnknownBackendError, match=r"'tpu'.*known backends: .*torch"):
        emberops.set_backend("tpu")
    emberops.register_backend("absent", "no_such_library.backend")
    with pytest.raises(BackendNotInstalledError, match="no_such_library"):
        emberops.set_backend("absent")


@pytest.mark.parametrize(("before", "loaded"), [("import numpy; ", True), ("", False)])
def test_a_program_with_numpy_does_not_wait_for_it_in_its_first_call(before: str, loaded: bool) -> None:
    code = f"{before}from emberops import ops; import sys; print('emberops.backends.numpy' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == str(loaded)


def test_importing_loads_no_framework() -> None:
    code = (
        "import sys, emberops; from emberops import ops; "
        "print(sorted({'numpy', 'torch', 'jax', 'mlx', 'libcst'} & sys.modules.keys()))"
    )
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    shown = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "[]"


def test_using_one_backend_loads_no_other() -> None:
    code = (
        "import sys; from emberops import ops; ops.add([1.0], 1); "
        "print({'torch', 'jax', 'mlx'} & sys.modules.keys())"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "set()"


def test_numpys_arrays_are_known_without_a_look_at_what_is_installed() -> None:
    code = (
        "import sys, numpy as np\nbefore = set(sys.modules)\nfrom emberops import ops\n"
        "ops.sum(np.ones(3))\nassert 'importlib.metadata' not in set(sys.modules) - before\n"
        "class Own: pass\nassert not ops.is_tensor(Own())\nassert 'importlib.metadata' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("stand_in", ["None", "unittest.mock.MagicMock()", "types.ModuleType('torch')"])
def test_operations_run_where_a_test_has_put_something_else_for_torch(stand_in: str) -> None:
    code = (
        f"import sys, types, unittest.mock; sys.modules['torch'] = {stand_in}; "
        "from emberops import ops; print(ops.add([1.0], 1))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[2.]"


def test_every_entry_has_its_function_and_every_alias_is_the_same_object() -> None:
    assert routers.keys() == CATALOGUE.keys()
    for alias, name in ALIASES.items():
        assert _at(alias) is _at(name), alias


def test_facade_functions_read_well() -> None:
    for name in CATALOGUE:
        function = _at(name)
        assert inspect.isfunction(function) or isinstance(function, GeneratorClass), name
        assert (function.__doc__ or "").strip(), f"ops.{name} has no docstring"
        assert inspect.signature(function).return_annotation is not inspect.Signature.empty, name


def test_a_function_without_an_entry_cannot_be_made() -> None:
    with pytest.raises(LookupError, match="no entry in emberops\\.catalogue"):

        @operation
        def not_in_the_catalogue(x: object) -> None:
            """Nothing."""


def test_a_refused_call_says_why_in_one_wording(backend: str) -> None:
    a, b = ops.ones((2,)), ops.ones((3,))
    with pytest.raises(
        ShapeError, match=r"ops\.add: x1 of shape \(2,\) and x2 of shape \(3,\) do not broadcast"
    ):
        ops.add(a, b)


def test_what_does_not_fit_alone_is_named_in_the_singular(backend):
    with pytest.raises(ShapeError, match=r"ops\.nonzero: x of shape \(\) does not fit"):
        ops.nonzero(ops.asarray(1.0))


@pytest.mark.parametrize("cls", [torch.nn.Parameter])
def test_subclasses_of_tensors_are_tensors(cls: type) -> None:
    assert isinstance(ops.add(cls(torch.ones(2)), 1), torch.Tensor)

    class Mine(torch.Tensor):
        pass

    assert isinstance(ops.add(torch.ones(2).as_subclass(Mine), 1), torch.Tensor)


def test_namespaces_hold_the_same_functions(backend: str) -> None:
    xp = emberops.namespace(backend)
    x = xp.asarray([1.0, 2.0])
    assert_close(xp.add(x, x), [2.0, 4.0])
    for alias, name in ALIASES.items():
        assert _at(alias, xp) is _at(name, xp), alias


def _at(dotted: str, root: object = ops) -> object:
    for part in dotted.split("."):
        root = getattr(root, part)
    return root


def test_no_helper_hides_an_operation_of_its_backend(backend: str) -> None:
    """Star imports carry every name: one that a page imports for itself must not replace another page's operation."""
    xp = emberops.namespace(backend)
    for op in CATALOGUE.values():
        page = sys.modules.get(f"{xp.__name__}.{op.group}")
        if "." not in op.name and hasattr(page, op.name):
            # A backend may wrap its own functions, as JAX's does those that go by the host where their calls vary.
            assert inspect.unwrap(getattr(xp, op.name)) is inspect.unwrap(getattr(page, op.name)), op.name


@pytest.mark.parametrize(
    ("call", "shape"),
    [
        (lambda x: ops.split(x, 2)[0], (1, 2)),
        (lambda x: ops.trim_zeros(x[0]), (2,)),
        (lambda x: ops.saturate_cast(x, "int8"), (2, 2)),
        (lambda x: ops.block_diag(x, x), (4, 4)),
        (lambda x: ops.concat([x, x]), (4, 2)),
        (lambda x: ops.add(x, 1), (2, 2)),
    ],
)
def test_a_list_is_a_tensor_for_every_operation(backend: str, call: Callable[[Any], Any], shape: Any) -> None:
    """NumPy's own functions and the composed ones take it as every other backend's do."""
    assert ops.shape(call([[1, 2], [3, 4]])) == shape


def test_a_list_of_text_stays_with_numpy() -> None:
    assert ops.tolist(ops.unique(["b", "a", "b"])) == ["a", "b"]


def test_numpy_arrays_in_a_block_are_found_by_their_types(monkeypatch):
    def slow(self, *args, **kwargs):
        raise AssertionError(f"{self.name} looked at every argument")

    x = np.ones((2, 2))
    monkeypatch.setattr(Router, "slow", slow)
    with emberops.use_backend("numpy"):
        for _ in range(2):
            assert (
                type(ops.add(x, x)) is type(ops.matrix_transpose(x)) is type(ops.stack([x, x])) is np.ndarray
            )
        with emberops.use_backend("torch"):
            assert type(ops.matrix_transpose(x)) is not np.ndarray
        assert type(ops.matrix_transpose(x)) is np.ndarray


def test_lists_go_where_the_default_is_now() -> None:
    for _ in range(2):  # the second time around, everything is remembered
        assert isinstance(ops.array([1.0, 2.0]), np.ndarray)
        assert isinstance(ops.sum([[1.0, np.float64(2.0)], np.zeros(2)]), np.float64)
        assert isinstance(ops.dot(np.ones(2), [1.0, 2.0]), np.float64)
        with emberops.use_backend("torch"):
            assert isinstance(ops.array([1.0, 2.0]), torch.Tensor)
            assert isinstance(ops.dot([1.0, 2.0], [1.0, 2.0]), torch.Tensor)
        assert isinstance(ops.array([torch.ones(()), 2.0]), torch.Tensor)
        assert isinstance(ops.sum([[1.0], [mx.array(2.0)]]), mx.array)
        assert isinstance(ops.array([]), np.ndarray)


def test_lists_of_what_has_versions_of_numpys_functions_of_its_own_are_its() -> None:
    class Length(np.ndarray):
        def __array_function__(self, func: object, types: object, args: tuple, kwargs: dict) -> object:
            return "its own"

    length = np.zeros(2).view(Length)
    assert ops.dot([1.0, 2.0], length) == ops.dot(length, [1.0, 2.0]) == "its own"


def test_a_dtype_is_asked_about_without_the_long_way(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ops.finfo(ops.float32).bits == 32
    monkeypatch.setattr(routers["finfo"], "slow", None)
    assert ops.finfo(ops.float64).bits == 64
    monkeypatch.undo()
    with emberops.use_backend("torch"):
        assert ops.finfo(ops.float32).bits == 32


@pytest.mark.parametrize("function", ["array", "asarray", "mean", "sort"])
def test_tensors_in_a_sequence_with_and_without_numbers(backend, function):
    """Nearly each step of a system of equations makes one: they go a way of their own."""
    x = np.asarray([3.0, 1.0, 2.0], np.float32)
    tensor = ops.asarray(x)
    for _ in range(2):  # the way is found in the first call
        made = getattr(ops, function)([tensor[0], tensor[1], tensor[2]])
        assert_close(made, getattr(np, function)([*x]))
        assert made.dtype == tensor.dtype
        mixed = getattr(ops, function)([tensor[0], 7, 0.5])
        assert_close(mixed, getattr(np, function)([3.0, 7, 0.5]))
        assert backend == "numpy" or mixed.dtype == tensor.dtype  # NumPy makes float64 of Python's floats
    rows = getattr(ops, function)([tensor, tensor])
    assert_close(rows, getattr(np, function)([x, x]))


def test_what_is_asked_of_tensors_in_a_sequence(backend):
    x = ops.asarray([3, 1], dtype="int32")
    assert ops.array([x[0], x[1]], dtype="float32").dtype == ops.zeros(1, dtype="float32").dtype
    assert tuple(ops.array([x[0], x[1]], ndmin=2).shape) == (1, 2)
    with pytest.raises(ValueError, match=r"ragged|inhomogeneous"):
        ops.array([x, x[:1]])


@pytest.mark.parametrize("current", ["numpy", "jax"])
def test_tensors_in_a_sequence_decide_whichever_backend_is_current(current):
    with emberops.use_backend("torch"):
        x = ops.asarray([3.0, 1.0])
    with emberops.use_backend(current):
        for _ in range(2):
            assert type(ops.array([x[0], x[1]])) is type(x)
            assert type(ops.array([x[0], 2.0])) is type(x)
