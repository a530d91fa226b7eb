"""Changing the shape and the order of what a tensor holds.

Results may share memory with the input: whether they do is the backend's choice.
"""

from __future__ import annotations

from emberops.ops.manipulation.concatenators import *
from emberops.ops.manipulation.grids import *
from emberops.ops.manipulation.joining import *
from emberops.ops.manipulation.rearranging import *
from emberops.ops.manipulation.shapes import *
