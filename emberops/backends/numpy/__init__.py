"""The NumPy backend: every operation of the catalogue, on NumPy's own arrays."""

from __future__ import annotations

import sys

import numpy as np

from emberops.backends.composed import complete
from emberops.backends.numpy import fft, linalg, nn, random
from emberops.backends.numpy.creation import *
from emberops.backends.numpy.data_types import *
from emberops.backends.numpy.dtypes import NATIVE, default_float, default_int, native_dtype
from emberops.backends.numpy.elementwise import *
from emberops.backends.numpy.indexing import *
from emberops.backends.numpy.interop import *
from emberops.backends.numpy.io import *
from emberops.backends.numpy.linear_algebra import *
from emberops.backends.numpy.manipulation import *
from emberops.backends.numpy.memory import *
from emberops.backends.numpy.polynomials import *
from emberops.backends.numpy.scalars import of_scalars
from emberops.backends.numpy.searching import *
from emberops.backends.numpy.sets import *
from emberops.backends.numpy.sorting import *
from emberops.backends.numpy.special_functions import *
from emberops.backends.numpy.statistical import *
from emberops.backends.numpy.transforms import *
from emberops.backends.numpy.utility import *
from emberops.backends.support.namespace_info import NamespaceInfo
from emberops.constants import e, inf, nan, newaxis, pi

NAME = "numpy"
TENSOR_TYPES: tuple[type, ...] = (np.ndarray, np.generic)
"""What belongs to this backend; the dispatcher's tables hold these types."""
ARRAY_TYPES: tuple[type, ...] = (np.ndarray,)
"""What ``ops.is_tensor`` calls a tensor."""

__array_api_version__ = "2025.12"


def __array_namespace_info__() -> NamespaceInfo:
    """What the standard asks a namespace to tell of itself."""
    return NamespaceInfo(sys.modules[__name__])


globals().update(NATIVE)  # xp.float32, xp.int64, ...
complete(sys.modules[__name__])
