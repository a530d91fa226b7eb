"""Tests that pytest cannot parametrize, once per backend: methods of ``unittest.TestCase``, and doctests.

They are repeated as items.  ``setUpClass`` and ``setUpModule`` still run once, on the backend of the first of them.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest

from emberops.testing import axes

_ENTERED = pytest.StashKey[Any]()


def repeated(item: pytest.Item, chosen: axes.Chosen) -> list[pytest.Item]:
    """The item for each backend, or itself alone if it has a backend already."""
    if axes.backend_of_item(item) is not None or not isinstance(item, _kinds()):
        return [item]
    return [_on(item, param) for param in axes.backend_params(chosen, list(item.iter_markers()))]


def enter(item: pytest.Item) -> None:
    """Choose the backend of a repeated item."""
    from emberops.dispatch.selection import use_backend

    name = axes.backend_of_item(item)
    if name is not None and isinstance(item, _kinds()):
        block = item.stash[_ENTERED] = use_backend(name)
        block.__enter__()


def leave(item: pytest.Item) -> None:
    """Undo :func:`enter`."""
    block = item.stash.get(_ENTERED, None)
    if block is not None:
        del item.stash[_ENTERED]
        block.__exit__(None, None, None)


def _kinds() -> tuple[type[pytest.Item], ...]:
    from _pytest.unittest import TestCaseFunction

    return TestCaseFunction, pytest.DoctestItem


def _on(item: pytest.Item, param: Any) -> pytest.Item:
    (name,) = param.values
    made: Any = copy.copy(item)
    _name(made, f"{item.nodeid}[{name}]")
    file, line, title = item.location
    made.__dict__["location"] = file, line, f"{title}[{name}]"  # cached there, of the original
    made.user_properties = [*item.user_properties, (axes.PROPERTY, name)]
    made.own_markers = list(item.own_markers)
    made.stash = pytest.Stash()
    made._report_sections = []
    for mark in param.marks:
        made.add_marker(mark)
    if hasattr(made, "_initrequest"):
        made._initrequest()
    return made  # type: ignore[no-any-return]  # a copy of an item


def _name(item: Any, nodeid: str) -> None:
    if hasattr(item, "_id"):  # pytest 9.2
        item._id = type(item._id).parse(nodeid)
    else:
        item._nodeid = nodeid
