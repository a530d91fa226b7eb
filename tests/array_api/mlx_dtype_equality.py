"""A pytest plugin for runs on MLX: its dtypes can be compared with anything.

``mlx.core.float32 == None`` raises TypeError where it ought to be false, and the suite looks up every parameter of
every test among the dtypes, to report it: without this nearly all of its tests end before they begin.
"""

from __future__ import annotations

from typing import Any

import mlx.core as mx

_native = mx.Dtype.__eq__


def _equal(self: mx.Dtype, other: Any) -> Any:
    return _native(self, other) if isinstance(other, mx.Dtype) else NotImplemented


mx.Dtype.__eq__ = _equal
