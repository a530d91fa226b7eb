"""Operations of the group ``fft`` on MLX."""

from __future__ import annotations
