"""Composed operations of the group ``utility``."""

from __future__ import annotations
