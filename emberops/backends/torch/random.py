"""Operations of the group ``random`` on PyTorch.

PyTorch has hardly any arithmetic on unsigned words of 32 bits, so they are kept in signed ones of 64.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from emberops.backends.composed import random as composed
from emberops.backends.support import threefry

_MASK = 0xFFFFFFFF


def wrap_key(high: int, low: int) -> torch.Tensor:
    """The key of two words."""
    return torch.tensor([high, low], dtype=torch.int64).to(torch.uint32)


def seed(seed: int | None = None) -> None:
    """Start the default key, NumPy's hidden generator, and PyTorch's, from which its layers draw."""
    composed.seed(torch, seed)
    number = composed.seed_number(seed)
    if number is None:
        torch.seed()
    else:
        torch.manual_seed(number & 0x7FFFFFFFFFFFFFFF)


def words(values: Any) -> torch.Tensor:
    """Integers of up to 32 bits as words."""
    return torch.as_tensor(values).to(torch.int64) & _MASK


def count_words(n: int) -> torch.Tensor:
    """The words from 0 to ``n``."""
    return torch.arange(n, dtype=torch.int64)


def hashed(key: torch.Tensor, counts: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Threefry of the counts: two words for each."""
    if _is_at_hand(key) and _is_at_hand(counts):
        return _hashed_by_numpy(key, counts)
    high, low = key.to(torch.int64).unbind(-1)
    return threefry.hashed(high, low, counts.to(key.device), _MASK)


def _is_at_hand(x: torch.Tensor) -> bool:
    """Whether the numbers of a tensor are in the memory of the host, and no compiler or transform looks on."""
    return type(x) is torch.Tensor and x.device.type == "cpu" and not _is_watched(x)


def _hashed_by_numpy(key: torch.Tensor, counts: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The same in words of 32 bits, which NumPy computes with, and in hundreds of calls that cost it less."""
    words = key.numpy()
    with np.errstate(over="ignore"):
        high, low = threefry.hashed(words[0], words[1], counts.numpy().astype(np.uint32))
    return torch.from_numpy(np.asarray(high, np.int64)), torch.from_numpy(np.asarray(low, np.int64))


def unsigned(values: torch.Tensor, bits: int) -> torch.Tensor:
    """Words as unsigned integers of so many bits, the upper ones dropped."""
    return (values & ((1 << bits) - 1)).to(getattr(torch, f"uint{bits}"))


def wide(high: torch.Tensor, low: torch.Tensor) -> torch.Tensor:
    """Two words as one unsigned integer of 64 bits."""
    return ((high << 32) | low).view(torch.uint64)


def settled(mask: torch.Tensor) -> bool:
    """Whether the whole mask is true, as far as that is known."""
    return not _is_watched(mask) and bool(mask.all())


def _is_watched(x: torch.Tensor) -> bool:
    """Whether a compiler or a transform stands between the program and the numbers of a tensor."""
    return torch.compiler.is_compiling() or torch._C._functorch.is_functorch_wrapped_tensor(x)
