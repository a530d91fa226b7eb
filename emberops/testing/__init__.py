"""Helpers for tests that run on every backend."""

from __future__ import annotations

from emberops.testing.comparison import assert_close

__all__ = ["assert_close"]
