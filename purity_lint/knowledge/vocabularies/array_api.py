"""Functions of the Python Array API standard 2025.12 with their parameters.

``?`` marks a parameter with a default; after a bare ``*`` come the keyword-only ones.
"""

from __future__ import annotations

import re

TABLE = """
abs(x)
acos(x)
acosh(x)
add(x1, x2)
all(x, *, axis?, keepdims?)
any(x, *, axis?, keepdims?)
arange(start, stop?, step?, *, dtype?, device?)
argmax(x, *, axis?, keepdims?)
argmin(x, *, axis?, keepdims?)
argsort(x, *, axis?, descending?, stable?)
asarray(obj, *, dtype?, device?, copy?)
asin(x)
asinh(x)
astype(x, dtype, *, copy?, device?)
atan(x)
atan2(x1, x2)
atanh(x)
bitwise_and(x1, x2)
bitwise_invert(x)
bitwise_left_shift(x1, x2)
bitwise_or(x1, x2)
bitwise_right_shift(x1, x2)
bitwise_xor(x1, x2)
broadcast_arrays(*arrays)
broadcast_shapes(*shapes)
broadcast_to(x, shape)
can_cast(from_, to)
ceil(x)
clip(x, min?, max?)
concat(arrays, *, axis?)
conj(x)
copysign(x1, x2)
cos(x)
cosh(x)
count_nonzero(x, *, axis?, keepdims?)
cumulative_prod(x, *, axis?, dtype?, include_initial?)
cumulative_sum(x, *, axis?, dtype?, include_initial?)
diff(x, *, axis?, n?, prepend?, append?)
divide(x1, x2)
empty(shape, *, dtype?, device?)
empty_like(x, *, dtype?, device?)
equal(x1, x2)
exp(x)
expand_dims(x, *, axis?)
expm1(x)
eye(n_rows, n_cols?, *, k?, dtype?, device?)
fft.fft(x, *, n?, axis?, norm?)
fft.fftfreq(n, *, d?, dtype?, device?)
fft.fftn(x, *, s?, axes?, norm?)
fft.fftshift(x, *, axes?)
fft.hfft(x, *, n?, axis?, norm?)
fft.ifft(x, *, n?, axis?, norm?)
fft.ifftn(x, *, s?, axes?, norm?)
fft.ifftshift(x, *, axes?)
fft.ihfft(x, *, n?, axis?, norm?)
fft.irfft(x, *, n?, axis?, norm?)
fft.irfftn(x, *, s?, axes?, norm?)
fft.rfft(x, *, n?, axis?, norm?)
fft.rfftfreq(n, *, d?, dtype?, device?)
fft.rfftn(x, *, s?, axes?, norm?)
finfo(type)
flip(x, *, axis?)
floor(x)
floor_divide(x1, x2)
from_dlpack(x, *, device?, copy?)
full(shape, fill_value, *, dtype?, device?)
full_like(x, fill_value, *, dtype?, device?)
greater(x1, x2)
greater_equal(x1, x2)
hypot(x1, x2)
iinfo(type)
imag(x)
isdtype(dtype, kind)
isfinite(x)
isin(x1, x2, *, invert?)
isinf(x)
isnan(x)
less(x1, x2)
less_equal(x1, x2)
linalg.cholesky(x, *, upper?)
linalg.cross(x1, x2, *, axis?)
linalg.det(x)
linalg.diagonal(x, *, offset?)
linalg.eig(x)
linalg.eigh(x)
linalg.eigvals(x)
linalg.eigvalsh(x)
linalg.inv(x)
linalg.matmul(x1, x2)
linalg.matrix_norm(x, *, keepdims?, ord?)
linalg.matrix_power(x, n)
linalg.matrix_rank(x, *, rtol?)
linalg.matrix_transpose(x)
linalg.outer(x1, x2)
linalg.pinv(x, *, rtol?)
linalg.qr(x, *, mode?)
linalg.slogdet(x)
linalg.solve(x1, x2)
linalg.svd(x, *, full_matrices?)
linalg.svdvals(x)
linalg.tensordot(x1, x2, *, axes?)
linalg.trace(x, *, offset?, dtype?)
linalg.vecdot(x1, x2, *, axis?)
linalg.vector_norm(x, *, axis?, keepdims?, ord?)
linspace(start, stop, num, *, dtype?, device?, endpoint?)
log(x)
log10(x)
log1p(x)
log2(x)
logaddexp(x1, x2)
logical_and(x1, x2)
logical_not(x)
logical_or(x1, x2)
logical_xor(x1, x2)
matmul(x1, x2)
matrix_transpose(x)
max(x, *, axis?, keepdims?)
maximum(x1, x2)
mean(x, *, axis?, keepdims?)
meshgrid(*arrays, indexing?)
min(x, *, axis?, keepdims?)
minimum(x1, x2)
moveaxis(x, source, destination)
multiply(x1, x2)
negative(x)
nextafter(x1, x2)
nonzero(x)
not_equal(x1, x2)
ones(shape, *, dtype?, device?)
ones_like(x, *, dtype?, device?)
permute_dims(x, axes)
positive(x)
pow(x1, x2)
prod(x, *, axis?, dtype?, keepdims?)
real(x)
reciprocal(x)
remainder(x1, x2)
repeat(x, repeats, *, axis?)
reshape(x, shape, *, copy?)
result_type(*arrays_and_dtypes)
roll(x, shift, *, axis?)
round(x)
searchsorted(x1, x2, *, side?, sorter?)
sign(x)
signbit(x)
sin(x)
sinh(x)
sort(x, *, axis?, descending?, stable?)
sqrt(x)
square(x)
squeeze(x, axis)
stack(arrays, *, axis?)
std(x, *, axis?, correction?, keepdims?)
subtract(x1, x2)
sum(x, *, axis?, dtype?, keepdims?)
take(x, indices, *, axis?)
take_along_axis(x, indices, *, axis?)
tan(x)
tanh(x)
tensordot(x1, x2, *, axes?)
tile(x, repetitions)
tril(x, *, k?)
triu(x, *, k?)
trunc(x)
unique_all(x)
unique_counts(x)
unique_inverse(x)
unique_values(x)
unstack(x, *, axis?)
var(x, *, axis?, correction?, keepdims?)
vecdot(x1, x2, *, axis?)
where(condition, x1, x2)
zeros(shape, *, dtype?, device?)
zeros_like(x, *, dtype?, device?)
"""

