"""Operations of the group ``fft`` on PyTorch."""

from __future__ import annotations
