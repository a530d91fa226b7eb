"""pytest plugin: one test, every backend.

A test that takes the ``backend`` fixture runs once for each backend chosen by ``--backends`` (a comma-separated
list, ``installed`` or ``all``; the ini option ``emberops_backends`` sets the default, which is ``installed``).
Within the test that backend is the default one.  With ``all`` or an explicit list, a backend that is not
installed is an error, so that a CI job cannot pass by testing nothing.

The ini option ``emberops_every_test`` does so for tests that do not take the fixture; the fixtures ``device`` and
``dtype`` are two more axes.  What is chosen is worked out in :mod:`emberops.testing.axes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from emberops.testing import axes, unparametrized
from emberops.testing.summary import Summary

if TYPE_CHECKING:
    from _pytest.python import Metafunc

_MARKERS = (
    "backends(*names): run the test on these of the chosen backends only",
    "skip_backend(name, reason): skip the test on one backend",
    "xfail_backend(name, reason, *, raises=None, strict=None): the test is expected to fail on one backend",
    "devices(*names): run the test on these devices instead of those of --devices",
    "dtypes(*names): run the test with these dtypes instead of those of --dtypes",
)
_EVERY = "_emberops_backend"
"""The fixture of tests that do not take ``backend``; a project may use that name for something else."""
_GUARD = pytest.StashKey[Any]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options and their ini options."""
    group = parser.getgroup("emberops", "one test, every backend")
    group.addoption(
        "--backends",
        metavar="LIST",
        help="backends that tests with the 'backend' fixture run on: comma-separated names, "
        "'installed' (default) or 'all'",
    )
    group.addoption(
        "--devices",
        metavar="LIST",
        help="devices that tests with the 'device' fixture run on: comma-separated portable names, or "
        "'all' for every one that a chosen backend has; default: cpu",
    )
    group.addoption(
        "--dtypes",
        metavar="LIST",
        help="dtypes that tests with the 'dtype' fixture run with: comma-separated names; default: float32,float64",
    )
    group.addoption(
        "--pure",
        action="store_true",
        help="within tests, let every implicit conversion of a tensor to NumPy raise ImpurityError",
    )
    parser.addini("emberops_pure", "default of --pure", type="bool", default=False)
    parser.addini("emberops_backends", "default of --backends", default="installed")
    parser.addini("emberops_devices", "default of --devices", default="cpu")
    parser.addini("emberops_dtypes", "default of --dtypes", default="float32,float64")
    parser.addini(
        "emberops_every_test",
        "run every test once per backend, also those that do not take the 'backend' fixture",
        type="bool",
        default=False,
    )


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a wrong ``--backends``, ``--devices`` or ``--dtypes`` before anything is collected."""
    for line in _MARKERS:
        config.addinivalue_line("markers", line)
    chosen = config.stash[axes.CHOSEN] = axes.read(config)
    config.pluginmanager.register(Summary(chosen), "emberops_summary")


def pytest_generate_tests(metafunc: Metafunc) -> None:
    """Run a test once per backend, device and dtype of those axes that it takes."""
    chosen = metafunc.config.stash[axes.CHOSEN]
    marks = list(metafunc.definition.iter_markers())
    if _takes(metafunc, "backend"):
        metafunc.parametrize("backend", axes.backend_params(chosen, marks), indirect=True)
    elif chosen.every_test:
        metafunc.fixturenames.insert(0, _EVERY)
        metafunc.parametrize(_EVERY, axes.backend_params(chosen, marks), indirect=True)
    if _takes(metafunc, "device"):
        metafunc.parametrize("device", axes.device_names(chosen, marks), indirect=True)
    if _takes(metafunc, "dtype"):
        metafunc.parametrize("dtype", axes.dtype_names(chosen, marks), indirect=True)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Note the backend of a test where reports, also those of pytest-xdist's workers, can be asked for it."""
    params = getattr(getattr(item, "callspec", None), "params", {})
    fixtures = getattr(getattr(item, "_fixtureinfo", None), "name2fixturedefs", {})
    name = params.get(_EVERY) or (params.get("backend") if _is_ours(fixtures.get("backend")) else None)
    if name is not None:
        item.user_properties.append((axes.PROPERTY, name))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Under ``emberops_every_test``, repeat what pytest cannot parametrize: unittest's methods and doctests."""
    chosen = config.stash[axes.CHOSEN]
    if chosen.every_test:
        items[:] = [copy for item in items for copy in unparametrized.repeated(item, chosen)]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Warn if a choice of backends has chosen nothing."""
    chosen = session.config.stash[axes.CHOSEN]
    if chosen.asked_for and session.items and not any(axes.backend_of_item(i) for i in session.items):
        session.config.issue_config_time_warning(
            pytest.PytestWarning(
                f"--backends={','.join(chosen.backends)} selects nothing: none of the {len(session.items)} tests "
                "takes the 'backend' fixture; set the ini option emberops_every_test to run all of them per backend"
            ),
            stacklevel=2,
        )


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Choose the backend of a repeated test before its fixtures are made."""
    unparametrized.enter(item)
    if item.config.stash[axes.CHOSEN].pure:
        from emberops.testing.purity import pure

        guard = item.stash[_GUARD] = pure()
        guard.__enter__()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Undo it after they are gone."""
    guard = item.stash.get(_GUARD, None)
    if guard is not None:
        del item.stash[_GUARD]
        guard.__exit__(None, None, None)
    unparametrized.leave(item)


@pytest.fixture
def backend(request: pytest.FixtureRequest) -> Iterator[str]:
    """Name of the backend under test, which is the default backend for the duration of the test."""
    yield from _use(request.param)


@pytest.fixture
def _emberops_backend(request: pytest.FixtureRequest) -> Iterator[str]:
    """The same for a test that does not ask for it."""
    yield from _use(request.param)


@pytest.fixture
def device(request: pytest.FixtureRequest, backend: str) -> Iterator[str]:
    """Portable name of a device, on which the backend under test makes its tensors for the duration of the test.

    The test is skipped where that backend has no such device.
    """
    with axes.on_device(backend, request.param) as missing:
        if missing:
            pytest.skip(missing)
        yield request.param


@pytest.fixture
def dtype(request: pytest.FixtureRequest, backend: str) -> Iterator[Any]:
    """A portable dtype; one of floats is the default for the duration of the test (on JAX, float64 needs that).

    The test is skipped where the backend under test has no such dtype.
    """
    with axes.with_dtype(backend, request.param) as (found, missing):
        if missing:
            pytest.skip(missing)
        yield found


def _use(name: str) -> Iterator[str]:
    from emberops.dispatch.selection import use_backend

    with use_backend(name):
        yield name


def _takes(metafunc: Metafunc, fixture: str) -> bool:
    """The fixture is this plugin's: a project may have one of its own, or its own parameters, of that name."""
    return (
        fixture in metafunc.fixturenames
        and _is_ours(metafunc._arg2fixturedefs.get(fixture))
        and not _parametrized(metafunc, fixture)
    )


def _is_ours(definitions: Any) -> bool:
    return bool(definitions) and definitions[-1].func.__module__ == __name__


def _parametrized(metafunc: Metafunc, fixture: str) -> bool:
    for mark in metafunc.definition.iter_markers("parametrize"):
        named = mark.args[0] if mark.args else mark.kwargs.get("argnames", "")
        names = named.split(",") if isinstance(named, str) else named
        if fixture in [name.strip() for name in names]:
            return True
    return False
