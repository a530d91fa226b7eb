"""Operations of the group ``fft``, composed."""

from __future__ import annotations

from emberops.backends.composed.fourier_windows import *
