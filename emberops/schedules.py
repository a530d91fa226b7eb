"""Numbers that change with the step: learning rates, weights of penalties, temperatures.

A schedule is a function of the step.  It takes a Python number and gives one, or a tensor (within ``ops.jit``) and
gives a tensor; any function of that kind is one, too.  Steps count from 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Literal

from emberops import ops
from emberops.errors import ScheduleError

__all__ = ["Schedule", "constant", "cosine", "exponential", "join", "linear", "value_at", "warmup"]

Schedule = Callable[[Any], Any]
PastEnd = Literal["hold", "error"]


def value_at(schedule: Schedule | float, step: Any) -> Any:
    """The value of a schedule at a step; a number is its own value.

    Raises
    ------
    ScheduleError
        If ``step`` is a negative number, or a schedule says that it ends before.
    """
    if not callable(schedule):
        return schedule
    if not ops.is_tensor(step) and step < 0:
        raise ScheduleError(f"step {step} is before the first one, which is 0")
    return schedule(step)


def constant(value: float) -> Schedule:
    """The same value at every step."""
    return lambda step: value if not ops.is_tensor(step) else _like(step, value)


def linear(start: float, end: float, steps: int, *, past_end: PastEnd = "hold") -> Schedule:
    """From ``start`` to ``end`` on a straight line, in ``steps`` steps.

    Parameters
    ----------
    start, end
        Values at step 0 and at step ``steps``.
    steps
        How long it takes, at least 1.
    past_end
        After that, ``"hold"`` the last value, or raise an ``"error"`` (only where the step is a Python number).

    Raises
    ------
    ScheduleError
        If ``steps`` is less than 1, or ``past_end`` is neither word.
    """
    progress = _progress(steps, past_end)
    return lambda step: _between(start, end, progress(step))


def cosine(start: float, end: float, steps: int, *, past_end: PastEnd = "hold") -> Schedule:
    """From ``start`` to ``end`` along half a cosine (Loshchilov and Hutter, 2017, arXiv:1608.03983, without restarts).

    Parameters and errors are those of :func:`linear`.
    """
    progress = _progress(steps, past_end)

    def at(step: Any) -> Any:
        share = progress(step)
        if ops.is_tensor(share):
            turn = ops.cos(ops.multiply(math.pi, share))
            return _between(end, start, ops.multiply(0.5, ops.add(1.0, turn)))
        return _between(end, start, 0.5 * (1 + math.cos(math.pi * share)))

    return at


def exponential(
    start: float, rate: float, steps: int = 1, *, end: float | None = None, staircase: bool = False
) -> Schedule:
    """``start * rate ** (step / steps)``.

    Parameters
    ----------
    start
        The value at step 0.
    rate
        The factor for every ``steps`` steps, positive.
    steps
        How many steps it takes.
    end
        The value is not taken beyond it: below where ``rate`` is less than 1, above where it is more.
    staircase
        Whether the exponent is rounded down to whole numbers.

    Raises
    ------
    ScheduleError
        If ``steps`` is less than 1, or ``rate`` not positive.
    """
    _check_steps(steps)
    if rate <= 0:
        raise ScheduleError(f"exponential: rate {rate} is not positive")

    def at(step: Any) -> Any:
        if ops.is_tensor(step):
            passed = ops.divide(step, steps)
            factor = ops.exp(ops.multiply(ops.floor(passed) if staircase else passed, math.log(rate)))
            grown = ops.multiply(start, factor)
            return grown if end is None else (ops.maximum if rate < 1 else ops.minimum)(grown, end)
        exponent = step / steps
        value = start * rate ** (math.floor(exponent) if staircase else exponent)
        return value if end is None else (max if rate < 1 else min)(value, end)

    return at


def warmup(schedule: Schedule | float, steps: int, *, start: float = 0.0) -> Schedule:
    """From ``start`` to a schedule's first value in ``steps`` steps, then that schedule from its step 0 on.

    Raises
    ------
    ScheduleError
        If ``steps`` is less than 1.
    """
    first = value_at(schedule, 0)
    return join([linear(start, first, steps), schedule], [steps])


def join(schedules: Sequence[Schedule | float], boundaries: Sequence[int]) -> Schedule:
    """One schedule after the other; each counts from the boundary where it begins.

    Raises
    ------
    ScheduleError
        If there is not one boundary less than schedules, or they do not increase.
    """
    if len(boundaries) != len(schedules) - 1 or list(boundaries) != sorted(set(boundaries)):
        raise ScheduleError(
            f"join: {len(schedules)} schedules need {len(schedules) - 1} increasing boundaries, not {list(boundaries)}"
        )

    def at(step: Any) -> Any:
        if not ops.is_tensor(step):
            number = sum(step >= b for b in boundaries)
            return value_at(schedules[number], step - ([0, *boundaries][number]))
        value = _like(step, value_at(schedules[0], step))
        for begin, schedule in zip(boundaries, schedules[1:], strict=True):
            later = value_at(schedule, ops.maximum(ops.subtract(step, begin), 0))
            value = ops.where(ops.greater_equal(step, begin), _like(step, later), value)
        return value

    return at


def _between(first: float, second: float, share: Any) -> Any:
    """The first where the share of the second is 0, the second where it is 1."""
    if ops.is_tensor(share):
        return ops.add(ops.multiply(ops.subtract(1.0, share), first), ops.multiply(share, second))
    return _between_numbers(first, second, share)


def _between_numbers(first: float, second: float, share: float) -> float:
    height = float(second) - float(first)
    return float(first) + height * share


def _like(step: Any, value: Any) -> Any:
    """A tensor beside the step: branches of a compiled choice are of one kind."""
    return value if ops.is_tensor(value) else ops.add(value, ops.multiply(0.0, step))


def _check_steps(steps: int) -> None:
    if steps < 1:
        raise ScheduleError(f"a schedule takes at least 1 step, not {steps}")


def _progress(steps: int, past_end: PastEnd) -> Schedule:
    """From 0 to 1 in a number of steps."""
    _check_steps(steps)
    if past_end not in ("hold", "error"):
        raise ScheduleError(f"past_end is 'hold' or 'error', not {past_end!r}")

    def at(step: Any) -> Any:
        if ops.is_tensor(step):
            return ops.clip(ops.divide(step, steps), 0.0, 1.0)
        if step > steps and past_end == "error":
            raise ScheduleError(f"step {step} is past the schedule's end at step {steps}")
        return min(step / steps, 1.0)

    return at
