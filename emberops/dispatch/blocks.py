"""One ``use_backend`` block, and whether it counts for who asks.

Context variables know nothing of generators: what one sets is seen by its caller while it waits between two values.
So a block that a generator has opened does not count while that generator waits.
"""

from __future__ import annotations

import inspect
import sys
import threading
from contextlib import suppress
from types import FrameType
from typing import Any

_GENERATORS = inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR
_KEEP_OPEN = frozenset({"contextlib", "_pytest", "pytest_asyncio", "anyio"})
"""Packages that advance a generator to set something up, and again to take it down: what it sets is to last."""


class Block:
    """A backend chosen for a while.

    Parameters
    ----------
    name
        Of the backend.
    outer
        The block around it.
    entered_from
        How many calls up the ``with`` statement stands.
    """

    def __init__(self, name: str, outer: Block | None, entered_from: int) -> None:
        self.name = name
        self.outer = outer
        self.closed = False
        self._generator = _waiting_generator(sys._getframe(entered_from + 1))
        self._place = _place() if self._generator is not None else None

    def close(self) -> None:
        """Let it count no longer, wherever it was opened."""
        self.closed = True
        self._generator = None

    def counts(self) -> bool:
        """Whether it says which backend runs here and now."""
        if self.closed:
            return False
        # The frame of a generator that waits has no caller.  What was started meanwhile, a task or a thread, is not
        # its caller, so there the block counts.
        return self._generator is None or self._generator.f_back is not None or self._place != _place()

    def encloses(self, innermost: Block | None) -> bool:
        """Whether ``innermost`` is this block, or stands within it."""
        while innermost is not None and innermost is not self:
            innermost = innermost.outer
        return innermost is self


def _waiting_generator(frame: FrameType) -> FrameType | None:
    """The frame, if it is of a generator that hands out values; ``None`` where it is a context manager or none."""
    if not frame.f_code.co_flags & _GENERATORS:
        return None
    caller: FrameType | None = frame
    while caller is not None and caller.f_code.co_flags & _GENERATORS:
        caller = caller.f_back
    package = "" if caller is None else str(caller.f_globals.get("__name__", "")).partition(".")[0]
    return None if package in _KEEP_OPEN else frame


def _place() -> tuple[int, Any]:
    """The thread, and the asyncio task in it if there is one."""
    asyncio = sys.modules.get("asyncio")
    task = None
    if asyncio is not None:
        with suppress(RuntimeError):  # no loop runs in this thread
            task = asyncio.current_task()
    return threading.get_ident(), task
