"""The NumPy backend: every operation of the catalogue, on NumPy's own arrays."""

from __future__ import annotations

import sys

import numpy as np

from emberops.backends.numpy import fft, linalg, nn, random
from emberops.backends.numpy.creation import *
from emberops.backends.numpy.data_types import *
from emberops.backends.numpy.elementwise import *
from emberops.backends.numpy.indexing import *
from emberops.backends.numpy.interop import *
from emberops.backends.numpy.linear_algebra import *
from emberops.backends.numpy.manipulation import *
from emberops.backends.numpy.searching import *
from emberops.backends.numpy.sets import *
from emberops.backends.numpy.sorting import *
from emberops.backends.numpy.statistical import *
from emberops.backends.numpy.transforms import *
from emberops.backends.numpy.utility import *
from emberops.backends.common import complete
from emberops.constants import e, inf, nan, newaxis, pi

NAME = "numpy"
TENSOR_TYPES: tuple[type, ...] = (np.ndarray, np.generic)
"""What belongs to this backend; the dispatcher's tables hold these types."""
ARRAY_TYPES: tuple[type, ...] = (np.ndarray,)
"""What ``ops.is_tensor`` calls a tensor."""

complete(sys.modules[__name__])
