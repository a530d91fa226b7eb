"""The default float dtype: the backend's own, unless the user says otherwise."""

from __future__ import annotations

import os
from collections.abc import Callable

from emberops.dtypes import dtype as dtypes
from emberops.errors import UnknownDTypeError
from emberops.typing import DTypeLike

_VARIABLES = ("EMBEROPS_DTYPE", "EMBEROPS_FLOAT")
"""The first that is set counts; the second is the name that test drivers use."""
_FLOATS = (dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64)

_default: dtypes.DType | None = None
_read_environment = False
_listeners: list[Callable[[dtypes.DType | None], None]] = []


def set_default_dtype(dtype: DTypeLike | None) -> None:
    """Make ``dtype`` what new tensors of floats get on every backend; ``None``: the backend's own default.

    NumPy's own default is float64, that of PyTorch, JAX and MLX float32.  On JAX, float64 switches on
    ``jax_enable_x64``.  The environment variable ``EMBEROPS_DTYPE`` (or ``EMBEROPS_FLOAT``) does the same from
    outside, and is set here for the processes that this one starts.

    Raises
    ------
    UnknownDTypeError
        If ``dtype`` is not a real floating-point dtype.
    """
    global _default, _read_environment  # noqa: PLW0603  the process-wide default is what this is for
    _default = None if dtype is None else _checked(dtype, "set_default_dtype")
    _read_environment = True
    for variable in _VARIABLES:
        os.environ.pop(variable, None)
    if _default is not None:
        os.environ[_VARIABLES[0]] = _default.name
    for listener in _listeners:
        listener(_default)


def default_dtype() -> dtypes.DType | None:
    """What :func:`set_default_dtype` or ``EMBEROPS_DTYPE`` chose, ``None`` for the backend's own."""
    global _default, _read_environment  # noqa: PLW0603  read once
    if not _read_environment:
        _read_environment = True
        for variable in _VARIABLES:
            text = os.environ.get(variable)
            if text:
                _default = _checked(text, variable)
                break
    return _default


def on_change(listener: Callable[[dtypes.DType | None], None]) -> None:
    """Call ``listener(default_dtype())`` now and after every change."""
    _listeners.append(listener)
    listener(default_dtype())


def _checked(dtype: DTypeLike, where: str) -> dtypes.DType:
    found = dtypes.dtype(dtype)
    if found not in _FLOATS:
        raise UnknownDTypeError(
            f"{where}: {found} is no real floating-point dtype; expected one of {', '.join(map(str, _FLOATS))}"
        )
    return found
