"""Composed operations of the group ``creation``."""

from __future__ import annotations
