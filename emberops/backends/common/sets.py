"""Composed operations of the group ``sets``."""

from __future__ import annotations
