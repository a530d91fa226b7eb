"""How NumPy's functions are called, where that is not simply how the operation is called.

The notation is that of :mod:`purity_lint.knowledge.notation`.  CuPy copies these signatures, and so do
``jax.numpy`` and ``mlx.core`` unless their own tables say otherwise.  Universal functions all have one
signature and are not listed.
"""

from __future__ import annotations

from purity_lint.knowledge.notation import Form, Forms, form, parse, words

_UFUNC = (
    "x:x, out:-, *, where:-, casting:-, order:-, dtype:-, subok:-=True",
    "x1, x2, out:-, *, where:-, casting:-, order:-, dtype:-, subok:-=True",
)

_CREATION = """
arange(start, stop, step, dtype, *, device, like:-)
array(object:obj, dtype, *, copy, order:-, subok:-=False, ndmin, like:-)
asarray(a:obj, dtype, order:-, *, device, copy, like:-)
asanyarray(a:obj, dtype, order:-, *, device, copy, like:-)
ascontiguousarray(a:x, dtype, *, like:-)
asfortranarray(a:x, dtype, *, like:-)
asarray_chkfinite(a:obj, dtype, order:-) -> asarray !
require(a:obj, dtype, requirements:-, *, like:-) -> asarray !
copy(a:x, order:-, subok:-=False)
empty(shape, dtype, order:-=C, *, device, like:-)
empty_like(prototype:x, dtype, order:-, subok:-=True, shape, *, device)
eye(N:n_rows, M:n_cols, k, dtype, order:-=C, *, device, like:-)
identity(n, dtype, *, like:-)
full(shape, fill_value, dtype, order:-=C, *, device, like:-)
full_like(a:x, fill_value, dtype, order:-, subok:-=True, shape, *, device)
meshgrid(*xi:arrays, copy:-, sparse, indexing)
ones(shape, dtype, order:-=C, *, device, like:-)
ones_like(a:x, dtype, order:-, subok:-=True, shape, *, device)
tri(N:n_rows, M:n_cols, k, dtype, *, like:-)
tril(m:x, k)
triu(m:x, k)
vander(x, N:n, increasing)
zeros(shape, dtype, order:-=C, *, device, like:-)
zeros_like(a:x, dtype, order:-, subok:-=True, shape, *, device)
diag(v:x, k)
diagflat(v:x, k)
bartlett(M:m)
blackman(M:m)
hamming(M:m)
hanning(M:m)
kaiser(M:m, beta)
from_dlpack(x, *, device, copy)
frombuffer(buffer, dtype, count, offset, *, like:-)
fromiter(iter, dtype, *, like:-) -> {ops}.asarray(list({iter}), dtype={dtype}) !
fromfunction(function, shape, *, dtype, like:-)
"""

