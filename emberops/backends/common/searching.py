"""Composed operations of the group ``searching``."""

from __future__ import annotations
