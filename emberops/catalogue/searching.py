"""Operations of the group ``searching``."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_op = partial(entry, group="searching")
_standard = partial(_op, standard="searching_functions")

OPS: tuple[Op, ...] = (
    _standard("where", "numpy torch jax mlx keras"),
    _standard("nonzero", "numpy jax keras", result="tensors", dtype="int"),
    _op("argwhere", "numpy torch jax", dtype="int"),
    _op("flatnonzero", "numpy jax", dtype="int"),
    _standard("count_nonzero", "numpy torch jax mlx keras", dtype="int"),
    _standard("argmax", "numpy torch jax mlx keras", dtype="int"),
    _standard("argmin", "numpy torch jax mlx keras", dtype="int"),
    _op("nanargmax", "numpy jax keras", dtype="int"),
    _op("nanargmin", "numpy jax keras", dtype="int"),
    _standard("searchsorted", "numpy torch jax mlx keras", dtype="int"),
    _op("digitize", "numpy jax keras", dtype="int"),
    _op("select", "numpy jax keras"),
)
