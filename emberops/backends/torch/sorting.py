"""Operations of the group ``sorting`` on PyTorch."""

from __future__ import annotations

from typing import Any

import torch

from emberops.backends.support.shapes import as_axis


def sort(x: Any, /, axis: int | None = -1, *, descending: bool = False, stable: bool = True) -> Any:
    x, axis = (x.reshape(-1), 0) if axis is None else (x, as_axis(axis, x.ndim))
    if x.is_complex():
        return torch.take_along_dim(x, _complex_order(x, axis, descending), axis)
    return torch.sort(x, dim=axis, descending=descending, stable=stable).values


def argsort(x: Any, /, axis: int | None = -1, *, descending: bool = False, stable: bool = True) -> Any:
    x, axis = (x.reshape(-1), 0) if axis is None else (x, as_axis(axis, x.ndim))
    if x.is_complex():
        return _complex_order(x, axis, descending)
    return torch.argsort(x, dim=axis, descending=descending, stable=True)


def _complex_order(x: torch.Tensor, axis: int, descending: bool) -> torch.Tensor:
    """NumPy's order of complex numbers: by the real part, then the imaginary one, those with a NaN at the end."""
    missing = 2 * torch.isnan(x.real).to(torch.int8) + torch.isnan(x.imag).to(torch.int8)
    order = torch.argsort(x.imag, dim=axis, descending=descending, stable=True)
    for key in (x.real, missing):
        keys = torch.take_along_dim(key, order, axis)
        order = torch.take_along_dim(
            order, torch.argsort(keys, dim=axis, descending=descending, stable=True), axis
        )
    return order
