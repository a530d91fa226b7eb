"""The JAX backend: every operation of the catalogue, on JAX's own arrays."""

from __future__ import annotations

import sys

import jax

from emberops.backends.jax import fft, linalg, nn, random
from emberops.backends.jax.creation import *
from emberops.backends.jax.data_types import *
from emberops.backends.jax.elementwise import *
from emberops.backends.jax.indexing import *
from emberops.backends.jax.interop import *
from emberops.backends.jax.linear_algebra import *
from emberops.backends.jax.manipulation import *
from emberops.backends.jax.searching import *
from emberops.backends.jax.sets import *
from emberops.backends.jax.sorting import *
from emberops.backends.jax.statistical import *
from emberops.backends.jax.transforms import *
from emberops.backends.jax.utility import *
from emberops.backends.common import complete
from emberops.constants import e, inf, nan, newaxis, pi

NAME = "jax"
TENSOR_TYPES: tuple[type, ...] = (jax.Array, jax.core.Tracer)
"""What belongs to this backend; the dispatcher's tables hold these types."""
ARRAY_TYPES = TENSOR_TYPES
"""What ``ops.is_tensor`` calls a tensor."""

complete(sys.modules[__name__])
