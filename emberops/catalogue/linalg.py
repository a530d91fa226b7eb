"""Operations of the group ``linalg``."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_ROOTS = {"keras": "ops. ops.linalg."}
_op = partial(entry, group="linalg", space="linalg", roots=_ROOTS)
_standard = partial(_op, standard="linear_algebra_functions")

OPS: tuple[Op, ...] = (
    _op("norm", "numpy torch jax mlx keras", aliases=("norm",), rank="reduced"),
    _standard("matrix_norm", "numpy torch jax", rank="reduced"),
    _standard("vector_norm", "numpy torch jax", rank="reduced"),
    _standard("inv", "numpy torch jax mlx keras", also={"torch": "inverse"}, aliases=("inv",), rank="same"),
    _standard("det", "numpy torch jax mlx keras", also={"torch": "det"}, aliases=("det",), rank="reduced"),
    _standard(
        "slogdet",
        "numpy torch jax mlx",
        also={"torch": "slogdet", "keras": "ops.slogdet"},
        result="tensors",
        aliases=("slogdet",),
        count=2,
    ),
    _op("logdet", "keras", also={"torch": "logdet"}, aliases=("logdet",), rank="reduced"),
    _standard("solve", "numpy torch jax mlx keras", also={"jax": "scipy.linalg.solve"}, aliases=("solve",)),
    _op(
        "solve_triangular",
        "keras",
        also={"jax": "scipy.linalg.solve_triangular"},
        aliases=("solve_triangular",),
    ),
    _op("lstsq", "numpy jax", result="tensors", aliases=("lstsq",), count=4),
    _standard(
        "pinv", "numpy torch jax mlx keras", also={"torch": "pinverse"}, aliases=("pinv",), rank="same"
    ),
    _standard("svd", "numpy torch jax mlx keras", result="tensors", aliases=("svd",), count=3),
    _standard("svdvals", "numpy torch jax"),
    _standard("eig", "numpy torch jax mlx keras", result="tensors", aliases=("eig",), count=2),
    _standard("eigvals", "numpy torch jax mlx"),
    _standard("eigh", "numpy torch jax mlx keras", result="tensors", aliases=("eigh",), count=2),
    _standard("eigvalsh", "numpy torch jax mlx"),
    _standard(
        "cholesky",
        "numpy torch jax mlx keras",
        also={"torch": "cholesky"},
        aliases=("cholesky",),
        rank="same",
    ),
    _op(
        "cholesky_inverse",
        "keras",
        also={"torch": "cholesky_inverse", "mlx": "core.linalg.cholesky_inv"},
        aliases=("cholesky_inverse",),
    ),
    _standard("qr", "numpy torch jax mlx keras", result="tensors", aliases=("qr",), count=2),
    _op("lu", "torch", also={"jax": "scipy.linalg.lu"}, result="tensors"),
    _op(
        "lu_factor",
        "mlx keras",
        also={"jax": "scipy.linalg.lu_factor"},
        result="tensors",
        aliases=("lu_factor",),
    ),
    _standard("matrix_rank", "numpy torch jax", also={"keras": "ops.matrix_rank"}, aliases=("matrix_rank",)),
    _standard(
        "matrix_power",
        "numpy torch jax",
        also={"torch": "matrix_power"},
        aliases=("matrix_power",),
        rank="same",
    ),
    _op(
        "multi_dot",
        "numpy torch jax",
        aliases=("multi_dot",),
        rank="contracted",
    ),
    _op("cond", "numpy torch jax", rank="reduced"),
    _op(
        "expm",
        also={"torch": "linalg.matrix_exp matrix_exp", "jax": "scipy.linalg.expm"},
        aliases=("expm", "matrix_exp", "linalg.matrix_exp"),
        rank="same",
    ),
    _op("sqrtm", rank="same"),
    _op("tensorinv", "numpy torch jax"),
    _op("tensorsolve", "numpy torch jax"),
    _standard("cross", "numpy torch jax mlx", also={"torch": "cross"}),
    _standard("outer", "numpy jax"),
    _standard("trace", "numpy jax", rank="reduced"),
    _standard("diagonal", "numpy torch jax"),
)
