"""Results of MLX that the shared array vocabulary lacks."""

from __future__ import annotations

from purity_lint.knowledge.facts import Fact, Table, expand, words

CORE: Table = {
    "T": """
        as_strided block_masked_mm conv1d conv2d conv3d conv_general conv_transpose1d conv_transpose2d
        conv_transpose3d contiguous dequantize gather_mm gather_qmm quantized_matmul segmented_mm hadamard_transform
        addmm topk unflatten view slice_update put_along_axis cummax cummin
        fast.layer_norm fast.rms_norm fast.rope fast.scaled_dot_product_attention
        distributed.all_sum distributed.all_gather distributed.recv distributed.send distributed.all_max
        linalg.tri_inv linalg.cholesky_inv linalg.solve_triangular from_fp8 to_fp8
    """,
    "E": "erf erfinv expm1 rsqrt sigmoid logaddexp reciprocal square stop_gradient",
    "3T": "quantize",
    "F1": "random.normal random.uniform random.truncated_normal random.",
    "T1": "random.permutation",
    "K": "random.key random.split random.state",
    "D": "Dtype",
    "V": "Device default_device Stream default_stream new_stream cpu gpu",
    "B": "issubdtype metal.is_available cuda.is_available array_equal allclose",
    "I": "get_active_memory get_peak_memory get_cache_memory metal.get_active_memory",
    "N": "random.seed set_default_device set_default_stream save save_safetensors save_gguf export_function "
    "clear_cache set_memory_limit set_cache_limit set_wired_limit reset_peak_memory disable_compile enable_compile",
    "WRAPS": "compile checkpoint custom_function",
    "GRADIENT": "grad",
    "VALUE_AND_GRADIENT": "value_and_grad",
    "VMAP": "vmap",
    "?": "vjp jvp load depends",
    "O": "stream distributed.init Stream fast.metal_kernel",
}

RANDOM: Table = {
    "T": "randint bernoulli gumbel categorical laplace multivariate_normal truncated_normal uniform normal permutation",
    "K": "key split",
    "N": "seed",
}

FACTS: dict[str, Fact] = {
    **expand("mlx.core", CORE, weak=("E",)),
    **expand("mlx.core.random", RANDOM),
}

TENSOR_TYPES = words("mlx.core.array")
