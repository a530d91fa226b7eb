"""Reading and writing parts of tensors.

An index is what may stand in the brackets in NumPy: ints, slices of any step, ``None``, ``...``, integer
tensors or sequences, masks, and tuples of them.  An index outside the tensor is an ``OutOfBoundsError`` wherever
its value is known; inside compiled functions, where it is not, it is moved to the nearest value.
"""

from __future__ import annotations

from emberops.ops.indexing.selection import *
from emberops.ops.indexing.updates import *
