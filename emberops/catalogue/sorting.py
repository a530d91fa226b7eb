"""Operations of the group ``sorting``."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_op = partial(entry, group="sorting")
_standard = partial(_op, standard="sorting_functions")

OPS: tuple[Op, ...] = (
    _standard("sort", "numpy jax mlx keras", rank="same", any_values=True),
    _standard("argsort", "numpy torch jax mlx keras", dtype="int", rank="same", any_values=True),
    _op("lexsort", "numpy jax", dtype="int", any_values=True),
    _op("partition", "numpy jax mlx", rank="same"),
    _op("argpartition", "numpy jax mlx keras", dtype="int", rank="same"),
    _op("top_k", "keras", also={"torch": "topk", "jax": "lax.top_k"}, aliases=("topk",), result="tensors"),
    _op("in_top_k", "keras", dtype="bool"),
    _op("sort_complex", "numpy jax", dtype="complex"),
)
