"""Making a function faster, step by step, and taking back what costs more digits than the level allows."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

from emberops import hardware, ops
from emberops.dispatch import trees
from emberops.dispatch.operation import backend_of
from emberops.dispatch.selection import get_backend
from emberops.dtypes.dtype import float32
from emberops.errors import ShapeError
from emberops.optimization.levels import OptimizationLevel
from emberops.optimization.result import OptimizationResult
from emberops.optimization.strategies import Strategy, available_strategies

_RUNS = 5


def optimize(
    function: Callable[..., Any],
    level: str | OptimizationLevel = OptimizationLevel.O2,
    *,
    sample_input: Any = None,
    tolerance: float | None = None,
) -> tuple[Callable[..., Any], OptimizationResult]:
    """A faster form of a function or module, and what was done to it.

    Parameters
    ----------
    function
        Takes and returns tensors, or trees of them; modules of PyTorch and MLX are such functions.
    level
        ``O0`` to ``O3``, or ``none``, ``conservative``, ``balanced``, ``aggressive``.
    sample_input
        An argument, or a tuple of them: the function is run on it before and after each step.  Without it, nothing is
        measured, and steps that change numbers are not taken.
    tolerance
        The largest error allowed, relative to the largest result; the level's own unless given.

    Returns
    -------
    tuple
        The function, and an :class:`OptimizationResult`.

    Raises
    ------
    UnknownOptionError
        If there is no such level.
    """
    allowed = OptimizationLevel.of(level)
    limit = allowed.tolerance if tolerance is None else tolerance
    sample = (
        None
        if sample_input is None
        else (sample_input if isinstance(sample_input, tuple) else (sample_input,))
    )
    backend = _backend(sample)
    check = None if sample is None else _Check(function, sample, backend)
    current, error = function, 0.0
    applied: list[str] = []
    refused: dict[str, str] = {}
    superseded: dict[str, str] = {}
    for strategy in available_strategies(allowed):
        if strategy.name in superseded:
            refused[strategy.name] = f"part of {superseded[strategy.name]}"
            _supersede(strategy, superseded, superseded[strategy.name])
            continue
        found, reason, lost = _try(strategy, current, backend, check, limit)
        if found is None:
            refused[strategy.name] = reason
            continue
        current, error = found, lost
        applied.append(strategy.name)
        _supersede(strategy, superseded, strategy.name)
    metrics: dict[str, float] = {}
    if check is not None:
        before, after = check.seconds(function), check.seconds(current)
        metrics = {
            "seconds_before": before,
            "seconds_after": after,
            "speedup": before / after,
            "max_error": error,
            "tolerance": limit,
        }
    success = bool(applied) or allowed is OptimizationLevel.O0
    return current, OptimizationResult(success, current, allowed, backend, tuple(applied), refused, metrics)


class _Check:
    """What a function gives for a sample, to compare with."""

    def __init__(self, function: Callable[..., Any], sample: tuple[Any, ...], backend: str) -> None:
        self._sample = sample
        self._backend = backend
        self._expected = self._run(function)

    def error(self, function: Callable[..., Any]) -> float:
        """The largest difference of a result, relative to the largest value among those expected."""
        found = self._run(function)
        if len(found) != len(self._expected):
            raise ShapeError(f"{len(found)} results instead of {len(self._expected)}")
        return max((_difference(a, b) for a, b in zip(found, self._expected, strict=True)), default=0.0)

    def seconds(self, function: Callable[..., Any]) -> float:
        """The median time of a call, all work done."""
        times = []
        self._run(function)
        for _ in range(_RUNS):
            begin = time.perf_counter()
            self._run(function)
            times.append(time.perf_counter() - begin)
        return max(statistics.median(times), 1e-9)

    def _run(self, function: Callable[..., Any]) -> list[Any]:
        results = [leaf for leaf in trees.leaves(function(*self._sample)) if ops.is_tensor(leaf)]
        ops.eval(*results)
        hardware.synchronize(backend=self._backend)
        return results


def _try(
    strategy: Strategy, function: Callable[..., Any], backend: str, check: _Check | None, limit: float
) -> tuple[Callable[..., Any] | None, str, float]:
    """The function with one step more, or why not; and its error."""
    if strategy.needs_sample and check is None:
        return None, "it changes numbers, and there is no sample_input to compare them on", 0.0
    try:
        found = strategy.apply(function, backend)
        if isinstance(found, str):
            return None, found, 0.0
        error = 0.0 if check is None else check.error(found)
    except Exception as failure:  # of whatever compiler: the step is not taken, and the result says why
        return None, f"{type(failure).__name__}: {str(failure).partition(chr(10))[0]}", 0.0
    if not error <= limit:
        return None, f"an error of {error:.2g} is more than {limit:.2g}", 0.0
    return found, "", error


def _supersede(strategy: Strategy, superseded: dict[str, str], by: str) -> None:
    if strategy.replaces:
        superseded[strategy.replaces] = by


def _difference(found: Any, expected: Any) -> float:
    if ops.shape(found) != ops.shape(expected):
        raise ShapeError(f"a result of shape {ops.shape(found)} instead of {ops.shape(expected)}")
    if not ops.size(expected):
        return 0.0
    found, expected = (ops.astype(ops.stop_gradient(x), float32) for x in (found, expected))
    scale = float(ops.max(ops.abs(expected))) or 1.0
    return float(ops.max(ops.abs(ops.subtract(found, expected)))) / scale


def _backend(sample: tuple[Any, ...] | None) -> str:
    for leaf in trees.leaves(sample):
        found = backend_of(leaf)
        if found is not None:
            return found.name
    return get_backend()
