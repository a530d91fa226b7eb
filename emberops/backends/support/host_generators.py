"""NumPy's generators of random numbers, in the place of those of ops, for packages that compute in NumPy."""

from __future__ import annotations

from typing import Any

from emberops.generator_classes import numpy_name


def numpy_generator(x: Any) -> Any:
    """NumPy's generator for one of ops, seeded by its next key; NumPy's own as it is, and ``None`` for what is none."""
    if numpy_name(type(x)) is None:
        return None
    make = getattr(x, "for_numpy", None)
    return x if make is None else make()
