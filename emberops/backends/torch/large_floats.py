"""Python floats beyond the largest of a dtype, as which PyTorch's functions of some kinds refuse them.

``x + 1e300`` is infinite for float32, and so it is on every other library where a number is stored, chosen or compared.
The dispatcher asks here after PyTorch has refused, so a call that needs none of this pays nothing.
"""

from __future__ import annotations

import re
from typing import Any

import torch

from emberops.dispatch.refused import RefusedCall

_REFUSED = re.compile(r"cannot be converted to type (float|c10::\w+|c10::complex<float>) without overflow")
_DTYPES = {
    "float": torch.float32,
    "c10::complex<float>": torch.float32,
    "c10::Half": torch.float16,
    "c10::BFloat16": torch.bfloat16,
}
"""What PyTorch calls the dtypes in C++, and that of the parts of its numbers."""


def another_way(call: RefusedCall, error: Exception) -> Any:
    """The answer for infinity in the place of numbers that large; ``NotImplemented`` if none was refused."""
    refused = _REFUSED.search(str(error))
    dtype = _DTYPES.get(refused[1]) if refused else None
    if dtype is None:
        return NotImplemented
    return call.run_of_numbers(lambda x: _rounded(x, dtype))


def _rounded(x: Any, dtype: torch.dtype) -> Any:
    """Numbers of floats as the dtype rounds them where they are large; all else as it is."""
    if type(x) in (list, tuple):
        return type(x)(_rounded(item, dtype) for item in x)
    if type(x) is complex:
        return complex(_rounded(x.real, dtype), _rounded(x.imag, dtype))
    if type(x) is not float or abs(x) <= torch.finfo(dtype).max:
        return x
    return torch.tensor(x, dtype=torch.float64).to(dtype).item()
