"""Who called NumPy: code of the user's, or a library with its own tensors."""

from __future__ import annotations

import os
from dis import get_instructions
from functools import cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType

_LIBRARIES = (
    *("emberops", "torch", "jax", "jaxlib", "mlx", "autograd", "array_api_compat", "array_api_extra"),
    *("opt_einsum", "dask"),
)
_INSTALLED = ("site-packages", "dist-packages")
_STANDARD_LIBRARY = f"{Path(os.__file__).parent}/"
_PROMPTS = ("<stdin>", "<string>", "<console>", "<ipython-input", "<python-input", "<doctest")
"""How code is called that was typed; other names in ``<>`` are those of generated code."""


def users_frame(frame: FrameType | None, own_file: str) -> FrameType | None:
    """The frame of the user's code that called NumPy; ``None`` if an array library did, for its own purposes.

    Parameters
    ----------
    frame
        Where to begin, from callee to caller.
    own_file
        Of the caller of this function, which does not count.
    """
    numpy = _folder("numpy")
    while frame is not None and _skipped(frame.f_code.co_filename, own_file, numpy):
        frame = frame.f_back
    if frame is None or any(_within(frame.f_code.co_filename, _folder(name)) for name in _LIBRARIES):
        return None
    first = frame
    while frame is not None and "site-packages" in frame.f_code.co_filename:
        frame = frame.f_back  # what SciPy converts, its caller handed over
    return frame if frame is not None else first


def is_of_the_user(frame: FrameType, packages: tuple[str, ...] = ()) -> bool:
    """Whether the code at a frame is the user's: of no installed package but these, and of no array library."""
    return _is_users_file(frame.f_code.co_filename, packages)


def calls_by_name(frame: FrameType, name: str) -> bool:
    """Whether the code at a frame itself calls a function of that name, and not something compiled that calls it.

    Compiled code has no frame of its own: ``np.random.rand`` calls ``np.empty`` and writes into the memory of what it
    gets, from where its caller is.
    """
    return _called_name(frame.f_code, frame.f_lasti) == name


def librarys_function(frame: FrameType | None) -> str | None:
    """The function of a library by which the user's code came to a frame, with its package; ``None`` if by none."""
    found = None
    own = _folder("emberops")
    while frame is not None and not is_of_the_user(frame):
        if not _within(frame.f_code.co_filename, own):
            found = frame
        frame = frame.f_back
    if found is None or frame is None:
        return None
    package = found.f_globals.get("__name__", "").partition(".")[0]
    return f"{package}.{found.f_code.co_qualname}"


@cache
def _is_users_file(file: str, packages: tuple[str, ...]) -> bool:
    if any(_within(file, _folder(name)) for name in packages):
        return True
    installed = any(place in file for place in _INSTALLED) or _within(file, _STANDARD_LIBRARY)
    return not installed and not any(_within(file, _folder(name)) for name in ("numpy", *_LIBRARIES))


@cache
def _called_name(code: CodeType, offset: int) -> str | None:
    """The name that stands before the bracket of the call at an offset."""
    line, end_line, column, end_column = next(islice(code.co_positions(), offset // 2, None))
    start, end = (line, column), (end_line or 0, end_column or 0)
    named = []
    for instruction in get_instructions(code):
        at = instruction.positions
        if at is None or instruction.opname not in _LOADS or (at.lineno, at.col_offset) != start:
            continue
        if (ending := (at.end_lineno or 0, at.end_col_offset or 0)) < end:
            named.append((ending, str(instruction.argval)))
    return max(named)[1] if named else None


_LOADS = frozenset({"LOAD_ATTR", "LOAD_METHOD", "LOAD_NAME", "LOAD_GLOBAL", "LOAD_FAST", "LOAD_DEREF"})


def _skipped(file: str, own_file: str, numpy: str) -> bool:
    return (
        file == own_file or (file.startswith("<") and not file.startswith(_PROMPTS)) or _within(file, numpy)
    )


def _within(file: str, folder: str) -> bool:
    return bool(folder) and file.startswith(folder)


@cache
def _folder(package: str) -> str:
    spec = find_spec(package)
    if spec is None:
        return ""
    folders = spec.submodule_search_locations or ()
    place = str(Path(spec.origin).parent) if spec.origin else next(iter(folders), "")
    return f"{place}/" if place else ""
