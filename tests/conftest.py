"""What holds for every test."""

from __future__ import annotations

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
    device = config.getoption("--make-on")
    if device:
        import emberops

        for backend in ("torch", "jax"):
            emberops.set_device(device, backend=backend)
        _ask_for_full_precision()


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
