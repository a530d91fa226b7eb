"""How PyTorch's functions are called.

It says ``dim`` and ``keepdim``, takes shapes as separate arguments and has defaults of its own.

The notation is that of :mod:`purity_lint.knowledge.notation`.
"""

from __future__ import annotations

from purity_lint.knowledge.notation import Form, Forms, form, parse, words

_CREATION = """
tensor(data:obj, dtype, device, requires_grad:-, pin_memory:-) -> asarray
as_tensor(data:obj, dtype, device)
asarray(obj, *, dtype, device, copy, requires_grad:-)
from_numpy(ndarray:obj)
zeros(*size:shape, dtype, device, requires_grad:-, layout:-, out:-)
zeros(*, size:shape, dtype, device, requires_grad:-)
ones(*size:shape, dtype, device, requires_grad:-, layout:-, out:-)
ones(*, size:shape, dtype, device, requires_grad:-)
empty(*size:shape, dtype, device, requires_grad:-, layout:-, out:-)
full(size:shape, fill_value, *, dtype, device, requires_grad:-)
zeros_like(input:x, *, dtype, device, requires_grad:-)
ones_like(input:x, *, dtype, device, requires_grad:-)
empty_like(input:x, *, dtype, device, requires_grad:-)
full_like(input:x, fill_value, *, dtype, device, requires_grad:-)
arange(start, end:stop, step, *, dtype, device, requires_grad:-)
linspace(start, end:stop, steps:num, *, dtype, device, requires_grad:-)
logspace(start, end:stop, steps:num, base, *, dtype, device:-) -> logspace
eye(n:n_rows, m:n_cols, *, dtype, device, requires_grad:-)
tril(input:x, diagonal:k)
triu(input:x, diagonal:k)
diag(input:x, diagonal:k)
diagflat(input:x, offset:k)
meshgrid(*tensors:arrays, indexing)
clone(input:x, *, memory_format:-)
vander(x, N:n, increasing) -> vander
"""

_STATISTICAL = """
sum(input:x, dim:axis, keepdim:keepdims, *, dtype, axis, keepdims)
mean(input:x, dim:axis, keepdim:keepdims, *, dtype, axis, keepdims)
prod(input:x, dim:axis, keepdim:keepdims, *, dtype, axis, keepdims)
all(input:x, dim:axis, keepdim:keepdims, *, axis, keepdims)
any(input:x, dim:axis, keepdim:keepdims, *, axis, keepdims)
amax(input:x, dim:axis, keepdim:keepdims, *, axis, keepdims)
amin(input:x, dim:axis, keepdim:keepdims, *, axis, keepdims)
max(input:x)
min(input:x)
std(input:x, dim:axis, *, correction=1, keepdim:keepdims)
std(input:x, dim:axis, unbiased:-=False, keepdim:keepdims)
std(input:x, dim:axis, unbiased:-=True, keepdim:keepdims, *, correction=1)
var(input:x, dim:axis, *, correction=1, keepdim:keepdims)
var(input:x, dim:axis, unbiased:-=False, keepdim:keepdims)
var(input:x, dim:axis, unbiased:-=True, keepdim:keepdims, *, correction=1)
median(input) -> {ops}.quantile({input}, 0.5, method="lower") !
histc(input, bins, min, max) -> {ops}.histogram({input}, bins={bins}, range=({min}, {max}))[0] !
logsumexp(input:x, dim:axis, keepdim:keepdims)
cumsum(input:x, dim:axis, *, dtype)
cumprod(input:x, dim:axis, *, dtype)
diff(input:x, n, dim:axis, prepend, append)
allclose(input:x1, other:x2, rtol, atol, equal_nan)
isclose(input:x1, other:x2, rtol, atol, equal_nan)
equal(input:x1, other:x2)
bincount(input:x, weights, minlength)
nansum(input:x, dim:axis, keepdim:keepdims, *, dtype)
nanmean(input:x, dim:axis, keepdim:keepdims, *, dtype)
quantile(input:x, q, dim:axis, keepdim:keepdims)
trapezoid(y, x, dx, dim:axis)
count_nonzero(input:x, dim:axis)
"""

