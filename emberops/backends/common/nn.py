"""Composed operations of the group ``nn``."""

from __future__ import annotations
