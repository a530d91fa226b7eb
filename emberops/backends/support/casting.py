"""NumPy's rules of which dtype may become which."""

from __future__ import annotations

from typing import Any

import numpy as np

from emberops.dtypes import dtype as dtypes
from emberops.errors import ArgumentError, DTypeError
from emberops.typing import Casting

_RULES = ("no", "equiv", "safe", "same_kind", "unsafe")


def check_casting(source: Any, target: Any, casting: Casting) -> None:
    """Raise what NumPy's ``astype`` does where the rule ``casting`` forbids to make ``target`` of ``source``.

    Raises
    ------
    DTypeError
        Where it does.
    ArgumentError
        For a rule that there is not.
    """
    if casting not in _RULES:
        raise ArgumentError(f"astype: casting must be one of {', '.join(_RULES)}; got {casting!r}")
    old, new = dtypes.dtype(source).name, dtypes.dtype(target).name
    # NumPy has no bfloat16, which float32 holds, and which holds what float16 does of whole numbers of 8 bits
    known = {"bfloat16": "float32"}.get(old, old), {"bfloat16": "float16"}.get(new, new)
    if old != new and not np.can_cast(*known, casting=casting):
        raise DTypeError(
            f"astype: {old} becomes no {new} by the rule {casting!r}; leave casting= out to cast all the same"
        )
