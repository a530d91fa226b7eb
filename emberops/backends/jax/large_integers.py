"""Python integers beside tensors of floats, and of unsigned integers, which hold what JAX's default integers do not.

JAX reads a Python integer as one of its default dtype, int32, before it looks at the tensor beside it, and refuses
2**31 and larger ones.  The dispatcher asks here after that, so a call that needs none of this pays nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.jax.dtypes import default_int
from emberops.backends.support.scalars import SMALL, check_fits, fits
from emberops.dispatch.refused import OF_ANY_INTEGERS, RefusedCall


def in_dtype(value: Any, dtype: Any) -> Any:
    """A Python integer that JAX's default dtype does not hold in ``dtype``, which is to hold it; all else as it is."""
    if not _is_beyond(value):
        return value
    check_fits(value, dtype.name)
    with np.errstate(over="ignore"):  # what is too large for a float is infinite, without a word
        return dtype.type(value)


def _is_beyond(value: Any) -> bool:
    return type(value) is int and value not in SMALL and not fits(value, default_int().name)


def check_beside_arrays(operands: Sequence[Any]) -> None:
    """Refuse Python integers that the dtype of the arrays beside them does not hold, where JAX wraps them around."""
    numbers = [x for x in operands if type(x) is int and x not in SMALL]
    given = [x for x in operands if isinstance(x, jax.Array)] if numbers else []
    for number in numbers if given else ():
        check_fits(number, jnp.result_type(*given).name)


def another_way(call: RefusedCall, error: Exception) -> Any:
    """The answer for integers as what the tensors beside them are; ``NotImplemented`` where these hold none of them."""
    dtypes = {x.dtype for x in call.tensors() if isinstance(x, jax.Array)}
    if not isinstance(error, OverflowError) or not dtypes:
        return NotImplemented
    common = jnp.result_type(*dtypes)
    if common.kind not in "biu" or call.op in OF_ANY_INTEGERS:
        return call.run_of_numbers(lambda x: float(x) if _is_beyond(x) else x)
    if common.kind == "u":
        return call.run_of_numbers(lambda x: jnp.asarray(in_dtype(x, common)) if _is_beyond(x) else x)
    return NotImplemented
