"""A pytest plugin: the whole run within ``compat.numpy_on``, and what it was; see unmodified.py."""

from __future__ import annotations

import json
import os
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from emberops import compat
from emberops.array.holder import Holder

_made: Counter[str] = Counter()
_reached: set[str] = set()


def pytest_configure(config: pytest.Config) -> None:
    """Begin before anything is collected: modules make arrays when they are imported."""
    backend = os.environ["UNMODIFIED_BACKEND"]
    warnings.simplefilter("ignore", compat.FallbackWarning)
    config.stash[_BLOCK] = compat.numpy_on(backend)
    config.stash[_BLOCK].__enter__()
    original = Holder.of.__func__

    def counted(cls: type[Holder], tensor: Any, owner: Any) -> Holder:
        _made[owner.name] += 1
        return original(cls, tensor, owner)

    Holder.of = classmethod(counted)


_BLOCK = pytest.StashKey[Any]()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Any:
    """Note the tests that computed something on the backend."""
    before = _made[os.environ["UNMODIFIED_BACKEND"]]
    yield
    if _made[os.environ["UNMODIFIED_BACKEND"]] > before:
        _reached.add(item.nodeid)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Write down the fallbacks by name, and how many tests reached the backend."""
    config.stash[_BLOCK].__exit__(None, None, None)
    told = {"fallbacks": dict(compat.fallbacks), "reached": len(_reached)}
    Path(os.environ["UNMODIFIED_ANSWER"]).write_text(json.dumps(told))
