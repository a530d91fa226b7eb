"""Composed operations of the group ``elementwise``."""

from __future__ import annotations
