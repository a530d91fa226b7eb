"""Portable device names: ``cpu``, ``gpu``, ``gpu:1``, ``cuda:0``, ``mps``, ``tpu``, ``auto``."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable

from emberops.errors import DeviceNotAvailableError

KINDS = ("auto", "cpu", "gpu", "cuda", "rocm", "mps", "metal", "xpu", "tpu")


def parse(name: str) -> tuple[str, int | None]:
    """Kind and number of a device name; the number is ``None`` where none is given."""
    kind, colon, number = name.lower().partition(":")
    if colon and not number.isdigit():
        raise DeviceNotAvailableError(f"{name!r} is not a device name; write the number as in {kind}:0")
    return kind, int(number) if colon else None


def unavailable(backend: str, device: object, available: Iterable[str]) -> DeviceNotAvailableError:
    """The error for a device that is not there."""
    return DeviceNotAvailableError(
        f"device {device!r} is not available to the backend {backend!r}; available: {', '.join(available)}"
    )


def processor_name() -> str:
    """What the host's processor is called."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass  # only Linux has the file; the platform module knows less, but everywhere
    return platform.processor() or platform.machine()


def host_memory() -> int:
    """Bytes of the host's memory, 0 where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 0
