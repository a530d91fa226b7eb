"""NumPy's rules of which dtype may become which."""

from __future__ import annotations

from typing import Any

import numpy as np

from emberops.dtypes import dtype as dtypes
from emberops.errors import ArgumentError, DTypeError
from emberops.typing import Casting

_RULES = ("no", "equiv", "safe", "same_kind", "unsafe")


def check_joined(source: Any, target: Any) -> None:
    """Refuse to join tensors of ``source`` in a dtype of another kind: its numbers would lose a part, in silence.

    Raises
    ------
    DTypeError
        Where NumPy's rule ``"same_kind"`` forbids it.
    """
    if not _is_allowed(source, target, "same_kind"):
        raise DTypeError(
            f"{dtypes.dtype(source).name} is not joined as {dtypes.dtype(target).name}, another kind of number; "
            "convert the tensor first: ops.astype"
        )


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
    if not _is_allowed(source, target, casting):
        old, new = dtypes.dtype(source).name, dtypes.dtype(target).name
        raise DTypeError(
            f"astype: {old} becomes no {new} by the rule {casting!r}; leave casting= out to cast all the same"
        )


def _is_allowed(source: Any, target: Any, casting: Casting) -> bool:
    old, new = dtypes.dtype(source).name, dtypes.dtype(target).name
    # NumPy has no bfloat16, which float32 holds, and which holds what float16 does of whole numbers of 8 bits
    known = {"bfloat16": "float32"}.get(old, old), {"bfloat16": "float16"}.get(new, new)
    return old == new or np.can_cast(*known, casting=casting)