_ELEMENTWISE = """
add(input:x1, other:x2)
sub(input:x1, other:x2)
subtract(input:x1, other:x2)
mul(input:x1, other:x2)
multiply(input:x1, other:x2)
div(input:x1, other:x2) -> divide
div(input:x1, other:x2, *, rounding_mode:-=floor) -> floor_divide
lerp(input, end, weight) -> {ops}.add({input}, {ops}.multiply({weight}, {ops}.subtract({end}, {input}))) !
divide(input:x1, other:x2)
true_divide(input:x1, other:x2)
pow(input:x1, exponent:x2)
remainder(input:x1, other:x2)
floor_divide(input:x1, other:x2)
fmod(input:x1, other:x2)
eq(input:x1, other:x2)
ne(input:x1, other:x2)
lt(input:x1, other:x2)
le(input:x1, other:x2)
gt(input:x1, other:x2)
ge(input:x1, other:x2)
maximum(input:x1, other:x2)
minimum(input:x1, other:x2)
clamp(input:x, min, max)
clip(input:x, min, max)
clamp_min(input:x, min) -> clip
clamp_max(input:x, max) -> clip
float_power(input:x1, exponent:x2) !
ldexp(input:x1, other:x2) !
complex(real, imag)
addcmul(input, tensor1, tensor2) -> {ops}.add({input}, {ops}.multiply({tensor1}, {tensor2})) !
addcdiv(input, tensor1, tensor2) -> {ops}.add({input}, {ops}.divide({tensor1}, {tensor2})) !
neg(input:x)
round(input:x, *, decimals)
nan_to_num(input:x, nan, posinf, neginf)
atan2(input:x1, other:x2)
logical_and(input:x1, other:x2)
logical_or(input:x1, other:x2)
logical_xor(input:x1, other:x2)
where(condition) -> nonzero
where(condition, input:x1, other:x2)
"""

_SHAPE = """
cat(tensors:arrays, dim:axis)
concat(tensors:arrays, dim:axis)
concatenate(tensors:arrays, dim:axis)
stack(tensors:arrays, dim:axis)
hstack(tensors:arrays)
vstack(tensors:arrays)
dstack(tensors:arrays)
column_stack(tensors:arrays)
reshape(input:x, shape)
permute(input:x, dims:axes)
transpose(input:x, dim0:axis1, dim1:axis2)
swapaxes(input:x, axis0:axis1, axis1:axis2)
swapdims(input:x, dim0:axis1, dim1:axis2)
moveaxis(input:x, source, destination)
movedim(input:x, source, destination)
squeeze(input:x)
squeeze(input:x, dim:axis) !
unsqueeze(input:x, dim:axis)
flatten(input) -> {ops}.ravel({input})
flatten(input, start_dim:-=1) -> {ops}.reshape({input}, ({ops}.shape({input})[0], -1)) !
flatten(input, start_dim:-=0, end_dim:-=1) -> {ops}.reshape({input}, (-1, *{ops}.shape({input})[2:])) !
chunk(input:x, chunks:indices_or_sections, dim:axis) -> split !
ravel(input:x)
flip(input:x, dims:axis)
roll(input:x, shifts:shift, dims:axis)
rot90(input:x, k, dims:axes)
tile(input:x, dims:repetitions)
repeat_interleave(input:x, repeats, dim:axis)
broadcast_to(input:x, size:shape)
broadcast_tensors(*tensors:arrays)
unbind(input:x, dim:axis=0)
numel(input:x)
"""

_SEARCH = """
argmax(input:x, dim:axis, keepdim:keepdims)
argmin(input:x, dim:axis, keepdim:keepdims)
argsort(input:x, dim:axis, descending, stable)
searchsorted(sorted_sequence:x1, input:x2, *, side) !
take_along_dim(input:x, indices, dim:axis)
index_select(input:x, dim:axis, index:indices) -> take
isin(elements:x1, test_elements:x2, *, invert)
topk(input:x, k) !
nonzero(input) -> {ops}.argwhere({input})
nonzero(input:x, *, as_tuple:-=True) -> nonzero
masked_select(input, mask) -> {ops}.getitem({input}, {mask}) !
gather(input, dim, index) -> {ops}.take_along_axis({input}, {index}, axis={dim}) !
bucketize(input, boundaries) -> {ops}.searchsorted({boundaries}, {input}) !
unique(input:x, sorted:-=True, return_inverse, return_counts, dim:axis) -> unique !
"""

