"""Composed operations of the group ``manipulation``."""

from __future__ import annotations
