"""Portable dtypes <-> PyTorch's."""

from __future__ import annotations

from typing import Any

import torch

from emberops.dtypes import default as precision
from emberops.dtypes import dtype as dtypes
from emberops.errors import UnknownDTypeError
from emberops.typing import DTypeLike

NATIVE: dict[str, torch.dtype] = {name: getattr(torch, name) for name in dtypes.DTYPES}
_PYTHON: dict[Any, torch.dtype] = {bool: torch.bool, int: torch.int64}

_before: torch.dtype | None = None
"""PyTorch's own default while another one is chosen."""


def _follow_default(chosen: dtypes.DType | None) -> None:
    # PyTorch makes integers floats by its own default, in sqrt(2) as in 1 / 2: the two must agree.
    global _before  # noqa: PLW0603  PyTorch's default is process-wide too
    if chosen is not None:
        _before = _before or torch.get_default_dtype()
        torch.set_default_dtype(NATIVE[chosen.name])
    elif _before is not None:
        torch.set_default_dtype(_before)
        _before = None


precision.on_change(_follow_default)


def default_float() -> torch.dtype:
    """The dtype of new floats: ``torch.get_default_dtype()`` unless the user chose another."""
    chosen = precision.default_dtype()
    return torch.get_default_dtype() if chosen is None else NATIVE[chosen.name]


def default_complex() -> torch.dtype:
    """The dtype of new complex numbers: two default floats."""
    return torch.complex128 if default_float() is torch.float64 else torch.complex64


def default_int() -> torch.dtype:
    """The dtype of new integers."""
    return torch.int64


def native_dtype(dtype: DTypeLike | None) -> torch.dtype | None:
    """PyTorch's dtype for anything that stands for one; ``None`` stays ``None``.

    Raises
    ------
    UnknownDTypeError
        If it stands for none.
    """
    if dtype is None or isinstance(dtype, torch.dtype):
        return dtype
    dtype = dtypes.of_python(dtype)
    if dtype is float:
        return default_float()
    if dtype is complex:
        return default_complex()
    found = (
        _PYTHON.get(dtype) if isinstance(dtype, type) else None
    )  # a DType has no hash for PyTorch 2.11's compiler
    return found or NATIVE[dtypes.dtype(dtype).name]
