"""Operations of the group ``linear_algebra``."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_op = partial(entry, group="linear_algebra")
_standard = partial(_op, standard="linear_algebra_functions")

OPS: tuple[Op, ...] = (
    _standard(
        "matmul",
        "numpy torch jax mlx keras",
        also={"numpy": "linalg.matmul", "torch": "linalg.matmul mm bmm mv", "jax": "numpy.linalg.matmul"},
        aliases=("linalg.matmul",),
        operator="@",
        rank="contracted",
    ),
    _standard(
        "matrix_transpose",
        "numpy jax mlx",
        also={"numpy": "linalg.matrix_transpose", "jax": "numpy.linalg.matrix_transpose"},
        aliases=("linalg.matrix_transpose",),
        rank="same",
    ),
    _standard(
        "tensordot",
        "numpy torch jax mlx keras",
        also={"numpy": "linalg.tensordot", "jax": "numpy.linalg.tensordot"},
        aliases=("linalg.tensordot",),
        rank="contracted",
    ),
    _standard(
        "vecdot",
        "numpy jax mlx",
        also={"numpy": "linalg.vecdot", "torch": "linalg.vecdot", "jax": "numpy.linalg.vecdot"},
        aliases=("linalg.vecdot",),
        rank="contracted",
    ),
    _op("matvec", "numpy jax"),
    _op("vecmat", "numpy jax"),
    _op("dot", "numpy jax keras", rank="contracted"),
    _op("vdot", "numpy jax keras", rank="contracted"),
    _op("inner", "numpy torch jax mlx keras", rank="contracted"),
    _op("outer", "numpy torch jax mlx keras", also={"torch": "ger"}),
    _op("kron", "numpy torch jax mlx keras"),
    _op("cross", "numpy jax keras"),
    _op("trace", "numpy torch jax mlx keras", rank="reduced"),
    _op("diagonal", "numpy torch jax mlx keras"),
    _op("einsum", "numpy torch jax mlx keras", rank="contracted"),
    _op("convolve", "numpy jax mlx", rank="vector"),
    _op("cdist", "torch"),
    _op("correlate", "numpy jax keras", rank="vector"),
)