_STATISTICAL = """
all(a:x, axis, out:-, keepdims, *, where:-)
any(a:x, axis, out:-, keepdims, *, where:-)
max(a:x, axis, out:-, keepdims, initial:-, where:-)
max(a, *, initial) -> {ops}.max({ops}.append({a}, {initial})) !
min(a:x, axis, out:-, keepdims, initial:-, where:-)
min(a, *, initial) -> {ops}.min({ops}.append({a}, {initial})) !
amax(a:x, axis, out:-, keepdims, initial:-, where:-)
amax(a, *, initial) -> {ops}.max({ops}.append({a}, {initial})) !
amin(a:x, axis, out:-, keepdims, initial:-, where:-)
amin(a, *, initial) -> {ops}.min({ops}.append({a}, {initial})) !
mean(a:x, axis, dtype, out:-, keepdims, *, where:-)
median(a:x, axis, out:-, overwrite_input:-, keepdims)
prod(a:x, axis, dtype, out:-, keepdims, initial:-, where:-)
prod(a, *, initial) -> {ops}.multiply({ops}.prod({a}), {initial}) !
sum(a:x, axis, dtype, out:-, keepdims, initial:-, where:-)
sum(a, *, initial) -> {ops}.add({ops}.sum({a}), {initial}) !
std(a:x, axis, dtype, out:-, ddof:correction, keepdims, *, where:-, mean:-, correction)
var(a:x, axis, dtype, out:-, ddof:correction, keepdims, *, where:-, mean:-, correction)
ptp(a:x, axis, out:-, keepdims)
average(a:x, axis, weights, returned, *, keepdims)
percentile(a:x, q, axis, out:-, overwrite_input:-, method, keepdims, *, weights:-, interpolation:method)
quantile(a:x, q, axis, out:-, overwrite_input:-, method, keepdims, *, weights:-, interpolation:method)
nanpercentile(a:x, q, axis, out:-, overwrite_input:-, method, keepdims, *, weights:-)
nanquantile(a:x, q, axis, out:-, overwrite_input:-, method, keepdims, *, weights:-)
nanmax(a:x, axis, out:-, keepdims, initial:-, where:-)
nanmin(a:x, axis, out:-, keepdims, initial:-, where:-)
nanmean(a:x, axis, dtype, out:-, keepdims, *, where:-)
nanmedian(a:x, axis, out:-, overwrite_input:-, keepdims)
nanprod(a:x, axis, dtype, out:-, keepdims, initial:-, where:-)
nansum(a:x, axis, dtype, out:-, keepdims, initial:-, where:-)
nanstd(a:x, axis, dtype, out:-, ddof:correction, keepdims, *, where:-, mean:-, correction)
nanvar(a:x, axis, dtype, out:-, ddof:correction, keepdims, *, where:-, mean:-, correction)
nancumsum(a:x, axis, dtype, out:-)
nancumprod(a:x, axis, dtype, out:-)
nanargmax(a:x, axis, out:-, *, keepdims)
nanargmin(a:x, axis, out:-, *, keepdims)
cumsum(a:x, axis, dtype, out:-)
cumprod(a:x, axis, dtype, out:-)
cumulative_sum(x, *, axis, dtype, out:-, include_initial)
cumulative_prod(x, *, axis, dtype, out:-, include_initial)
diff(a:x, n, axis, prepend, append)
corrcoef(x, y, rowvar, *, dtype:-)
cov(m, y, rowvar, bias, ddof:correction, fweights, aweights, *, dtype:-)
histogram(a:x, bins, range, density, weights)
histogram_bin_edges(a:x, bins, range, weights)
histogram2d(x, y, bins, range, density, weights)
histogramdd(sample, bins, range, density, weights)
packbits(a:x, axis, bitorder)
unpackbits(a:x, axis, count, bitorder)
real_if_close(a:x, tol)
trapezoid(y, x, dx, axis)
trapz(y, x, dx, axis) -> trapezoid
allclose(a:x1, b:x2, rtol, atol, equal_nan)
isclose(a:x1, b:x2, rtol, atol, equal_nan)
array_equal(a1:x1, a2:x2, equal_nan)
array_equiv(a1:x1, a2:x2)
gradient(f:x, *varargs:spacing, axis, edge_order)
"""

_ELEMENTWISE = """
clip(a:x, a_min:min, a_max:max, out:-, *, min, max)
round(a:x, decimals, out:-)
around(a:x, decimals, out:-)
round_(a:x, decimals, out:-) -> round
rint(x, out:-)
fix(x, out:-)
angle(z:x, deg)
real(val:x)
imag(val:x)
sinc(x)
i0(x)
nan_to_num(x, copy:-, nan, posinf, neginf)
isneginf(x, out:-)
isposinf(x, out:-)
isreal(x)
iscomplex(x)
convolve(a:x1, v:x2, mode)
correlate(a:x1, v:x2, mode)
unwrap(p:x, discont, axis, *, period)
"""

_SHAPE = """
append(arr:x, values, axis)
array_split(ary:x, indices_or_sections, axis)
atleast_1d(*arys:arrays)
atleast_2d(*arys:arrays)
atleast_3d(*arys:arrays)
broadcast_arrays(*args:arrays, subok:-=False)
broadcast_shapes(*args:shapes)
broadcast_to(array:x, shape, subok:-=False)
column_stack(tup:arrays)
concat(arrays, axis, out:-, *, dtype, casting:-)
concatenate(arrays, axis, out:-, *, dtype, casting:-)
delete(arr:x, obj, axis)
dsplit(ary:x, indices_or_sections)
dstack(tup:arrays)
expand_dims(a:x, axis)
flip(m:x, axis)
fliplr(m:x)
flipud(m:x)
hsplit(ary:x, indices_or_sections)
hstack(tup:arrays, *, dtype, casting:-)
insert(arr:x, obj, values, axis)
matrix_transpose(x)
moveaxis(a:x, source, destination)
pad(array:x, pad_width, mode, *, constant_values, stat_length, end_values, reflect_type)
permute_dims(a:x, axes)
ravel(a:x, order)
repeat(a:x, repeats, axis)
reshape(a:x, shape, order, *, newshape:shape, copy)
resize(a:x, new_shape)
roll(a:x, shift, axis)
rollaxis(a:x, axis, start)
rot90(m:x, k, axes)
row_stack(tup:arrays, *, dtype, casting:-)
split(ary:x, indices_or_sections, axis)
squeeze(a:x, axis)
stack(arrays, axis, out:-, *, dtype, casting:-)
swapaxes(a:x, axis1, axis2)
tile(A:x, reps:repetitions)
transpose(a:x, axes)
trim_zeros(filt:x, trim, axis) !
unstack(x, *, axis)
vsplit(ary:x, indices_or_sections)
vstack(tup:arrays, *, dtype, casting:-)
astype(x, dtype, *, copy, device)
stride_tricks.as_strided(x, shape, strides, subok:-=False, writeable:-) -> as_strided
stride_tricks.sliding_window_view(x, window_shape, axis, *, subok:-=False, writeable:-) -> sliding_window_view
"""

