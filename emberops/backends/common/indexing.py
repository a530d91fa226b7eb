"""Composed operations of the group ``indexing``."""

from __future__ import annotations
