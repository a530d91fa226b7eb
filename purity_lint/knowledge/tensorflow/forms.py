"""How TensorFlow's functions are called.

TensorFlow is no backend of ops, but code that uses it can move to ops.

The notation is that of :mod:`purity_lint.knowledge.notation`; names lead to operations here, since the
catalogue spells none of TensorFlow's.
"""

from __future__ import annotations

from purity_lint.knowledge.notation import Forms, parse

_FLAT = """
convert_to_tensor(value:obj, dtype) -> asarray
constant(value:obj, dtype) -> asarray
zeros(shape, dtype) -> zeros
ones(shape, dtype) -> ones
fill(dims:shape, value:fill_value) -> full
zeros_like(input:x, dtype) -> zeros_like
ones_like(input:x, dtype) -> ones_like
eye(num_rows:n_rows, num_columns:n_cols, *, dtype) -> eye
range(start, limit:stop, delta:step, dtype) -> arange
linspace(start, stop, num) -> linspace
cast(x, dtype) -> astype
shape(input:x) -> shape
rank(input:x) -> ndim
size(input:x) -> size
reshape(tensor:x, shape) -> reshape
transpose(a:x) -> transpose
transpose(a:x, perm:axes) -> permute_dims
concat(values:arrays, axis) -> concat
stack(values:arrays, axis) -> stack
unstack(value:x, *, axis) -> unstack
expand_dims(input:x, axis) -> expand_dims
squeeze(input:x, axis) -> squeeze
tile(input:x, multiples:repetitions) -> tile
repeat(input:x, repeats, axis) -> repeat
reverse(tensor:x, axis) -> flip
roll(input:x, shift, axis) -> roll
gather(params:x, indices, *, axis=0) -> take
where(condition, x:x1, y:x2) -> where
broadcast_to(input:x, shape) -> broadcast_to
matmul(a:x1, b:x2) -> matmul
tensordot(a:x1, b:x2, axes) -> tensordot
einsum(equation, *inputs:operands) -> einsum
norm(tensor:x, ord, axis, keepdims) -> linalg.norm !
argsort(values:x, axis) -> argsort
sort(values:x, axis) -> sort
clip_by_value(t:x, clip_value_min:min, clip_value_max:max) -> clip
stop_gradient(input:x) -> stop_gradient
is_tensor(x) -> is_tensor
add(x:x1, y:x2) -> add
subtract(x:x1, y:x2) -> subtract
multiply(x:x1, y:x2) -> multiply
divide(x:x1, y:x2) -> divide
pow(x:x1, y:x2) -> pow
maximum(x:x1, y:x2) -> maximum
minimum(x:x1, y:x2) -> minimum
equal(x:x1, y:x2) -> equal
not_equal(x:x1, y:x2) -> not_equal
less(x:x1, y:x2) -> less
less_equal(x:x1, y:x2) -> less_equal
greater(x:x1, y:x2) -> greater
greater_equal(x:x1, y:x2) -> greater_equal
logical_and(x:x1, y:x2) -> logical_and
logical_or(x:x1, y:x2) -> logical_or
logical_not(x) -> logical_not
linalg.inv(input:x) -> linalg.inv
linalg.det(input:x) -> linalg.det
linalg.cholesky(input:x) -> linalg.cholesky
linalg.solve(matrix:x1, rhs:x2) -> linalg.solve
linalg.norm(tensor:x, ord, axis, keepdims) -> linalg.norm !
nn.relu(features:x) -> nn.relu
nn.softmax(logits:x, axis) -> nn.softmax
nn.log_softmax(logits:x, axis) -> nn.log_softmax
nn.sigmoid(x) -> nn.sigmoid
function(func:fun) -> jit
"""
_UNARY = (
    "abs",
    "exp",
    "sqrt",
    "square",
    "sin",
    "cos",
    "tan",
    "tanh",
    "sinh",
    "cosh",
    "sign",
    "floor",
    "ceil",
    "round",
)
_UNARY_MATH = (
    "log",
    "log1p",
    "expm1",
    "is_nan:isnan",
    "is_inf:isinf",
    "is_finite:isfinite",
    "rsqrt",
    "reciprocal",
)
_REDUCTIONS = ("sum", "mean", "max", "min", "prod", "all", "any", "logsumexp", "std", "variance:var")


def _generated() -> str:
    lines: list[str] = []
    for entry in (*_UNARY, *_UNARY_MATH):
        name, _, target = entry.partition(":")
        prefixes = ("math.",) if entry in _UNARY_MATH else ("", "math.")
        lines += [f"{prefix}{name}(x) -> {target or name}" for prefix in prefixes]
    for entry in _REDUCTIONS:
        name, _, target = entry.partition(":")
        lines += [
            f"{prefix}reduce_{name}(input_tensor:x, axis, keepdims) -> {target or name}"
            for prefix in ("", "math.")
        ]
    for name in ("argmax", "argmin"):
        lines += [f"{prefix}{name}(input:x, axis=0, output_type:-) -> {name}" for prefix in ("", "math.")]
    return "\n".join(lines)


TABLE: Forms = parse(_FLAT + _generated())
