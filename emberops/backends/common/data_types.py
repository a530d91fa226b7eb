"""Composed operations of the group ``data_types``."""

from __future__ import annotations
