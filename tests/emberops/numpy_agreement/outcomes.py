"""A call, what comes of it on NumPy and on a backend, and in what the two differ."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial, reduce
from typing import Any

import numpy as np

import emberops
from emberops import ops
from emberops.catalogue import CATALOGUE
from emberops.errors import EmberopsError
from numpy_agreement.operands import Operand

BACKENDS = ("numpy", "torch", "jax", "mlx")
KNOWN_TO_PYTHON = (ValueError, TypeError, IndexError, OverflowError, ZeroDivisionError, NotImplementedError)
_RELATIVE = {2: 1e-2, 4: 2e-5, 8: 1e-10}
"""Tolerances by the bytes of a float, for a few roundings."""


@dataclass(frozen=True)
class Call:
    """The arguments of an operation; operands stand among them for tensors."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]

    def __repr__(self) -> str:
        return ", ".join([*map(repr, self.args), *(f"{n}={v!r}" for n, v in self.kwargs.items())])

    def mapped(self, change: Callable[[Operand], Any]) -> Call:
        """The call with something else in the operands' places."""
        return Call(
            tuple(_mapped(a, change) for a in self.args),
            {n: _mapped(v, change) for n, v in self.kwargs.items()},
        )

    def operands(self) -> list[Operand]:
        """The operands in order."""
        found: list[Operand] = []
        self.mapped(found.append)
        return found


def _mapped(value: Any, change: Callable[[Operand], Any]) -> Any:
    if isinstance(value, Operand):
        return change(value)
    return [_mapped(v, change) for v in value] if isinstance(value, list) else value


@dataclass(frozen=True)
class Disagreement:
    """In what a backend differs from NumPy in one call."""

    operation: str
    backend: str
    sort: str
    """``values``, ``sign of zero``, ``shape``, ``kind``, ``class``, ``answers``, ``refuses`` or ``raw``."""
    call: Call
    """As the backend was given it."""
    expected: Any
    found: Any

    def __str__(self) -> str:
        return (
            f"{self.operation} on {self.backend}, {self.sort}: ({self.call})\n"
            f"    NumPy {_told(self.expected)}\n    {self.backend} {_told(self.found)}"
        )


def _told(outcome: Any) -> str:
    if isinstance(outcome, Exception):
        return f"{type(outcome).__name__}: {str(outcome)[:150]}"
    return ", ".join(f"{x.dtype}{list(x.shape)} {x.tolist()}" for x in outcome)[:300]


def _outcome(call: Callable[[], Any]) -> Any:
    """The arrays that a call gives, as NumPy's, or the exception that it raises."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return list(_arrays(call()))
        except Exception as error:
            return error


def _arrays(result: Any) -> Iterator[np.ndarray]:
    if isinstance(result, (list, tuple)):
        for item in result:
            yield from _arrays(item)
    elif result is not None:
        yield np.asarray(result if isinstance(result, (bool, int, np.generic)) else ops.to_numpy(result))


def numpys(name: str) -> Callable[..., Any]:
    """NumPy's function for an operation."""
    found: Callable[..., Any] = reduce(getattr, CATALOGUE[name].numpy[0].split("."), np)
    if name == "argsort":  # NumPy leaves the order of equal elements open
        return partial(np.argsort, kind="stable")
    if name == "unique_values":  # NumPy's come in the order of a hash table
        return lambda x: np.sort(np.unique_values(x))
    if not name.endswith("_at"):
        return found

    def at(x: np.ndarray, *args: Any, copy: bool) -> np.ndarray:  # NumPy's writes into it and gives None
        x = x.copy()
        found(x, *args)
        return x

    return at


def ours(name: str, backend: str) -> Callable[..., Any]:
    """The operation on a backend."""
    function: Callable[..., Any] = reduce(getattr, name.split("."), ops)
    if name == "unique_values" and backend == "numpy":
        return lambda x: np.sort(ops.unique_values(x))

    def on(*args: Any, **kwargs: Any) -> Any:
        with emberops.use_backend(backend):
            return function(*args, **kwargs)

    return on


