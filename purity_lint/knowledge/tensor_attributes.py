"""Attributes and methods that tensors of one library have and others lack.

They are looked up by the attribute alone, since the library of a tensor is often not known.
"""

from __future__ import annotations

from purity_lint.knowledge.notation import words
from purity_lint.records import dataclass


@dataclass(frozen=True, slots=True)
class Known:
    """Fact about one attribute."""

    where: str
    """Whose tensors have it, for the message."""
    hint: str
    operation: str | None = None
    """Operation of one argument that says the same."""
    telling: bool = False
    """Nothing but a tensor has an attribute of this name."""


_GRADIENT = "use `ops.grad` or `ops.value_and_grad`, and `ops.stop_gradient`"
_MEMORY = "how memory is laid out is a backend's own business"
_DEVICE = "ask `ops.device(x)`"

ATTRIBUTES: dict[str, Known] = {
    "requires_grad": Known("PyTorch tensors", _GRADIENT, telling=True),
    "grad": Known("PyTorch tensors", _GRADIENT),
    "grad_fn": Known("PyTorch tensors", _GRADIENT, telling=True),
    "is_leaf": Known("PyTorch tensors", _GRADIENT),
    "is_cuda": Known("PyTorch tensors", _DEVICE, telling=True),
    "is_mps": Known("PyTorch tensors", _DEVICE, telling=True),
    "is_sparse": Known("PyTorch tensors", "there are no sparse tensors in ops"),
    "is_quantized": Known("PyTorch tensors", "there are no quantized tensors in ops", telling=True),
    "device": Known("some libraries' tensors", "use `ops.device`", "device"),
    "layout": Known("PyTorch tensors", _MEMORY),
    "data": Known("NumPy and PyTorch tensors", "use `ops.stop_gradient` or `ops.copy`"),
    "strides": Known("NumPy arrays", "use `ops.strides`", "strides"),
    "flags": Known("NumPy arrays", _MEMORY),
    "base": Known("NumPy arrays", _MEMORY),
    "ctypes": Known("NumPy arrays", _MEMORY),
    "itemsize": Known("some libraries' tensors", "ask `x.dtype`, or `ops.finfo` and `ops.iinfo`"),
    "addressable_shards": Known(
        "JAX arrays", "how an array is sharded is a backend's own business", telling=True
    ),
    "sharding": Known("JAX arrays", "how an array is sharded is a backend's own business"),
    "weak_type": Known("JAX arrays", "promotion follows the Array API in ops", telling=True),
}
"""Attribute -> what is known of it."""

METHODS: dict[str, Known] = {
    "requires_grad_": Known("PyTorch tensors", _GRADIENT, telling=True),
    "retain_grad": Known("PyTorch tensors", _GRADIENT, telling=True),
    "backward": Known("PyTorch tensors", _GRADIENT),
    "data_ptr": Known("PyTorch tensors", _MEMORY, telling=True),
    "storage": Known("PyTorch tensors", _MEMORY),
    "untyped_storage": Known("PyTorch tensors", _MEMORY, telling=True),
    "stride": Known("PyTorch tensors", _MEMORY),
    "is_contiguous": Known("PyTorch tensors", _MEMORY, telling=True),
    "element_size": Known("PyTorch tensors", "ask `x.dtype`, or `ops.finfo` and `ops.iinfo`", telling=True),
    "get_device": Known("PyTorch tensors", "use `ops.device`", None),
    "pin_memory": Known("PyTorch tensors", _MEMORY),
    "share_memory_": Known("PyTorch tensors", _MEMORY, telling=True),
    "register_hook": Known("PyTorch tensors", _GRADIENT),
    "block_until_ready": Known("JAX arrays", "use `emberops.synchronize()`", telling=True),
    "is_deleted": Known("JAX arrays", _MEMORY),
    "setflags": Known("NumPy arrays", _MEMORY, telling=True),
    "newbyteorder": Known("NumPy arrays", "no backend but NumPy has byte orders", telling=True),
    "byteswap": Known("NumPy arrays", "no backend but NumPy has byte orders"),
}
"""Method -> what is known of it."""

UPDATES = {
    "set": "assign",
    "add": "assign_add",
    "subtract": "assign_subtract",
    "multiply": "assign_multiply",
    "mul": "assign_multiply",
    "divide": "assign_divide",
    "max": "assign_maximum",
    "min": "assign_minimum",
    "maximum": "assign_maximum",
    "minimum": "assign_minimum",
}
"""Methods of ``x.at[i]`` -> operations."""

ACCUMULATING = {
    "assign_add": "add_at",
    "assign_subtract": "subtract_at",
    "assign_multiply": "multiply_at",
    "assign_divide": "divide_at",
    "assign_maximum": "maximum_at",
    "assign_minimum": "minimum_at",
}
"""Operations -> those that update an element once for every time that an index names it."""

PROBES = {
    "numpy": "PyTorch and TensorFlow",
    "detach": "PyTorch",
    "requires_grad": "PyTorch",
    "is_cuda": "PyTorch",
    "data_ptr": "PyTorch",
    "grad_fn": "PyTorch",
    "__torch_function__": "PyTorch",
    "block_until_ready": "JAX",
    "device_buffer": "JAX",
    "aval": "JAX",
    "__jax_array__": "JAX",
    "asnumpy": "MXNet",
    "__array__": "NumPy and its kin",
    "__array_interface__": "NumPy",
    "__array_priority__": "NumPy",
    "__array_ufunc__": "NumPy",
    "__array_function__": "NumPy",
    "__cuda_array_interface__": "arrays on an NVIDIA GPU",
}
"""Attribute that no other objects have -> whose tensors have it; the rule on guesses at the library asks for these."""
PROTOCOLS = frozenset(
    {
        "__torch_function__",
        "__array_interface__",
        "__array_priority__",
        "__array_ufunc__",
        "__array_function__",
        "__cuda_array_interface__",
    }
)
"""Probes for what classes of others implement as well, and other libraries' tensors do not: nothing else asks so."""
WEAK_PROBES = {
    "cpu": "PyTorch",
    "cuda": "PyTorch",
    "numel": "PyTorch",
    "at": "JAX and MLX",
    "grad": "PyTorch",
}
"""Attributes that other objects have as well: they count on values known to be tensors."""
TO_NUMPY = "__array__"
"""Method by which NumPy makes arrays of tables and of other libraries' arrays."""
TELL_TENSORS = frozenset({"shape", "dtype", "ndim", "__array__", "numpy", "detach", "__array_namespace__"})
"""Attributes for which code asks with `hasattr` to tell tensors from everything else."""
ASSIGNED = words("real imag dtype strides flat T mT")
"""Attributes of tensors that some libraries let one assign, which changes the tensor: NumPy, mostly."""
