"""Operations of the group ``sets``."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_op = partial(entry, group="sets")
_standard = partial(_op, standard="set_functions")

OPS: tuple[Op, ...] = (
    _op("unique", "numpy jax keras"),
    _standard("unique_values", "numpy jax"),
    _standard("unique_counts", "numpy jax", result="tensors"),
    _standard("unique_inverse", "numpy jax", result="tensors"),
    _standard("unique_all", "numpy jax", result="tensors"),
    _standard("isin", "numpy torch jax keras", dtype="bool", rank="same"),
    _op("intersect1d", "numpy jax", rank="vector"),
    _op("union1d", "numpy jax", rank="vector"),
    _op("setdiff1d", "numpy jax", rank="vector"),
    _op("setxor1d", "numpy jax", rank="vector"),
)