CONSTANTS = frozenset({"e", "inf", "nan", "newaxis", "pi"})
DTYPES = frozenset(
    {
        "bool",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "float32",
        "float64",
        "complex64",
        "complex128",
    }
)
FLAGS = frozenset({"keepdims", "full_matrices", "upper", "descending", "stable", "copy", "endpoint"})
"""Arguments that are `True` or `False`, where NumPy takes any number."""
NO_FUNCTIONS = {
    "to_numpy": "`from_dlpack` alone for that",
    "from_numpy": "`from_dlpack` alone for that",
    "getitem": "no such index",
    "to_device": "a method `to_device` for that",
}
"""Operations that no array library has as a function of that name -> what the standard has."""
NEW_IN_2025 = frozenset({"isin", "broadcast_shapes", "linalg.eig", "linalg.eigvals"})
"""Names that 2025.12 has and 2024.12 has not."""
OTHERS = frozenset({"linalg", "fft", "bool", "__array_namespace_info__", "__array_api_version__", "__name__"})
"""What else is read of a namespace."""
AXIS_NAMES = frozenset({"axis", "axes"})
"""Names of what counts axes, which is of no library."""
STANDARD_GETTERS = frozenset(
    {"array_namespace", "get_namespace", "get_namespace_and_device", "__array_namespace__"}
)
"""Functions that give namespaces of the standard."""
_NUMPYS_GETTERS = frozenset({"get_array_module"})
"""Functions that give NumPy or CuPy as they are, with NumPy's names."""
NUMPYS_PACKAGES = frozenset({"autoray", "chainer", "cupy"})
"""Packages whose namespaces have NumPy's names, whatever library computes."""


def gives_numpys_names(getter: str) -> bool:
    """True if the namespaces of a function of this name have those of NumPy: CuPy's, or one of autoray."""
    return getter.rpartition(".")[2] in _NUMPYS_GETTERS or getter.partition(".")[0] in NUMPYS_PACKAGES


IS_ARRAY = "is_array_api_obj"
"""Function of :mod:`array_api_compat` that says whether something is an array, which packages hand on as it is."""
NAMESPACE_AND_DEVICE = "get_namespace_and_device"
"""Function of packages that gives a namespace, whether the arrays keep to the standard, and their device."""
DEVICE_GETTERS = frozenset({"device", "xp_device", "get_device"})
"""Functions that give the device of arrays."""
MAKERS = frozenset({"arange", "empty", "eye", "full", "linspace", "ones", "zeros"})
"""Functions that make arrays of numbers, on the device that they are told."""
LIKE = frozenset({"zeros_like", "ones_like", "empty_like", "full_like"})
"""Functions that make an array like another one, in NumPy of another shape as well."""
COUNTERS = frozenset({"arange"})
"""Those of them whose numbers are whole unless they are told otherwise."""
TAKE_PLACES = frozenset({"take", "take_along_axis", "put", "put_along_axis"})
"""Functions and methods that are given places in an array, which are whole numbers."""
FETCHING = frozenset({"item", "tolist"})
"""Methods that fetch values to the host, which arrays of every library have."""
MAKERS_OF_DATA = frozenset({"asarray"})
"""Those that make arrays of data of the host, or hand on arrays."""
TO_NUMPY = frozenset({"convert_to_numpy", "to_numpy", "as_numpy", "to_numpy_array", "as_numpy_array"})
"""Functions of packages that give NumPy's array for one of any library."""
CONVERSION_TO_NUMPY = "convert_to_numpy"
"""Name of such a function that is told the namespace: it knows how each library hands its arrays over."""
NAMESPACE_OF_NUMPY = re.compile(r"(?:^|\.)array_api_compat\.numpy$|^emberops\.ops\.numpy$")
"""Modules that are NumPy in the words of the standard, also where `array_api_compat` is the ops module."""
NUMPYS = "np_compat"
"""Name of NumPy's namespace in fixed files."""
IMPORT_OF_NUMPYS = f"from array_api_compat import numpy as {NUMPYS}"
OF_NO_ARRAYS = re.compile(
    r"dtype|type$|device|shape|namespace|contains|size|^_?(is|has|check|assert|default)_"
)
"""Names of functions that take a namespace and give something else than arrays."""
