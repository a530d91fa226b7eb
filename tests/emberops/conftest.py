"""Every test that takes ``backend`` runs on all four."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import emberops

BACKENDS = ("numpy", "torch", "jax", "mlx")


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> Iterator[str]:
    """The default backend of the test."""
    with emberops.use_backend(request.param):
        yield request.param
