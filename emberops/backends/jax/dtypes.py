"""Portable dtypes <-> JAX's, which are NumPy's; 64-bit ones exist only under ``jax_enable_x64``."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.dtypes import default as precision
from emberops.dtypes import dtype as dtypes
from emberops.errors import UnknownDTypeError
from emberops.typing import DTypeLike

NATIVE: dict[str, np.dtype[Any]] = {name: jnp.dtype(name) for name in dtypes.DTYPES}
_WIDE = frozenset({"int64", "uint64", "float64", "complex128"})


_switched_on = False
"""Whether 64 bits are on because the default asked for them: only then does another default end them."""


def _follow_default(chosen: dtypes.DType | None) -> None:
    global _switched_on  # noqa: PLW0603  it goes with JAX's own global switch
    wanted = chosen is dtypes.float64
    if wanted != _switched_on and (wanted is False or not x64()):
        jax.config.update("jax_enable_x64", wanted)  # type: ignore[no-untyped-call]  # JAX leaves it unannotated
        _switched_on = wanted


def x64() -> bool:
    """Whether 64-bit dtypes are switched on."""
    return bool(jax.config.read("jax_enable_x64"))  # type: ignore[no-untyped-call]  # JAX leaves it unannotated


def default_float() -> np.dtype[Any]:
    """The dtype of new floats: float32, or float64 under ``jax_enable_x64``, unless the user chose another."""
    chosen = precision.default_dtype()
    return NATIVE[chosen.name if chosen is not None else "float64" if x64() else "float32"]


def default_int() -> np.dtype[Any]:
    """The dtype of new integers."""
    return NATIVE["int64" if x64() else "int32"]


def default_complex() -> np.dtype[Any]:
    """The dtype of new complex numbers: two default floats."""
    return NATIVE["complex128" if default_float() == np.float64 else "complex64"]


def native_dtype(dtype: DTypeLike | None) -> np.dtype[Any] | None:
    """JAX's dtype for anything that stands for one; ``None`` stays ``None``.

    Raises
    ------
    UnknownDTypeError
        If it stands for none, or is a 64-bit float while ``jax_enable_x64`` is off: JAX would silently
        give 32 bits.  64-bit integers narrow to 32 bits as they do everywhere in JAX.
    """
    if dtype is None:
        return None
    dtype = dtypes.of_python(dtype)
    if dtype is bool:
        return NATIVE["bool"]
    if dtype is int:
        return default_int()
    if dtype is float:
        return default_float()
    if dtype is complex:
        return default_complex()
    name = dtypes.dtype(dtype).name
    if name in _WIDE and not x64():
        if name in ("int64", "uint64"):
            return NATIVE[name.replace("64", "32")]
        raise UnknownDTypeError(
            f"JAX has no {name} while jax_enable_x64 is off; call emberops.set_default_dtype('float64'), "
            f"set JAX_ENABLE_X64=1, or ask for {'float32' if name == 'float64' else 'complex64'}"
        )
    return NATIVE[name]


precision.on_change(_follow_default)
