"""Arrays larger than a machine: ``ops`` on dask's arrays, computed by the two processes of a local cluster."""

from __future__ import annotations

from collections.abc import Iterator

import dask.array as da
import numpy as np
import pytest
from distributed import Client, LocalCluster

import emberops
from emberops import ops
from emberops.testing import assert_close


@pytest.fixture(scope="module")
def cluster() -> Iterator[Client]:
    emberops.register_backend("dask", "dask.array")
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
        ) as workers,
        Client(workers) as client,
    ):
        yield client


def test_rows_in_parts_are_as_on_one_device(cluster: Client) -> None:
    rng = np.random.default_rng(0)
    x, w = rng.normal(size=(400, 6)), rng.normal(size=(6, 3))

    def layer(x: ops.Tensor, w: ops.Tensor) -> ops.Tensor:
        hidden = ops.tanh(ops.matmul(x, w))
        return ops.mean(ops.multiply(hidden, ops.greater(hidden, 0.1)), axis=0)

    parts = da.from_array(x, chunks=(100, 6))
    found = layer(parts, da.from_array(w))
    assert isinstance(found, da.Array)
    assert_close(found.compute(), layer(x, w))
    workers = cluster.run(lambda: None)
    assert len(workers) == 2


def test_what_no_machine_holds(cluster: Client) -> None:
    """Eight terabytes are described, and the few rows that are wanted are computed."""
    with emberops.use_backend("dask"):
        grid = ops.multiply(da.ones((1_000_000, 1_000_000), chunks=(2_000, 2_000)), 2.0)
        corner = ops.sum(grid[:10, :10])
    assert float(corner.compute()) == 200.0
