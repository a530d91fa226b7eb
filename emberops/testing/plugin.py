"""pytest plugin: one test, every backend.

A test that takes the ``backend`` fixture runs once for each backend chosen by ``--backends`` (a comma-separated
list, ``installed`` or ``all``; the ini option ``emberops_backends`` sets the default, which is ``installed``).
Within the test that backend is the default one.  With ``all`` or an explicit list, a backend that is not
installed is an error, so that a CI job cannot pass by testing nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest.python import Metafunc

_TEXT = pytest.StashKey[str]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--backends`` and its ini option."""
    group = parser.getgroup("emberops", "one test, every backend")
    group.addoption(
        "--backends",
        metavar="LIST",
        help="backends that tests with the 'backend' fixture run on: comma-separated names, "
        "'installed' (default) or 'all'",
    )
    parser.addini("emberops_backends", "default of --backends", default="installed")


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a wrong ``--backends`` before anything is collected."""
    text = config.getoption("--backends") or config.getini("emberops_backends")
    config.stash[_TEXT] = text
    if text != "installed":
        _chosen(text)


def pytest_generate_tests(metafunc: Metafunc) -> None:
    """Run each test that takes ``backend`` once per chosen backend."""
    if "backend" in metafunc.fixturenames and _is_ours(metafunc):
        metafunc.parametrize("backend", _chosen(metafunc.config.stash[_TEXT]), indirect=True)


@pytest.fixture
def backend(request: pytest.FixtureRequest) -> Iterator[str]:
    """Name of the backend under test, which is the default backend for the duration of the test."""
    from emberops.dispatch.selection import use_backend

    name: str = request.param
    with use_backend(name):
        yield name


def _is_ours(metafunc: Metafunc) -> bool:
    """Whether ``backend`` means this plugin's fixture: a project may have one of its own, or its own parameters."""
    definitions = metafunc._arg2fixturedefs.get("backend", ())
    return bool(definitions) and definitions[-1].func.__module__ == __name__ and not _parametrized(metafunc)


def _parametrized(metafunc: Metafunc) -> bool:
    return any(
        "backend" in [name.strip() for name in str(mark.args[0]).split(",")]
        for mark in metafunc.definition.iter_markers("parametrize")
        if mark.args
    )


def _chosen(text: str) -> list[str]:
    from emberops.dispatch import registry

    if text == "installed":
        return [name for name in registry.BUILTIN if registry.is_installed(name)]
    names = list(registry.BUILTIN) if text == "all" else [n.strip() for n in text.split(",") if n.strip()]
    for name in names:
        try:
            installed = registry.is_installed(name)
        except ValueError as error:
            raise pytest.UsageError(f"--backends: {error}") from None
        if not installed:
            raise pytest.UsageError(f"--backends: {name!r} is not installed: pip install 'emberops[{name}]'")
    return names
