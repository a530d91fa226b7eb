"""Operations of the group ``creation``."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_op = partial(entry, group="creation")
_standard = partial(_op, standard="creation_functions")

OPS: tuple[Op, ...] = (
    _standard(
        "asarray",
        "numpy torch jax mlx",
        aliases=("convert_to_tensor", "as_tensor"),
        also={
            "torch": "as_tensor",
            "keras": "ops.convert_to_tensor ops.asarray",
        },
        rank="nested",
    ),
    _op("asanyarray", "numpy", rank="nested"),
    _op("array", "numpy jax mlx keras", aliases=("tensor",), also={"torch": "tensor"}, rank="nested"),
    _standard("zeros", "numpy torch jax mlx keras", rank="shape"),
    _standard("ones", "numpy torch jax mlx keras", rank="shape"),
    _standard("empty", "numpy torch jax mlx keras", rank="shape"),
    _standard("full", "numpy torch jax mlx keras", rank="shape", any_values=True),
    _standard("zeros_like", "numpy torch jax mlx keras", rank="same"),
    _standard("ones_like", "numpy torch jax mlx keras", rank="same"),
    _standard("empty_like", "numpy torch jax mlx keras", rank="same"),
    _standard("full_like", "numpy torch jax mlx keras", rank="same"),
    _standard("eye", "numpy torch jax mlx keras", rank="matrix"),
    _op("identity", "numpy jax mlx keras", rank="matrix"),
    _standard("arange", "numpy torch jax mlx keras", rank="vector"),
    _standard("linspace", "numpy torch jax mlx keras", rank="vector"),
    _op("logspace", "numpy jax keras", rank="vector"),
    _op("geomspace", "numpy jax keras", rank="vector"),
    _standard("meshgrid", "numpy torch jax mlx keras", result="tensors", rank="broadcast"),
    _standard("tril", "numpy torch jax mlx keras", rank="same"),
    _standard("triu", "numpy torch jax mlx keras", rank="same"),
    _op("tri", "numpy jax mlx keras", rank="matrix"),
    _op("diag", "numpy torch jax mlx keras"),
    _op("diagflat", "numpy torch jax keras", rank="matrix"),
    _op("block_diag", "torch", also={"jax": "scipy.linalg.block_diag"}, rank="matrix"),
    _op("toeplitz", also={"jax": "scipy.linalg.toeplitz"}, rank="matrix"),
    _op("vander", "numpy jax keras", rank="matrix"),
    _op("copy", "numpy jax keras", also={"torch": "clone"}, rank="same"),
    _standard("from_dlpack", "numpy torch jax mlx", also={"torch": "utils.dlpack.from_dlpack"}),
    _op("frombuffer", "numpy torch jax"),
    _op("fromfunction", "numpy jax"),
    _op("ascontiguousarray", "numpy", rank="nested"),
    _op("asfortranarray", "numpy", rank="nested"),
    _op("indices", "numpy jax", dtype="int"),
    _op("triu_indices", "numpy jax", result="tensors", dtype="int"),
    _op("tril_indices", "numpy jax", result="tensors", dtype="int"),
    _op("triu_indices_from", "numpy jax", result="tensors", dtype="int"),
    _op("tril_indices_from", "numpy jax", result="tensors", dtype="int"),
    _op("diag_indices", "numpy jax", result="tensors", dtype="int"),
    _op("diag_indices_from", "numpy jax", result="tensors", dtype="int"),
    _op(
        "one_hot",
        aliases=("nn.one_hot",),
        also={"keras": "ops.one_hot", "torch": "nn.functional.one_hot", "jax": "nn.one_hot"},
    ),
    _op("multi_hot", also={"keras": "ops.multi_hot"}),
    _op("bartlett", "numpy jax keras", rank="vector"),
    _op("blackman", "numpy jax keras", rank="vector"),
    _op("hamming", "numpy jax keras", rank="vector"),
    _op("hanning", "numpy jax keras", rank="vector"),
    _op("kaiser", "numpy jax keras", rank="vector"),
    _op("random_normal"),
    _op("random_uniform"),
)
