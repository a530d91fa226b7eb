"""Operations of the group ``interop`` on NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from emberops.backends.numpy import devices
from emberops.backends.support.host_data import NUMPY_DATA, in_dtype, objects_of
from emberops.backends.support.host_generators import numpy_generator
from emberops.typing import DeviceLike, DTypeLike

shape = np.shape
ndim = np.ndim
size = np.size


CONVERTERS = tuple((np, n) for n in ("array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray"))
"""Functions that make NumPy arrays of anything, as module and name: NumPy reads buffers without asking for leave."""


CREATORS = tuple(
    (np, name)
    for name in (
        *(
            "array",
            "asarray",
            "asanyarray",
            "zeros",
            "ones",
            "empty",
            "full",
            "eye",
            "identity",
            "arange",
            "linspace",
        ),
        *(
            "logspace",
            "geomspace",
            "tri",
            "diag",
            "fromfunction",
            "fromiter",
            "frombuffer",
            "loadtxt",
            "genfromtxt",
        ),
    )
) + tuple(
    (np.random, name)
    for name in (
        *(
            "rand",
            "randn",
            "random",
            "random_sample",
            "randint",
            "uniform",
            "normal",
            "standard_normal",
            "choice",
        ),
        *("permutation", "exponential", "poisson", "gamma", "beta", "binomial", "multivariate_normal"),
    )
)
"""Functions that make arrays of what is none, as module and name."""


def to_numpy(x: Any, /, *, dtype: DTypeLike | None = None, writable: bool = False) -> Any:
    if isinstance(x, NUMPY_DATA):
        return in_dtype(x, dtype)
    generator = numpy_generator(x)
    return in_dtype(np.asarray(x), dtype) if generator is None else generator


def from_numpy(x: Any, /) -> Any:
    return x


def item(x: Any, /) -> Any:
    return np.asarray(x).item()


def tolist(x: Any, /) -> Any:
    objects = objects_of(x)
    return np.asarray(x).tolist() if objects is None else objects


def to_device(x: Any, device: DeviceLike, /) -> np.ndarray[Any, Any]:
    devices.native_device(device)
    return np.asarray(x)


def device(x: Any, /) -> str:
    return "cpu"


shares_memory = np.shares_memory
may_share_memory = np.may_share_memory
