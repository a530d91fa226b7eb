"""Which backend runs what has no tensor of its own: the process default, a context, the environment.

The default is a plain global as long as no context overrides it.  A context variable is only read while
some :func:`use_backend` block is open anywhere in the process: ``torch.compile(fullgraph=True)`` cannot
trace one, and takes what it reads for a constant.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import ContextDecorator
from contextvars import ContextVar
from types import TracebackType
from typing import Self

from emberops.dispatch import environment, registry
from emberops.dispatch.blocks import Block

_innermost: ContextVar[Block | None] = ContextVar("emberops_backend", default=None)
_lock = threading.Lock()
_open_blocks = 0
_last_entered = ""
"""The backend of the block that was entered last, in whatever context."""
_default: str | None = None
_listeners: list[Callable[[bool], None]] = []
_stand_in: tuple[str, registry.Backend] | None = None
_told: bool | None = None
"""What the listeners were told last."""


def set_backend(name: str) -> None:
    """Make ``name`` the default backend of the process, and of the processes that it starts from now on.

    It runs the calls that hold no tensor: creation functions, and calls on Python numbers, sequences and
    NumPy arrays.  Choosing is the business of programs and users; library code leaves it alone.  The environment
    variable ``EMBEROPS_BACKEND`` is set as well, by which spawned workers learn of it.

    Raises
    ------
    UnknownBackendError, BackendNotInstalledError
    DeviceNotAvailableError
        If ``EMBEROPS_DEVICE`` names a device that it does not have.
    """
    global _default  # noqa: PLW0603  the process-wide default is what this function is for
    registry.load(name)
    environment.require_device(name)
    with _lock:
        _default = os.environ[environment.BACKEND] = name
        _tell()


class use_backend(ContextDecorator):  # noqa: N801  it reads as the function that it is to its users
    """Make ``name`` the default backend within a ``with`` block; safe in threads and asyncio tasks.

    One object may be entered again, also within its own block.  In a generator the block counts while the generator
    runs, not while it waits between two values; in one that is a context manager (:mod:`contextlib`) or a pytest
    fixture, it counts until that is left.

    Raises
    ------
    UnknownBackendError, BackendNotInstalledError, DeviceNotAvailableError
        On entering.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._entered: list[Block] = []

    def __enter__(self) -> Self:
        global _open_blocks, _last_entered  # noqa: PLW0603  set under the lock
        registry.load(self.name)
        environment.require_device(self.name)
        block = Block(self.name, _innermost.get(), entered_from=1)
        with _lock:
            _open_blocks += 1
            _last_entered = self.name
            self._entered.append(block)
            _tell()
        _innermost.set(block)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        global _open_blocks  # noqa: PLW0603  counted under the lock
        innermost = _innermost.get()
        with _lock:
            # The last one of this context; a generator may also be closed in another one than it was entered in.
            own = [block for block in self._entered if block.encloses(innermost)] or self._entered
            block = own[-1]
            self._entered.remove(block)
            block.close()
            _open_blocks -= 1
            _tell()
        while innermost is not None and innermost.closed:
            innermost = innermost.outer
        _innermost.set(innermost)


def get_backend() -> str:
    """Name of the backend that a call without tensors runs on here and now."""
    if _open_blocks:
        name = _name_in_block(_last_entered)
        if name is not None:
            return name
    return _default or _from_environment()


def _name_in_block(_last_entered: str) -> str | None:
    """The backend of the innermost block that counts here; its argument is what a compiler compiles again by."""
    block = _innermost.get()
    while block is not None:
        if block.counts():
            return block.name
        block = block.outer
    return None


_name_in_block._dynamo_marked_constant = True  # type: ignore[attr-defined]  # torch.compiler.assume_constant_result
# without its import: torch.compile asks once while it traces, for it cannot trace the reading of a context variable.


def current() -> registry.Backend:
    """The backend that a call without tensors runs on here and now.

    Raises
    ------
    UnknownBackendError, BackendNotInstalledError
        If ``EMBEROPS_BACKEND`` names none, or one that is not installed.
    """
    name = get_backend()
    return registry.load(name) if _stand_in is None or _stand_in[0] != name else _stand_in[1]


def stand_in(name: str, backend: registry.Backend | None) -> None:
    """Let another backend run what ``name`` runs by default, under its name; ``None``: no longer."""
    global _stand_in  # noqa: PLW0603  set under the lock
    with _lock:
        _stand_in = None if backend is None else (name, backend)
        _tell()


def numpy_is_default_everywhere() -> bool:
    """Whether a NumPy array needs no second thought: NumPy is the default, and no block says otherwise."""
    return not _open_blocks and _stand_in is None and (_default or _from_environment()) == "numpy"


def numpy_is_default_here() -> bool:
    """Whether NumPy itself, and nothing in its stead, runs what holds no tensor, here and now."""
    return _stand_in is None and get_backend() == "numpy"


def on_change(listener: Callable[[bool], None]) -> None:
    """Call ``listener(numpy_is_default_everywhere())`` now, and whenever the answer is another one."""
    with _lock:
        _listeners.append(listener)
        listener(numpy_is_default_everywhere())


def _from_environment() -> str:
    global _default  # noqa: PLW0603  read once, then cached
    _default = os.environ.get(environment.BACKEND) or "numpy"
    return _default


def _tell() -> None:
    global _told  # noqa: PLW0603  called under the lock
    simple = numpy_is_default_everywhere()
    if simple is _told:  # a block within a block, and one of a function that is called back a thousand times
        return
    _told = simple
    for listener in _listeners:
        listener(simple)
