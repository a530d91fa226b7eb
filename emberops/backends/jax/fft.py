"""Operations of the group ``fft`` on JAX."""

from __future__ import annotations
