"""Composed operations of the group ``statistical``."""

from __future__ import annotations
