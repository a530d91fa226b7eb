"""The package that a file is in, and its module for arrays of any library."""

from __future__ import annotations

from pathlib import Path

_MODULE = "_array_api.py"


def package_folder(path: Path) -> Path | None:
    """Return the folder of the top-level package that a file is in."""
    folder = path.absolute().parent
    if not (folder / "__init__.py").is_file():
        return None
    while (folder.parent / "__init__.py").is_file():
        folder = folder.parent
    return folder


def array_api_module(path: Path) -> tuple[str, str] | None:
    """Return the dotted name and the text of the module `_array_api` in the package of the file at ``path``."""
    root = package_folder(path)
    if root is None:
        return None
    for file in sorted((*root.glob(_MODULE), *root.glob(f"*/{_MODULE}"))):
        module = ".".join(file.relative_to(root.parent).with_suffix("").parts)
        return module, file.read_text(encoding="utf-8", errors="replace")
    return None
