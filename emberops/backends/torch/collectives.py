"""PyTorch's processes that compute together: ``torch.distributed``, by NCCL where there are GPUs, else by gloo."""

from __future__ import annotations

from datetime import timedelta

import torch
import torch.distributed as dist


def environment(rank: int, size: int, ports: list[int], folder: str) -> dict[str, str]:
    """What a process finds in its environment, as ``torchrun`` sets it."""
    return {
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": str(ports[0]),
        "RANK": str(rank),
        "LOCAL_RANK": str(rank),
        "WORLD_SIZE": str(size),
    }


def start(timeout: float) -> None:
    """Join the other processes."""
    if not dist.is_initialized():
        engine = "nccl" if torch.cuda.device_count() > 1 else "gloo"
        dist.init_process_group(engine, timeout=timedelta(seconds=timeout))


def stop() -> None:
    """Leave them."""
    if dist.is_initialized():
        dist.destroy_process_group()


def rank() -> int:
    """The number of this process."""
    return dist.get_rank() if dist.is_initialized() else 0


def size() -> int:
    """How many there are."""
    return dist.get_world_size() if dist.is_initialized() else 1


def all_sum(x: torch.Tensor) -> torch.Tensor:
    """The sum over processes."""
    total = x.detach().clone()
    if size() > 1:
        dist.all_reduce(total)
    return total


def all_gather(x: torch.Tensor) -> torch.Tensor:
    """What all processes have, along the first axis."""
    if size() == 1:
        return x
    parts = [torch.empty_like(x) for _ in range(size())]
    dist.all_gather(parts, x.detach().contiguous())
    return torch.cat(parts)
