"""The vocabulary that array namespaces share: NumPy, jax.numpy, mlx.core, keras.ops, an Array API ``xp``."""

from __future__ import annotations

from purity_lint.knowledge.notation import Facts, Result, counts, words

SHARED: Facts = {
    Result.ELEMENTWISE: """
        abs absolute acos acosh add arccos arccosh arcsin arcsinh arctan arctan2 arctanh asin asinh atan atan2
        atanh bitwise_and bitwise_count bitwise_invert bitwise_left_shift bitwise_not bitwise_or
        bitwise_right_shift bitwise_xor cbrt ceil clip conj conjugate copysign cos cosh deg2rad degrees divide
        equal exp exp2 expm1 fabs float_power floor floor_divide fmax fmin fmod gcd greater greater_equal
        heaviside hypot i0 imag invert isfinite isinf isnan isneginf isposinf isclose lcm ldexp left_shift
        less less_equal log log10 log1p log2 logaddexp logaddexp2 logical_and logical_not logical_or
        logical_xor maximum minimum mod multiply nan_to_num negative nextafter not_equal positive pow power
        rad2deg radians real real_if_close reciprocal remainder right_shift rint round round_ around sign
        signbit sin sinc sinh spacing sqrt square subtract tan tanh true_divide trunc unwrap angle fix clamp
        rsqrt sigmoid relu softplus erf erfinv erfc lgamma digamma true_divide float_power subtract where
        select interp polyval piecewise iscomplex isreal lerp
    """,
    Result.REDUCTION: """
        sum mean std var prod max min amax amin nansum nanmean nanstd nanvar nanmax nanmin nanprod median
        nanmedian quantile nanquantile percentile nanpercentile average ptp logsumexp norm trapz trapezoid
        vecdot vdot dot inner matmul tensordot einsum linalg.norm linalg.det linalg.multi_dot trace
        linalg.trace linalg.vector_norm linalg.matrix_norm linalg.cond linalg.vecdot linalg.logdet
    """,
    Result.INT_REDUCTION: "argmax argmin nanargmax nanargmin count_nonzero searchsorted digitize",
    Result.BOOL_REDUCTION: "any all isin in1d",
    Result.BOOL: """
        allclose array_equal array_equiv is_tensor isscalar iscomplexobj isrealobj isdtype can_cast issubdtype
        is_floating_point is_array
        """,
    Result.AS_TENSOR: """
        array asarray ascontiguousarray asfortranarray asanyarray asarray_chkfinite convert_to_tensor
    """,
    Result.OF_SHAPE: "zeros ones empty full",
    Result.VECTOR: """
        arange linspace logspace geomspace ravel flatten hanning hamming blackman bartlett kaiser bincount
        fromiter flatnonzero union1d intersect1d setdiff1d setxor1d convolve correlate unravel roots
        polyfit polyder polyint polyadd polymul poly ediff1d trim_zeros
        fft.fftfreq fft.rfftfreq
        """,
    Result.MATRIX: "eye identity tri vander diagflat vstack row_stack cov corrcoef linalg.matrix_power",
    Result.TENSOR: """
        zeros_like ones_like empty_like full_like diag diagonal tril triu reshape transpose swapaxes moveaxis
        rollaxis permute_dims matrix_transpose squeeze expand_dims broadcast_to flip fliplr flipud rot90 roll
        repeat tile concatenate concat stack hstack dstack column_stack append insert delete resize pad sort
        argsort partition argpartition lexsort cumsum cumprod cumulative_sum cumulative_prod nancumsum
        nancumprod diff gradient cross outer kron take take_along_axis compress extract choose
        argwhere unique_values atleast_1d atleast_2d atleast_3d copy astype cast apply_along_axis
        apply_over_axes fromfunction frombuffer fromstring fromfile loadtxt genfromtxt block trim
        histogram_bin_edges indices unpackbits packbits msort squeeze require
        logcumsumexp slice slice_update scatter scatter_update one_hot softmax log_softmax
        fft.fft fft.ifft fft.rfft fft.irfft fft.fft2 fft.ifft2 fft.rfft2 fft.irfft2 fft.fftn fft.ifftn
        fft.rfftn fft.irfftn fft.hfft fft.ihfft fft.fftshift fft.ifftshift
        linalg.inv linalg.pinv linalg.solve linalg.cholesky linalg.eigvals linalg.eigvalsh linalg.svdvals
        linalg.matrix_transpose linalg.expm linalg.outer linalg.matmul linalg.tensordot linalg.diagonal
        linalg.cross linalg.tensorsolve linalg.tensorinv linalg.matrix_rank
        put_along_axis stop_gradient bitwise_reverse full_like cumulative_max
        """,
    Result.TWO_TENSORS: "linalg.eig linalg.eigh linalg.qr linalg.slogdet histogram",
    Result.THREE_TENSORS: "linalg.svd histogram2d",
    Result.FOUR_TENSORS: "linalg.lstsq",
    Result.TWO_ELEMENTWISE: "frexp modf divmod",
    Result.TENSOR_LIST: """
        split array_split hsplit vsplit dsplit meshgrid broadcast_arrays unstack tensor_split
    """,
    Result.TENSOR_TUPLE: """
        nonzero unravel_index tril_indices triu_indices diag_indices tril_indices_from triu_indices_from
        diag_indices_from ix_ mask_indices
    """,
    Result.SHAPE: "shape broadcast_shapes",
    Result.DIM: "ndim size rank",
    Result.DTYPE: "dtype result_type promote_types min_scalar_type common_type find_common_type",
    Result.NONE: """
        save savez savetxt savez_compressed put putmask copyto place fill_diagonal set_printoptions seed
        seterr eval async_eval synchronize testing.assert_allclose testing.assert_array_equal
        testing.assert_array_almost_equal testing.assert_almost_equal testing.assert_equal
    """,
    Result.OTHER: "finfo iinfo errstate printoptions nditer ndindex ndenumerate broadcast load",
    Result.STR: """
        array2string array_repr array_str base_repr binary_repr get_printoptions format_float_positional
    """,
    Result.INT: "ravel_multi_index",
}
"""Names are relative to the namespace."""

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

