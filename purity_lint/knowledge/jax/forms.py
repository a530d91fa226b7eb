"""How JAX's functions are called where ``jax.numpy`` does not copy NumPy, nor ops JAX.

The notation is that of :mod:`purity_lint.knowledge.notation`.
"""

from __future__ import annotations

from purity_lint.knowledge.notation import Differing, Forms, parse, words

TABLE: Forms = parse("""
nn.gelu(x, approximate=True)
nn.logsumexp(a:x, axis, b:-, keepdims)
scipy.special.logsumexp(a:x, axis, b:-, keepdims, return_sign:-)
scipy.special.expit(x) -> nn.sigmoid
scipy.special.softmax(x, axis=None) -> nn.softmax
scipy.special.log_softmax(x, axis=None) -> nn.log_softmax
scipy.linalg.inv(a:x, overwrite_a:-, check_finite:-) -> linalg.inv
scipy.linalg.det(a:x, overwrite_a:-, check_finite:-) -> linalg.det
scipy.linalg.eigh(a:x) -> linalg.eigh
scipy.linalg.cholesky(a) -> {ops}.linalg.cholesky({a}, upper=True)
scipy.linalg.cholesky(a, lower) -> {ops}.linalg.cholesky({a}, upper=not {lower})
scipy.linalg.sqrtm(A:x) -> linalg.sqrtm !
scipy.linalg.svd(a:x, full_matrices, compute_uv, overwrite_a:-, check_finite:-) -> linalg.svd
nn.leaky_relu(x, negative_slope=0.01) -> nn.leaky_relu
nn.tanh(x) -> tanh
lax.top_k(operand:x, k)
lax.abs(x)
lax.acos(x)
lax.acosh(x)
lax.asin(x)
lax.asinh(x)
lax.atan(x)
lax.atanh(x)
lax.bitwise_not(x)
lax.cbrt(x)
lax.ceil(x)
lax.conj(x)
lax.cos(x)
lax.cosh(x)
lax.exp(x)
lax.exp2(x)
lax.expm1(x)
lax.floor(x)
lax.imag(x)
lax.log(x)
lax.log1p(x)
lax.neg(x)
lax.real(x)
lax.reciprocal(x)
lax.sign(x)
lax.sin(x)
lax.sinh(x)
lax.sqrt(x)
lax.square(x)
lax.tan(x)
lax.tanh(x)
lax.atan2(x:x1, y:x2)
lax.complex(x:real, y:imag)
lax.bitwise_and(x:x1, y:x2)
lax.bitwise_or(x:x1, y:x2)
lax.bitwise_xor(x:x1, y:x2)
lax.nextafter(x:x1, y:x2)
lax.pow(x:x1, y:x2)
lax.max(x:x1, y:x2) -> maximum
lax.min(x:x1, y:x2) -> minimum
lax.concatenate(operands:arrays, dimension:axis)
lax.clamp(min, x, max) -> {ops}.clip({x}, {min}, {max})
lax.select(pred:condition, on_true:x1, on_false:x2) -> where
lax.expand_dims(array:x, dimensions:axis)
lax.squeeze(array:x, dimensions:axis)
lax.transpose(operand:x, permutation:axes)
lax.reshape(operand:x, new_sizes:shape)
lax.full(shape, fill_value, dtype)
lax.cumsum(operand:x, axis=0, reverse:-)
lax.cumprod(operand:x, axis=0, reverse:-)
lax.stop_gradient(x)
jit(fun, *, static_argnums, static_argnames:-, donate_argnums:-)
random.PRNGKey(seed) -> random.key
numpy.array(object:obj, dtype, copy, order:-, ndmin, *, device)
numpy.asarray(a:obj, dtype, order:-, *, copy, device)
numpy.clip(arr:x, min, max)
numpy.matmul(a:x1, b:x2, *, precision:-, preferred_element_type:-)
numpy.dot(a:x1, b:x2, *, precision:-, preferred_element_type:-)
numpy.sort(a:x, axis, *, kind:-, order:-, stable, descending)
numpy.argsort(a:x, axis, *, kind:-, order:-, stable, descending)
numpy.linalg.eig(a:x)
numpy.linalg.eigvals(a:x)
""")

OTHER_RESULTS = Differing(
    # small integers keep their dtype; counts are floats; beyond the end there is NaN instead of an error
    always=words("cumsum histogram take take_along_axis"),
    lists=words("broadcast_arrays top_k"),
    answers=words("allclose array_equal array_equiv"),
)
WEAK = words("where select stack concat unravel_index clip stop_gradient")
"""Operations that are not elementwise, and of which JAX's functions give numbers alone a dtype that gives way."""

HINTS = {
    "lax.while_loop": "use `ops.while_loop`, whose functions take the loop variables one by one",
    "tree": "trees of tensors are plain Python: map over the lists and dicts themselves",
    "tree_util": "trees of tensors are plain Python: map over the lists and dicts themselves",
    "config": "configuring a backend is the application's business, not the library's",
    "experimental": "experimental parts belong in a module under `backend-paths`",
    "lax": "use the operation of that meaning in `ops`, or move the code under `backend-paths`",
}
"""Advice about names that have no operation of the same meaning; a prefix speaks for what is below it."""
