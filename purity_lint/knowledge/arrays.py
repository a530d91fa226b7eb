"""Vocabulary that array namespaces share: NumPy, jax.numpy, mlx.core, keras.ops, an Array API ``xp``."""

from __future__ import annotations

from purity_lint.knowledge.notation import Facts, Result, counts, words

SHARED: Facts = {
    Result.TENSOR: """
        apply_over_axes bitwise_reverse fromstring gradient require trim
    """,
    Result.SAME_RANK: "cumulative_max logcumsumexp msort",
    Result.AS_TENSOR: "asarray_chkfinite",
    Result.NONE: """
        async_eval copyto eval fill_diagonal place put putmask put_along_axis save savetxt savez
        savez_compressed seed set_printoptions seterr synchronize testing.assert_allclose
        testing.assert_almost_equal testing.assert_array_almost_equal testing.assert_array_equal
        testing.assert_equal
    """,
    Result.STR: """
        array2string array_repr array_str base_repr binary_repr format_float_positional get_printoptions
    """,
    Result.ELEMENTWISE: "digamma lerp lgamma",
    Result.OTHER: "finfo iinfo printoptions broadcast errstate nditer ndindex ndenumerate",
    Result.DTYPE: "find_common_type",
    Result.VECTOR: "fromiter in1d polyfit unravel",
    Result.BOOL: "is_array is_floating_point",
    Result.TENSOR_TUPLE: "mask_indices",
    Result.DIM: "rank",
    Result.INT: "ravel_multi_index",
    Result.TENSOR_LIST: "tensor_split",
}
"""Facts that the catalogue lacks: names that ops lacks, and those whose results in NumPy are others than in ops."""

AXIS_POSITIONS = counts(
    n2="""
        linalg.norm norm percentile nanpercentile quantile nanquantile linalg.matrix_norm linalg.vector_norm
    """,
    n9="trace linalg.trace linalg.multi_dot",
)
"""Position of a reduction's axis where it is not the second; 9: it has none."""

CONSTANTS: dict[str, Result] = {
    "pi": Result.FLOAT,
    "e": Result.FLOAT,
    "inf": Result.FLOAT,
    "Inf": Result.FLOAT,
    "infty": Result.FLOAT,
    "nan": Result.FLOAT,
    "NaN": Result.FLOAT,
    "NAN": Result.FLOAT,
    "euler_gamma": Result.FLOAT,
    "newaxis": Result.NONE,
}

DTYPES = [
    "float16",
    "float32",
    "float64",
    "float128",
    "longdouble",
    "half",
    "single",
    "double",
    "float_",
    "bfloat16",
    "float8_e4m3fn",
    "float8_e5m2",
    "int8",
    "int16",
    "int32",
    "int64",
    "int_",
    "intc",
    "intp",
    "short",
    "long",
    "longlong",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "uint",
    "uintc",
    "uintp",
    "ushort",
    "ulonglong",
    "ubyte",
    "byte",
    "bool_",
    "bool",
    "complex64",
    "complex128",
    "complex256",
    "complex_",
    "cfloat",
    "cdouble",
    "clongdouble",
    "float",
    "int",
    "complex",
    "object_",
    "str_",
    "bytes_",
    "void",
    "datetime64",
    "timedelta64",
    "generic",
    "number",
    "integer",
    "signedinteger",
    "unsignedinteger",
    "inexact",
    "floating",
    "complexfloating",
    "character",
    "flexible",
]

