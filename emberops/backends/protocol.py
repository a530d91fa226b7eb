"""What a backend module offers, besides a function for every operation of the catalogue.

The registry asks :func:`missing` when it loads a backend, and names what is not there: a type checker sees the modules
of this package only, and a backend may come from another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from emberops.device_info import DeviceInfo


class BackendDevices(Protocol):
    """A backend's ``devices``: a module, or an object with these methods."""

    def native_device(self, device: Any) -> Any:
        """The library's device for a portable name; ``None`` stays ``None``."""

    def available(self) -> Sequence[str]:
        """Portable names of the devices that are there."""

    def describe(self) -> list[DeviceInfo]:
        """Every device, as ``emberops.devices()`` lists it."""

    def set_default(self, device: Any) -> None:
        """Make new tensors there from now on."""

    def synchronize(self) -> None:
        """Wait for queued work."""

    def empty_cache(self) -> None:
        """Give memory that is kept but not used back to the system."""

    def memory(self, device: Any = None) -> dict[str, int]:
        """Bytes of memory: ``allocated``, ``reserved``, ``peak``, ``total``, as far as they are known."""


class BackendModule(Protocol):
    """The attributes of a backend module that are no operations.

    ``of_scalars`` may stand beside them: from an operation's name and the types of its arguments to a shorter way for
    the library's scalars, or ``None``.  So may ``another_way``: from a call that failed and its exception to the answer
    that the backend gives all the same, or ``NotImplemented``.  And so may ``beside``, where tensors must lie on one
    device: from values to the namespace whose functions make their tensors where those among the values lie.

    ``function_protocol`` names a method by which objects of any class bring versions of the library's functions: these
    objects are handed to the backend as they are.

    A library that looks into objects of other classes than Python's own containers may have ``register_container``,
    which tells it of such a class, and ``tensors_within``, from an object to what it holds.

    A backend that compiles every operation for every shape may have ``on_host``, from tensors to their values as
    arrays of NumPy, or ``None`` where the host does not have them, and ``in_one``, which runs a composed function that
    looks at no value, and its arguments, as one program.
    """

    NAME: str
    """What users pass to ``emberops.set_backend``."""
    TENSOR_TYPES: tuple[type, ...]
    """The types that dispatch to this backend; tracers of its compilers belong to it."""
    ARRAY_TYPES: tuple[type, ...]
    """What ``ops.is_tensor`` calls a tensor."""
    NATIVE: Mapping[str, Any]
    """Portable dtype name -> the library's dtype."""
    native_dtype: Callable[[Any], Any]
    """From anything that stands for a dtype to the library's; ``None`` stays ``None``."""
    devices: BackendDevices
    __array_api_version__: str
    __array_namespace_info__: Callable[[], Any]


OfScalars = Callable[[str, Iterable[type]], Callable[..., Any] | None]
"""The type of the optional ``of_scalars``."""
Beside = Callable[[Iterable[Any]], Any]
"""The type of the optional ``beside``."""


def is_written(module: Any) -> bool:
    """Whether a module is a backend as it stands; any other Array API namespace is adapted."""
    return hasattr(module, "TENSOR_TYPES")


def missing(module: Any) -> list[str]:
    """Dotted names of the attributes that a backend module lacks."""
    lacking = [name for name in BackendModule.__annotations__ if not hasattr(module, name)]
    if "devices" not in lacking:
        asked = (name for name in vars(BackendDevices) if not name.startswith("_"))
        lacking += [f"devices.{name}" for name in asked if not hasattr(module.devices, name)]
    return lacking
