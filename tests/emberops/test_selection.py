"""The default backend: blocks in generators, tasks, threads and other processes."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from functools import reduce
from types import FunctionType

import pytest

import emberops
from emberops import ops
from emberops.catalogue import ALIASES, CATALOGUE

now = emberops.get_backend


def _on(name: str) -> Iterator[str]:
    with emberops.use_backend(name):
        yield now()
        yield now()


def test_a_generator_that_waits_keeps_its_backend_to_itself() -> None:
    before = now()
    generator = _on("torch")
    assert [next(generator), now(), next(generator), now()] == ["torch", before, "torch", before]
    generator.close()
    assert now() == before


def test_generators_may_take_turns_and_end_in_any_order() -> None:
    with emberops.use_backend("mlx"):
        first, second = _on("torch"), _on("jax")
        assert [next(first), next(second), now(), next(first), next(second)] == [
            "torch", "jax", "mlx", "torch", "jax",
        ]  # fmt: skip
        first.close()
        assert now() == "mlx"
        second.close()
        assert now() == "mlx"
    assert now() != "mlx"


def test_a_generator_within_a_generator_keeps_it_too() -> None:
    def outer() -> Iterator[str]:
        yield from _on("torch")

    generator = outer()
    assert [next(generator), now()] == ["torch", "numpy"]


def test_a_block_around_the_values_of_a_generator_counts() -> None:
    def plain() -> Iterator[str]:
        yield now()

    with emberops.use_backend("torch"):
        assert list(plain()) == ["torch"]


def test_a_context_manager_made_of_a_generator_lasts() -> None:
    @contextmanager
    def on_torch() -> Iterator[None]:
        with emberops.use_backend("torch"):
            yield

    with on_torch():
        assert now() == "torch"
    with ExitStack() as stack:
        stack.enter_context(on_torch())
        assert now() == "torch"
        stack.enter_context(emberops.use_backend("jax"))
        assert now() == "jax"
    assert now() == "numpy"


@pytest.fixture
def on_mlx() -> Iterator[None]:
    with emberops.use_backend("mlx"):
        yield


@pytest.mark.usefixtures("on_mlx")
def test_a_fixture_lasts() -> None:
    assert now() == "mlx"


def test_asynchronous_generators_and_their_tasks() -> None:
    async def later() -> str:
        await asyncio.sleep(0)
        return now()

    async def generator() -> AsyncIterator[str]:
        with emberops.use_backend("torch"):
            task = asyncio.ensure_future(later())
            yield await asyncio.to_thread(now)
            yield await task

    @asynccontextmanager
    async def on_jax() -> AsyncIterator[None]:
        with emberops.use_backend("jax"):
            yield

    async def run() -> list[str]:
        seen: list[str] = []
        async for backend in generator():
            seen += [backend, now()]
        async with on_jax():
            seen.append(now())
        return seen

    assert asyncio.run(run()) == ["torch", "numpy", "torch", "numpy", "jax"]


def test_a_generator_closed_in_another_thread_ends_its_block() -> None:
    generator = _on("torch")
    next(generator)
    thread = threading.Thread(target=generator.close)
    thread.start()
    thread.join()
    assert now() == "numpy"
    with emberops.use_backend("jax"):
        assert now() == "jax"


def test_one_object_is_entered_again_and_within_itself() -> None:
    block = emberops.use_backend("torch")
    for _ in range(2):
        with block:
            assert now() == "torch"
            with emberops.use_backend("jax"), block:
                assert now() == "torch"
            assert now() == "torch"
        assert now() == "numpy"


def test_a_block_is_a_decorator() -> None:
    assert emberops.use_backend("torch")(now)() == "torch"
    assert now() == "numpy"


def test_the_block_ends_with_an_exception() -> None:
    with pytest.raises(KeyError), emberops.use_backend("torch"):
        raise KeyError
    assert now() == "numpy"


def test_an_unknown_name_opens_no_block() -> None:
    with pytest.raises(ValueError, match="nonesuch"), emberops.use_backend("nonesuch"):
        pass
    assert now() == "numpy"


CHILD = """
import multiprocessing, os, subprocess, sys
import emberops
if __name__ == "__main__":
    emberops.set_backend("torch")
    emberops.set_default_dtype("float64")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.apply(emberops.get_backend), pool.apply(emberops.default_dtype))
"""


def test_spawned_workers_have_the_same_defaults(tmp_path: os.PathLike[str]) -> None:
    script = os.path.join(tmp_path, "spawning.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(CHILD)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["torch", "float64"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_fork_after_a_call_on_jax_is_warned_of() -> None:
    code = (
        "import os, warnings; from emberops import ops; import emberops\n"
        "with emberops.use_backend('jax'): ops.add(1.0, ops.ones(2))\n"
        "with warnings.catch_warnings(record=True) as seen:\n"
        "    warnings.simplefilter('always')\n"
        "    child = os.fork()\n"
        "    if not child: os._exit(0)\n"
        "    os.waitpid(child, 0)\n"
        "print([str(w.message) for w in seen])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "JAX is multithreaded" in done.stdout


@pytest.mark.parametrize("name", [*CATALOGUE, *ALIASES])
def test_an_operation_is_pickled_by_its_name(name: str) -> None:
    function = reduce(getattr, name.split("."), ops)
    assert pickle.loads(pickle.dumps(function)) is function


@pytest.mark.parametrize("name", ["numpy", "torch", "jax", "mlx"])
def test_a_namespace_and_its_functions_are_pickled_by_name(name: str) -> None:
    xp = emberops.namespace(name)
    assert pickle.loads(pickle.dumps(xp)) is xp
    for space in ("linalg", "fft", "random", "nn"):
        assert pickle.loads(pickle.dumps(getattr(xp, space))) is getattr(xp, space)
    for dotted in CATALOGUE:
        function = reduce(getattr, dotted.split("."), xp)
        if isinstance(function, FunctionType):  # others are the library's own
            assert pickle.loads(pickle.dumps(function)) is function, dotted


def test_ops_is_pickled_and_other_modules_are_refused_as_ever() -> None:
    for module in (ops, ops.linalg, ops.nn):
        assert pickle.loads(pickle.dumps(module)) is module
    with pytest.raises(TypeError, match="cannot pickle 'module' object"):
        pickle.dumps(multiprocessing)