STRONG = counts(
    n1="""
        transpose swapaxes moveaxis permute_dims matrix_transpose squeeze reshape ravel flatten trace diagonal
        tril triu flip fliplr flipud rot90 roll cumsum cumprod diff argsort sort argmax argmin
        linalg.inv linalg.pinv linalg.cholesky linalg.eigvals linalg.eigvalsh linalg.svdvals linalg.eig
        linalg.eigh linalg.qr linalg.slogdet linalg.svd linalg.det linalg.norm linalg.matrix_power
        linalg.matrix_rank linalg.vector_norm linalg.matrix_norm linalg.cond fft.fft fft.ifft fft.rfft fft.irfft
        fft.fft2 fft.ifft2 fft.fftn fft.ifftn fft.fftshift fft.ifftshift expand_dims broadcast_to take_along_axis
        nonzero flatnonzero argwhere zeros_like ones_like empty_like full_like apply_along_axis
        softmax log_softmax logsumexp stop_gradient fill_diagonal cov corrcoef histogram
        split array_split hsplit vsplit unstack astype cast
    """,
    n2="dot matmul inner vdot vecdot tensordot outer kron cross linalg.solve linalg.lstsq convolve correlate",
)
"""How many leading arguments are tensors wherever the call makes sense."""

WEAK = (Result.ELEMENTWISE, Result.REDUCTION, Result.PRODUCT, Result.PLACES)

FUNCTION_METHODS = words("""
    abs acos add all allclose amax amin angle any argmax argmin argpartition argsort as_strided asin
    astype atan atan2 bitwise_and bitwise_not bitwise_or broadcast_to ceil cholesky choose clamp clip
    compress conj conjugate copy cos cosh count_nonzero cross cumprod cumsum det diag diagonal digamma div
    divide dot eigh erf erfc exp expm1 flatten flip fliplr flipud float_power floor floor_divide fmod fold
    gather inner is_floating_point isfinite isinf isnan kron lerp lgamma log log10 log1p log2 log_softmax
    logcumsumexp logdet logical_and logical_not logical_or logical_xor matmul matrix_power max maximum
    mean median min minimum moveaxis movedim mul multiply nan_to_num nanmean nanmedian nansum neg norm
    outer partition permute pow prod ptp put qr quantile ravel reciprocal relu remainder repeat reshape
    rint roll rot90 round rsqrt scatter searchsorted sigmoid sign sin sinh slogdet softmax sqrt square
    squeeze std sub sum swapaxes take tan tanh tile trace transpose tril triu true_divide trunc unfold
    unsqueeze var vdot
    """)
"""Methods of tensors that return what the function of that name returns."""

