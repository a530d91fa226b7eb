"""Operations of the group ``manipulation``."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_op = partial(entry, group="manipulation")
_standard = partial(_op, standard="manipulation_functions")

OPS: tuple[Op, ...] = (
    _standard("reshape", "numpy torch jax mlx keras", any_values=True),
    _op(
        "ravel",
        "numpy torch jax keras",
        aliases=("flatten",),
        also={"torch": "flatten", "mlx": "core.flatten"},
        rank="vector",
        any_values=True,
    ),
    _op("transpose", "numpy jax mlx keras", rank="same"),
    _standard(
        "permute_dims",
        "numpy jax mlx",
        aliases=("permute",),
        also={"torch": "permute", "keras": "ops.transpose"},
        rank="same",
    ),
    _standard("expand_dims", "numpy jax mlx keras", aliases=("unsqueeze",), also={"torch": "unsqueeze"}),
    _standard("squeeze", "numpy torch jax mlx keras"),
    _standard(
        "concat",
        "numpy torch jax mlx",
        aliases=("concatenate", "cat"),
        also={
            "numpy": "concatenate",
            "torch": "cat concatenate",
            "jax": "numpy.concatenate",
            "mlx": "core.concatenate",
            "keras": "ops.concatenate",
        },
        any_values=True,
    ),
    _standard("stack", "numpy torch jax mlx keras", any_values=True),
    _op("hstack", "numpy torch jax keras", any_values=True),
    _op(
        "vstack",
        "numpy torch jax keras",
        aliases=("row_stack",),
        also={"numpy": "row_stack", "torch": "row_stack"},
        rank="matrix",
        any_values=True,
    ),
    _op("dstack", "numpy torch jax keras"),
    _op("column_stack", "numpy torch jax", any_values=True),
    _op("split", "numpy jax mlx keras", result="tensors", rank="same", any_values=True),
    _op("array_split", "numpy jax keras", result="tensors", rank="same", any_values=True),
    _op("hsplit", "numpy torch jax keras", result="tensors", rank="same"),
    _op("vsplit", "numpy torch jax keras", result="tensors", rank="same"),
    _op("dsplit", "numpy torch jax keras", result="tensors", rank="same"),
    _standard(
        "unstack",
        "numpy jax mlx keras",
        result="tensors",
        aliases=("unbind",),
        also={"torch": "unbind"},
        rank="reduced",
    ),
    _op("packbits", "numpy jax"),
    _op("unpackbits", "numpy jax"),
    _standard("tile", "numpy torch jax mlx keras", any_values=True),
    _standard("repeat", "numpy jax mlx keras", also={"torch": "repeat_interleave"}, any_values=True),
    _standard("roll", "numpy torch jax mlx keras", rank="same", any_values=True),
    _standard("flip", "numpy torch jax mlx keras", rank="same", any_values=True),
    _op("fliplr", "numpy torch jax keras", rank="same"),
    _op("flipud", "numpy torch jax keras", rank="same"),
    _op("rot90", "numpy torch jax keras", rank="same"),
    _op("pad", "numpy jax mlx keras", rank="same"),
    _standard(
        "moveaxis", "numpy torch jax mlx keras", aliases=("movedim",), also={"torch": "movedim"}, rank="same"
    ),
    _op("rollaxis", "numpy jax", rank="same"),
    _op("swapaxes", "numpy torch jax mlx keras", also={"torch": "transpose swapdims"}, rank="same"),
    _standard("broadcast_to", "numpy torch jax mlx keras"),
    _standard(
        "broadcast_arrays",
        "numpy jax mlx",
        result="tensors",
        also={"torch": "broadcast_tensors"},
        rank="broadcast",
    ),
    _standard("broadcast_shapes", "numpy torch jax mlx", result="shape"),
    _op("atleast_1d", "numpy torch jax mlx keras"),
    _op("atleast_2d", "numpy torch jax mlx keras"),
    _op("atleast_3d", "numpy torch jax mlx keras"),
    _op("append", "numpy jax keras", any_values=True),
    _op("delete", "numpy jax", any_values=True),
    _op("insert", "numpy jax", any_values=True),
    _op("resize", "numpy jax"),
    _op("block", "numpy jax"),
    _op("trim_zeros", "numpy jax", rank="vector"),
    _op("view"),
    _op("rearrange", "keras"),
    _op("extract_sequences", "keras"),
    _op("view_as_complex", "torch keras"),
    _op("view_as_real", "torch keras"),
)