_SEARCH = """
ediff1d(ary:x, to_end, to_begin)
ndenumerate(arr:x)
argmax(a:x, axis, out:-, *, keepdims)
argmin(a:x, axis, out:-, *, keepdims)
argpartition(a:x, kth, axis, kind:-, order:-)
argsort(a:x, axis, kind:-, order:-, *, stable)
argsort(a:x, axis, *, descending, stable) !
argwhere(a:x)
choose(a:x, choices, out:-, mode)
compress(condition, a:x, axis, out:-)
count_nonzero(a:x, axis, *, keepdims)
extract(condition, arr:x)
flatnonzero(a:x)
intersect1d(ar1:x1, ar2:x2, assume_unique:-, return_indices)
isin(element:x1, test_elements:x2, assume_unique:-, invert, *, kind:-)
in1d(ar1:x1, ar2:x2, assume_unique:-, invert) -> isin
nonzero(a:x)
partition(a:x, kth, axis, kind:-, order:-)
searchsorted(a:x1, v:x2, side, sorter)
setdiff1d(ar1:x1, ar2:x2)
setxor1d(ar1:x1, ar2:x2, assume_unique:-)
union1d(ar1:x1, ar2:x2)
sort(a:x, axis, kind:-, order:-, *, stable)
sort(a:x, axis, *, descending, stable) !
take(a:x, indices, axis, out:-, mode)
take_along_axis(arr:x, indices, axis)
unique(ar:x, return_index, return_inverse, return_counts, axis, *, equal_nan, sorted:-)
ravel_multi_index(multi_index, dims, mode, order)
where(condition) -> nonzero
where(condition, x:x1, y:x2)
ix_(*args:arrays)
"""

_LINEAR_ALGEBRA = """
linalg.tensorinv(a:x, ind)
linalg.tensorsolve(a:x1, b:x2, axes)
dot(a:x1, b:x2, out:-)
inner(a:x1, b:x2)
outer(a:x1, b:x2, out:-)
vdot(a:x1, b:x2)
kron(a:x1, b:x2)
matmul(x1, x2, out:-, *, dtype:-, casting:-, order:-)
vecdot(x1, x2, out:-, *, axis)
cross(a:x1, b:x2, axisa, axisb, axisc, axis)
tensordot(a:x1, b:x2, axes)
einsum(*operands:operands, out:-, optimize, dtype:-, order:-, casting:-)
trace(a:x, offset, axis1, axis2, dtype, out:-)
diagonal(a:x, offset, axis1, axis2)
linalg.cholesky(a:x, *, upper)
linalg.cross(x1, x2, *, axis)
linalg.det(a:x)
linalg.eig(a:x, *, keep_real=True)
linalg.eigh(a:x, UPLO)
linalg.eigvals(a:x, *, keep_real=True)
linalg.eigvalsh(a:x, UPLO)
linalg.inv(a:x)
linalg.lstsq(a:x1, b:x2, rcond)
linalg.matrix_power(a:x, n)
linalg.matrix_rank(A:x, tol, hermitian, *, rtol)
linalg.multi_dot(arrays, *, out:-)
linalg.pinv(a:x, rcond, hermitian, *, rtol)
linalg.qr(a:x, mode)
linalg.slogdet(a:x)
linalg.solve(a:x1, b:x2)
linalg.svd(a:x, full_matrices, compute_uv, hermitian)
linalg.tensordot(x1, x2, *, axes)
fft.fft(a:x, n, axis, norm, out:-)
fft.ifft(a:x, n, axis, norm, out:-)
fft.rfft(a:x, n, axis, norm, out:-)
fft.irfft(a:x, n, axis, norm, out:-)
fft.hfft(a:x, n, axis, norm, out:-)
fft.ihfft(a:x, n, axis, norm, out:-)
fft.fftn(a:x, s, axes, norm, out:-)
fft.ifftn(a:x, s, axes, norm, out:-)
fft.rfftn(a:x, s, axes, norm, out:-)
fft.irfftn(a:x, s, axes, norm, out:-)
fft.fft2(a:x, s, axes, norm, out:-)
fft.ifft2(a:x, s, axes, norm, out:-)
fft.rfft2(a:x, s, axes, norm, out:-)
fft.irfft2(a:x, s, axes, norm, out:-)
fft.fftfreq(n, d, device)
fft.rfftfreq(n, d, device)
fft.fftshift(x, axes)
fft.ifftshift(x, axes)
"""

