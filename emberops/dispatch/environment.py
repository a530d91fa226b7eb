"""What the environment says of a process and those that it starts: its backend, and where that makes its tensors."""

from __future__ import annotations

import os

from emberops.backends.protocol import BackendDevices
from emberops.errors import DeviceNotAvailableError, OperationNotSupportedError

BACKEND = "EMBEROPS_BACKEND"
"""The environment variable that names the default backend."""
DEVICE = "EMBEROPS_DEVICE"
"""The environment variable that names a device: ``gpu``, ``cuda:1``, or ``auto`` for the best that there is."""

_refusals: dict[str, Exception] = {}
"""Of backends that have no such device: what to say where one of them is chosen."""


def place(backend: str, devices: BackendDevices) -> None:
    """Have a backend that is being loaded make its tensors on ``EMBEROPS_DEVICE``.

    One that has no such device stays where it is until it is chosen, for it may be loaded only to look at a tensor.

    Raises
    ------
    DeviceNotAvailableError, OperationNotSupportedError
        If it is the backend that ``EMBEROPS_BACKEND`` names; the message lists the devices that it has.
    """
    name = os.environ.get(DEVICE)
    if not name:
        return
    try:
        devices.set_default(name)
    except (DeviceNotAvailableError, OperationNotSupportedError) as error:
        _refusals[backend] = type(error)(
            f"{DEVICE}={name}: {error}; {DEVICE}=auto takes the best that a backend has"
        )
        if backend == os.environ.get(BACKEND):
            raise _refusals[backend] from None


def require_device(backend: str) -> None:
    """Refuse a backend that is chosen and has no such device.

    Raises
    ------
    DeviceNotAvailableError, OperationNotSupportedError
        As :func:`place`.
    """
    if backend in _refusals:
        raise _refusals[backend]
