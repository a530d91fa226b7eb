"""Results of JAX outside ``jax.numpy``."""

from __future__ import annotations

from purity_lint.knowledge.notation import Fact, Facts, Result, expand, words

LAX: Facts = {
    Result.ELEMENTWISE: """
        abs add acos acosh asin asinh atan atan2 atanh bitwise_and bitwise_not bitwise_or bitwise_xor cbrt
        ceil clamp complex conj cos cosh digamma div eq erf erf_inv erfc exp exp2 expm1 floor ge gt igamma
        imag integer_pow is_finite le lgamma log log1p logistic lt max min mul ne neg nextafter not pow real
        reciprocal regularized_incomplete_beta rem round rsqrt select select_n shift_left sign sin sinh sqrt
        square sub tan tanh convert_element_type bitcast_convert_type stop_gradient reduce_precision
    """,
    Result.TENSOR: """
        argmax argmin broadcast broadcast_in_dim collapse concatenate conv conv_general_dilated
        conv_general_dilated_patches cumlogsumexp cummax cummin cumprod cumsum dot dot_general
        dynamic_index_in_dim dynamic_slice dynamic_slice_in_dim dynamic_update_index_in_dim
        dynamic_update_slice dynamic_update_slice_in_dim expand_dims full full_like gather iota
        broadcasted_iota index_in_dim pad reduce reduce_window rev scatter scatter_add scatter_max scatter_min
        scatter_mul slice slice_in_dim sort squeeze transpose batch_matmul reshape reduce_max reduce_min
        reduce_sum all_gather all_to_all psum pmean pmax pmin ppermute axis_index psum_scatter linalg.cholesky
        linalg.triangular_solve conv_transpose conv_general_dilated_local conv_with_general_padding tile fft
        reduce_and reduce_or reduce_prod reduce_xor scatter_apply scatter_sub ragged_dot clz population_count
        shift_right_arithmetic shift_right_logical broadcast_to_rank rng_uniform
    """,
    Result.TWO_TENSORS: "top_k linalg.eigh linalg.qr linalg.lu approx_max_k sort_key_val",
    Result.THREE_TENSORS: "linalg.svd",
    Result.ANYTHING: """
        cond switch scan while_loop fori_loop map associative_scan custom_root custom_linear_solve
    """,
    Result.DTYPE: "dtype",
    Result.SHAPE: "broadcast_shapes",
    Result.INT: "axis_size",
    Result.OTHER: "Precision GatherDimensionNumbers ConvDimensionNumbers ScatterDimensionNumbers",
}

RANDOM: Facts = {
    Result.TENSOR: """
        normal uniform randint bernoulli categorical choice permutation gumbel laplace exponential gamma beta
        dirichlet truncated_normal multivariate_normal rademacher bits t cauchy logistic poisson orthogonal
        ball shuffle lognormal maxwell pareto rayleigh weibull_min binomial geometric loggamma multinomial
        double_sided_maxwell chisquare f triangular wald
    """,
    Result.RANDOM_STATE: "key PRNGKey split fold_in wrap_key_data clone key_data",
}

NN: Facts = {
    Result.ELEMENTWISE: """
        relu relu6 sigmoid softplus soft_sign silu swish log_sigmoid leaky_relu hard_sigmoid hard_silu
        hard_swish hard_tanh elu celu selu gelu glu squareplus mish sparse_plus sparse_sigmoid identity
    """,
    Result.TENSOR: "softmax log_softmax logsumexp standardize one_hot dot_product_attention logmeanexp",
}

