"""Results of JAX outside ``jax.numpy``."""

from __future__ import annotations

from purity_lint.knowledge.facts import Fact, Table, expand, words

LAX: Table = {
    "E": """
        abs add acos acosh asin asinh atan atan2 atanh bitwise_and bitwise_not bitwise_or bitwise_xor cbrt ceil
        clamp complex conj cos cosh digamma div eq erf erf_inv erfc exp exp2 expm1 floor ge gt igamma imag
        integer_pow is_finite le lgamma log log1p logistic lt max min mul ne neg nextafter not pow real
        reciprocal regularized_incomplete_beta rem round rsqrt select select_n shift_left sign sin sinh sqrt
        square sub tan tanh convert_element_type bitcast_convert_type stop_gradient reduce_precision
    """,
    "T": """
        argmax argmin broadcast broadcast_in_dim collapse concatenate conv conv_general_dilated
        conv_general_dilated_patches cumlogsumexp cummax cummin cumprod cumsum dot dot_general dynamic_index_in_dim
        dynamic_slice dynamic_slice_in_dim dynamic_update_index_in_dim dynamic_update_slice
        dynamic_update_slice_in_dim expand_dims full full_like gather iota broadcasted_iota index_in_dim
        pad reduce reduce_window rev scatter scatter_add scatter_max scatter_min scatter_mul slice
        slice_in_dim sort squeeze transpose batch_matmul reshape reduce_max reduce_min reduce_sum
        all_gather all_to_all psum pmean pmax pmin ppermute axis_index psum_scatter
        linalg.cholesky linalg.triangular_solve
    """,
    "2T": "top_k linalg.eigh linalg.qr linalg.lu approx_max_k sort_key_val",
    "3T": "linalg.svd",
    "?": "cond switch scan while_loop fori_loop map associative_scan custom_root custom_linear_solve",
    "D": "dtype",
    "H": "broadcast_shapes",
    "I": "axis_size",
    "O": "Precision GatherDimensionNumbers ConvDimensionNumbers ScatterDimensionNumbers",
}

RANDOM: Table = {
    "T": """
        normal uniform randint bernoulli categorical choice permutation gumbel laplace exponential gamma beta
        dirichlet truncated_normal multivariate_normal rademacher bits t cauchy logistic poisson orthogonal ball
        shuffle lognormal maxwell pareto rayleigh weibull_min binomial geometric loggamma multinomial
        double_sided_maxwell chisquare f triangular wald
    """,
    "K": "key PRNGKey split fold_in wrap_key_data clone key_data",
}

NN: Table = {
    "E": """
        relu relu6 sigmoid softplus soft_sign silu swish log_sigmoid leaky_relu hard_sigmoid hard_silu
        hard_swish hard_tanh elu celu selu gelu glu squareplus mish sparse_plus sparse_sigmoid identity
    """,
    "T": "softmax log_softmax logsumexp standardize one_hot dot_product_attention logmeanexp",
}

TOP: Table = {
    "M": "named_scope linear_transpose closure_convert",
    "WRAPS": """
        jit pmap checkpoint remat custom_jvp custom_vjp custom_gradient named_call shard_map
        ad_checkpoint.checkpoint experimental.shard_map.shard_map
    """,
    "GRADIENT": "grad jacfwd jacrev jacobian hessian",
    "VALUE_AND_GRADIENT": "value_and_grad",
    "VMAP": "vmap",
    "VECTORIZES": "numpy.vectorize",
    "=": "device_put device_get block_until_ready",
    "K": "random.PRNGKey random.key",
    "L": "devices local_devices",
    "I": "device_count local_device_count process_index process_count",
    "s": "default_backend",
    "D": "dtypes.canonicalize_dtype dtypes.result_type",
    "?": "pure_callback vjp jvp linearize eval_shape make_jaxpr",
    "N": "debug.print debug.callback debug.breakpoint config.update clear_caches",
    "O": "ShapeDtypeStruct default_device disable_jit enable_x64 make_mesh transfer_guard named_scope "
    "numpy_dtype_promotion numpy_rank_promotion log_compiles check_tracer_leaks",
    "TREE": "tree_map tree_multimap tree.map tree_util.tree_map tree_util.tree_map_with_path tree.map_with_path",
    "LEAVES": "tree_leaves tree.leaves tree_util.tree_leaves",
    "TUPLE2": "tree_flatten tree.flatten tree_util.tree_flatten",
}

SCIPY: Table = {
    "E": """
        special.logit special.expit special.erf special.erfc special.erfinv special.gammaln special.digamma
        special.betaln special.xlogy special.xlog1py special.entr special.gamma special.beta special.i0
        special.i1 special.i0e special.i1e special.ndtr special.ndtri special.log_ndtr special.rel_entr
        special.kl_div special.zeta special.betainc special.gammainc special.gammaincc
        stats.norm.pdf stats.norm.logpdf stats.norm.cdf stats.norm.logcdf stats.norm.ppf
    """,
    "R": "special.logsumexp",
    "T": "linalg.cholesky linalg.expm linalg.inv linalg.solve linalg.solve_triangular linalg.sqrtm linalg.cho_solve "
    "special.softmax special.log_softmax linalg.block_diag linalg.toeplitz",
    "2T": "linalg.eigh linalg.qr linalg.cho_factor linalg.lu_factor",
    "3T": "linalg.svd linalg.lu",
}

FACTS: dict[str, Fact] = {
    **expand("jax.lax", LAX, weak=("E",)),
    **expand("jax.random", RANDOM),
    **expand("jax.nn", NN, weak=("E",)),
    **expand("jax", TOP),
    **expand("jax.scipy", SCIPY, weak=("E",)),
}

TENSOR_TYPES = words("jax.Array jax.numpy.ndarray jaxlib.xla_extension.ArrayImpl")
TENSOR_SUBTYPES = words("jax.core.Tracer")
TENSOR_ANNOTATIONS = words("jax.typing.ArrayLike")
