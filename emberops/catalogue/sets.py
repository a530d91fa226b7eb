"""Operations of the group ``sets``."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_op = partial(entry, group="sets")
_standard = partial(_op, standard="set_functions")

OPS: tuple[Op, ...] = (
    _op("unique", "numpy jax keras", any_values=True),
    _standard("unique_values", "numpy jax", any_values=True),
    _standard("unique_counts", "numpy jax", result="tensors", any_values=True),
    _standard("unique_inverse", "numpy jax", result="tensors", any_values=True),
    _standard("unique_all", "numpy jax", result="tensors", any_values=True),
    _standard("isin", "numpy torch jax keras", dtype="bool", rank="same", any_values=True),
    _op("intersect1d", "numpy jax", rank="vector", any_values=True),
    _op("union1d", "numpy jax", rank="vector", any_values=True),
    _op("setdiff1d", "numpy jax", rank="vector", any_values=True),
    _op("setxor1d", "numpy jax", rank="vector", any_values=True),
)
