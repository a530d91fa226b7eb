"""Operations of the group ``fft`` on NumPy."""

from __future__ import annotations
