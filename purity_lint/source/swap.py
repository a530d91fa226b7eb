"""Two files that change their names, at once and for everybody who looks."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

_HERE = -100
"""``AT_FDCWD``: paths are relative to the current folder."""
_EXCHANGE = 2
"""``RENAME_EXCHANGE``."""
_CANNOT = frozenset({errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP, errno.EPERM})


def swap(first: Path, second: Path) -> bool:
    """Give each of two files the name of the other one; false where the system or the file system has no such thing.

    Raises :class:`OSError` where they cannot be renamed.
    """
    rename = _renameat2()
    if rename is None:
        return False
    number = rename(os.fsencode(first), os.fsencode(second))
    if number and number not in _CANNOT:
        raise OSError(number, os.strerror(number), str(second))
    return not number


@cache
def _renameat2() -> Callable[[bytes, bytes], int] | None:
    """Return Linux's ``renameat2``, of which Python knows nothing, as a function that returns an error number."""
    try:
        import ctypes

        function = ctypes.CDLL(None, use_errno=True).renameat2
    except (ImportError, OSError, TypeError, AttributeError):  # another system, or an old C library
        return None
    function.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]

    def rename(first: bytes, second: bytes) -> int:
        return ctypes.get_errno() if function(_HERE, first, _HERE, second, _EXCHANGE) else 0

    return rename
