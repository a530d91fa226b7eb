"""How MLX's functions are called where ``mlx.core`` does not copy NumPy.

``keepdims`` comes second, and there is a ``stream`` where others have a device.

The notation is that of :mod:`purity_lint.knowledge.notation`.
"""

from __future__ import annotations

from purity_lint.knowledge.notation import Differing, Forms, parse, words

TABLE: Forms = parse("""
core.array(val:obj, dtype, *, device) -> asarray
core.sum(a:x, axis, keepdims, *, stream:-)
core.mean(a:x, axis, keepdims, *, stream:-)
core.prod(a:x, axis, keepdims, *, stream:-)
core.max(a:x, axis, keepdims, *, stream:-)
core.min(a:x, axis, keepdims, *, stream:-)
core.all(a:x, axis, keepdims, *, stream:-)
core.any(a:x, axis, keepdims, *, stream:-)
core.std(a:x, axis, keepdims, ddof:correction, *, stream:-)
core.var(a:x, axis, keepdims, ddof:correction, *, stream:-)
core.median(a:x, axis, keepdims, *, stream:-)
core.logsumexp(a:x, axis, keepdims, *, stream:-)
core.argmax(a:x, axis, keepdims, *, stream:-)
core.argmin(a:x, axis, keepdims, *, stream:-)
core.softmax(a:x, axis=None, *, precise:-, stream:-)
core.sigmoid(a:x, *, stream:-)
core.clip(a:x, a_min:min, a_max:max, *, stream:-)
core.concatenate(arrays, axis, *, stream:-)
core.stack(arrays, axis, *, stream:-)
core.expand_dims(a:x, axis, *, stream:-)
core.squeeze(a:x, axis, *, stream:-)
core.reshape(a:x, shape, *, stream:-)
core.transpose(a:x, axes, *, stream:-)
core.swapaxes(a:x, axis1, axis2, *, stream:-)
core.moveaxis(a:x, source, destination, *, stream:-)
core.broadcast_to(a:x, shape, *, stream:-)
core.flatten(a) -> {ops}.ravel({a})
core.zeros(shape, dtype, *, stream:-)
core.ones(shape, dtype, *, stream:-)
core.full(shape, vals:fill_value, dtype, *, stream:-)
core.zeros_like(a:x, *, stream:-)
core.ones_like(a:x, *, stream:-)
core.eye(n:n_rows, m:n_cols, k, dtype, *, stream:-)
core.identity(n:n_rows, dtype, *, stream:-) -> eye
core.arange(start, stop, step, dtype, *, stream:-)
core.linspace(start, stop, num, dtype, *, stream:-)
core.tril(x, k, *, stream:-)
core.triu(x, k, *, stream:-)
core.where(condition, x:x1, y:x2, *, stream:-)
core.matmul(a:x1, b:x2, *, stream:-)
core.outer(a:x1, b:x2, *, stream:-)
core.inner(a:x1, b:x2, *, stream:-)
core.tensordot(a:x1, b:x2, axes, *, stream:-)
core.einsum(subscripts, *operands:operands)
core.take(a:x, indices, axis, *, stream:-)
core.take_along_axis(a:x, indices, axis, *, stream:-)
core.sort(a:x, axis, *, stream:-)
core.argsort(a:x, axis, *, stream:-)
core.repeat(array:x, repeats, axis, *, stream:-)
core.tile(a:x, reps:repetitions, *, stream:-)
core.cumsum(a:x, axis)
core.cumprod(a:x, axis)
core.linalg.norm(a:x, ord, axis, keepdims, *, stream:-)
core.linalg.inv(a:x, *, stream:-)
core.linalg.pinv(a:x, *, stream:-)
core.linalg.solve(a:x1, b:x2, *, stream:-)
core.linalg.cholesky(a:x, upper, *, stream:-)
core.linalg.qr(a:x, *, stream:-)
core.linalg.svd(a:x, *, stream:-)
core.linalg.eigh(a:x, *, stream:-)
core.linalg.eig(a:x, *, stream:-)
core.linalg.eigvals(a:x, *, stream:-)
core.stop_gradient(a:x, *, stream:-)
core.grad(fun, argnums)
core.value_and_grad(fun, argnums) -> value_and_grad !
core.vmap(fun, in_axes, out_axes)
core.compile(fun)
""")

OTHER_RESULTS = Differing(
    # places have no sign, and small integers keep their dtype
    always=words("argmax argmin argsort argpartition searchsorted cumsum"),
    lists=words("broadcast_arrays divmod"),
    answers=words("allclose array_equal"),
)

HINTS = {
    "core.eval": "leave evaluation to the backend; to wait for it, use `emberops.synchronize()`",
    "core.async_eval": "leave evaluation to the backend; to wait for it, use `emberops.synchronize()`",
    "core.fast": "use `ops.nn`, which calls the fast version where there is one",
    "core.save": "use `ops.save`",
    "core.load": "use `ops.load`",
    "nn": "layers belong in a module under `backend-paths`, or write them with `ops.nn`",
    "optimizers": "optimizers belong in a module under `backend-paths`",
}
"""Advice about names that have no operation of the same meaning; a prefix speaks for what is below it."""

METHODS: Forms = parse("""
astype(self:x, dtype, *, stream:-) -> astype
reshape(self:x, *shape:shape) -> reshape
flatten(self) -> {ops}.ravel({self})
transpose(self:x) -> transpose
transpose(self:x, *axes:axes) -> transpose
square(self:x) -> square
sqrt(self:x) -> sqrt
rsqrt(self:x) -> rsqrt
exp(self:x) -> exp
log(self:x) -> log
abs(self:x) -> abs
sin(self:x) -> sin
cos(self:x) -> cos
log1p(self:x) -> log1p
reciprocal(self:x) -> reciprocal
logsumexp(self:x, axis, keepdims) -> logsumexp
moveaxis(self:x, source, destination) -> moveaxis
""")
"""Methods; ``self`` is the array."""
