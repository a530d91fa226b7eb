"""Helpers for tests that run on every backend."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from emberops.testing.comparison import assert_close

if TYPE_CHECKING:
    from emberops.testing.purity import ImpurityError, pure

__all__ = ["ImpurityError", "assert_close", "pure"]


def __getattr__(name: str) -> Any:
    if name in ("ImpurityError", "pure"):  # pytest imports this package in every run of everybody
        return getattr(import_module("emberops.testing.purity"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
