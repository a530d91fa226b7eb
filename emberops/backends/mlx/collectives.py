"""MLX's processes that compute together: ``mx.distributed`` by its ring."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import mlx.core as mx

_group: Any = None


def environment(rank: int, size: int, ports: list[int], folder: str) -> dict[str, str]:
    """What a process finds in its environment, as ``mlx.launch`` sets it."""
    hosts = Path(folder) / "hosts.json"
    hosts.write_text(json.dumps([[f"127.0.0.1:{port}"] for port in ports[:size]]), encoding="utf-8")
    return {"MLX_HOSTFILE": str(hosts), "MLX_RANK": str(rank)}


def start(timeout: float) -> None:
    """Join the other processes."""
    global _group  # noqa: PLW0603  a process is in one group
    _group = mx.distributed.init(strict=True, backend="ring")


def stop() -> None:
    """Leave them."""
    global _group  # noqa: PLW0603  a process is in one group
    _group = None


def rank() -> int:
    """The number of this process."""
    return 0 if _group is None else int(_group.rank())


def size() -> int:
    """How many there are."""
    return 1 if _group is None else int(_group.size())


def all_sum(x: mx.array) -> mx.array:
    """The sum over processes."""
    return x if _group is None else mx.distributed.all_sum(x, group=_group)


def all_gather(x: mx.array) -> mx.array:
    """What all processes have, along the first axis."""
    return x if _group is None else mx.distributed.all_gather(x, group=_group)
