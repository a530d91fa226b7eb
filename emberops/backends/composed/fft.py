"""Composed operations of the group ``fft``."""

from __future__ import annotations
