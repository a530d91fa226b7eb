"""Which backends, devices and dtypes a test runs with: options, ini options and markers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

PROPERTY = "emberops_backend"
"""The user property of a test's reports that holds its backend."""


@dataclass(frozen=True)
class Chosen:
    """What the command line and the ini file say."""

    backends: tuple[str, ...]
    devices: tuple[str, ...]
    dtypes: tuple[str, ...]
    every_test: bool
    asked_for: bool
    """Somebody typed ``--backends``."""
    pure: bool
    """Tests run under :func:`emberops.testing.pure`."""


CHOSEN = pytest.StashKey[Chosen]()


def read(config: pytest.Config) -> Chosen:
    """What is chosen.

    Raises
    ------
    pytest.UsageError
        If a backend is unknown or not installed, or a device or dtype is none at all.
    """
    asked = config.getoption("--backends")
    backends = _backends(asked if asked is not None else config.getini("emberops_backends"))
    return Chosen(
        backends,
        _devices(_words(config, "--devices", "emberops_devices"), backends),
        _dtypes(_words(config, "--dtypes", "emberops_dtypes")),
        config.getini("emberops_every_test"),
        asked is not None,
        config.getoption("--pure") or config.getini("emberops_pure"),
    )


def backend_params(chosen: Chosen, marks: Sequence[pytest.Mark]) -> list[Any]:
    """The parameters of the backend axis of one test, each with its marks for skipping or failing.

    Raises
    ------
    pytest.UsageError
        If a marker names no backend, or lacks its reason.
    """
    only = [name for mark in marks if mark.name == "backends" for name in mark.args]
    for mark in marks:
        if mark.name in ("backends", "skip_backend", "xfail_backend"):
            _check_marker(mark)
    names = [name for name in chosen.backends if not only or name in only]
    if names:
        return [pytest.param(name, marks=_marks(name, marks)) for name in names]
    reason = f"runs on {', '.join(only)} only; chosen: {', '.join(chosen.backends)}"
    return [pytest.param(chosen.backends[0], marks=pytest.mark.skip(reason=reason))]


def device_names(chosen: Chosen, marks: Sequence[pytest.Mark]) -> Sequence[str]:
    """The devices of one test."""
    own = [name for mark in marks if mark.name == "devices" for name in mark.args]
    return _devices(own, chosen.backends) if own else chosen.devices


def dtype_names(chosen: Chosen, marks: Sequence[pytest.Mark]) -> Sequence[str]:
    """The dtypes of one test."""
    own = [str(name) for mark in marks if mark.name == "dtypes" for name in mark.args]
    return _dtypes(own) if own else chosen.dtypes


def backend_of_item(item: pytest.Item) -> str | None:
    """The backend that a collected test runs on, ``None`` if it has none."""
    return next((str(value) for key, value in item.user_properties if key == PROPERTY), None)


@contextmanager
def on_device(backend: str, name: str) -> Iterator[str]:
    """Make tensors of the backend on a device; gives why that cannot be, or an empty string."""
    from emberops import ops
    from emberops.dispatch import registry
    from emberops.errors import DeviceNotAvailableError

    devices = registry.load(backend).module.devices
    before = ops.device(ops.zeros(()))
    try:
        devices.set_default(name)
    except DeviceNotAvailableError as error:
        yield str(error)
        return
    try:
        yield ""
    finally:
        devices.set_default(before)


@contextmanager
def with_dtype(backend: str, name: str) -> Iterator[tuple[Any, str]]:
    """The portable dtype, the default if it is of floats; and why that cannot be, or an empty string."""
    from emberops import hardware, ops
    from emberops.dtypes.default import default_dtype, set_default_dtype

    dtype = getattr(ops, name)
    before = default_dtype()
    real = dtype.kind == "real floating"
    if real:
        set_default_dtype(dtype)
    try:
        held = hardware.supports(name, backend=backend)
        yield dtype, "" if held else f"{backend} has no {name} here"
    finally:
        if real:
            set_default_dtype(before)


def _check_marker(mark: pytest.Mark) -> None:
    if mark.name == "backends":
        names = mark.args
        if not names:
            raise pytest.UsageError("marker backends(...) names no backend")
    else:
        names = (_argument(mark, 0, "name"),)
        if not _argument(mark, 1, "reason"):
            raise pytest.UsageError(f"marker {mark.name}({names[0]!r}) needs a reason")
    for name in names:
        _installed(name, f"marker {mark.name}")


def _argument(mark: pytest.Mark, position: int, name: str) -> Any:
    return mark.args[position] if len(mark.args) > position else mark.kwargs.get(name)


def _marks(backend: str, marks: Sequence[pytest.Mark]) -> list[pytest.MarkDecorator]:
    out = []
    for mark in marks:
        if mark.name not in ("skip_backend", "xfail_backend") or _argument(mark, 0, "name") != backend:
            continue
        reason = _argument(mark, 1, "reason")
        if mark.name == "skip_backend":
            out.append(pytest.mark.skip(reason=reason))
        else:
            more = {k: v for k, v in mark.kwargs.items() if k not in ("name", "reason")}
            out.append(pytest.mark.xfail(reason=reason, **more))
    return out


def _words(config: pytest.Config, option: str, ini: str) -> list[str]:
    text = config.getoption(option) or config.getini(ini)
    return [word.strip() for word in text.split(",") if word.strip()]


def _backends(text: str) -> tuple[str, ...]:
    from emberops.dispatch import registry

    if text == "installed":
        return tuple(name for name in registry.BUILTIN if registry.is_installed(name))
    names = list(registry.BUILTIN) if text == "all" else [n.strip() for n in text.split(",") if n.strip()]
    if not names:
        raise pytest.UsageError("--backends: no backend is named")
    for name in names:
        if not _installed(name, "--backends"):
            raise pytest.UsageError(f"--backends: {name!r} is not installed: pip install 'emberops[{name}]'")
    return tuple(names)


def _installed(name: str, where: str) -> bool:
    from emberops.dispatch import registry

    try:
        return registry.is_installed(name)
    except ValueError as error:
        raise pytest.UsageError(f"{where}: {error}") from None


def _devices(names: Sequence[str], backends: Sequence[str]) -> tuple[str, ...]:
    from emberops.dispatch import registry

    if not names:
        raise pytest.UsageError("--devices: no device is named")
    if list(names) != ["all"]:
        return tuple(names)
    found = [name for b in backends for name in registry.load(b).module.devices.available()]
    return tuple(dict.fromkeys(found))


def _dtypes(names: Sequence[str]) -> tuple[str, ...]:
    from emberops.dtypes import dtype as dtypes

    if not names:
        raise pytest.UsageError("--dtypes: no dtype is named")
    for name in names:
        if name not in dtypes.DTYPES:
            raise pytest.UsageError(f"--dtypes: unknown dtype {name!r}; known: {', '.join(dtypes.DTYPES)}")
    return tuple(names)
