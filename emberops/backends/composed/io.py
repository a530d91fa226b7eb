"""Composed operations of the group ``io``: NumPy's files and NumPy's text, by way of the host."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from os import fspath
from typing import Any, Self

import numpy as np

from emberops.errors import ArgumentError, ArgumentTypeError, OperationNotSupportedError
from emberops.typing import DTypeLike
from emberops.typing import NativeTensor as Tensor


def safetensors(flavour: str) -> Any:
    """The module of the package ``safetensors`` for one framework."""
    try:
        return import_module(f"safetensors.{flavour}")
    except ModuleNotFoundError as error:
        if error.name != "safetensors":
            raise
        raise ImportError("this needs the package 'safetensors': pip install 'emberops[io]'") from error


def named_tensors(tensors: Any) -> dict[str, Any]:
    """Tensors by name, which a file of safetensors is made of.

    Raises
    ------
    ArgumentTypeError
        If it is no mapping, a name is no text, or a value no tensor.
    """
    if not isinstance(tensors, Mapping):
        raise ArgumentTypeError(
            f"ops.save_safetensors: tensors are a dict of names to tensors, and not {type(tensors).__name__}"
        )
    for name, x in tensors.items():
        if not isinstance(name, str):
            raise ArgumentTypeError(
                f"ops.save_safetensors: tensors are named by text, and not by {name!r:.80}"
            )
        if not (hasattr(x, "dtype") and hasattr(x, "shape")):
            raise ArgumentTypeError(
                f"ops.save_safetensors: tensors[{name!r}] is of {type(x).__name__}, and a tensor is wanted"
            )
    return dict(tensors)


@contextmanager
def explained(op: str) -> Iterator[None]:
    """Raise what the package ``safetensors`` refuses in an operation as an exception of this package."""
    try:
        yield
    except Exception as error:  # SafetensorError has no name here: the package is imported where it is used
        if type(error).__name__ != "SafetensorError":
            raise
        raise ArgumentError(f"ops.{op}: {error}") from error


def is_safetensors(file: Any) -> bool:
    """Whether a path says so; an open file is NumPy's."""
    return not hasattr(file, "read") and fspath(file).endswith(".safetensors")


def save(xp: Any, file: Any, x: Any, /) -> None:
    if isinstance(x, Mapping):
        if not is_safetensors(file):
            raise ValueError(
                f"ops.save: a dict of tensors goes to a file called *.safetensors, not {file!r}; or use ops.savez"
            )
        xp.save_safetensors(file, x)
    elif is_safetensors(file):
        raise ValueError("ops.save: a file of safetensors holds a dict of names to tensors, not one tensor")
    else:
        np.save(file, xp.to_numpy(x), allow_pickle=False)


class NamedTensors(dict[str, Any]):
    """Tensors of one file by name, which can be asked for what NumPy's ``NpzFile`` is asked for; nothing stays open."""

    @property
    def files(self) -> list[str]:
        """The names, in the order of the file."""
        return list(self)

    def close(self) -> None:
        """Do nothing: the file was read at once."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        """Do nothing: the file was read at once."""


def load(xp: Any, file: Any, /) -> Any:
    if is_safetensors(file):
        return xp.load_safetensors(file)
    found = np.load(file, allow_pickle=False)
    if isinstance(found, np.lib.npyio.NpzFile):
        with found:
            return NamedTensors((name, xp.from_numpy(found[name])) for name in found.files)
    return xp.from_numpy(found)


def savez(xp: Any, file: Any, /, *args: Any, **kwargs: Any) -> None:
    np.savez(file, *[xp.to_numpy(x) for x in args], **{k: xp.to_numpy(x) for k, x in kwargs.items()})


def savez_compressed(xp: Any, file: Any, /, *args: Any, **kwargs: Any) -> None:
    np.savez_compressed(
        file, *[xp.to_numpy(x) for x in args], **{k: xp.to_numpy(x) for k, x in kwargs.items()}
    )


def savetxt(
    xp: Any,
    file: Any,
    x: Any,
    /,
    fmt: Any = "%.18e",
    delimiter: str = " ",
    newline: str = "\n",
    header: str = "",
) -> None:
    np.savetxt(file, xp.to_numpy(x), fmt=fmt, delimiter=delimiter, newline=newline, header=header)


def loadtxt(xp: Any, file: Any, /, dtype: DTypeLike = float, *args: Any, **options: Any) -> Any:
    read: Any = np.loadtxt  # its overloads know no dtype that is found out at run time
    return _from_host(xp, read(file, _host_dtype(dtype), *args, **options), dtype)


def genfromtxt(xp: Any, file: Any, /, dtype: DTypeLike = float, **options: Any) -> Any:
    return _from_host(xp, np.genfromtxt(file, dtype=_host_dtype(dtype), **options), dtype)


def fromfile(xp: Any, file: Any, /, dtype: DTypeLike = float, count: int = -1, sep: str = "") -> Tensor:
    return _from_host(xp, np.fromfile(file, dtype=_host_dtype(dtype), count=count, sep=sep), dtype)


def _host_dtype(dtype: DTypeLike) -> Any:
    """NumPy's dtype of that name; what is no portable dtype is NumPy's business; none is what the text holds."""
    return (
        dtype
        if dtype is None or isinstance(dtype, type)
        else str(getattr(dtype, "name", dtype)).rpartition(".")[2]
    )


def _from_host(xp: Any, found: Any, dtype: DTypeLike) -> Any:
    if found.dtype.kind not in "biufc":
        raise OperationNotSupportedError(
            f"the file holds {found.dtype}, which only NumPy's arrays can; ask for a numeric dtype, or read it within "
            f"emberops.use_backend('numpy')"
        )
    return xp.asarray(found, dtype=dtype)


def array2string(xp: Any, a: Tensor, /, **options: Any) -> str:
    return np.array2string(xp.to_numpy(a), **options)


def array_repr(xp: Any, a: Tensor, /, *args: Any, **options: Any) -> str:
    return np.array_repr(xp.to_numpy(a), *args, **options)


def array_str(xp: Any, a: Tensor, /, *args: Any, **options: Any) -> str:
    return np.array_str(xp.to_numpy(a), *args, **options)


def set_printoptions(_xp: Any, **options: Any) -> None:
    np.set_printoptions(**options)


def get_printoptions(_xp: Any) -> dict[str, Any]:
    return dict(np.get_printoptions())


def printoptions(_xp: Any, **options: Any) -> Any:
    return np.printoptions(**options)
