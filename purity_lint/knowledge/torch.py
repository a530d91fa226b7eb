"""Results of PyTorch."""

from __future__ import annotations

from purity_lint.knowledge.facts import Fact, Table, expand, words

TABLE: Table = {
    "A": "tensor as_tensor from_numpy asarray frombuffer sparse_coo_tensor complex polar",
    "F1": "zeros ones empty rand randn full randint randperm",
    "T1": "arange linspace logspace range hann_window hamming_window blackman_window bartlett_window",
    "T2": "eye block_diag combinations cartesian_prod tril_indices triu_indices",
    "B": """
        is_tensor is_floating_point is_complex allclose equal is_grad_enabled is_storage cuda.is_available
        backends.mps.is_available is_nonzero are_deterministic_algorithms_enabled
        jit.is_scripting jit.is_tracing compiler.is_compiling onnx.is_in_onnx_export can_cast
        backends.cuda.is_built distributed.is_initialized distributed.is_available
    """,
    "X": "numel get_rng_state_size",
    "I": "cuda.device_count cuda.memory_allocated get_num_threads seed initial_seed cuda.current_device",
    "H": "Size broadcast_shapes",
    "L": "split chunk unbind tensor_split hsplit vsplit meshgrid broadcast_tensors",
    "P": " autograd.grad",
    "2T": """
        topk sort qr eigh linalg.eigh linalg.eig linalg.qr linalg.slogdet cummax cummin mode kthvalue
        linalg.lu_factor frexp std_mean var_mean linalg.cholesky_ex linalg.inv_ex slogdet
    """,
    "3T": "svd linalg.svd linalg.lu lu svd_lowrank pca_lowrank",
    "4T": "linalg.lstsq",
    "D": "get_default_dtype result_type promote_types",
    "V": "device get_default_device cuda.device",
    "K": "Generator manual_seed default_generator cuda.manual_seed random.manual_seed get_rng_state",
    "O": """
        finfo iinfo set_grad_enabled autocast load save cuda.Stream
        cuda.Event profiler.profile utils.data.DataLoader cuda.amp.GradScaler
        optim.SGD optim.Adam optim.AdamW set_default_dtype set_printoptions set_num_threads autograd.set_detect_anomaly
        cuda.empty_cache cuda.synchronize autograd.profiler.record_function
    """,
    "N": "cuda.set_device use_deterministic_algorithms testing.assert_close _assert",
    "s": "cuda.get_device_name version typename",
    "M": "nn.DataParallel",
    "WRAPS": "compile jit.script jit.trace jit.ignore jit.export no_grad enable_grad inference_mode",
    "GRADIENT": "func.grad func.jacrev func.jacfwd func.hessian",
    "VMAP": "vmap func.vmap",
    "?": "utils.checkpoint.checkpoint hub.load func.functional_call load_state_dict",
}

FACTS: dict[str, Fact] = expand("torch", TABLE, strong={"from_numpy": 1})

NO_STRONG = words("""
    tensor as_tensor from_numpy asarray zeros ones empty rand randn full randint randperm arange linspace
    logspace eye is_tensor device Size Generator manual_seed finfo iinfo load save stack cat concat concatenate
    hstack vstack dstack block_diag meshgrid einsum typename compile where result_type set_grad_enabled
    broadcast_tensors set_default_dtype scalar_tensor no_grad cartesian_prod hann_window chain_matmul
    complex polar set_num_threads set_printoptions autocast is_storage full_like
    promote_types can_cast get_default_dtype broadcast_shapes
    """)
"""Functions whose first argument need not be a tensor; that of every other function of ``torch`` must."""

_OLD_TYPES = words("""
    FloatTensor DoubleTensor HalfTensor BFloat16Tensor ByteTensor CharTensor ShortTensor IntTensor LongTensor BoolTensor
    """)
"""The classes of tensors of one dtype."""

TENSOR_TYPES = frozenset(
    {
        "torch.Tensor",
        "torch.autograd.Variable",
        *(f"torch.{name}" for name in _OLD_TYPES),
        *(f"torch.cuda.{name}" for name in _OLD_TYPES),
    }
)
TENSOR_SUBTYPES = words("torch.nn.Parameter torch.nn.parameter.Parameter")
