"""Methods and attributes of tensors that an operation replaces, or none.

They are looked up by their own name alone, whichever library the tensor is of.
"""

from __future__ import annotations

ATTRIBUTES = {
    "T": "{ops}.transpose({self})",
    "mT": "{ops}.matrix_transpose({self})",
    "H": "{ops}.conj({ops}.matrix_transpose({self}))",
    "mH": "{ops}.conj({ops}.matrix_transpose({self}))",
    "size": "{ops}.size({self})",
    "flat": "{ops}.ravel({self})",
    "real": "{ops}.real({self})",
    "imag": "{ops}.imag({self})",
}
"""Attributes that only some libraries have, or that are a method in one of them."""

ATTRIBUTE_OPERATIONS = {
    "T": "transpose",
    "mT": "matrix_transpose",
    "H": "conj",
    "mH": "conj",
    "size": "size",
    "flat": "ravel",
    "real": "real",
    "imag": "imag",
}

METHOD_HINTS = {
    "tobytes": "write tensors with `ops.save`, or convert once with `ops.to_numpy`",
    "tofile": "write tensors with `ops.save`",
    "dump": "write tensors with `ops.save`",
    "dumps": "write tensors with `ops.save`",
    "view": "a view of the same memory exists on some backends only: use `ops.reshape`",
    "backward": "use `ops.grad` or `ops.value_and_grad`",
    "retain_grad": "use `ops.grad` or `ops.value_and_grad`",
    "register_hook": "use `ops.grad` or `ops.value_and_grad`",
    "chunk": "use `ops.array_split`",
    "split": "use `ops.split` with the places to cut at",
    "unfold": "use slices and `ops.stack`",
    "scatter": "use `ops.assign`, and keep the result",
    "narrow": "use a slice",
    "select": "use an index",
    "is_floating_point": 'use `ops.isdtype(x.dtype, "real floating")`',
    "is_complex": 'use `ops.isdtype(x.dtype, "complex floating")`',
    "index_add": "use `ops.assign_add`, and keep the result",
    "scatter_add": "use `ops.assign_add`, and keep the result",
    "block_until_ready": "use `emberops.synchronize()`",
    "newbyteorder": "no backend but NumPy has byte orders",
    "getfield": "no backend but NumPy has structured dtypes",
}
"""Methods that no operation replaces, and the way out."""
