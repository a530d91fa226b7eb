"""Operations of the group ``polynomials``: NumPy's on coefficients, highest power first."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_op = partial(entry, group="polynomials")

OPS: tuple[Op, ...] = (
    _op("roots", "numpy jax", rank="vector"),
    _op("poly", "numpy jax", rank="vector"),
    _op("polyval", "numpy jax", rank="broadcast"),
    _op("polyfit", "numpy jax", result="other", dtype="float"),
    _op("polyder", "numpy jax", rank="vector"),
    _op("polyint", "numpy jax", rank="vector"),
    _op("polyadd", "numpy jax", rank="vector"),
    _op("polysub", "numpy jax"),
    _op("polymul", "numpy jax", rank="vector"),
    _op("polydiv", "numpy jax", result="tensors"),
)
