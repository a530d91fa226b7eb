"""Whose tensor is this?  Found by type, once, without importing a library that is not concerned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from emberops.dispatch import registry

SCALARS = frozenset({bool, int, float, complex})
"""Python numbers: they promote weakly next to a tensor."""
SEQUENCES = (list, tuple)
DESCRIPTIONS: set[type] = set()
"""Classes of what tells of tensors where one could stand, and is none itself: dtypes, in `ops.finfo(ops.float64)`."""

_NO_NUMBERS = ("O", "S", "U", "M", "m")
"""Kinds of NumPy's dtypes; "V" is not among them, which is that of bfloat16 too."""

_PROTOCOLS = {"__jax_array__": "jax"}
"""Methods by which objects of no library's own classes become tensors -> the backend of these."""

_DEEPEST = 64
"""How many axes an array can have: NumPy's bound."""

_owners: dict[type, registry.Backend | None] = {}


def backend_of_type(cls: type) -> registry.Backend | None:
    """The backend whose tensors, or whose scalars, are of type ``cls``."""
    try:
        return _owners[cls]
    except KeyError:
        found = _owners[cls] = None if cls.__module__ == "builtins" else registry.owner(cls)
        return found


def belongs(cls: type, backend: registry.Backend) -> bool:
    """Whether objects of ``cls`` are handed to a backend as they are; a compiler may ask it while it traces."""
    if issubclass(cls, backend.tensor_types):
        return True
    return bool(backend.function_protocol) and backend_of_type(cls) is backend


def backend_of(*values: Any) -> registry.Backend | None:
    """The backend of the tensors among ``values``; NumPy arrays and other host data have none."""
    for value in values:
        for backend in backends_in(value):
            return backend
    return None


def backends_in(value: Any) -> list[registry.Backend]:
    """The backends, NumPy apart, of the tensors in a value: itself, or the items of nested sequences."""
    found: list[registry.Backend] = []
    if isinstance(value, SEQUENCES):
        _collect(value, found)
    elif value is not None and type(value) not in SCALARS:
        _add(type(value), found)
    return found


def _collect(sequence: Sequence[Any], found: list[registry.Backend]) -> None:
    for cls in set(map(type, sequence)).difference(
        SCALARS
    ):  # as a method, for compilers that know no such operator
        if issubclass(cls, SEQUENCES):
            for item in sequence:
                if type(item) is cls:
                    _collect(item, found)
        else:
            _add(cls, found)


def backend_by_protocol(value: Any) -> registry.Backend | None:
    """The backend of whose tensors an object holds one, or the items of a sequence do: a variable of Flax or Keras."""
    classes = set(map(type, value)) if isinstance(value, SEQUENCES) else {type(value)}
    for method, name in _PROTOCOLS.items():
        if any(hasattr(cls, method) for cls in classes):
            return registry.load(name)
    return None


def holds_no_numbers(value: Any) -> bool:
    """Whether this is a NumPy array of text, objects or dates, or with a mask, which no other library can hold."""
    return getattr(getattr(value, "dtype", None), "kind", "") in _NO_NUMBERS or is_masked(value)


def is_masked(value: Any) -> bool:
    """Whether this is a masked array of which something is masked: found without loading what defines the class."""
    return any(c.__module__.startswith("numpy.ma") for c in type(value).__mro__) and bool(value.mask.any())


def holds_text(value: Any) -> bool:
    """Whether this is text, or a list of text, by its first element."""
    for _ in range(_DEEPEST):  # a list that holds itself has no end
        if type(value) not in SEQUENCES or not value:
            break
        value = value[0]
    return isinstance(value, (str, bytes))


def is_tensor(x: object) -> bool:
    """Whether ``x`` is a tensor of some backend (a NumPy array is one; a NumPy scalar or a list is not)."""
    cls = type(x)
    if cls in SCALARS or cls in SEQUENCES or x is None:
        return False
    backend = backend_of_type(cls)
    return backend is not None and isinstance(x, backend.module.ARRAY_TYPES)


def is_tensor_class(cls: type) -> bool:
    """Whether the instances of ``cls`` are tensors of some backend."""
    backend = backend_of_type(cls)
    return backend is not None and issubclass(cls, backend.module.ARRAY_TYPES)


def forget() -> None:
    """Ask again: a backend has come that may own types which had no owner."""
    _owners.clear()
    # torch.compile can read this table while it traces, but not take the registry's lock.
    for backend in registry.loaded():
        _owners.update(dict.fromkeys(backend.tensor_types, backend))


def _add(cls: type, found: list[registry.Backend]) -> None:
    backend = backend_of_type(cls)
    if backend is not None and not backend.is_host:
        found.append(backend)
