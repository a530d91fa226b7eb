"""Operations of the group ``data_types``."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_op = partial(entry, group="data_types")
_standard = partial(_op, standard="data_type_functions")

OPS: tuple[Op, ...] = (
    _standard("astype", "numpy jax mlx", also={"keras": "ops.cast"}, aliases=("cast",), rank="same"),
    _op("saturate_cast", "keras"),
    _op("bitcast", also={"jax": "lax.bitcast_convert_type"}),
    _standard("can_cast", "numpy torch jax mlx", result="bool"),
    _standard("finfo", "numpy torch jax mlx", result="other"),
    _standard("iinfo", "numpy torch jax mlx", result="other"),
    _standard("isdtype", "numpy jax", result="bool"),
    _standard("result_type", "numpy torch jax mlx keras", result="dtype"),
    _op("promote_types", "numpy torch jax", result="dtype"),
    _op("common_type", "numpy", result="dtype"),
    _op("min_scalar_type", "numpy", result="dtype"),
    _op("issubdtype", "numpy jax mlx", result="bool"),
    _op("dtype", "numpy", also={"keras": "ops.dtype"}, result="dtype"),
    _op("isscalar", "numpy jax", result="bool"),
    _op("iscomplexobj", "numpy jax", also={"torch": "is_complex"}, result="bool"),
    _op("isrealobj", "numpy jax", result="bool"),
    _op("iterable", "numpy jax", result="bool"),
)
