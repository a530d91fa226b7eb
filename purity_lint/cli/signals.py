"""Signals that ask a process to end, as exceptions: what was begun is undone before it does."""

from __future__ import annotations

import signal
from types import FrameType
from typing import NoReturn

_ASKING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class Terminated(BaseException):
    """Somebody has asked this process to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.exit_code = 128 + number


def raise_when_terminated() -> None:
    """Let SIGTERM and SIGHUP raise :class:`Terminated`, save where they are ignored, as by ``nohup``."""
    for number in _ASKING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _terminate)


def _terminate(number: int, _frame: FrameType | None) -> NoReturn:
    raise Terminated(number)
