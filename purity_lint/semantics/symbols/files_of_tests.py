"""Which files of a project hold tests."""

from __future__ import annotations

from pathlib import Path


def is_test(path: Path) -> bool:
    """Return True where a file holds tests."""
    name = path.name
    return (
        name.startswith("test_")
        or name.endswith("_test.py")
        or name == "conftest.py"
        or any(p in ("tests", "test", "testing") for p in path.parts[:-1])
    )