WEAK = (Result.ELEMENTWISE, Result.REDUCTION, Result.BOOL_REDUCTION, Result.INT_REDUCTION)

METHODS: Facts = {
    Result.TENSOR: """
        reshape transpose swapaxes ravel flatten squeeze repeat take compress choose diagonal argsort cumsum
        cumprod copy astype conj conjugate clip view byteswap newbyteorder partition argpartition getfield
        searchsorted detach clone cpu cuda contiguous permute expand expand_as unsqueeze view_as reshape_as
        type_as float double half bfloat16 long int bool to type requires_grad_ numpy t movedim moveaxis flip
        roll tril triu diag diag_embed masked_fill masked_select masked_fill_ masked_scatter index_select
        gather scatter scatter_ scatter_add scatter_add_ index_add index_add_ index_copy index_fill index_put_
        fill_ zero_ copy_ add_ sub_ mul_ div_ pow_ clamp_ sqrt_ exp_ abs_ neg_ normal_ uniform_ addmm bmm mm
        mv matmul_ unfold fold narrow logical_and logical_or logical_not logical_xor new_zeros new_ones
        new_empty new_full new_tensor softmax log_softmax sigmoid tanh relu sqrt exp log log2 log10 log1p
        expm1 sin cos tan asin acos atan atan2 sinh cosh abs neg sign floor ceil trunc frac reciprocal rsqrt
        square pow add sub mul div true_divide floor_divide remainder fmod clamp clamp_min clamp_max maximum
        minimum eq ne lt le gt ge isnan isinf isfinite where lerp logcumsumexp matrix_power inverse pinverse
        cholesky addcmul addcdiv outer kron cross tile flatten_ as_strided conj_physical block_until_ready
        device_put set multiply divide resolve_conj resolve_neg fliplr flipud rot90 squeeze_ unsqueeze_ t_
        swapdims to_device bitwise_and bitwise_or bitwise_not float_power round rint nan_to_num take_along_dim
        broadcast_to angle logsumexp erf erfc lgamma digamma square_ div_no_nan get detach_ share_memory_
        pin_memory to_dense to_sparse coalesce apply_ renorm
    """,
    Result.REDUCTION: """
        sum mean std var prod max min ptp trace dot vdot inner matmul norm median quantile nansum nanmean
        logsumexp amax amin nanmedian det logdet
    """,
    Result.INT_REDUCTION: "argmax argmin count_nonzero",
    Result.BOOL_REDUCTION: "any all",
    Result.SHAPE: "",
    Result.DIM: "dim numel nelement ndimension element_size __len__ itemsize get_device data_ptr",
    Result.INT: "__index__ __int__",
    Result.FLOAT: "__float__",
    Result.SCALAR: "item",
    Result.SCALAR_LIST: "tolist",
    Result.BOOL: """
        is_contiguous is_floating_point is_complex equal allclose is_pinned has_names is_set_to
        is_deleted is_fully_replicated
    """,
    Result.TENSOR_LIST: "split chunk unbind tensor_split hsplit vsplit",
    Result.TENSOR_TUPLE: "nonzero",
    Result.NONE: "fill sort resize setfield setflags tofile dump backward put itemset register_hook",
    Result.STR: " __repr__ __str__",
    Result.BYTES: "tobytes tostring dumps",
    Result.OTHER: "devices addressable_data",
    Result.SHAPE_OR_DIM: "size stride",
    Result.NAMESPACE: "__array_namespace__",
    Result.TWO_TENSORS: " eigh topk qr cummax cummin slogdet",
}
"""Methods of tensors."""

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
    "values": Result.FIRST_ARGUMENT,
    "indices": Result.FIRST_ARGUMENT,
    "eigenvalues": Result.FIRST_ARGUMENT,
    "eigenvectors": Result.FIRST_ARGUMENT,
}

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

RANDOM_METHODS = words(
    "rand randn random_sample standard_normal standard_exponential standard_gamma multivariate_normal dirichlet"
)
"""Methods that, called on an unknown value, say that it is a random generator."""
