"""What arrays of any library have: a name that has something else as well is of another class."""

from __future__ import annotations

from purity_lint.knowledge.notation import words

ARRAY_MEMBERS = words("""
    abs absolute acos acosh add addbmm addcdiv addcmul addmm addmv addr addressable_data addressable_shards
    adjoint all allclose amax amin aminmax angle any arccos arccosh arcsin arcsinh arctan arctan2 arctanh argmax
    argmin argpartition argsort argwhere as_strided as_strided_scatter as_subclass asin asinh assign assign_sub
    astype at atan atan2 atanh aval backward baddbmm base bernoulli bfloat16 bincount bitwise_and
    bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor block_until_ready bmm bool
    broadcast_to byte byteswap ccol_indices cdouble ceil cfloat chalf char cholesky cholesky_inverse
    cholesky_solve choose chunk clamp clamp_max clamp_min clip clone coalesce col_indices committed compress
    conj conj_physical conjugate const_data_ptr consumers contiguous copy copy_to_host_async copysign corrcoef
    cos cosh count_nonzero cov cpu cross crow_indices ctypes cuda cummax cummin cumprod cumsum data data_ptr
    deg2rad delete dense_dim dequantize det detach device device_buffer device_buffers devices diag diag_embed
    diagflat diagonal diagonal_scatter diff digamma dim dim_order dist div divide dot double dsplit dtype dump
    dumps eig element_size eq equal erf erfc erfinv exp exp2 expand expand_as expm1 fill fix flags flat flatten
    flip fliplr flipud float float_power floor floor_divide fmax fmin fmod format frac frexp gather gather_nd
    gcd ge geqrf ger get get_device get_shape getfield global_shards grad grad_dtype grad_fn graph greater
    greater_equal gt H half hardshrink hash_tensor heaviside histc histogram hsplit hypot i0 igamma igammac imag
    index index_add index_copy index_fill index_put index_reduce index_select indices initializer inner int
    int_repr inverse ipu is_coalesced is_complex is_conj is_contiguous is_cpu is_cuda is_deleted is_distributed
    is_floating_point is_fully_addressable is_fully_replicated is_inference is_ipu is_leaf is_maia is_meta
    is_mkldnn is_mps is_mtia is_neg is_nested is_nonzero is_pinned is_quantized is_ready is_same_size is_set_to
    is_shared is_signed is_sparse is_sparse_csr is_vulkan is_xla is_xpu isclose isfinite isinf isnan isneginf
    isposinf isreal istft item itemsize kron kthvalue layout lcm ldexp le lerp less less_equal lgamma log log10
    log1p log2 log_softmax logaddexp logaddexp2 logcumsumexp logdet logical_and logical_not logical_or
    logical_xor logit logsumexp long lstsq lt lu lu_solve masked_fill masked_scatter masked_select matmul
    matrix_exp matrix_power max maximum mean median mH min minimum mm mode module_load moveaxis movedim msort mT
    mtia mul multinomial multiply mv mvlgamma name nan_to_num nanmean nanmedian nanquantile nansum narrow
    narrow_copy nbytes ndim ndimension ne neg negative nelement new new_empty new_empty_strided new_full
    new_ones new_tensor new_zeros nextafter nonzero nonzero_static norm not_equal numel numpy
    on_device_size_in_bytes op orgqr ormqr outer output_nr partition permute pin_memory pinverse platform
    polygamma positive pow prelu prod ptp put q_per_channel_axis q_per_channel_scales q_per_channel_zero_points
    q_scale q_zero_point qr qscheme quantile rad2deg ravel read_value real reciprocal record_stream ref
    register_hook register_post_accumulate_grad_hook reinforce relu remainder renorm repeat repeat_interleave
    requires_grad reshape reshape_as resize resize_as resolve_conj resolve_neg retain_grad retains_grad roll
    rot90 round row_indices rsqrt scatter scatter_add scatter_reduce searchsorted select select_scatter set
    set_shape setfield setflags sgn shape sharding short sigmoid sign signbit sin sinc sinh size slice_inverse
    slice_scatter slogdet smm softmax solve sort sparse_dim sparse_mask split split_with_sizes sqrt square
    squeeze sspaddmm std stft storage storage_offset storage_type stride strides sub subtract sum sum_to_size
    svd swapaxes swapdims symeig T t take take_along_dim tan tanh tensor_split tile to to_dense to_device
    to_mkldnn to_padded_tensor to_sparse to_sparse_bsc to_sparse_bsr to_sparse_coo to_sparse_csc to_sparse_csr
    tobytes tofile tolist topk trace traceback trainable transpose triangular_solve tril triu true_divide trunc
    type type_as unbind unflatten unfold unique unique_consecutive unsafe_buffer_pointer unsafe_chunk
    unsafe_split unsafe_split_with_sizes unsqueeze untyped_storage values var vdot view view_as volatile vsplit
    weak_type where xlogy xpu
    """)
"""Public attributes and methods of NumPy's, PyTorch's, JAX's, MLX's, TensorFlow's and CuPy's arrays.

Without those that end in an underscore, as PyTorch's methods that change a tensor do.
"""
