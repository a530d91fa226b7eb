"""What a tensor is and where it is, and the ways to the host, to other devices and to other backends."""

from __future__ import annotations

from typing import Any

from emberops.dispatch.operation import operation
from emberops.typing import DeviceLike, DTypeLike, RawTensorLike, Tensor, TensorLike


@operation
def is_tensor(x: RawTensorLike, /) -> bool:
    """Whether ``x`` is a tensor of any backend.

    A NumPy array is one; a Python number, a sequence and a NumPy scalar are not.
    """


@operation
def namespace_of(x: TensorLike, /) -> Any:
    """The backend's own module of functions for ``x``: these operations without dispatch, an Array API namespace.

    Host data has the default backend's.

    See Also
    --------
    emberops.namespace : the same by the backend's name
    """


@operation
def shape(x: RawTensorLike, /) -> tuple[int, ...]:
    """The sizes of the axes, as a plain tuple of ints on every backend."""


@operation
def ndim(x: RawTensorLike, /) -> int:
    """The number of axes."""


@operation
def size(x: RawTensorLike, /, axis: int | None = None) -> int:
    """The number of values, or the size of one axis."""


@operation
def item(x: TensorLike, /) -> Any:
    """The only value, as a Python number.  Waits for the device.

    Raises
    ------
    ValueError
        If there is not exactly one.
    """


@operation
def tolist(x: RawTensorLike, /) -> Any:
    """The values as nested lists of Python numbers; a number from a 0-d tensor.  Waits for the device.

    Sequences, and NumPy's arrays, that hold something else than numbers, of which no tensor can be made, become lists
    with that in them.
    """


@operation
def to_numpy(x: RawTensorLike, /, *, dtype: DTypeLike = None, writable: bool = False) -> Any:
    """A NumPy array of the values, on the host.

    It may share memory with ``x`` and may be read-only.  Gradients end here.  bfloat16, which NumPy lacks,
    becomes float32.  What is no tensor and what NumPy takes as it is stays so: its own arrays, and numbers, which the
    elements of its arrays are.

    A generator of ``ops.random`` becomes NumPy's of the same kind, for ``random_state=`` of a package that computes in
    NumPy: on NumPy itself, elsewhere one that the generator's next key seeds.

    Parameters
    ----------
    dtype
        That of the array, also where the backend lacks it: minimisers of SciPy's take steps of 1e-8, which
        ``ops.to_numpy(start, dtype=ops.float64)`` leaves room for.  Numbers become arrays then.
    writable
        True for an array that may be written to, a copy where the memory is read-only: compiled code refuses any other,
        whether it writes or not.  What is NumPy's already stays as it is.

    Raises
    ------
    TypeError
        If values of the tensor's kind do not fit the dtype's: complex numbers real ones, floats integers.
    """


@operation
def from_numpy(x: Any, /) -> Any:
    """What a NumPy function returned, as a tensor of the default backend; the way back from :func:`to_numpy`.

    ``x`` is a NumPy array, a NumPy scalar or a Python number, and keeps its dtype where the backend has it.  On
    NumPy it is returned as it is: a scalar stays one, where :func:`asarray` would make an array of no dimensions.
    Several results, a tuple, are taken back one by one.  What holds no numbers (``None`` in the place of a result that
    was not computed, text, an object) stays as it is, as everything does on NumPy.
    """


@operation
def to_backend(x: RawTensorLike, /, backend: str, *, copy: bool | None = None) -> Tensor:
    """The values as a tensor of another backend.

    Memory is shared where both backends allow it (through DLPack) unless ``copy`` is true: then do not write
    to either tensor.  Gradients end here.

    Raises
    ------
    UnknownBackendError
        If no backend has that name.
    BackendNotInstalledError
        If its library is not installed.
    """


@operation
def to_device(x: TensorLike, device: DeviceLike, /) -> Tensor:
    """``x`` on a device, itself if it is there already.

    Parameters
    ----------
    device
        A portable name (``cpu``, ``gpu``, ``gpu:1``, ``cuda:0``, ``mps``, ``tpu``, ``auto``) or a device of the
        backend's own.

    Raises
    ------
    DeviceNotAvailableError
        If the backend has no such device; the message lists those it has.
    """


@operation
def device(x: TensorLike, /) -> str:
    """The portable name of the device that holds ``x``; on MLX, whose memory is shared, the one that computes."""


@operation
def shares_memory(x1: RawTensorLike, x2: RawTensorLike, /) -> bool:
    """Whether a change of one tensor in place would be seen in the other.

    On PyTorch the answer is that of :func:`may_share_memory`.  Tensors of JAX are never changed in place, and slices
    of MLX are copies: there only a tensor shares memory with itself.
    """


@operation
def may_share_memory(x1: RawTensorLike, x2: RawTensorLike, /) -> bool:
    """Whether two tensors lie in overlapping stretches of memory; quicker than :func:`shares_memory`."""
