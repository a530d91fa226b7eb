"""Operations of the group ``statistical``."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_op = partial(entry, group="statistical")
_standard = partial(_op, standard="statistical_functions")

OPS: tuple[Op, ...] = (
    _standard("sum", "numpy torch jax mlx keras", aliases=("reduce_sum",), rank="reduced"),
    _standard("prod", "numpy torch jax mlx keras", aliases=("product", "reduce_prod"), rank="reduced"),
    _standard("mean", "numpy torch jax mlx keras", aliases=("reduce_mean",), dtype="float", rank="reduced"),
    _standard("std", "numpy torch jax mlx keras", dtype="float", rank="reduced"),
    _standard("var", "numpy torch jax mlx keras", dtype="float", rank="reduced"),
    _standard(
        "max",
        "numpy torch jax mlx keras",
        also={"numpy": "amax", "torch": "amax", "jax": "numpy.amax", "keras": "ops.amax"},
        aliases=("amax", "reduce_max"),
        rank="reduced",
    ),
    _standard(
        "min",
        "numpy torch jax mlx keras",
        also={"numpy": "amin", "torch": "amin", "jax": "numpy.amin", "keras": "ops.amin"},
        aliases=("amin", "reduce_min"),
        rank="reduced",
    ),
    _op("ptp", "numpy jax keras", rank="reduced"),
    _standard(
        "cumulative_sum",
        "numpy jax mlx",
        also={
            "numpy": "cumsum",
            "torch": "cumsum",
            "jax": "numpy.cumsum",
            "mlx": "core.cumsum",
            "keras": "ops.cumsum",
        },
        aliases=("cumsum",),
        rank="same",
    ),
    _standard(
        "cumulative_prod",
        "numpy jax mlx",
        also={
            "numpy": "cumprod",
            "torch": "cumprod",
            "jax": "numpy.cumprod",
            "mlx": "core.cumprod",
            "keras": "ops.cumprod",
        },
        aliases=("cumprod",),
        rank="same",
    ),
    _op("cumulative_max", "", also={"mlx": "core.cummax"}, aliases=("cummax",), rank="same"),
    _op("cumulative_min", "", also={"mlx": "core.cummin"}, aliases=("cummin",), rank="same"),
    _op("median", "numpy jax mlx keras", dtype="float", rank="reduced"),
    _op("quantile", "numpy torch jax keras", dtype="float", rank="reduced"),
    _op("percentile", "numpy jax keras", dtype="float", rank="reduced"),
    _op("average", "numpy jax keras", dtype="float", rank="reduced"),
    _op("cov", "numpy torch jax", dtype="float", rank="matrix"),
    _op("corrcoef", "numpy torch jax keras", dtype="float", rank="matrix"),
    _op("nansum", "numpy torch jax keras", rank="reduced"),
    _op("nanprod", "numpy jax keras", rank="reduced"),
    _op("nanmean", "numpy torch jax keras", dtype="float", rank="reduced"),
    _op("nanstd", "numpy jax keras", dtype="float", rank="reduced"),
    _op("nanvar", "numpy jax keras", dtype="float", rank="reduced"),
    _op("nanmax", "numpy jax keras", rank="reduced"),
    _op("nanmin", "numpy jax keras", rank="reduced"),
    _op("nanmedian", "numpy jax keras", dtype="float", rank="reduced"),
    _op("nanquantile", "numpy torch jax keras", dtype="float", rank="reduced"),
    _op("nanpercentile", "numpy jax keras", dtype="float", rank="reduced"),
    _op("nancumsum", "numpy jax keras", rank="same"),
    _op("nancumprod", "numpy jax keras", rank="same"),
    _op(
        "logsumexp",
        "torch mlx keras",
        also={"torch": "special.logsumexp", "jax": "scipy.special.logsumexp nn.logsumexp"},
        aliases=("reduce_logsumexp",),
        dtype="float",
        rank="reduced",
    ),
    _op("bincount", "numpy torch jax keras", dtype="int", rank="vector"),
    _op("histogram", "numpy jax keras", result="tensors", count=2),
    _op("histogram_bin_edges", "numpy jax", rank="vector"),
    _op("histogram2d", "numpy jax", result="tensors", count=3),
    _op("histogramdd", "numpy jax", result="tensors", count=2),
    _op(
        "trapezoid",
        "numpy torch jax keras",
        also={"torch": "trapz"},
        aliases=("trapz",),
        dtype="float",
        rank="contracted",
    ),
    _op("add_reduceat", also={"numpy": "add.reduceat", "jax": "numpy.add.reduceat"}, rank="same"),
    _op(
        "multiply_reduceat",
        also={"numpy": "multiply.reduceat", "jax": "numpy.multiply.reduceat"},
        rank="same",
    ),
    _op("maximum_reduceat", also={"numpy": "maximum.reduceat", "jax": "numpy.maximum.reduceat"}, rank="same"),
    _op("minimum_reduceat", also={"numpy": "minimum.reduceat", "jax": "numpy.minimum.reduceat"}, rank="same"),
    *(
        _op(
            f"logical_{name}_reduceat",
            also={"numpy": f"logical_{name}.reduceat", "jax": f"numpy.logical_{name}.reduceat"},
            dtype="bool",
            rank="same",
        )
        for name in ("and", "or")
    ),
    _op("segment_sum", "keras", also={"jax": "ops.segment_sum"}),
    _op("segment_max", "keras", also={"jax": "ops.segment_max"}),
    _op("segment_min", "keras", also={"jax": "ops.segment_min"}),
)