_UFUNC_METHODS = """
add.reduce(array:x, axis:axis=0, dtype, out:-, *, keepdims, initial:-, where:-) -> sum
multiply.reduce(array:x, axis:axis=0, dtype, out:-, *, keepdims, initial:-, where:-) -> prod
maximum.reduce(array:x, axis:axis=0, dtype:-, out:-, *, keepdims, initial:-, where:-) -> max
minimum.reduce(array:x, axis:axis=0, dtype:-, out:-, *, keepdims, initial:-, where:-) -> min
logical_and.reduce(array:x, axis:axis=0, dtype:-, out:-, *, keepdims, initial:-, where:-) -> all
logical_or.reduce(array:x, axis:axis=0, dtype:-, out:-, *, keepdims, initial:-, where:-) -> any
logaddexp.reduce(array:x, axis:axis=0, dtype:-, out:-, *, keepdims, initial:-, where:-) -> logsumexp !
add.accumulate(array:x, axis:axis=0, dtype, out:-) -> cumsum
multiply.accumulate(array:x, axis:axis=0, dtype, out:-) -> cumprod
maximum.accumulate(array:x, axis:axis=0, dtype:-, out:-) -> cumulative_max
minimum.accumulate(array:x, axis:axis=0, dtype:-, out:-) -> cumulative_min
add.reduceat(array:x, indices, axis, dtype, out:-)
multiply.reduceat(array:x, indices, axis, dtype, out:-)
maximum.reduceat(array:x, indices, axis, dtype:-, out:-)
minimum.reduceat(array:x, indices, axis, dtype:-, out:-)
"""
"""Methods of universal functions; they go along the first axis where no other is named."""

_DATA_TYPES = """
save(file, arr:x, allow_pickle:-)
array2string(a, *, max_line_width, precision, suppress_small, separator, prefix, formatter, threshold, suffix)
genfromtxt(fname:file, dtype, comments, delimiter, skip_header, skip_footer, converters, missing_values, \
    filling_values, usecols, names:-, excludelist, deletechars, replace_space, autostrip, case_sensitive, defaultfmt, \
    unpack, usemask:-, loose, invalid_raise, max_rows, encoding, *, ndmin, like:-)
savetxt(fname:file, X:x, fmt, delimiter, newline, header, footer:-, comments:-, encoding:-)
common_type(*arrays:arrays)
min_scalar_type(a:x)
can_cast(from_, to, casting:-=safe)
finfo(dtype:type) !
iinfo(type)
issubdtype(arg1, arg2)
result_type(*arrays_and_dtypes:arrays_and_dtypes)
isscalar(element:x)
iterable(y:x)
ndim(a:x)
shape(a:x)
size(a:x, axis)
asscalar(a:x) -> item
may_share_memory(a:x1, b:x2, max_work:-)
shares_memory(a:x1, b:x2, max_work:-)
"""

TABLE: Forms = parse(
    _CREATION
    + _STATISTICAL
    + _ELEMENTWISE
    + _SHAPE
    + _SEARCH
    + _LINEAR_ALGEBRA
    + _UFUNC_METHODS
    + _DATA_TYPES
)

UFUNC_FORMS: tuple[Form, ...] = tuple(form(f"ufunc({parameters})") for parameters in _UFUNC)
"""Forms that every universal function of one and of two arguments has."""


def universal_form_of_dtype(operation: str) -> Form:
    """Return the form of a universal function of one argument that is to work in a certain dtype.

    NumPy refuses to make whole numbers of fractions, which a conversion does: never safe.
    """
    return form(f"ufunc(x, *, dtype) -> {{ops}}.{operation}({{ops}}.asarray({{x}}, dtype={{dtype}})) !")


