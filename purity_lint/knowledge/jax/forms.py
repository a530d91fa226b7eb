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
lax.top_k(operand:x, k)
jit(fun, *, static_argnums, static_argnames:-, donate_argnums:-)
random.PRNGKey(seed) -> random.key
numpy.array(object:obj, dtype, copy, order:-, ndmin, *, device)
numpy.asarray(a:obj, dtype, order:-, *, copy, device)
numpy.clip(arr:x, min, max)
numpy.matmul(a:x1, b:x2, *, precision:-, preferred_element_type:-)
numpy.dot(a:x1, b:x2, *, precision:-, preferred_element_type:-)
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
