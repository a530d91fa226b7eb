"""Ask a backend for a function of many points, and measure what it answers."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import mpmath as mp
import numpy as np
from accuracy_composed import composed
from accuracy_functions import ELEMENTARY, Function, elementary
from ulps import distance

import emberops
from emberops import ops, use_backend

PRECISION = 320
"""Bits of the exact values."""
DTYPES: dict[str, type[np.floating]] = {"float32": np.float32, "float64": np.float64}


@dataclass(frozen=True)
class Worst:
    """The largest error of a function, in units in the last place, and where it occurs."""

    error: float
    at: str


@dataclass(frozen=True)
class Question:
    """A function at all its points in one dtype, with what is right."""

    function: Function
    dtype: type[np.floating]
    arrays: tuple[np.ndarray, ...]
    answers: list[list[mp.mpf]]

    @classmethod
    def of(cls, function: Function, dtype: type[np.floating], most: int | None = None) -> Question:
        """Of at most so many points, evenly taken."""
        arrays = function.points(dtype)
        if most is not None:
            chosen = np.unique(np.linspace(0, len(arrays[0]) - 1, most).astype(int))
            arrays = tuple(x[chosen] for x in arrays)
        with mp.workprec(PRECISION):
            answers = [_listed(function.exact(*map(_exactly, row))) for row in zip(*arrays, strict=True)]
        return cls(function, dtype, arrays, answers)

    def ask(self, backend: str) -> Worst:
        """Return the worst answer of a backend."""
        name = np.dtype(self.dtype).name
        with use_backend(backend), _default(name), warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            tensors = [ops.asarray(x, dtype=name) for x in self.arrays]
            found = np.asarray(ops.to_numpy(self.function.call(*tensors)))
            flushes = _flushes(self.dtype)
        if found.dtype != self.dtype:
            return Worst(math.inf, f"dtype {found.dtype}")
        smallest = float(np.finfo(self.dtype).smallest_normal)
        worst = Worst(0.0, "")
        for row, answer in enumerate(self.answers):
            arguments = [x[row] for x in self.arrays]
            if flushes and any(np.any((x != 0) & (np.abs(x) < smallest)) for x in arguments):
                continue
            size = max(map(abs, answer)) if self.function.as_a_whole else None
            for value, exact in zip(found[row].reshape(-1).tolist(), answer, strict=True):
                if flushes and value == 0 and abs(exact) <= smallest:
                    continue
                error = distance(value, exact, self.dtype, size)
                if (
                    self.function.limit > ELEMENTARY
                    and abs(exact) < smallest
                    and abs(value - exact) < smallest
                ):
                    error = 0.0
                if error > worst.error:
                    worst = Worst(error, ", ".join(_shown(x, row) for x in arguments))
        return worst


@contextmanager
def _default(dtype: str) -> Iterator[None]:
    before = emberops.default_dtype()
    emberops.set_default_dtype(dtype)
    try:
        yield
    finally:
        emberops.set_default_dtype(before)


def _exactly(x: np.ndarray) -> object:
    return mp.mpf(float(x)) if x.ndim == 0 else [_exactly(part) for part in x]


def _listed(answer: object) -> list[mp.mpf]:
    return list(answer) if isinstance(answer, list) else [answer]


def _shown(x: np.ndarray, row: int) -> str:
    return str(x) if x.ndim == 0 else f"row {row}"


def _flushes(dtype: type[np.floating]) -> bool:
    smallest = np.full(2, np.finfo(dtype).smallest_normal, dtype)
    half = ops.multiply(ops.asarray(smallest, dtype=np.dtype(dtype).name), 0.5)
    return bool(np.all(np.asarray(ops.to_numpy(half)) == 0))


def functions(names: str | None = None) -> Iterator[Function]:
    """Those of the given names, or all."""
    wanted = names.split(",") if names else None
    for function in (*elementary(), *composed()):
        if wanted is None or function.name in wanted:
            yield function
