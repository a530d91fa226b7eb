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
lax.abs(x) -> abs
lax.acos(x) -> acos
lax.acosh(x) -> acosh
lax.asin(x) -> asin
lax.asinh(x) -> asinh
lax.atan(x) -> atan
lax.atanh(x) -> atanh
lax.bitwise_not(x) -> bitwise_not
lax.cbrt(x) -> cbrt
lax.ceil(x) -> ceil
lax.conj(x) -> conj
lax.cos(x) -> cos
lax.cosh(x) -> cosh
lax.exp(x) -> exp
lax.exp2(x) -> exp2
lax.expm1(x) -> expm1
lax.floor(x) -> floor
lax.imag(x) -> imag
lax.log(x) -> log
lax.log1p(x) -> log1p
lax.neg(x) -> negative
lax.real(x) -> real
lax.reciprocal(x) -> reciprocal
lax.sign(x) -> sign
lax.sin(x) -> sin
lax.sinh(x) -> sinh
lax.sqrt(x) -> sqrt
lax.square(x) -> square
lax.tan(x) -> tan
lax.tanh(x) -> tanh
lax.atan2(x:x1, y:x2) -> atan2
lax.complex(x:real, y:imag)
lax.bitwise_and(x:x1, y:x2) -> bitwise_and
lax.bitwise_or(x:x1, y:x2) -> bitwise_or
lax.bitwise_xor(x:x1, y:x2) -> bitwise_xor
lax.nextafter(x:x1, y:x2) -> nextafter
lax.pow(x:x1, y:x2) -> pow
lax.max(x:x1, y:x2) -> maximum
lax.min(x:x1, y:x2) -> minimum
lax.concatenate(operands:arrays, dimension:axis) -> concatenate
lax.clamp(min, x, max) -> {ops}.clip({x}, {min}, {max})
lax.select(pred:condition, on_true:x1, on_false:x2) -> where
lax.expand_dims(array:x, dimensions:axis) -> expand_dims
lax.squeeze(array:x, dimensions:axis) -> squeeze
lax.transpose(operand:x, permutation:axes) -> transpose
lax.reshape(operand:x, new_sizes:shape) -> reshape
lax.full(shape, fill_value, dtype) -> full
lax.cumsum(operand:x, axis=0, reverse:-) -> cumsum
lax.cumprod(operand:x, axis=0, reverse:-) -> cumprod
lax.stop_gradient(x)
lax.sort(operand:x, dimension:axis) -> sort !
lax.rev(operand:x, dimensions:axis) -> flip
lax.cummax(operand:x, axis=0, reverse:-) -> cumulative_max
lax.cummin(operand:x, axis=0, reverse:-) -> cumulative_min
lax.dynamic_slice(operand:x, start_indices, slice_sizes:shape) -> slice !
lax.dynamic_update_slice(operand:x, update, start_indices) -> {ops}.slice_update({operand}, {start_indices}, {update}) !
lax.dot(lhs:x1, rhs:x2) -> dot
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
