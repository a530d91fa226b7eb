"""How deep Python may recurse: trees are walked recursively, and generated code nests deeply."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

LIMIT = 20_000
"""``a + b + ... + z`` nests as deep as it is long; the parser itself stops at some thousands."""


def allow_deep_recursion() -> None:
    """Raise the recursion limit of this process, for good."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), LIMIT))


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raise the recursion limit for a while."""
    limit = sys.getrecursionlimit()
    allow_deep_recursion()
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
