"""What holds for every test."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

# How long an example takes is the machine's affair. Whatever else the profile in force says stays so.
settings.register_profile("untimed", settings(), deadline=None)
settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--make-on",
        metavar="DEVICE",
        help="where PyTorch and JAX make their tensors, such as gpu; tests of what only a processor does are skipped",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "on_processor(reason): true of tensors on a processor alone")
    _keep_compiled_programs(config)
    device = config.getoption("--make-on")
    if device:
        import emberops

        for backend in ("torch", "jax"):
            emberops.set_device(device, backend=backend)
        _ask_for_full_precision()


def _keep_compiled_programs(config: pytest.Config) -> None:
    """Have JAX write down what it compiles, for half of the time of its tests is that; a second run reads it.

    Each worker has a folder of its own, for JAX writes a program in place, where another worker may be reading it.
    """
    if config.pluginmanager.has_plugin("cacheprovider") and "JAX_COMPILATION_CACHE_DIR" not in os.environ:
        folder = config.cache.mkdir(f"jax-programs-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}")
        os.environ["JAX_COMPILATION_CACHE_DIR"] = str(folder)
        os.environ["JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS"] = "0"


@pytest.fixture(scope="module", autouse=True)
def _forgotten_programs() -> Iterator[None]:
    """Drop what JAX has compiled after each module: a worker held 6 GiB of programs in the end."""
    yield
    if "jax" in sys.modules:
        import jax

        jax.clear_caches()


def _ask_for_full_precision() -> None:
    """In what tests compare with, and in convolutions: a GPU takes TF32 for them."""
    import jax
    import torch

    torch.backends.cudnn.allow_tf32 = False
    jax.config.update("jax_default_matmul_precision", "highest")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--make-on") in (None, "cpu"):
        return
    for item in items:
        for mark in item.iter_markers("on_processor"):
            item.add_marker(pytest.mark.skip(reason=f"on a processor alone: {mark.kwargs['reason']}"))