_LINEAR_ALGEBRA = """
matmul(input:x1, other:x2)
mm(input:x1, mat2:x2)
bmm(input:x1, mat2:x2)
mv(input:x1, vec:x2)
addmm(input, mat1, mat2) -> {ops}.add({input}, {ops}.matmul({mat1}, {mat2})) !
addmv(input, mat, vec) -> {ops}.add({input}, {ops}.matmul({mat}, {vec})) !
baddbmm(input, batch1, batch2) -> {ops}.add({input}, {ops}.matmul({batch1}, {batch2})) !
dot(input:x1, tensor:x2) -> dot
outer(input:x1, vec2:x2)
ger(input:x1, vec2:x2)
inner(input:x1, other:x2)
kron(input:x1, other:x2)
cross(input, other) -> {ops}.cross({input}, {other}) !
cross(input:x1, other:x2, dim:axis) -> cross
tensordot(a:x1, b:x2, dims:axes)
einsum(*equation:operands)
trace(input:x)
norm(input:x) -> linalg.norm
norm(input:x, p:ord) -> linalg.vector_norm !
norm(input:x, p:ord, dim:axis, keepdim:keepdims) -> linalg.norm !
det(input:x)
inverse(input:x)
linalg.det(A:x)
linalg.inv(A:x)
linalg.pinv(A:x)
linalg.solve(A:x1, B:x2)
linalg.cholesky(L:x, *, upper)
linalg.qr(A:x)
linalg.qr(A:x, mode) !
linalg.svd(A:x, full_matrices)
linalg.svdvals(A:x)
linalg.eigh(A:x)
linalg.eigvalsh(A:x)
linalg.eig(A:x)
linalg.eigvals(A:x)
linalg.slogdet(A:x)
linalg.matrix_rank(A:x)
linalg.matrix_power(A:x, n)
linalg.norm(A:x, ord, dim:axis, keepdim:keepdims)
linalg.vector_norm(x, ord, dim:axis, keepdim:keepdims)
linalg.matrix_norm(A:x, ord, dim:-, keepdim:keepdims)
linalg.cross(input:x1, other:x2, *, dim:axis)
linalg.vecdot(x:x1, y:x2, *, dim:axis)
linalg.lstsq(A:x1, B:x2, rcond) -> linalg.lstsq !
linalg.diagonal(A:x, *, offset)
fft.fft(input:x, n, dim:axis, norm)
fft.ifft(input:x, n, dim:axis, norm)
fft.rfft(input:x, n, dim:axis, norm)
fft.irfft(input:x, n, dim:axis, norm)
fft.hfft(input:x, n, dim:axis, norm)
fft.ihfft(input:x, n, dim:axis, norm)
fft.fftn(input:x, s, dim:axes, norm) !
fft.ifftn(input:x, s, dim:axes, norm) !
fft.rfftn(input:x, s, dim:axes, norm) !
fft.irfftn(input:x, s, dim:axes, norm) !
fft.fftshift(input:x, dim:axes)
fft.ifftshift(input:x, dim:axes)
fft.fftfreq(n, d, *, dtype, device)
fft.rfftfreq(n, d, *, dtype, device)
"""

