"""A backend with its device and dtype for a while, and a backend as an object."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from emberops import hardware, ops
from emberops.device_info import DeviceInfo
from emberops.dispatch import registry
from emberops.dispatch.selection import get_backend, use_backend
from emberops.dtypes.default import default_dtype, set_default_dtype
from emberops.errors import DeviceNotAvailableError, UnknownBackendError
from emberops.optimization import OptimizationLevel, optimize
from emberops.typing import DeviceLike, DTypeLike, Tensor, TensorLike

__all__ = ["BackendHandle", "create_backend", "session"]


@contextmanager
def session(
    backend: str | None = None, *, device: DeviceLike = None, dtype: DTypeLike = None
) -> Iterator[BackendHandle]:
    """Use a backend, a device and a default float dtype in a ``with`` block; then all is as it was, caches are empty.

    Parameters
    ----------
    backend
        Its name, ``"auto"`` for the best there is, ``None`` for the present default.
    device
        Where its new tensors go; ``None`` leaves that as it is.
    dtype
        What new floats are; ``None`` leaves that as it is.  The device and the dtype are set for the whole process.

    Raises
    ------
    UnknownBackendError, BackendNotInstalledError, DeviceNotAvailableError, UnknownDTypeError
        Before anything is changed, or after it was changed back.

    Examples
    --------
    >>> with session("torch", device="cpu", dtype="float64") as backend:
    ...     x = ops.zeros((2, 2))
    """
    handle = create_backend(backend)
    dtype_before = default_dtype()
    with use_backend(handle.name):
        device_before = ops.device(ops.zeros(()))
        try:
            if device is not None:
                handle.set_device(device)
            if dtype is not None:
                set_default_dtype(dtype)
            yield handle
        finally:
            if dtype is not None:
                set_default_dtype(dtype_before)
            if device is not None:
                handle.set_device(device_before)
            handle.empty_cache()


def create_backend(name: str | None = None) -> BackendHandle:
    """A backend as an object.

    Parameters
    ----------
    name
        Its name; ``"auto"`` for :func:`emberops.detect_best_backend`; ``None`` for the present default.

    Raises
    ------
    UnknownBackendError, BackendNotInstalledError
    """
    if name is None:
        name = get_backend()
    elif name == "auto":
        name = hardware.detect_best_backend()
    elif name not in registry.names():
        raise UnknownBackendError(
            f"unknown backend {name!r}; known backends: auto, {', '.join(registry.names())}"
        )
    registry.load(name)
    return BackendHandle(name)


class BackendHandle:
    """One backend: its devices, and functions made ready for it.  As a context manager, the default in its block."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._blocks: list[use_backend] = []

    def __repr__(self) -> str:
        return f"BackendHandle({self.name!r})"

    def __enter__(self) -> BackendHandle:
        block = use_backend(self.name)
        block.__enter__()
        self._blocks.append(block)
        return self

    def __exit__(self, *error: Any) -> None:
        self._blocks.pop().__exit__(*error)
        self.empty_cache()

    @property
    def device(self) -> str:
        """Portable name of the device where its new tensors go."""
        with use_backend(self.name):
            return str(ops.device(ops.zeros(())))

    @property
    def device_count(self) -> int:
        """How many devices it has."""
        return len(hardware.devices(self.name))

    @property
    def is_available(self) -> bool:
        """Whether it can compute here: true of every handle that could be made."""
        return registry.is_installed(self.name)

    def get_device_info(self, device_id: int = 0) -> DeviceInfo:
        """One of its devices.

        Raises
        ------
        DeviceNotAvailableError
            If there are not so many.
        """
        found = hardware.devices(self.name)
        if not 0 <= device_id < len(found):
            raise DeviceNotAvailableError(
                f"{self.name} has {len(found)} devices; there is no device {device_id}"
            )
        return found[device_id]

    def to_device(self, x: TensorLike, device: DeviceLike = None) -> Tensor:
        """A tensor of this backend, on its present device unless another is named."""
        moved = ops.to_backend(x, self.name)
        return ops.to_device(moved, self.device if device is None else device)

    def set_device(self, device: DeviceLike) -> None:
        """Make its new tensors there from now on."""
        hardware.set_device(device, backend=self.name)

    def synchronize(self) -> None:
        """Wait until its devices have done all queued work."""
        hardware.synchronize(backend=self.name)

    def empty_cache(self) -> None:
        """Give memory that it keeps but does not use back to the system."""
        hardware.empty_cache(backend=self.name)

    def prepare(
        self, function: Callable[..., Any], level: str | OptimizationLevel = "O2", *, sample_input: Any = None
    ) -> Callable[..., Any]:
        """The function, optimised for this backend: :func:`emberops.optimize` without its report."""
        with use_backend(self.name):
            return optimize(function, level, sample_input=sample_input)[0]
