"""Distances between all rows of two tensors, on PyTorch.

``torch.cdist`` loses distances whose powers overflow or vanish, and its gradient has none itself.
"""

from __future__ import annotations

import math
import sys
from types import ModuleType
from typing import Any

import torch
from torch.autograd import forward_ad

from emberops.backends.composed import linear_algebra as composed
from emberops.backends.torch.promotion import is_transformed
from emberops.typing import NativeTensor as Tensor


def cdist(x1: Tensor, x2: Tensor, /, p: float = 2.0) -> Tensor:
    if not _has_distances_of_its_own(x1, x2, p):
        return composed.cdist(_namespace(), x1, x2, p)
    if torch.is_grad_enabled() and (x1.requires_grad or x2.requires_grad):
        distances: Tensor = _Distances.apply(x1, x2, p)  # type: ignore[no-untyped-call]  # PyTorch leaves it unannotated
        return distances
    return _distances(x1, x2, p)


class _Distances(torch.autograd.Function):
    """PyTorch's own gradient, which it computes from the distances, and its gradient composed of operations."""

    @staticmethod
    def forward(ctx: Any, x1: Tensor, x2: Tensor, p: float) -> Tensor:
        distances = _distances(x1, x2, p)
        ctx.p = p
        ctx.save_for_backward(x1, x2, distances)
        return distances

    @staticmethod
    def backward(ctx: Any, *cotangents: Any) -> tuple[Tensor | None, ...]:
        (cotangent,) = cotangents
        x1, x2, distances = ctx.saved_tensors
        asked = [x for x, needed in zip((x1, x2), ctx.needs_input_grad, strict=False) if needed]
        if torch.is_grad_enabled():  # this gradient is to have one
            again = composed.cdist(_namespace(), x1, x2, ctx.p)
            found = iter(torch.autograd.grad(again, asked, cotangent, create_graph=True))
        else:
            sides = ((x1, x2, cotangent, distances), (x2, x1, cotangent.mT, distances.mT))
            found = (
                _slopes(*side, ctx.p)
                for side, needed in zip(sides, ctx.needs_input_grad, strict=False)
                if needed
            )
        return *(next(found) if needed else None for needed in ctx.needs_input_grad[:2]), None


def _slopes(x1: Tensor, x2: Tensor, cotangent: Tensor, distances: Tensor, p: float) -> Tensor:
    """The gradient by ``x1``, whose batches ``x2`` may have more of."""
    stacked = distances.shape[:-2]
    one, other = (x.expand(*stacked, *x.shape[-2:]).contiguous() for x in (x1, x2))
    slopes = torch.ops.aten._cdist_backward(cotangent.contiguous(), one, other, p, distances.contiguous())
    return slopes.sum_to_size(x1.shape)


def _distances(x1: Tensor, x2: Tensor, p: float) -> Tensor:
    distances = torch.cdist(x1, x2, p=p, compute_mode="donot_use_mm_for_euclid_dist")
    if p == 1:
        return distances
    limits = torch.finfo(distances.dtype)
    lost = ~((distances > (limits.tiny / limits.eps) ** (1 / max(p, 1))) & (distances < math.inf))
    if lost.any():  # their powers overflowed or vanished, if they are no zeros: once more, with a scale
        own, other = (
            x.expand(*distances.shape, x.shape[-1])[lost].unsqueeze(-2)
            for x in (x1.unsqueeze(-2), x2.unsqueeze(-3))
        )
        distances[lost] = composed.cdist(_namespace(), own, other, p)[:, 0, 0]
    return distances


def _has_distances_of_its_own(x1: Tensor, x2: Tensor, p: float) -> bool:
    """Whether ``torch.cdist`` has them, and who looks for lost ones may look."""
    if torch.compiler.is_compiling() or not (x1.ndim >= 2 <= x2.ndim and 0 < p < math.inf):
        return False
    if x1.dtype is not x2.dtype or x1.dtype not in (torch.float32, torch.float64):
        return False
    if x1.shape[-1] != x2.shape[-1] or not (x1.numel() and x2.numel()):
        return False
    return not any(map(_is_transformed, (x1, x2)))


def _is_transformed(x: Tensor) -> bool:
    """Whether a transform of functions has ``x`` in its hands, or derivatives are taken forwards."""
    if is_transformed(x):
        return True
    unpacked: forward_ad.UnpackedDualTensor = forward_ad.unpack_dual(x)  # type: ignore[no-untyped-call]  # PyTorch leaves it unannotated
    return unpacked.tangent is not None


def _namespace() -> ModuleType:
    return sys.modules["emberops.backends.torch"]