TOP: Facts = {
    Result.FUNCTION: "named_scope linear_transpose closure_convert",
    Result.WRAPPED: """
        jit pmap checkpoint remat custom_jvp custom_vjp custom_gradient named_call shard_map
        ad_checkpoint.checkpoint experimental.shard_map.shard_map
    """,
    Result.GRADIENT: "grad jacfwd jacrev jacobian hessian",
    Result.VALUE_AND_GRADIENT: "value_and_grad",
    Result.VMAP: "vmap",
    Result.VECTORIZED: "numpy.vectorize",
    Result.FIRST_ARGUMENT: "device_put device_get block_until_ready",
    Result.TENSOR: """
        image.resize image.scale_and_translate ops.segment_sum ops.segment_max ops.segment_min ops.segment_prod
        nn.initializers.zeros nn.initializers.ones nn.initializers.zeros_init nn.initializers.ones_init
        make_array_from_callback make_array_from_single_device_arrays
    """,
    Result.RANDOM_STATE: "random.PRNGKey random.key",
    Result.TENSOR_LIST: "devices local_devices",
    Result.INT: "device_count local_device_count process_index process_count",
    Result.STR: "default_backend",
    Result.DTYPE: "dtypes.canonicalize_dtype dtypes.result_type",
    Result.ANYTHING: "pure_callback vjp jvp linearize eval_shape make_jaxpr",
    Result.NONE: "debug.print debug.callback debug.breakpoint config.update clear_caches",
    Result.OTHER: """
        ShapeDtypeStruct default_device disable_jit enable_x64 make_mesh transfer_guard named_scope
        numpy_dtype_promotion numpy_rank_promotion log_compiles check_tracer_leaks
    """,
    Result.MAPPED_TREE: """
        tree_map tree_multimap tree.map tree_util.tree_map tree_util.tree_map_with_path tree.map_with_path
    """,
    Result.LEAVES: "tree_leaves tree.leaves tree_util.tree_leaves",
    Result.LEAVES_AND_STRUCTURE: "tree_flatten tree.flatten tree_util.tree_flatten",
}

SCIPY: Facts = {
    Result.ELEMENTWISE: """
        special.logit special.expit special.erf special.erfc special.erfinv special.gammaln special.digamma
        special.betaln special.xlogy special.xlog1py special.entr special.gamma special.beta special.i0
        special.i1 special.i0e special.i1e special.ndtr special.ndtri special.log_ndtr special.rel_entr
        special.kl_div special.zeta special.betainc special.gammainc special.gammaincc special.loggamma
        special.multigammaln special.gammasgn special.factorial special.comb special.dawsn special.erfcx special.exp1
        special.expi special.expn special.hyp1f1 special.hyp2f1 special.owens_t special.poch special.spence
        special.wofz special.boxcox special.boxcox1p special.bernoulli special.bessel_jn special.sph_harm_y
        stats.norm.pdf stats.norm.logpdf stats.norm.cdf stats.norm.logcdf stats.norm.ppf
    """,
    Result.REDUCTION: "special.logsumexp",
    Result.TENSOR: """
        linalg.cholesky linalg.expm linalg.inv linalg.solve linalg.solve_triangular linalg.sqrtm
        linalg.cho_solve special.softmax special.log_softmax linalg.block_diag linalg.toeplitz
    """,
    Result.TWO_TENSORS: "linalg.eigh linalg.qr linalg.cho_factor linalg.lu_factor",
    Result.THREE_TENSORS: "linalg.svd linalg.lu",
}

FACTS: dict[str, Fact] = {
    **expand("jax.lax", LAX, weak=(Result.ELEMENTWISE,)),
    **expand("jax.random", RANDOM),
    **expand("jax.nn", NN, weak=(Result.ELEMENTWISE,)),
    **expand("jax", TOP),
    **expand("jax.scipy", SCIPY, weak=(Result.ELEMENTWISE,)),
}

TENSOR_TYPES = words("jax.Array jax.numpy.ndarray jaxlib.xla_extension.ArrayImpl")
TENSOR_SUBTYPES = words("jax.core.Tracer flax.nnx.Param flax.nnx.BatchStat flax.nnx.Cache")
TENSOR_ANNOTATIONS = words("jax.typing.ArrayLike")
