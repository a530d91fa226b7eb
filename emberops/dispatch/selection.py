"""Which backend runs what has no tensor of its own: the process default, a context, the environment.

The default is a plain global as long as no context overrides it.  A context variable is only read while
some :func:`use_backend` block is open anywhere in the process: ``torch.compile(fullgraph=True)`` cannot
trace one.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from emberops.dispatch import registry

_override: ContextVar[str | None] = ContextVar("emberops_backend", default=None)
_lock = threading.Lock()
_open_blocks = 0
_default: str | None = None
_listeners: list[Callable[[bool], None]] = []


def set_backend(name: str) -> None:
    """Make ``name`` the default backend of the process.

    It runs the calls that hold no tensor: creation functions, and calls on Python numbers, sequences and
    NumPy arrays.  Choosing is the business of programs and users; library code leaves it alone.

    Raises
    ------
    UnknownBackendError, BackendNotInstalledError
    """
    global _default  # noqa: PLW0603  the process-wide default is what this function is for
    registry.load(name)
    with _lock:
        _default = name
        _tell()


@contextmanager
def use_backend(name: str) -> Iterator[None]:
    """Make ``name`` the default backend within a ``with`` block; safe in threads and asyncio tasks."""
    global _open_blocks  # noqa: PLW0603  counted under the lock
    registry.load(name)
    with _lock:
        _open_blocks += 1
        _tell()
    token = _override.set(name)
    try:
        yield
    finally:
        _override.reset(token)
        with _lock:
            _open_blocks -= 1
            _tell()


def get_backend() -> str:
    """Name of the backend that a call without tensors runs on here and now."""
    if _open_blocks:
        name = _override.get()
        if name is not None:
            return name
    return _default or _from_environment()


def current() -> registry.Backend:
    """The backend that a call without tensors runs on here and now.

    Raises
    ------
    UnknownBackendError, BackendNotInstalledError
        If ``EMBEROPS_BACKEND`` names none, or one that is not installed.
    """
    return registry.load(get_backend())


def numpy_is_default_everywhere() -> bool:
    """Whether a NumPy array needs no second thought: NumPy is the default, and no block says otherwise."""
    return not _open_blocks and (_default or _from_environment()) == "numpy"


def on_change(listener: Callable[[bool], None]) -> None:
    """Call ``listener(numpy_is_default_everywhere())`` now and after every change of the default."""
    with _lock:
        _listeners.append(listener)
        listener(numpy_is_default_everywhere())


def _from_environment() -> str:
    global _default  # noqa: PLW0603  read once, then cached
    _default = os.environ.get("EMBEROPS_BACKEND") or "numpy"
    return _default


def _tell() -> None:
    simple = numpy_is_default_everywhere()
    for listener in _listeners:
        listener(simple)
