"""Operations of the group ``searching``."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_op = partial(entry, group="searching")
_standard = partial(_op, standard="searching_functions")

OPS: tuple[Op, ...] = (
    _standard("where", "numpy torch jax mlx keras", rank="broadcast", any_values=True),
    _standard("nonzero", "numpy jax keras", result="tensors", dtype="int"),
    _op("argwhere", "numpy torch jax", dtype="int"),
    _op("flatnonzero", "numpy jax", dtype="int", rank="vector"),
    _standard("count_nonzero", "numpy torch jax mlx keras", dtype="int", rank="reduced"),
    _standard("argmax", "numpy torch jax mlx keras", dtype="int", rank="reduced"),
    _standard("argmin", "numpy torch jax mlx keras", dtype="int", rank="reduced"),
    _op("nanargmax", "numpy jax keras", dtype="int", rank="reduced"),
    _op("nanargmin", "numpy jax keras", dtype="int", rank="reduced"),
    _standard("searchsorted", "numpy torch jax mlx keras", dtype="int", rank="searched", any_values=True),
    _op("digitize", "numpy jax keras", dtype="int", rank="searched"),
    _op("select", "numpy jax keras", rank="broadcast", any_values=True),
)
