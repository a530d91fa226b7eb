"""How TensorFlow's functions are called.

TensorFlow is no backend of ops, but code that uses it can move to ops.

The notation is that of :mod:`purity_lint.knowledge.notation`; names lead to operations here, since the
catalogue spells none of TensorFlow's.
"""

from __future__ import annotations

from purity_lint.knowledge.notation import Forms, parse
from purity_lint.knowledge.tensorflow import backend_functions

_FLAT = """
convert_to_tensor(value:obj, dtype) -> asarray
constant(value:obj, dtype) -> array
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
where(condition) -> {ops}.stack({ops}.nonzero({condition}), axis=-1)
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
linalg.inv(input:x) -> linalg.inv
linalg.det(input:x) -> linalg.det
linalg.cholesky(input:x) -> linalg.cholesky
linalg.solve(matrix:x1, rhs:x2) -> linalg.solve
linalg.norm(tensor:x, ord, axis, keepdims) -> linalg.norm !
nn.moments(x, axes, shift:-, keepdims) -> nn.moments
nn.relu(features:x) -> nn.relu
nn.softmax(logits:x, axis) -> nn.softmax
nn.log_softmax(logits:x, axis) -> nn.log_softmax
nn.sigmoid(x) -> nn.sigmoid
nn.tanh(x) -> tanh
nn.elu(features:x) -> nn.elu
nn.relu6(features:x) -> nn.relu6
nn.selu(features:x) -> nn.selu
nn.silu(features:x) -> nn.silu
nn.softsign(features:x) -> nn.softsign
math.softsign(features:x) -> nn.softsign
nn.softplus(features:x) -> nn.softplus
nn.gelu(features:x, approximate=False) -> nn.gelu
nn.swish(features:x) -> nn.silu
nn.leaky_relu(features:x, alpha:negative_slope=0.2) -> nn.leaky_relu
nn.top_k(input:x, k, sorted) -> top_k
one_hot(indices:x, depth:num_classes, on_value:-, off_value:-, axis, dtype) -> one_hot
identity(input:x) -> copy
tril(input:x, diagonal:k) -> tril
triu(input:x, diagonal:k) -> triu
linalg.matmul(a:x1, b:x2) -> matmul
linalg.matrix_transpose(a:x) -> matrix_transpose
linalg.diag_part(input:x) -> linalg.diagonal
linalg.trace(x) -> linalg.trace
function(func:fun) -> jit
cond(pred, true_fn:true_fun, false_fn:false_fun) -> {ops}.cond({pred}, {true_fn}, {false_fn})
while_loop(cond, body, loop_vars, *, maximum_iterations) -> while_loop !
compiler.tf2xla.python.xla.dynamic_update_slice(x, updates, starts) -> {ops}.slice_update({x}, {starts}, {updates})
"""
_UNARY = """
abs acos acosh asin asinh atan atanh cos cosh exp floor round sigmoid sign sin sinh sqrt square tan tanh
logical_not
"""
"""Functions of one argument that TensorFlow has below ``math`` as well."""
_UNARY_MATH = """
ceil conj erf erfinv expm1 is_finite:isfinite is_inf:isinf is_nan:isnan log log1p reciprocal rsqrt softplus:nn.softplus
log_sigmoid:nn.log_sigmoid angle
"""
"""Functions of one argument that stand below ``math`` alone; after a colon the operation, if it has another name."""
_BINARY = """
add subtract multiply divide pow maximum minimum equal not_equal less less_equal greater greater_equal logical_and
logical_or
"""
_BINARY_MATH = "floordiv:floor_divide floormod:remainder mod:remainder logical_xor atan2"
_SEGMENTS = "sum max min"
_KERAS = "keras.backend."
_REDUCTIONS = "sum mean max min prod all any logsumexp std variance:var"


def _generated() -> str:
    lines: list[str] = []
    for names, parameters in ((_UNARY, "x"), (_BINARY, "x:x1, y:x2")):
        for name, target in _pairs(names):
            lines += [f"{prefix}{name}({parameters}) -> {target}" for prefix in ("", "math.")]
    for names, parameters in ((_UNARY_MATH, "x"), (_BINARY_MATH, "x:x1, y:x2")):
        lines += [f"math.{name}({parameters}) -> {target}" for name, target in _pairs(names)]
    for name, target in _pairs(_REDUCTIONS):
        lines += [
            f"{prefix}reduce_{name}(input_tensor:x, axis, keepdims) -> {target}" for prefix in ("", "math.")
        ]
    for name in ("argmax", "argmin"):
        lines += [f"{prefix}{name}(input:x, axis=0, output_type:-) -> {name}" for prefix in ("", "math.")]
    for name in ("sum", "prod"):
        options = "axis=0, exclusive:-, reverse:-"
        lines += [f"{prefix}cum{name}(x, {options}) -> cumulative_{name}" for prefix in ("", "math.")]
    for name in _SEGMENTS.split():
        parameters = "data, segment_ids, num_segments"
        lines.append(f"math.unsorted_segment_{name}({parameters}) -> segment_{name}")
    lines += [f"{_KERAS}{line}" for line in backend_functions.FORMS.split("\n") if line]
    for names, parameters in ((backend_functions.UNARY, "x"), (backend_functions.BINARY, "x:x1, y:x2")):
        lines += [f"{_KERAS}{name}({parameters}) -> {target}" for name, target in _pairs(names)]
    lines.append("math.top_k(input:x, k, sorted) -> top_k")
    lines.append("math.count_nonzero(input:x, axis, keepdims) -> count_nonzero")
    return "\n".join(lines)


def _pairs(names: str) -> list[tuple[str, str]]:
    """Return each name with that of its operation."""
    entries = [entry.partition(":") for entry in names.split()]
    return [(name, target or name) for name, _, target in entries]


TABLE: Forms = parse(_FLAT + _generated())

LIBRARY = "tensorflow"
SHAPE_METHODS = frozenset({"get_shape"})
"""Methods that give the shape of a tensor, which has a method ``as_list`` there."""