_NN = """
softmax(input:x, dim:axis=None, dtype:-)
log_softmax(input:x, dim:axis=None, dtype:-)
sigmoid(input:x)
relu(input:x)
nn.functional.softmax(input:x, dim:axis, dtype:-)
nn.functional.log_softmax(input:x, dim:axis, dtype:-)
nn.functional.relu(input:x, inplace:-)
nn.functional.relu6(input:x, inplace:-)
nn.functional.silu(input:x, inplace:-)
nn.functional.elu(input:x, alpha, inplace:-)
nn.functional.selu(input:x, inplace:-)
nn.functional.celu(input:x, alpha, inplace:-)
nn.functional.leaky_relu(input:x, negative_slope:negative_slope=0.01, inplace:-) -> nn.leaky_relu
nn.functional.gelu(input) -> {ops}.nn.gelu({input}, approximate=False)
nn.functional.logsigmoid(input:x)
nn.functional.softplus(input:x) -> nn.softplus
nn.functional.softsign(input:x)
nn.functional.sigmoid(input:x)
nn.functional.tanh(input:x) -> tanh
nn.functional.one_hot(tensor:x, num_classes)
nn.functional.mse_loss(input:x, target, size_average:-, reduce:-, reduction)
nn.functional.l1_loss(input:x, target, size_average:-, reduce:-, reduction)
nn.functional.huber_loss(input:x, target, reduction, delta)
nn.functional.smooth_l1_loss(input:x, target, *, reduction) -> nn.huber_loss
nn.functional.nll_loss(input, target) -> {ops}.nn.nll_loss({input}, {target}, axis=1) !
nn.functional.nll_loss(input, target, *, reduction) -> {ops}.nn.nll_loss({input}, {target}, {reduction}, axis=1) !
nn.functional.cross_entropy(input, target) -> {ops}.nn.nll_loss({ops}.log_softmax({input}, axis=1), {target}, axis=1) !
nn.functional.cross_entropy(input, target, *, reduction) -> \
    {ops}.nn.nll_loss({ops}.log_softmax({input}, axis=1), {target}, {reduction}, axis=1) !
nn.functional.binary_cross_entropy_with_logits(input, target) -> \
    {ops}.mean({ops}.nn.binary_crossentropy({target}, {input}, from_logits=True)) !
nn.functional.embedding(input:ids, weight) -> nn.embedding_lookup
nn.functional.normalize(input:x, p:order, dim:axis=1, eps:epsilon) -> nn.normalize !
nn.functional.kl_div(input:x, target, size_average:-, reduce:-, reduction, log_target)
nn.functional.cosine_similarity(x1, x2, dim:axis=1, eps)
nn.functional.glu(input:x, dim:axis)
nn.functional.mish(input:x, inplace:-)
nn.functional.hardtanh(input:x) -> nn.hard_tanh
nn.functional.scaled_dot_product_attention(query, key, value) -> nn.dot_product_attention !
"""

_SPECIAL = """
special.expit(input:x) -> sigmoid
special.exp2(input:x) -> exp2
special.expm1(input:x) -> expm1
special.log1p(input:x) -> log1p
special.sinc(input:x) -> sinc
special.logsumexp(input:x, dim:axis, keepdim:keepdims)
special.softmax(input:x, dim:axis, *, dtype:-) -> softmax
special.log_softmax(input:x, dim:axis, *, dtype:-) -> log_softmax
"""

_DATA_TYPES = """
finfo(type)
iinfo(type)
result_type(tensor1, tensor2) -> {ops}.result_type({tensor1}, {tensor2})
promote_types(type1, type2)
can_cast(from_, to)
is_tensor(obj:x)
is_complex(input:x)
is_floating_point(input) -> {ops}.isdtype({input}.dtype, "real floating")
"""

TABLE: Forms = parse(
    _CREATION
    + _STATISTICAL
    + _ELEMENTWISE
    + _SHAPE
    + _SEARCH
    + _LINEAR_ALGEBRA
    + _NN
    + _SPECIAL
    + _DATA_TYPES
)

PLAIN: tuple[Form, ...] = (form("plain(input:x)"), form("plain(input:x1, other:x2)"))
"""How the many functions of one or two tensors are called that stand in no table."""

HINTS = {
    "no_grad": "gradients are asked for with `ops.grad`; stop one with `ops.stop_gradient`",
    "inference_mode": "gradients are asked for with `ops.grad`; stop one with `ops.stop_gradient`",
    "enable_grad": "gradients are asked for with `ops.grad`; stop one with `ops.stop_gradient`",
    "autograd": "use `ops.grad` or `ops.value_and_grad`",
    "func": "use `ops.grad`, `ops.vmap` and their like",
    "jit": "use `ops.jit`",
    "compile": "use `ops.jit`",
    "max": "with `dim` it returns a pair: use `ops.max` and `ops.argmax`",
    "min": "with `dim` it returns a pair: use `ops.min` and `ops.argmin`",
    "median": "it takes the lower of two middle values: use `ops.median` if the mean of the two will do",
    "sort": "it returns a pair: use `ops.sort` and `ops.argsort`",
    "split": "it takes sizes, not sections: use `ops.split` with the places to cut at",
    "nn": "layers belong in a module under `backend-paths`, or write them with `ops.nn`",
    "optim": "optimizers belong in a module under `backend-paths`",
    "utils.data": "loading data belongs in a module under `backend-paths`",
    "save": "use `ops.save`",
    "load": "use `ops.load`",
    "set_default_dtype": "use `emberops.set_default_dtype` in the application",
    "set_grad_enabled": "gradients are asked for with `ops.grad`",
}
"""Advice about names that have no operation of the same meaning; a prefix speaks for what is below it."""

