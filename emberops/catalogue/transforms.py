"""Operations of the group ``transforms``."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_ROOTS = {"torch": "func.", "jax": "", "keras": "ops."}
_op = partial(entry, group="transforms", roots=_ROOTS)

OPS: tuple[Op, ...] = (
    _op("grad", "torch jax mlx", result="function"),
    _op("value_and_grad", "jax", result="function"),
    _op("jacrev", "torch jax", also={"jax": "jacobian"}, result="function", aliases=("jacobian",)),
    _op("jacfwd", "torch jax", result="function"),
    _op("hessian", "torch jax", result="function"),
    _op("vjp", "jax", result="tensors"),
    _op("jvp", "jax keras", result="tensors"),
    _op("stop_gradient", "mlx keras", also={"jax": "lax.stop_gradient"}, rank="same"),
    _op("custom_gradient", "jax keras", result="function"),
    _op("custom_vjp", "jax", result="function"),
    _op("numpy_callback", result="function"),
    _op("checkpoint", "jax mlx", also={"jax": "remat"}, result="function", aliases=("remat",)),
    _op("vmap", "jax mlx", also={"torch": "vmap func.vmap"}, result="function"),
    _op("jit", "jax", also={"mlx": "core.compile"}, result="function", aliases=("compile",)),
    _op("vectorize", "numpy keras", result="function"),
    _op("frompyfunc", "numpy", also={"jax": "numpy.frompyfunc"}, result="function"),
    _op("apply_along_axis", "numpy", also={"jax": "numpy.apply_along_axis"}),
    _op("piecewise", "numpy", also={"jax": "numpy.piecewise"}, rank="broadcast"),
    _op("cond", "keras", also={"jax": "lax.cond"}, result="other"),
    _op("switch", "keras", also={"jax": "lax.switch"}, result="other"),
    _op("while_loop", "keras", result="other"),
    _op("fori_loop", "keras", also={"jax": "lax.fori_loop"}, result="other"),
    _op("scan", "keras", also={"jax": "lax.scan"}, result="other"),
    _op("associative_scan", "keras", also={"jax": "lax.associative_scan"}, result="other"),
    _op("map", "keras", also={"jax": "lax.map"}, result="other"),
    _op("vectorized_map", "keras", result="other"),
    _op("eval", "mlx", also={"jax": "block_until_ready"}, result="other"),
)
