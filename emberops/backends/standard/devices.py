"""Devices of an Array API namespace, by portable names where it uses words that can be read."""

from __future__ import annotations

import re
from typing import Any

import array_api_compat

from emberops.backends.support import device_names
from emberops.device_info import DeviceInfo
from emberops.errors import OperationNotSupportedError
from emberops.typing import DeviceLike

_QUOTED = re.compile(r"\('([^']+)'\)$")


class Devices:
    """What ``emberops.devices``, ``ops.to_device`` and their like ask of a backend.

    Parameters
    ----------
    name
        Of the backend, for errors.
    library
        An Array API namespace.
    """

    def __init__(self, name: str, library: Any) -> None:
        self._name = name
        inspect = getattr(library, "__array_namespace_info__", None)
        made_on = array_api_compat.device(library.asarray(0.0))
        self.natives = [made_on] if inspect is None else [d for d in inspect().devices() if d is not None]
        self._default = made_on

    def native_device(self, device: DeviceLike) -> Any:
        """The library's device for a portable name; its own devices, and ``None``, stay as they are.

        Raises
        ------
        DeviceNotAvailableError
            If it is not there.
        """
        if device is None or any(
            device is d or (type(device) is type(d) and device == d) for d in self.natives
        ):
            return device
        if not isinstance(device, str):
            return device  # a device that the library does not list; it will say so itself
        kind, number = device_names.parse(device)
        if kind == "auto":
            return self._default
        for native in self.natives:
            if self.name_of(native) in (device.lower(), f"{kind}:{number or 0}"):
                return native
        raise device_names.unavailable(self._name, device, self.available())

    def name_of(self, device: Any) -> str:
        """Portable name of a device."""
        text = str(getattr(device, "type", device)).lower()
        if "cpu" in text:
            return "cpu"
        quoted = _QUOTED.search(text)  # Device('accelerator')
        if quoted:
            return quoted[1]
        number = getattr(device, "id", None)
        return text if number is None else f"gpu:{number}"

    def available(self) -> list[str]:
        """Names of the devices that there are."""
        return [self.name_of(d) for d in self.natives]

    def describe(self) -> list[DeviceInfo]:
        """Every device, as far as the standard tells of them."""
        return [
            DeviceInfo(
                backend=self._name,
                device_type=self.name_of(device),
                device_id=getattr(device, "id", 0),
                device_name=device_names.processor_name() if self.name_of(device) == "cpu" else str(device),
                total_memory_bytes=device_names.host_memory() if self.name_of(device) == "cpu" else 0,
            )
            for device in self.natives
        ]

    def set_default(self, device: DeviceLike) -> None:
        """Only the device that is the default anyway: the standard has no way to choose another."""
        if self.native_device(device) != self._default:
            raise OperationNotSupportedError(
                f"the backend {self._name!r} makes tensors on {self._default}; pass device= where they are made, "
                "or choose by the library's own means"
            )

    def synchronize(self) -> None:
        """The standard has nothing to wait for."""

    def empty_cache(self) -> None:
        """The standard knows no caches."""

    def memory(self, device: DeviceLike = None) -> dict[str, int]:
        """No figures: the standard has none."""
        self.native_device(device)
        return {}
