"""The JAX backend: every operation of the catalogue, on JAX's own arrays."""

from __future__ import annotations

import sys

import jax

from emberops.backends.composed import complete
from emberops.backends.jax import fft, linalg, nn, random, sharding
from emberops.backends.jax.assigning import *
from emberops.backends.jax.creation import *
from emberops.backends.jax.data_types import *
from emberops.backends.jax.dtypes import NATIVE, default_float, default_int, native_dtype
from emberops.backends.jax.elementwise import *
from emberops.backends.jax.indexing import *
from emberops.backends.jax.interop import *
from emberops.backends.jax.io import *
from emberops.backends.jax.large_integers import another_way
from emberops.backends.jax.linear_algebra import *
from emberops.backends.jax.manipulation import *
from emberops.backends.jax.placing import on_host
from emberops.backends.jax.polynomials import *
from emberops.backends.jax.searching import *
from emberops.backends.jax.sets import *
from emberops.backends.jax.sorting import *
from emberops.backends.jax.statistical import *
from emberops.backends.jax.transforms import *
from emberops.backends.jax.utility import *
from emberops.backends.jax.varying import use_host
from emberops.backends.jax.whole import compile_whole, in_one
from emberops.backends.support.namespace_info import NamespaceInfo
from emberops.constants import e, inf, nan, newaxis, pi

NAME = "jax"
TENSOR_TYPES: tuple[type, ...] = (jax.Array, jax.core.Tracer)
"""What belongs to this backend; the dispatcher's tables hold these types."""
ARRAY_TYPES = TENSOR_TYPES
"""What ``ops.is_tensor`` calls a tensor."""

__array_api_version__ = "2025.12"


def __array_namespace_info__() -> NamespaceInfo:
    """What the standard asks a namespace to tell of itself."""
    return NamespaceInfo(sys.modules[__name__])


globals().update(NATIVE)  # xp.float32, xp.int64, ...
compile_whole(sys.modules[__name__])
use_host(sys.modules[__name__])
complete(sys.modules[__name__])
