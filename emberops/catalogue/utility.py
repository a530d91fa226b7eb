"""Operations of the group ``utility``."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_op = partial(entry, group="utility")
_standard = partial(_op, standard="utility_functions")

OPS: tuple[Op, ...] = (
    _standard(
        "all", "numpy torch jax mlx keras", aliases=("alltrue", "reduce_all"), dtype="bool", rank="reduced"
    ),
    _standard(
        "any", "numpy torch jax mlx keras", aliases=("sometrue", "reduce_any"), dtype="bool", rank="reduced"
    ),
    _standard("diff", "numpy torch jax mlx keras", rank="same"),
    _op("ediff1d", "numpy jax", rank="vector"),
    _op("isclose", "numpy torch jax mlx keras", dtype="bool", rank="broadcast"),
    _op("allclose", "numpy torch jax mlx keras", result="bool"),
    _op("array_equal", "numpy jax mlx", also={"torch": "equal"}, result="bool", any_values=True),
    _op("array_equiv", "numpy jax", result="bool"),
    _op("has_nan_or_inf", result="bool"),
    _op("interp", "numpy jax", dtype="float", rank="broadcast"),
    _op("unwrap", "numpy jax", dtype="float", rank="broadcast"),
    _op("gradient", "numpy jax", result="other", dtype="float"),
)
