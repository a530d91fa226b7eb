"""The package that a file is in."""

from __future__ import annotations

from pathlib import Path


def package_folder(path: Path) -> Path | None:
    """Return the folder of the top-level package that a file is in."""
    folder = path.absolute().parent
    if not (folder / "__init__.py").is_file():
        return None
    while (folder.parent / "__init__.py").is_file():
        folder = folder.parent
    return folder
