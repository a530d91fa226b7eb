"""Operations of the group ``indexing``."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_op = partial(entry, group="indexing")
_standard = partial(_op, standard="indexing_functions")

OPS: tuple[Op, ...] = (
    _op("getitem", also={"keras": "ops.get_item"}),
    _standard("take", "numpy jax mlx keras", any_values=True),
    _standard(
        "take_along_axis",
        "numpy jax mlx keras",
        also={"torch": "take_along_dim"},
        aliases=("gather",),
        rank="same",
        any_values=True,
    ),
    _op("slice", also={"keras": "ops.slice"}),
    _op("slice_update", also={"keras": "ops.slice_update"}),
    _op("assign", rank="same"),
    _op("assign_add", rank="same"),
    _op("assign_subtract", rank="same", aliases=("assign_sub",)),
    _op("assign_multiply", rank="same"),
    _op("assign_divide", rank="same"),
    _op("assign_maximum", rank="same"),
    _op("assign_minimum", rank="same"),
    _op("add_at", also={"numpy": "add.at"}),
    _op("subtract_at", also={"numpy": "subtract.at"}),
    _op("multiply_at", also={"numpy": "multiply.at"}),
    _op("divide_at", also={"numpy": "divide.at true_divide.at"}),
    _op("maximum_at", also={"numpy": "maximum.at"}),
    _op("minimum_at", also={"numpy": "minimum.at"}),
    _op("scatter", also={"keras": "ops.scatter"}),
    _op("scatter_update", also={"keras": "ops.scatter_update"}),
    _op("put"),
    _op("put_along_axis", rank="same"),
    _op("place"),
    _op("putmask"),
    _op("copyto"),
    _op("fill_diagonal"),
    _op("compress", "numpy jax", any_values=True),
    _op("extract", "numpy jax", any_values=True),
    _op("choose", "numpy jax"),
    _op("ix_", "numpy jax", result="tensors"),
    _op("unravel_index", "numpy torch jax keras", result="tensors", dtype="int"),
    _op("ravel_multi_index", "numpy jax", dtype="int"),
    _op("ndindex", "numpy", result="host"),
    _op("ndenumerate", "numpy", result="host"),
)
