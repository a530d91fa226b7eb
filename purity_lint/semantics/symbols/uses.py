"""What a name of which nothing is known is used as."""

from __future__ import annotations

import ast
from typing import Final, NamedTuple

USE_NONE: Final = 0
USE_ELEMENTWISE: Final = 1
"""It reaches an elementwise array function: a tensor or a number."""
USE_TENSOR: Final = 2
"""It is used as only a tensor can be."""
USE_SCALAR: Final = -1
"""It is used as only a number can be."""


class Use(NamedTuple):
    """What a name is used as, and where."""

    level: int
    node: ast.AST
