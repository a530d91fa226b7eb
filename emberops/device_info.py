"""What is known of one device."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class DeviceInfo:
    """One device of one backend."""

    backend: str
    """The backend that can compute on it: ``torch``."""
    device_type: str
    """Its portable name: ``cpu``, ``cuda:0``, ``mps``, ``gpu:0``, ``tpu:0``."""
    device_id: int
    """Which one of its kind."""
    device_name: str
    """What its maker calls it."""
    compute_capability: str | None = None
    """``9.0`` for an H100; ``None`` where there is no such thing."""
    total_memory_bytes: int = 0
    """All of its memory; 0 where the backend cannot tell."""
    driver_version: str | None = None
    """Of the driver or runtime, as the backend reports it."""
    is_available: bool = True
    properties: dict[str, Any] = field(default_factory=dict)
    """What only this backend says of it."""

    @property
    def total_memory_gb(self) -> float:
        """Memory in units of 2**30 bytes."""
        return self.total_memory_bytes / 2**30

    @property
    def total_memory_mb(self) -> float:
        """Memory in units of 2**20 bytes."""
        return self.total_memory_bytes / 2**20

    def to_dict(self) -> dict[str, Any]:
        """All fields, as a dict that JSON can hold if ``properties`` can."""
        return asdict(self)