METHODS: Facts = {
    Result.TENSOR: """
        view getfield expand expand_as view_as reshape_as t diag_embed masked_select masked_scatter
        index_select scatter_ scatter_add scatter_add_ index_add index_add_ index_copy index_fill
        index_put_ copy_ add_ sub_ mul_ div_ pow_ clamp_ sqrt_ exp_ abs_ neg_ normal_ uniform_ addmm bmm
        mm mv matmul_ narrow new_zeros new_ones new_empty new_full new_tensor where inverse pinverse
        addcmul addcdiv flatten_ set squeeze_ unsqueeze_ t_ take_along_dim square_ div_no_nan to_dense
        to_sparse coalesce apply_ renorm select unflatten repeat_interleave index_put scatter_reduce baddbmm addbmm addr
        cholesky_inverse narrow_copy matrix_exp clamp_max_ clamp_min_ clip_ round_ floor_ ceil_ sigmoid_ tanh_ relu_
        erfinv_ log_ logical_not_ masked_scatter_ index_fill_ index_copy_ fill_diagonal_ lerp_ random_ bernoulli_
        exponential_ log_normal_
        absolute adjoint argwhere as_strided_scatter bincount bitwise_left_shift bitwise_right_shift cholesky_solve
        corrcoef diagflat diagonal_scatter dist fix gcd ger hardshrink histc i0 igamma igammac index_reduce
        istft lcm lu_solve msort multinomial mvlgamma nanquantile nonzero_static orgqr ormqr polygamma prelu resize_as
        select_scatter slice_scatter stft sum_to_size unique_consecutive
    """,
    Result.SAME_RANK: """
        byteswap newbyteorder detach clone cpu cuda contiguous type_as float double half bfloat16 long int
        bool to type byte char short chalf cfloat cdouble
        requires_grad_ numpy masked_fill masked_fill_ fill_ zero_ frac clamp_min clamp_max
        conj_physical block_until_ready device_put resolve_conj resolve_neg swapdims to_device get detach_
        share_memory_ pin_memory
    """,
    Result.ELEMENTWISE: """
        eq ne lt le gt ge greater greater_equal less less_equal not_equal isclose arccos arccosh arcsin arcsinh arctan
        arctan2 arctanh acosh asinh atanh bitwise_xor copysign deg2rad rad2deg exp2 erfinv fmax fmin heaviside hypot
        isposinf isneginf ldexp logaddexp logaddexp2 logit negative nextafter positive sgn signbit sinc subtract
        absolute xlogy
    """,
    Result.REDUCTION: """
        logsumexp logsumexp
    """,
    Result.DIM: """
        dim numel nelement ndimension element_size __len__ itemsize get_device data_ptr
    """,
    Result.INT: """
        __index__ __int__
    """,
    Result.FLOAT: """
        __float__
    """,
    Result.SCALAR: """
        item
    """,
    Result.SCALAR_LIST: """
        tolist
    """,
    Result.BOOL: """
        is_contiguous is_complex equal is_pinned has_names is_set_to is_deleted is_fully_replicated
    """,
    Result.TENSOR_LIST: """
        split chunk unbind tensor_split hsplit vsplit
    """,
    Result.TENSOR_TUPLE: """
        nonzero
    """,
    Result.NONE: """
        fill sort resize setfield setflags tofile dump backward itemset register_hook
    """,
    Result.STR: """
        __repr__ __str__
    """,
    Result.BYTES: """
        tobytes tostring dumps
    """,
    Result.OTHER: """
        devices addressable_data
    """,
    Result.SHAPE_OR_DIM: """
        size stride
    """,
    Result.NAMESPACE: """
        __array_namespace__
    """,
    Result.TWO_TENSORS: """
        topk cummax cummin
    """,
}
"""Methods of tensors for which there is no function of that name, or one that does something else."""

SORTED: dict[str, Result] = {"jax": Result.SAME_RANK, "torch": Result.TWO_TENSORS}
"""What `x.sort()` gives where it leaves `x` as it is, which NumPy's arrays do not."""

BOOLEAN = words("eq ne lt le gt ge is_nan is_finite")
"""Functions and methods of other names than the catalogue's whose results are booleans."""

CASTS = words("astype to type type_as float double half bfloat16 long int bool byte char short cast")
"""Methods that keep everything but the dtype."""
NARROW = words("uint8 int8 int16 uint16 uint32 uint64")
"""Integers that PyTorch takes for no index; for a mask, if they are bytes."""
INDEX_DTYPES = NARROW | {"bool"}
"""Dtypes that decide what an index means: followed wherever they are named."""
KEEP_MASKS = words("""
    array asanyarray asarray ascontiguousarray assign atleast_1d atleast_2d atleast_3d bitwise_invert bitwise_not
    broadcast_to clone column_stack concat concatenate copy delete diag diagonal dstack expand_dims flatten flip
    fliplr flipud getitem hstack insert invert moveaxis permute_dims ravel repeat reshape roll rot90 row_stack sort
    squeeze stack swapaxes take tile transpose tril triu vstack
    """)
"""Functions and methods whose results are truth values where all arrays that they are given are."""
KEEP_NARROW = words("""
    abs absolute add bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor clip floor_divide
    left_shift maximum minimum mod multiply remainder right_shift subtract
    """)
"""Functions whose results have the narrow integer dtype that all arrays have that they are given."""
OF_BITS = words("packbits unpackbits")
"""Functions that give bytes, whatever they are given."""

