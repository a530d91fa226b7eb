"""Operations of the group ``io``."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_op = partial(entry, group="io")

OPS: tuple[Op, ...] = (
    _op("save", "numpy", result="other"),
    _op("savez", "numpy", result="other"),
    _op("savez_compressed", "numpy", result="other"),
    _op("load", "numpy jax", result="other"),
    _op("savetxt", "numpy", result="other"),
    _op("loadtxt", "numpy"),
    _op("genfromtxt", "numpy"),
    _op("fromfile", "numpy jax"),
    _op("save_safetensors", "mlx", result="other"),
    _op("load_safetensors", result="other"),
    _op("array2string", "numpy", result="other"),
    _op("array_repr", "numpy jax", result="other"),
    _op("array_str", "numpy jax", result="other"),
    _op("set_printoptions", "numpy", result="other"),
    _op("get_printoptions", "numpy", result="other"),
    _op("printoptions", "numpy", result="other"),
)
