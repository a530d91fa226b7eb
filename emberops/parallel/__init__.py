"""The same function on several devices or processes, each with a part of the batch."""

from __future__ import annotations

from emberops.parallel.data import all_gather, all_reduce, data_parallel, place, rank, shard, world_size
from emberops.parallel.launch import launch

__all__ = ["all_gather", "all_reduce", "data_parallel", "launch", "place", "rank", "shard", "world_size"]
