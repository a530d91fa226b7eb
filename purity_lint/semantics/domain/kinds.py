"""Kinds that a value may be of, one bit each, and the bounds within which values are kept."""

from __future__ import annotations

from typing import Final

TENSOR: Final = 1 << 0
SCALAR: Final = 1 << 1  # a NumPy scalar, or a Python number of unknown type
INT: Final = 1 << 2
FLOAT: Final = 1 << 3
COMPLEX: Final = 1 << 4
BOOL: Final = 1 << 5
DIM: Final = 1 << 6
SHAPE: Final = 1 << 7
STR: Final = 1 << 8
BYTES: Final = 1 << 9
LIST: Final = 1 << 10
TUPLE: Final = 1 << 11
DICT: Final = 1 << 12
SET: Final = 1 << 13
ITERATOR: Final = 1 << 14
DTYPE: Final = 1 << 15
DEVICE: Final = 1 << 16
RANDOM: Final = 1 << 17
MODULE: Final = 1 << 18
FUNCTION: Final = 1 << 19
CLASS: Final = 1 << 20
INSTANCE: Final = 1 << 21
NONE: Final = 1 << 22
OTHER: Final = 1 << 23
UNKNOWN: Final = 1 << 24

NUMBERS: Final = INT | FLOAT | COMPLEX | BOOL | DIM
"""Plain Python numbers."""
NUMERIC: Final = NUMBERS | SCALAR
SEQUENCES: Final = LIST | TUPLE | SHAPE
CONTAINERS: Final = LIST | TUPLE | SHAPE | DICT | SET | ITERATOR

SUSPECTED: Final = 1
INFERRED: Final = 2
DECLARED: Final = 3
PROVEN: Final = 4

MAX_REFS: Final = 6
MAX_ELEMENTS: Final = 16
MAX_NESTING: Final = 4
"""How deep containers of containers are told apart."""
MAX_REASONS: Final = 8
MAX_SIZE: Final = 256
"""How many values one value may be made of; contents that are larger are forgotten."""
