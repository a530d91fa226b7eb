"""The PyTorch backend: every operation of the catalogue, on PyTorch's own arrays."""

from __future__ import annotations

import sys
from typing import Any

import torch

from emberops.backends.composed import complete
from emberops.backends.support.namespace_info import NamespaceInfo
from emberops.backends.torch import (
    booleans,
    collectives,
    complex_comparison,
    fft,
    large_floats,
    linalg,
    nn,
    random,
    unsigned,
)
from emberops.backends.torch.creation import *
from emberops.backends.torch.data_types import *
from emberops.backends.torch.distances import cdist
from emberops.backends.torch.dtypes import NATIVE, default_float, default_int, native_dtype
from emberops.backends.torch.elementwise import *
from emberops.backends.torch.indexing import *
from emberops.backends.torch.interop import *
from emberops.backends.torch.io import *
from emberops.backends.torch.linear_algebra import *
from emberops.backends.torch.manipulation import *
from emberops.backends.torch.memory import *
from emberops.backends.torch.placement import beside
from emberops.backends.torch.searching import *
from emberops.backends.torch.sets import *
from emberops.backends.torch.sorting import *
from emberops.backends.torch.special_functions import *
from emberops.backends.torch.statistical import *
from emberops.backends.torch.transforms import *
from emberops.backends.torch.utility import *
from emberops.constants import e, inf, nan, newaxis, pi
from emberops.dispatch.refused import RefusedCall

NAME = "torch"
TENSOR_TYPES: tuple[type, ...] = (torch.Tensor, torch.nn.Parameter)
"""What belongs to this backend; the dispatcher's tables hold these types."""
ARRAY_TYPES = TENSOR_TYPES
"""What ``ops.is_tensor`` calls a tensor."""
function_protocol = "__torch_function__"
"""Source: PyTorch's "Extending PyTorch", on types that are no tensors."""

is_compiling = torch.compiler.is_compiling
"""Whether values are unknown because ``torch.compile`` traces, which no exception may stop."""


def another_way(call: RefusedCall, error: Exception) -> Any:
    """The answer to a call that PyTorch refused because of its dtypes."""
    for kind in (unsigned, complex_comparison, booleans, large_floats):
        answer = kind.another_way(call, error)
        if answer is not NotImplemented:
            return answer
    return NotImplemented


__array_api_version__ = "2025.12"


def __array_namespace_info__() -> NamespaceInfo:
    """What the standard asks a namespace to tell of itself."""
    return NamespaceInfo(sys.modules[__name__])


globals().update(NATIVE)  # xp.float32, xp.int64, ...
complete(sys.modules[__name__])
