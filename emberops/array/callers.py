"""Who called NumPy: code of the user's, or a library with its own tensors."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import FrameType

_LIBRARIES = (
    *("emberops", "torch", "jax", "jaxlib", "mlx", "autograd", "array_api_compat", "array_api_extra"),
    *("opt_einsum", "dask"),
)


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


def _skipped(file: str, own_file: str, numpy: str) -> bool:
    return file == own_file or file.startswith("<") or _within(file, numpy)


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