def disagreements(name: str, drawn: Call, backends: tuple[str, ...] = BACKENDS) -> Iterator[Disagreement]:
    """What the backends make of a call that NumPy does not."""
    for backend in backends:
        call = drawn.mapped(lambda x, backend=backend: x.narrowed(backend))
        given = call.mapped(lambda x: Operand(x.values, x.layout).on("numpy"))
        expected = _outcome(lambda given=given: numpys(name)(*given.args, **given.kwargs))
        if isinstance(expected, TypeError) and "keyword argument" in str(expected):
            raise expected  # the table is wrong, not the operation
        given = call.mapped(lambda x, backend=backend: x.on(backend))
        found = _outcome(
            lambda given=given, backend=backend: ours(name, backend)(*given.args, **given.kwargs)
        )
        sort = _difference(expected, found, call, exact=backend == "numpy")
        if sort:
            yield Disagreement(name, backend, sort, call, expected, found)


def _difference(expected: Any, found: Any, call: Call, *, exact: bool) -> str | None:
    """In what two outcomes differ, the worst first; ``exact`` also where only the width of a dtype differs."""
    if isinstance(found, Exception):
        if not isinstance(found, (EmberopsError, *KNOWN_TO_PYTHON)):
            return "raw"
        if not isinstance(expected, Exception):
            return "refuses"
        return None if isinstance(found, _builtin(expected)) else "class"
    if isinstance(expected, Exception):
        return "answers"
    if len(expected) != len(found):
        return "shape"
    widths = [_width(x.values) for x in call.operands() if x.values.dtype.kind in "fc"]
    tolerance = _RELATIVE[min(widths, default=8)]
    differing = (_of_arrays(e, f, tolerance, exact) for e, f in zip(expected, found, strict=True))
    return next(filter(None, differing), None)


def _width(x: np.ndarray) -> int:
    """The bytes of a float or of a complex number's part."""
    return x.dtype.itemsize // (2 if x.dtype.kind == "c" else 1)


def _builtin(error: Exception) -> type[Exception]:
    """The class by which code for NumPy catches it: one of Python's own, or ``LinAlgError``."""
    for kind in type(error).__mro__:
        if kind.__module__ == "builtins" or kind is np.linalg.LinAlgError:
            return kind
    raise AssertionError(error)


def _of_arrays(expected: np.ndarray, found: np.ndarray, tolerance: float, exact: bool) -> str | None:
    if expected.shape != found.shape:
        return "shape"
    with np.errstate(all="ignore"):
        if expected.dtype.kind != found.dtype.kind:
            return "kind" if _close(expected.astype(complex), found.astype(complex), 1e-2) else "values"
        if found.dtype.kind not in "fc":
            return None if np.array_equal(expected.astype(found.dtype), found) else "values"
        there = expected.astype(found.dtype)
        if not _close(there, found, max(tolerance, _RELATIVE[min(_width(found), _width(expected))])):
            return "values"
        if exact and expected.dtype != found.dtype:
            return "kind"
        zeros = (there == 0) & (found == 0) & (np.signbit(there.real) != np.signbit(found.real))
        return "sign of zero" if found.dtype.kind == "f" and np.any(zeros) else None


def _close(expected: np.ndarray, found: np.ndarray, tolerance: float) -> bool:
    """Whether numbers agree to a tolerance of the largest of them; a complex number with a NaN in it is one NaN."""
    known = ~(np.isnan(expected) & np.isnan(found))
    expected, found = expected[known], found[known]
    if expected.dtype.kind == "c":  # the error of one part may have the size of the other one
        endless = np.isinf(expected) | np.isinf(found)
        same = np.array_equal(expected[endless], found[endless])
        expected, found = expected[~endless], found[~endless]
        return same and bool(np.all(np.abs(expected - found) <= tolerance * _unit(expected)))
    return bool(
        np.allclose(expected, found, rtol=tolerance, atol=tolerance * _unit(expected), equal_nan=False)
    )


def _unit(expected: np.ndarray) -> float:
    """The size that errors are measured by: that of the largest element, if it is above one and no outlier."""
    sizes = np.abs(expected[np.isfinite(expected)])
    return float(min(max(sizes.max(), 1.0), 1e4)) if sizes.size else 1.0
