"""Results of PyTorch."""

from __future__ import annotations

from purity_lint.knowledge.notation import Fact, Facts, Result, expand, words

TABLE: Facts = {
    Result.AS_TENSOR: "tensor as_tensor from_numpy asarray frombuffer sparse_coo_tensor complex polar",
    Result.OF_SHAPE: "zeros ones empty rand randn full randint randperm",
    Result.VECTOR: """
        arange linspace logspace range hann_window hamming_window blackman_window bartlett_window
    """,
    Result.MATRIX: "eye block_diag combinations cartesian_prod tril_indices triu_indices",
    Result.BOOL: """
        is_tensor is_floating_point is_complex allclose equal is_grad_enabled is_storage cuda.is_available
        backends.mps.is_available is_nonzero are_deterministic_algorithms_enabled
        jit.is_scripting jit.is_tracing compiler.is_compiling onnx.is_in_onnx_export can_cast
        backends.cuda.is_built distributed.is_initialized distributed.is_available
    """,
    Result.DIM: "numel get_rng_state_size",
    Result.INT: """
        cuda.device_count cuda.memory_allocated get_num_threads seed initial_seed cuda.current_device
    """,
    Result.SHAPE: "Size broadcast_shapes",
    Result.TENSOR_LIST: "split chunk unbind tensor_split hsplit vsplit meshgrid broadcast_tensors",
    Result.TENSOR_TUPLE: " autograd.grad",
    Result.TWO_TENSORS: """
        topk sort qr eigh linalg.eigh linalg.eig linalg.qr linalg.slogdet cummax cummin mode kthvalue
        linalg.lu_factor nn.utils.rnn.pad_packed_sequence std_mean var_mean linalg.cholesky_ex linalg.inv_ex slogdet
    """,
    Result.THREE_TENSORS: "svd linalg.svd linalg.lu lu svd_lowrank pca_lowrank",
    Result.FOUR_TENSORS: "linalg.lstsq",
    Result.DTYPE: "get_default_dtype result_type promote_types",
    Result.DEVICE: "device get_default_device cuda.device",
    Result.RANDOM_STATE: """
        Generator manual_seed default_generator cuda.manual_seed random.manual_seed get_rng_state
    """,
    Result.OTHER: """
        finfo iinfo set_grad_enabled autocast load save cuda.Stream cuda.Event profiler.profile
        utils.data.DataLoader cuda.amp.GradScaler set_default_dtype
        set_printoptions set_num_threads autograd.set_detect_anomaly cuda.empty_cache cuda.synchronize
        autograd.profiler.record_function
    """,
    Result.NONE: "cuda.set_device use_deterministic_algorithms testing.assert_close _assert",
    Result.STR: "cuda.get_device_name version typename",
    Result.FUNCTION: "nn.DataParallel",
    Result.WRAPPED: "compile jit.script jit.trace jit.ignore jit.export no_grad enable_grad inference_mode",
    Result.GRADIENT: "func.grad func.jacrev func.jacfwd func.hessian",
    Result.VMAP: "vmap func.vmap",
    Result.TENSOR: """
        distributions.kl_divergence distributions.kl.kl_divergence nn.utils.parameters_to_vector
        nn.utils.clip_grad_norm_ nn.utils.get_total_norm nn.utils.rnn.pad_sequence
        utils.dlpack.from_dlpack nn.init.uniform_ nn.init.normal_ nn.init.constant_ nn.init.ones_ nn.init.zeros_
        nn.init.eye_ nn.init.dirac_ nn.init.xavier_uniform_ nn.init.xavier_normal_ nn.init.kaiming_uniform_
        nn.init.kaiming_normal_ nn.init.trunc_normal_ nn.init.orthogonal_ nn.init.sparse_
    """,
    Result.ANYTHING: "utils.checkpoint.checkpoint hub.load func.functional_call load_state_dict",
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
OF_ONE_DTYPE = frozenset(f"{torch}.{name}" for torch in ("torch", "torch.cuda") for name in _OLD_TYPES)
"""Classes of tensors that say which dtype they have, and are given where a dtype is: `x.type(torch.LongTensor)`."""

TENSOR_TYPES = frozenset({"torch.Tensor", "torch.autograd.Variable", *OF_ONE_DTYPE})
TENSOR_SUBTYPES = words("torch.nn.Parameter torch.nn.parameter.Parameter")
