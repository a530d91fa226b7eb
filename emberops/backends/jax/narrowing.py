"""Host integers of 64 bits on a library that has 32 of them.

JAX takes such an array without a word and keeps the lower half of each number: 2**40 becomes 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from emberops.backends.jax.dtypes import x64
from emberops.dtypes import dtype as dtypes
from emberops.typing import DTypeLike

_NARROWER: dict[np.dtype[Any], tuple[str, int, int]] = {
    np.dtype(np.int64): ("int32", -(2**31), 2**31 - 1),
    np.dtype(np.uint64): ("uint32", 0, 2**32 - 1),
}
"""Dtypes that JAX narrows -> what to, and the least and the largest number of that."""


def check_narrowed(data: np.ndarray[Any, Any] | np.generic, wanted: DTypeLike) -> None:
    """Refuse numbers of 64 bits that JAX would cut to 32, in host data that become a tensor of dtype ``wanted``.

    Raises
    ------
    OverflowError
        As for a Python integer.  A narrower dtype that is asked for by name wraps around, as in NumPy.
    """
    narrower = _NARROWER.get(data.dtype)
    if narrower is None or data.size == 0 or x64():
        return
    if wanted is not None and wanted is not int and dtypes.dtype(wanted).name not in ("int64", "uint64"):
        return
    name, low, high = narrower
    # The ufuncs themselves: the methods of an array take twice as long for a few numbers.
    for number in (np.maximum.reduce(data, axis=None).item(), np.minimum.reduce(data, axis=None).item()):
        if not low <= number <= high:
            raise OverflowError(
                f"{number} is out of bounds for {name}, and JAX has no {data.dtype} while jax_enable_x64 is off; "
                "set JAX_ENABLE_X64=1, or make floats of the numbers first"
            )