SHAPE_POSITION = {
    **dict.fromkeys(("zeros", "ones", "empty", "full"), 0),
    **dict.fromkeys(("reshape", "broadcast_to"), 1),
}
"""Functions that take a shape -> where it stands among their arguments."""
OF_SHAPES = words("prod product")
"""Functions that are given shapes as often as arrays: of an unknown argument they say nothing."""

READ_MASKS = words(
    "where any all count_nonzero nonzero flatnonzero argwhere sum mean select compress extract"
)
"""Functions that are given comparisons for the truth of each element."""

ATTRIBUTES: dict[str, Result] = {
    "shape": Result.SHAPE,
    "strides": Result.SHAPE,
    "ndim": Result.DIM,
    "size": Result.DIM,
    "nbytes": Result.DIM,
    "itemsize": Result.DIM,
    "rank": Result.ANYTHING,
    "dtype": Result.DTYPE,
    "device": Result.DEVICE,
    "T": Result.FIRST_ARGUMENT,
    "mT": Result.FIRST_ARGUMENT,
    "H": Result.FIRST_ARGUMENT,
    "mH": Result.FIRST_ARGUMENT,
    "real": Result.FIRST_ARGUMENT,
    "imag": Result.FIRST_ARGUMENT,
    "flat": Result.FIRST_ARGUMENT,
    "grad": Result.FIRST_ARGUMENT,
    "data": Result.FIRST_ARGUMENT,
    "at": Result.INDEXER,
    "base": Result.FIRST_ARGUMENT,
    "is_cuda": Result.BOOL,
    "is_leaf": Result.BOOL,
    "is_sparse": Result.BOOL,
    "requires_grad": Result.BOOL,
    "flags": Result.OTHER,
    "layout": Result.OTHER,
    "grad_fn": Result.OTHER,
    "ctypes": Result.OTHER,
    "weak_type": Result.BOOL,
    "value": Result.FIRST_ARGUMENT,
    "values": Result.FIRST_ARGUMENT,
    "indices": Result.FIRST_ARGUMENT,
    "eigenvalues": Result.FIRST_ARGUMENT,
    "eigenvectors": Result.FIRST_ARGUMENT,
}

FIELDS: dict[str, int] = {
    **dict.fromkeys(("eigenvalues", "Q", "U", "L", "sign", "values", "statistic", "mode"), 0),
    **dict.fromkeys(("eigenvectors", "R", "S", "logabsdet", "indices", "pvalue"), 1),
    "Vh": 2,
}
"""Names of the items of tuples that functions of arrays give: `eigh(a).eigenvectors`, `topk(x, 2).indices`."""

OF_NUMBERS = words("""
    arange linspace logspace geomspace eye identity tri fromiter copy asfortranarray require fromstring unpackbits
    bincount loadtxt genfromtxt fromfile frombuffer from_dlpack indices diag_indices mask_indices
    tril_indices triu_indices fftfreq rfftfreq bartlett blackman hamming hanning kaiser
    """)
"""Functions that make arrays of the library's own class, of numbers as a rule, whatever they are given."""

NOT_OF_CONTENTS = OF_NUMBERS | words("""
    argsort argmin argmax argpartition argwhere nonzero flatnonzero lexsort searchsorted digitize count_nonzero isin
    in1d str_len count find isdigit zeros_like ones_like empty_like
    """)
"""Functions whose result holds numbers, where their argument holds texts."""

KEEP_SUBCLASSES = words("asanyarray")
"""Functions that make an array of what is none, and hand on an instance of a subclass."""

READ_AS_THEMSELVES = words("getitem")
"""Functions of `ops` that a sparse matrix or a table answers for itself, with another one."""

STRONG_ATTRIBUTES = words(
    "shape ndim T mT dtype strides nbytes itemsize requires_grad is_cuda grad_fn device at flat"
)
"""Attributes that, asked of an unknown value, say that it is a tensor."""

