"""Files of tensors, and tensors as text.

Files hold values on the host; what is read is put on the default backend.  Text is NumPy's, for a tensor of any
backend.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, TypeAlias

from emberops.dispatch.operation import operation
from emberops.dispatch.tree_dispatch import tree_operation
from emberops.typing import DTypeLike, Tensor, TensorLike

__all__ = [
    "array2string",
    "array_repr",
    "array_str",
    "fromfile",
    "genfromtxt",
    "get_printoptions",
    "load",
    "load_safetensors",
    "loadtxt",
    "printoptions",
    "save",
    "save_safetensors",
    "savetxt",
    "savez",
    "savez_compressed",
    "set_printoptions",
]

File: TypeAlias = Any
"""A path, or an open file where NumPy takes one."""


@tree_operation
def save(file: File, x: Any, /) -> None:
    """Save a tensor, or a dict of them.

    Parameters
    ----------
    file
        A path or an open binary file.
    x
        A tensor: NumPy's format ``.npy``, as ``numpy.save`` writes it.  A dict of names to tensors: ``safetensors``,
        which ``file`` then ends in; see :func:`save_safetensors`.
    """


@operation
def load(file: File, /) -> Any:
    """Load what :func:`save` or :func:`savez` wrote: a tensor, or a dict of them.

    The dict has NumPy's ``files`` and ``close``, and may be used in a ``with`` statement as NumPy's file is.
    An array of text beside them, a header or a version, stays NumPy's, as :func:`from_numpy` leaves it.
    Pickled objects are refused: a file from a stranger could run anything.
    """


@tree_operation
def savez(file: File, /, *args: Any, **kwargs: Any) -> None:
    """Save several tensors in one file of NumPy's format ``.npz``, named ``arr_0`` ... or by keyword."""


@tree_operation
def savez_compressed(file: File, /, *args: Any, **kwargs: Any) -> None:
    """As :func:`savez`, compressed."""


@tree_operation
def save_safetensors(
    file: File, tensors: Mapping[str, Any], /, metadata: Mapping[str, str] | None = None
) -> None:
    """Save tensors by name in the format ``safetensors``, which every framework reads; dtypes are kept, bfloat16 too.

    Raises
    ------
    ImportError
        Without the package ``safetensors``: ``pip install 'emberops[io]'``.
    """


@operation
def load_safetensors(file: File, /) -> dict[str, Tensor]:
    """Load tensors by name from a file of the format ``safetensors``."""


@tree_operation
def savetxt(
    file: File, x: Any, /, fmt: Any = "%.18e", delimiter: str = " ", newline: str = "\n", header: str = ""
) -> None:
    """Save a tensor of one or two axes as text, a row in each line.  NumPy's ``savetxt``."""


@operation
def loadtxt(  # noqa: PLR0917  NumPy's order
    file: File,
    /,
    dtype: DTypeLike = float,
    comments: str | None = "#",
    delimiter: str | None = None,
    converters: Any = None,
    skiprows: int = 0,
    usecols: Any = None,
    unpack: bool = False,
    ndmin: int = 0,
    *,
    encoding: str | None = None,
    max_rows: int | None = None,
) -> Tensor:
    """Load numbers from text, a row from each line.  NumPy's ``loadtxt``."""


@operation
def genfromtxt(file: File, /, dtype: DTypeLike = float, **options: Any) -> Tensor:
    """As :func:`loadtxt`, with missing values; ``options`` are those of NumPy's ``genfromtxt``."""


@operation
def fromfile(file: File, /, dtype: DTypeLike = float, count: int = -1, sep: str = "") -> Tensor:
    """Load raw numbers of one dtype.  NumPy's ``fromfile``."""


@operation
def array2string(a: TensorLike, /, **options: Any) -> str:
    """A tensor as text; ``options`` are those of NumPy's ``array2string``."""


@operation
def array_repr(
    a: TensorLike,
    /,
    max_line_width: int | None = None,
    precision: int | None = None,
    suppress_small: bool | None = None,
) -> str:
    """A tensor as text that looks like NumPy's code for it."""


@operation
def array_str(
    a: TensorLike,
    /,
    max_line_width: int | None = None,
    precision: int | None = None,
    suppress_small: bool | None = None,
) -> str:
    """The values of a tensor as text."""


@operation
def set_printoptions(**options: Any) -> None:
    """Set how tensors become text here; ``options`` are those of NumPy's ``set_printoptions``."""


@operation
def get_printoptions() -> dict[str, Any]:
    """How tensors become text here."""


@operation
def printoptions(**options: Any) -> AbstractContextManager[Any]:
    """Set how tensors become text within a ``with`` block."""