CONSTANTS = {
    "pi": "pi",
    "e": "e",
    "inf": "inf",
    "Inf": "inf",
    "infty": "inf",
    "Infinity": "inf",
    "PINF": "inf",
    "nan": "nan",
    "NaN": "nan",
    "NAN": "nan",
    "newaxis": "newaxis",
}
"""NumPy's constants, those that NumPy 2 removed included."""

HINTS = {
    "testing": "use `emberops.testing.assert_close`",
    "testing.TestCase": "use `unittest.TestCase`, which it is",
    "testing.assert_": "use `assert`",
    "testing.assert_array_less": "use `assert ops.all(ops.less(x, y))`",
    "testing.assert_no_warnings": "use `warnings.catch_warnings(action='error')`",
    "testing.assert_raises": "use `pytest.raises`",
    "testing.assert_raises_regex": "use `pytest.raises(..., match=...)`",
    "testing.assert_string_equal": "use `assert`",
    "testing.assert_warns": "use `pytest.warns`",
    "testing.run_module_suite": "run the tests by `pytest`; NumPy no longer has it",
    "testing.suppress_warnings": "use `warnings.catch_warnings`",
    "polynomial": "keep the coefficients in a tensor and evaluate them with `ops` calls",
    "ma": "keep the mask in a tensor of its own, and use `ops.where`",
}
"""Advice about names that have no operation; the catalogue's page of absent names says the rest."""

IN_PLACE = {
    "copyto": "{ops}.copyto({x}, {a1})",
    "put": "{ops}.put({x}, {a1}, {a2})",
    "place": "{ops}.place({x}, {a1}, {a2})",
    "putmask": "{ops}.putmask({x}, {a1}, {a2})",
    "put_along_axis": "{ops}.put_along_axis({x}, {a1}, {a2}, {a3})",
    "fill_diagonal": "{ops}.fill_diagonal({x}, {a1})",
}
"""Functions that change their first argument -> its new value, of the arguments by position."""
IN_PLACE_PARAMETERS = {
    "copyto": ("dst", "src"),
    "put": ("a", "ind", "v"),
    "place": ("arr", "mask", "vals"),
    "putmask": ("a", "mask", "values"),
    "put_along_axis": ("arr", "indices", "values", "axis"),
    "fill_diagonal": ("a", "val"),
}
"""The same functions -> what NumPy calls those arguments."""

UFUNC_AT = {
    "add": "{ops}.add_at({x}, {a1}, {a2})",
    "divide": "{ops}.divide_at({x}, {a1}, {a2})",
    "maximum": "{ops}.maximum_at({x}, {a1}, {a2})",
    "minimum": "{ops}.minimum_at({x}, {a1}, {a2})",
    "multiply": "{ops}.multiply_at({x}, {a1}, {a2})",
    "subtract": "{ops}.subtract_at({x}, {a1}, {a2})",
    "true_divide": "{ops}.divide_at({x}, {a1}, {a2})",
}
"""Universal functions -> what their method ``at`` makes of its first argument."""


FUNCTION_METHODS = words("""
all any argmax argmin argpartition argsort clip conj conjugate cumprod cumsum diagonal dot max mean min
nonzero prod ptp ravel repeat round searchsorted squeeze std sum swapaxes take trace var choose
""")
"""Methods of NumPy, JAX and CuPy arrays that take what the function of that name takes."""

METHODS: Forms = parse("""
astype(self:x, dtype, order:-, casting, subok:-=True, copy)
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
tobytes(self) -> {ops}.to_numpy({self}).tobytes()
tobytes(self, order) -> {ops}.to_numpy({self}).tobytes({order})
view(self, dtype) -> {ops}.from_numpy({ops}.to_numpy({self}).view({dtype}))
""")
"""Methods with parameters of their own; ``self`` is the array."""

HOST_METHODS = words("dump dumps getfield tofile view")
"""NumPy's methods that no function stands for."""

IN_PLACE_METHODS = frozenset(
    {"fill", "sort", "put", "partition", "resize", "itemset", "setfield", "byteswap"}
)
"""NumPy's methods that change their array: a matter of in-place mutation, not of spelling."""

DTYPE_VIEWS = frozenset({"view"})
"""NumPy's methods that take a dtype where PyTorch's of the same name take a shape."""


def forms(name: str) -> tuple[Form, ...]:
    """How ``numpy.<name>`` may be called; empty where nothing is known beyond the catalogue."""
    return TABLE.get(name, ())
