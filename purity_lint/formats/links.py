"""Addresses of pages of the documentation."""

from __future__ import annotations

DOCS = "https://emberops.github.io/emberops"


def rule_page(name: str) -> str:
    """Return the address of the page of the rule called ``name``."""
    return f"{DOCS}/reference/rules/{name}/"