FUNCTION_METHODS = words("""
abs absolute acos acosh add addcdiv addcmul addmm addmv all allclose amax amin angle any arccos arccosh arcsin arcsinh
arctan arctan2 arctanh argmax argmin argsort asin asinh atan atan2 atanh bincount bitwise_and bitwise_not
bitwise_or bitwise_xor baddbmm bmm broadcast_to ceil chunk clamp clamp_max clamp_min clip conj copysign cos cosh
count_nonzero cross cumprod cumsum deg2rad det diag diagflat diff digamma div divide dot eq equal erf erfc
erfinv exp exp2 expm1 fix flip floor floor_divide fmod ge gt hypot heaviside inner inverse isclose isfinite
isinf isnan kron ldexp le lerp lgamma log log10 log1p log2 logaddexp logical_and logical_not logical_or logical_xor
logsumexp lt masked_select matmul max maximum mean median min minimum mm moveaxis movedim mul multiply mv nan_to_num
nanmean nansum
ne neg negative norm outer ger pinverse pow prod quantile rad2deg ravel reciprocal remainder repeat_interleave
roll rot90 round rsqrt sigmoid sign signbit sin sinc sinh softmax log_softmax relu sqrt square squeeze std sub
subtract sum swapaxes swapdims take_along_dim tan tanh topk trace tril triu true_divide trunc unbind unsqueeze
var vdot
""")
"""Methods of torch tensors that take what the function of that name takes."""

SHARED_METHODS = words("""
all any argmax argmin argsort clip conj cumprod cumsum diagonal dot flatten max mean min nonzero prod put ravel
repeat reshape resize round sort squeeze std sum swapaxes take trace transpose var view
""")
"""Methods that NumPy's arrays have too, some with other arguments or another result."""

METHODS: Forms = parse("""
view(self:x, *shape:shape) -> reshape
reshape(self:x, *shape:shape)
expand(self:x, *sizes:shape) -> broadcast_to !
expand_as(self, other) -> {ops}.broadcast_to({self}, {ops}.shape({other}))
view_as(self, other) -> {ops}.reshape({self}, {ops}.shape({other}))
reshape_as(self, other) -> {ops}.reshape({self}, {ops}.shape({other}))
permute(self:x, *dims:axes)
transpose(self:x, dim0:axis1, dim1:axis2)
t(self) -> {ops}.transpose({self})
diagonal(self:x, offset, dim1:axis1, dim2:axis2)
flatten(self) -> {ops}.ravel({self})
flatten(self, start_dim:-=1) -> {ops}.reshape({self}, ({ops}.shape({self})[0], -1)) !
flatten(self, start_dim:-=0, end_dim:-=1) -> {ops}.reshape({self}, (-1, *{ops}.shape({self})[2:])) !
size(self) -> {ops}.shape({self})
size(self, dim) -> {ops}.shape({self})[{dim}]
dim(self:x) -> ndim
ndimension(self:x) -> ndim
numel(self:x)
nelement(self:x) -> size
clone(self:x)
detach(self:x) -> stop_gradient
contiguous(self:x) -> ascontiguousarray !
repeat(self:x, *sizes:repetitions) -> tile
tile(self:x, *dims:repetitions)
nonzero(self) -> {ops}.argwhere({self})
nonzero(self:x, as_tuple:-=True)
masked_fill(self, mask, value) -> {ops}.where({mask}, {value}, {self})
where(self, condition, other) -> {ops}.where({condition}, {self}, {other})
index_select(self:x, dim:axis, index:indices) -> take
gather(self:x, dim:axis, index:indices) -> {ops}.take_along_axis({self}, {index}, axis={dim}) !
float(self) -> {ops}.astype({self}, {ops}.float32, copy=False)
double(self) -> {ops}.astype({self}, {ops}.float64, copy=False)
half(self) -> {ops}.astype({self}, {ops}.float16, copy=False)
bfloat16(self) -> {ops}.astype({self}, {ops}.bfloat16, copy=False)
int(self) -> {ops}.astype({self}, {ops}.int32, copy=False)
long(self) -> {ops}.astype({self}, {ops}.int64, copy=False)
short(self) -> {ops}.astype({self}, {ops}.int16, copy=False)
bool(self) -> {ops}.astype({self}, {ops}.bool_, copy=False)
type(self, dtype) -> {ops}.astype({self}, {dtype}, copy=False)
to(self, dtype, non_blocking:-, *, memory_format:-) -> {ops}.astype({self}, {dtype}, copy=False)
to(self:x, dtype, non_blocking:-, *, copy, memory_format:-) -> astype
is_floating_point(self) -> {ops}.isdtype({self}.dtype, "real floating")
select(self:x, dim:axis, index:indices) -> take !
type_as(self, other) -> {ops}.to_device({ops}.astype({self}, {other}.dtype), {ops}.device({other})) !
new_tensor(self, data) -> {ops}.array({data}, dtype={self}.dtype) !
new_zeros(self, size) -> {ops}.zeros({size}, dtype={self}.dtype, device={ops}.device({self})) !
new_ones(self, size) -> {ops}.ones({size}, dtype={self}.dtype, device={ops}.device({self})) !
new_empty(self, size) -> {ops}.empty({size}, dtype={self}.dtype, device={ops}.device({self})) !
new_full(self, size, fill_value) -> {ops}.full({size}, {fill_value}, dtype={self}.dtype, device={ops}.device({self})) !
""")
"""Methods with parameters of their own; ``self`` is the tensor."""