STRONG_METHODS = words("""
    reshape ravel flatten astype swapaxes squeeze unsqueeze permute contiguous detach numel dim view cpu cuda
    transpose cumsum cumprod argmax argmin argsort diagonal dot tolist expand expand_as type_as masked_fill
    requires_grad_ clone is_floating_point is_contiguous sum mean std var prod conj nonzero softmax clamp
    new_zeros new_ones backward block_until_ready unbind chunk matmul bmm mm is_complex exp log sqrt tanh
    item sigmoid abs numpy
    """)
"""Methods that, called on an unknown value, say that it is a tensor."""

NOT_OF_NUMPY = words("""
    unsqueeze permute contiguous detach numel dim cpu cuda expand expand_as type_as masked_fill requires_grad_ clone
    is_floating_point is_contiguous softmax clamp new_zeros new_ones backward block_until_ready unbind chunk matmul bmm
    mm is_complex exp log sqrt tanh sigmoid abs numpy
    """)
"""Those of them that NumPy's arrays lack: a class that has one of them need not be like an array."""

OF_OTHER_CLASSES = words(
    "clone dim expand chunk exp log sqrt abs tanh sigmoid softmax backward permute matmul numpy"
)
"""Those of these that classes of all kinds have: parameters are cloned, quantities have a logarithm."""
TAKE_ARRAYS = words("dot matmul mm bmm masked_fill expand_as type_as clamp numpy")
"""Those of them that may be given another array: `m.sum(x)` is a function of a namespace."""
TAKE_NOTHING = words("exp log sqrt abs tanh sigmoid conj numel tolist is_complex is_floating_point backward")
"""Those of them that take no position: `m.abs(a - b)` is a function of a namespace."""
TAKE_TEXT = words("""
    astype view reshape flatten ravel sum mean std var prod cumsum cumprod argmax argmin argsort squeeze transpose
    diagonal dim softmax cuda item
    """)
"""Those of them that may be given text, for a dtype, an order, a device or the name of an axis."""
METHODS_DEFINED = "def"
"""What the linter calls the methods of tensors that classes of a project have too."""
WITH_SUCH_METHODS = words("torch jax mlx tensorflow cupy paddle")
"""Libraries whose arrays have some of them."""

RANDOM_METHODS = words(
    "rand randn random_sample standard_normal standard_exponential standard_gamma multivariate_normal dirichlet"
)
"""Methods that, called on an unknown value, say that it is a random generator."""

OF_OPERATORS = words(
    "add subtract multiply divide floor_divide remainder power equal not_equal less less_equal greater greater_equal"
)
"""Operations that say what an operator does, one of whose operands may well be a number of Python's."""
OF_TWO_OPERANDS = OF_OPERATORS | words("matmul logical_and logical_or bitwise_and bitwise_or bitwise_xor")
"""Operations that operators between two operands become."""
JOINING = words("concatenate concat hstack vstack dstack stack column_stack row_stack")
"""Functions that make one new array of several."""
UPDATING_OPERATIONS = words("assign_add assign_subtract assign_multiply assign_divide")
"""Operations of ops that compute with an item and store the result: `x[i] += y`."""
OPERATORS_OF_ARRAYS = words(
    "__add__ __mul__ __matmul__ __array__ __array_ufunc__ dot reshape transpose astype T"
)
"""Methods that a class of a project has where its instances are used as arrays are."""

ONLY_OF_ARRAYS = words("""
    zeros_like ones_like empty_like full_like einsum matmul tensordot reshape stack vstack hstack concatenate
    linspace logspace arange meshgrid squeeze expand_dims newaxis broadcast_to moveaxis swapaxes atleast_1d atleast_2d
    asarray ndarray argsort cumsum argmax argmin isfinite isnan allclose float64 float32 logical_and logical_or
    linalg take_along_axis transpose searchsorted
    """)
"""Names that array libraries have, and libraries of symbols or tables of data have not."""
