"""Making tensors.

Functions without a tensor among their arguments run on the default backend.
"""

from __future__ import annotations

from emberops.ops.creation.arrays import *
from emberops.ops.creation.index_grids import *
from emberops.ops.creation.matrices import *
from emberops.ops.creation.windows import *
