"""Element by element: arithmetic, comparison and logic, exponentials and trigonometry, signs and parts."""

from __future__ import annotations

from emberops.ops.elementwise.arithmetic import *
from emberops.ops.elementwise.logic import *
from emberops.ops.elementwise.parts import *
from emberops.ops.elementwise.special import *
from emberops.ops.elementwise.transcendental import *
