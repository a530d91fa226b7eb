"""Window functions, symmetric, of the default float dtype."""

from __future__ import annotations

from emberops.dispatch.operation import operation
from emberops.typing import Tensor


@operation
def bartlett(n: float, /) -> Tensor:
    """The Bartlett window of ``n`` points: a triangle that reaches zero."""


@operation
def blackman(n: float, /) -> Tensor:
    """The Blackman window of ``n`` points: the first three terms of a sum of cosines."""


@operation
def hamming(n: float, /) -> Tensor:
    """The Hamming window of ``n`` points: a cosine raised to 0.08 at its ends."""


@operation
def hanning(n: float, /) -> Tensor:
    """The Hann window of ``n`` points: a raised cosine that reaches zero."""


@operation
def kaiser(n: float, beta: float, /) -> Tensor:
    """The Kaiser window of ``n`` points and shape ``beta``."""
