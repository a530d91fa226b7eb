"""The exception for an axis that is not there, which NumPy's own class catches too."""

from __future__ import annotations

from typing import Any

import numpy as np

from emberops import errors
from emberops.dispatch import diagnosis


class AxisError(errors.AxisError, np.exceptions.AxisError):
    """What is raised: also caught by code that still says ``except numpy.exceptions.AxisError``."""

    def __init__(self, *args: Any, axis: int | None = None, ndim: int | None = None) -> None:
        Exception.__init__(self, *args)
        self.axis, self.ndim = axis, ndim

    def __str__(self) -> str:
        return Exception.__str__(self)


class NoAxisError(AxisError, errors.NoAxisError):
    """The same for what has no axes."""


diagnosis.raise_as(errors.AxisError, AxisError)
diagnosis.raise_as(errors.NoAxisError, NoAxisError)