IN_PLACE_METHODS = {
    "add_": "{ops}.assign_add({x}, ..., {a0})",
    "sub_": "{ops}.assign_subtract({x}, ..., {a0})",
    "subtract_": "{ops}.assign_subtract({x}, ..., {a0})",
    "mul_": "{ops}.assign_multiply({x}, ..., {a0})",
    "multiply_": "{ops}.assign_multiply({x}, ..., {a0})",
    "div_": "{ops}.assign_divide({x}, ..., {a0})",
    "divide_": "{ops}.assign_divide({x}, ..., {a0})",
    "pow_": "{ops}.assign({x}, ..., {ops}.power({x}, {a0}))",
    "remainder_": "{ops}.assign({x}, ..., {ops}.remainder({x}, {a0}))",
    "fill_": "{ops}.assign({x}, ..., {a0})",
    "copy_": "{ops}.assign({x}, ..., {a0})",
    "abs_": "{ops}.assign({x}, ..., {ops}.abs({x}))",
    "ceil_": "{ops}.assign({x}, ..., {ops}.ceil({x}))",
    "cos_": "{ops}.assign({x}, ..., {ops}.cos({x}))",
    "exp_": "{ops}.assign({x}, ..., {ops}.exp({x}))",
    "floor_": "{ops}.assign({x}, ..., {ops}.floor({x}))",
    "log_": "{ops}.assign({x}, ..., {ops}.log({x}))",
    "neg_": "{ops}.assign({x}, ..., {ops}.negative({x}))",
    "reciprocal_": "{ops}.assign({x}, ..., {ops}.reciprocal({x}))",
    "round_": "{ops}.assign({x}, ..., {ops}.round({x}))",
    "sigmoid_": "{ops}.assign({x}, ..., {ops}.sigmoid({x}))",
    "sign_": "{ops}.assign({x}, ..., {ops}.sign({x}))",
    "sin_": "{ops}.assign({x}, ..., {ops}.sin({x}))",
    "sqrt_": "{ops}.assign({x}, ..., {ops}.sqrt({x}))",
    "square_": "{ops}.assign({x}, ..., {ops}.square({x}))",
    "tanh_": "{ops}.assign({x}, ..., {ops}.tanh({x}))",
    "zero_": "{ops}.assign({x}, ..., 0)",
}
"""Methods that change their tensor ``x`` -> its new value, of the arguments by position."""

NOT_IN_PLACE = words("detach_ pin_memory_ requires_grad_ retain_grad_ share_memory_")
"""Methods that end as those do that change their tensor, and change none of its elements."""
