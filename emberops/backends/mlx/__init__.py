"""The MLX backend: every operation of the catalogue, on MLX's own arrays."""

from __future__ import annotations

import sys

import mlx.core as mx

from emberops.backends.composed import complete
from emberops.backends.mlx import collectives, fft, linalg, nn, random
from emberops.backends.mlx.creation import *
from emberops.backends.mlx.data_types import *
from emberops.backends.mlx.distances import cdist
from emberops.backends.mlx.dtypes import NATIVE, default_float, default_int, native_dtype
from emberops.backends.mlx.elementwise import *
from emberops.backends.mlx.indexing import *
from emberops.backends.mlx.interop import *
from emberops.backends.mlx.io import *
from emberops.backends.mlx.linear_algebra import *
from emberops.backends.mlx.manipulation import *
from emberops.backends.mlx.polynomials import *
from emberops.backends.mlx.promotion import another_way
from emberops.backends.mlx.searching import *
from emberops.backends.mlx.sets import *
from emberops.backends.mlx.sorting import *
from emberops.backends.mlx.statistical import *
from emberops.backends.mlx.transforms import *
from emberops.backends.mlx.utility import *
from emberops.backends.support.namespace_info import NamespaceInfo
from emberops.constants import e, inf, nan, newaxis, pi

NAME = "mlx"
TENSOR_TYPES: tuple[type, ...] = (mx.array,)
"""What belongs to this backend; the dispatcher's tables hold these types."""
ARRAY_TYPES = TENSOR_TYPES
"""What ``ops.is_tensor`` calls a tensor."""

__array_api_version__ = "2025.12"


def __array_namespace_info__() -> NamespaceInfo:
    """What the standard asks a namespace to tell of itself."""
    return NamespaceInfo(sys.modules[__name__])


globals().update(NATIVE)  # xp.float32, xp.int64, ...
complete(sys.modules[__name__])
