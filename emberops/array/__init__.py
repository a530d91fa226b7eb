"""``emberops.Array``: one class of arrays over all backends."""

from __future__ import annotations

from emberops.array.arrays import Array
from emberops.dispatch import registry

__all__ = ["Array"]

registry.load("array")  # from here on the dispatcher knows the class
