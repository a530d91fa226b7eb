"""Operations of the group ``interop``."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_op = partial(entry, group="interop")

OPS: tuple[Op, ...] = (
    _op("is_tensor", "torch keras", result="bool"),
    _op("namespace_of", result="other"),
    _op("shape", "numpy jax keras", result="shape"),
    _op("ndim", "numpy jax keras", result="int"),
    _op("size", "numpy jax keras", result="int", also={"torch": "numel"}),
    _op("item", result="host"),
    _op("tolist", result="host", aliases=("to_list",)),
    _op("to_numpy", result="host", also={"keras": "ops.convert_to_numpy"}),
    _op("from_numpy", "torch"),
    _op("to_backend"),
    _op("to_device", also={"jax": "device_put"}),
    _op("device", result="device"),
    _op("shares_memory", "numpy", result="bool"),
    _op("may_share_memory", "numpy", result="bool"),
)
