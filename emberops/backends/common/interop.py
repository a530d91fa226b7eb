"""Composed operations of the group ``interop``."""

from __future__ import annotations
