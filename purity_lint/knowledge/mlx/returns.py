"""Results of MLX that the shared array vocabulary lacks."""

from __future__ import annotations

from purity_lint.knowledge.notation import Fact, Facts, Result, expand, words

CORE: Facts = {
    Result.TENSOR: """
        as_strided block_masked_mm conv1d conv2d conv3d conv_general conv_transpose1d conv_transpose2d
        conv_transpose3d contiguous dequantize gather_mm gather_qmm quantized_matmul segmented_mm
        hadamard_transform addmm topk unflatten view slice_update put_along_axis cummax cummin fast.layer_norm
        fast.rms_norm fast.rope fast.scaled_dot_product_attention distributed.all_sum distributed.all_gather
        distributed.recv distributed.send distributed.all_max linalg.tri_inv linalg.cholesky_inv
        linalg.solve_triangular from_fp8 to_fp8
    """,
    Result.ELEMENTWISE: "erf erfinv expm1 rsqrt sigmoid logaddexp reciprocal square stop_gradient",
    Result.THREE_TENSORS: "quantize",
    Result.OF_SHAPE: "random.normal random.uniform random.truncated_normal random.",
    Result.VECTOR: "random.permutation",
    Result.RANDOM_STATE: "random.key random.split random.state",
    Result.DTYPE: "Dtype",
    Result.DEVICE: "Device default_device Stream default_stream new_stream cpu gpu",
    Result.BOOL: "issubdtype metal.is_available cuda.is_available array_equal allclose",
    Result.INT: "get_active_memory get_peak_memory get_cache_memory metal.get_active_memory",
    Result.NONE: """
        random.seed set_default_device set_default_stream save save_safetensors save_gguf export_function
        clear_cache set_memory_limit set_cache_limit set_wired_limit reset_peak_memory disable_compile
        enable_compile
    """,
    Result.WRAPPED: "compile checkpoint custom_function",
    Result.GRADIENT: "grad",
    Result.VALUE_AND_GRADIENT: "value_and_grad",
    Result.VMAP: "vmap",
    Result.ANYTHING: "vjp jvp load depends",
    Result.OTHER: "stream distributed.init Stream fast.metal_kernel",
}

RANDOM: Facts = {
    Result.TENSOR: """
        randint bernoulli gumbel categorical laplace multivariate_normal truncated_normal uniform normal
        permutation
    """,
    Result.RANDOM_STATE: "key split",
    Result.NONE: "seed",
}

NN: Facts = {
    Result.ELEMENTWISE: """
        relu relu6 relu_squared elu selu celu gelu gelu_approx gelu_fast_approx silu mish sigmoid tanh softplus softsign
        softshrink hardswish hard_tanh hard_shrink leaky_relu log_sigmoid step
    """,
    Result.SAME_RANK: "softmax softmin log_softmax",
    Result.TENSOR: """
        glu losses.cross_entropy losses.binary_cross_entropy losses.mse_loss losses.l1_loss losses.nll_loss
        losses.kl_div_loss losses.smooth_l1_loss losses.huber_loss losses.hinge_loss losses.log_cosh_loss
        losses.gaussian_nll_loss losses.cosine_similarity_loss losses.triplet_loss losses.margin_ranking_loss
    """,
    Result.VALUE_AND_GRADIENT: "value_and_grad",
}

FACTS: dict[str, Fact] = {
    **expand("mlx.nn", NN, weak=(Result.ELEMENTWISE,)),
    **expand("mlx.core", CORE, weak=(Result.ELEMENTWISE,)),
    **expand("mlx.core.random", RANDOM),
}

TENSOR_TYPES = words("mlx.core.array")
