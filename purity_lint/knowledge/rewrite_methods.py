"""Methods and attributes of tensors -> operations.

Most methods are called like the library's function of that name, so only those are listed that are not; the
notation is that of :mod:`purity_lint.knowledge.notation`, ``self`` being the tensor.
"""

from __future__ import annotations

from purity_lint.knowledge.notation import Forms, parse, words

NUMPY_LIKE_FUNCTIONS = words("""
all any argmax argmin argpartition argsort clip conj conjugate cumprod cumsum diagonal dot max mean min
nonzero prod ptp ravel repeat round searchsorted squeeze std sum swapaxes take trace var choose
""")
"""Methods of NumPy, JAX and CuPy arrays that take what the function of that name takes."""

NUMPY_METHODS: Forms = parse("""
astype(self:x, dtype, order:-, casting:-, subok:-, copy)
copy(self:x, order:-)
reshape(self:x, *shape:shape, order)
transpose(self:x)
transpose(self:x, *axes:axes)
flatten(self) -> {ops}.copy({ops}.ravel({self}))
flatten(self, order) -> {ops}.copy({ops}.ravel({self}, order={order}))
conjugate(self:x)
compress(self, condition) -> {ops}.compress({condition}, {self})
compress(self, condition, axis) -> {ops}.compress({condition}, {self}, axis={axis})
to_device(self:x, device, *, stream:-) -> to_device
""")

MLX_METHODS: Forms = parse("""
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

TORCH_FUNCTIONS = words("""
abs absolute acos acosh add all allclose amax amin any arccos arccosh arcsin arcsinh arctan arctan2 arctanh
argmax argmin argsort asin asinh atan atan2 atanh bincount bitwise_and bitwise_not bitwise_or bitwise_xor
bmm broadcast_to ceil clamp clip conj copysign cos cosh count_nonzero cross cumprod cumsum deg2rad det diag
diagflat diff div divide dot eq equal erf erfc erfinv exp exp2 expm1 fix flip floor floor_divide fmod ge gt
hypot inner inverse isclose isfinite isinf isnan kron ldexp le log log10 log1p log2 logaddexp logical_and
logical_not logical_or logical_xor logsumexp lt matmul max maximum mean min minimum mm moveaxis movedim mul
multiply mv nan_to_num nanmean nansum ne neg negative norm outer ger pow prod quantile rad2deg ravel
reciprocal remainder repeat_interleave roll rot90 round rsqrt sigmoid sign signbit sin sinc sinh softmax
log_softmax relu sqrt square squeeze std sub subtract sum swapaxes swapdims take_along_dim tan tanh topk
trace tril triu true_divide trunc unbind unsqueeze var vdot
""")
"""Methods of torch tensors that take what the function of that name takes."""

TORCH_METHODS: Forms = parse("""
view(self:x, *shape:shape) -> reshape
reshape(self:x, *shape:shape)
expand(self:x, *sizes:shape) -> broadcast_to !
expand_as(self, other) -> {ops}.broadcast_to({self}, {ops}.shape({other}))
view_as(self, other) -> {ops}.reshape({self}, {ops}.shape({other}))
reshape_as(self, other) -> {ops}.reshape({self}, {ops}.shape({other}))
permute(self:x, *dims:axes)
transpose(self:x, dim0:axis1, dim1:axis2)
t(self) -> {ops}.transpose({self})
flatten(self) -> {ops}.ravel({self})
size(self) -> {ops}.shape({self})
size(self, dim) -> {ops}.shape({self})[{dim}]
dim(self:x) -> ndim
ndimension(self:x) -> ndim
numel(self:x)
nelement(self:x) -> size
clone(self:x)
detach(self:x) -> stop_gradient
contiguous(self) -> {self}
repeat(self:x, *sizes:repetitions) -> tile
tile(self:x, *dims:repetitions)
masked_fill(self, mask, value) -> {ops}.where({mask}, {value}, {self})
where(self, condition, other) -> {ops}.where({condition}, {self}, {other})
index_select(self:x, dim:axis, index:indices) -> take
gather(self:x, dim:axis, index:indices) -> {ops}.take_along_axis({self}, {index}, axis={dim}) !
float(self) -> {ops}.astype({self}, {ops}.float32)
double(self) -> {ops}.astype({self}, {ops}.float64)
half(self) -> {ops}.astype({self}, {ops}.float16)
bfloat16(self) -> {ops}.astype({self}, {ops}.bfloat16)
int(self) -> {ops}.astype({self}, {ops}.int32)
long(self) -> {ops}.astype({self}, {ops}.int64)
short(self) -> {ops}.astype({self}, {ops}.int16)
bool(self) -> {ops}.astype({self}, {ops}.bool_)
type(self:x, dtype) -> astype
to(self:x, dtype, non_blocking:-, *, copy:-, memory_format:-) -> astype
type_as(self, other) -> {ops}.astype({self}, {other}.dtype)
""")

INPLACE = frozenset(
    {"fill", "sort", "put", "partition", "resize", "itemset", "setfield", "setflags", "byteswap"}
)
"""NumPy's methods that change their array: a matter of in-place mutation, not of spelling."""

ATTRIBUTES = {
    "T": "{ops}.transpose({self})",
    "mT": "{ops}.matrix_transpose({self})",
    "H": "{ops}.conj({ops}.matrix_transpose({self}))",
    "mH": "{ops}.conj({ops}.matrix_transpose({self}))",
    "size": "{ops}.size({self})",
    "flat": "{ops}.ravel({self})",
    "real": "{ops}.real({self})",
    "imag": "{ops}.imag({self})",
}
"""Attributes that only some libraries have, or that are a method in one of them."""

ATTRIBUTE_OPERATIONS = {
    "T": "transpose",
    "mT": "matrix_transpose",
    "H": "conj",
    "mH": "conj",
    "size": "size",
    "flat": "ravel",
    "real": "real",
    "imag": "imag",
}

METHOD_HINTS = {
    "tobytes": "write tensors with `ops.save`, or convert once with `ops.to_numpy`",
    "tofile": "write tensors with `ops.save`",
    "dump": "write tensors with `ops.save`",
    "dumps": "write tensors with `ops.save`",
    "view": "a view of the same memory exists on some backends only: use `ops.reshape`",
    "backward": "use `ops.grad` or `ops.value_and_grad`",
    "retain_grad": "use `ops.grad` or `ops.value_and_grad`",
    "register_hook": "use `ops.grad` or `ops.value_and_grad`",
    "chunk": "use `ops.array_split`",
    "split": "use `ops.split` with the places to cut at",
    "unfold": "use slices and `ops.stack`",
    "scatter": "use `ops.assign`, and keep the result",
    "index_add": "use `ops.assign_add`, and keep the result",
    "scatter_add": "use `ops.assign_add`, and keep the result",
    "block_until_ready": "use `emberops.synchronize()`",
    "newbyteorder": "no backend but NumPy has byte orders",
    "getfield": "no backend but NumPy has structured dtypes",
}
"""Methods that no operation replaces, and the way out."""
