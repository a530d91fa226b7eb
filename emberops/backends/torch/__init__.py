"""The PyTorch backend: every operation of the catalogue, on PyTorch's own arrays."""

from __future__ import annotations

import sys

import torch

from emberops.backends.torch import fft, linalg, nn, random
from emberops.backends.torch.creation import *
from emberops.backends.torch.data_types import *
from emberops.backends.torch.elementwise import *
from emberops.backends.torch.indexing import *
from emberops.backends.torch.interop import *
from emberops.backends.torch.linear_algebra import *
from emberops.backends.torch.manipulation import *
from emberops.backends.torch.searching import *
from emberops.backends.torch.sets import *
from emberops.backends.torch.sorting import *
from emberops.backends.torch.statistical import *
from emberops.backends.torch.transforms import *
from emberops.backends.torch.utility import *
from emberops.backends.common import complete
from emberops.constants import e, inf, nan, newaxis, pi

NAME = "torch"
TENSOR_TYPES: tuple[type, ...] = (torch.Tensor, torch.nn.Parameter)
"""What belongs to this backend; the dispatcher's tables hold these types."""
ARRAY_TYPES = TENSOR_TYPES
"""What ``ops.is_tensor`` calls a tensor."""

complete(sys.modules[__name__])
