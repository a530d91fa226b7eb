"""How JAX's functions are called where ``jax.numpy`` does not copy NumPy.

The notation is that of :mod:`purity_lint.knowledge.rewrite_forms`.
"""

from __future__ import annotations

from purity_lint.knowledge.rewrite_forms import Table, parse

TABLE: Table = parse("""
nn.softmax(x, axis) -> nn.softmax
nn.log_softmax(x, axis) -> nn.log_softmax
nn.one_hot(x, num_classes, *, dtype, axis) -> nn.one_hot
nn.logsumexp(a:x, axis, keepdims) -> logsumexp
nn.gelu(x, approximate=True) -> nn.gelu
nn.elu(x, alpha)
nn.celu(x, alpha)
nn.leaky_relu(x, negative_slope)
scipy.special.logsumexp(a:x, axis, *, keepdims) -> logsumexp
lax.stop_gradient(x) -> stop_gradient
lax.cond(pred, true_fun, false_fun, *operands:operands) -> cond
lax.while_loop(cond_fun, body_fun, init_val) -> while_loop
lax.fori_loop(lower, upper, body_fun, init_val) -> fori_loop
lax.scan(f, init, xs, length) -> scan
lax.rsqrt(x) -> rsqrt
lax.top_k(operand:x, k) -> top_k
grad(fun, argnums, has_aux)
value_and_grad(fun, argnums, has_aux)
vmap(fun, in_axes, out_axes)
jit(fun, *, static_argnums, static_argnames)
numpy.array(object:obj, dtype, copy:-, order:-, ndmin:-, *, device) -> asarray
numpy.asarray(a:obj, dtype, order:-, *, copy, device)
numpy.clip(arr:x, min, max)
numpy.linalg.norm(x, ord, axis, keepdims)
""")

HINTS = {
    "tree": "trees of tensors are plain Python: map over the lists and dicts themselves",
    "tree_util": "trees of tensors are plain Python: map over the lists and dicts themselves",
    "config": "configuring a backend is the application's business, not the library's",
    "experimental": "experimental parts belong in a module under `backend-paths`",
    "lax": "use the operation of that meaning in `ops`, or move the code under `backend-paths`",
}
"""What to do about names that have no operation of the same meaning; a prefix speaks for what is below it."""
