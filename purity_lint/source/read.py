"""From a path or some bytes to a :class:`SourceFile`."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from purity_lint.errors import InvalidSource
from purity_lint.source.content import MAX_NOTEBOOK, MAX_SOURCE, check_lines, read_content
from purity_lint.source.decode import decode
from purity_lint.source.file import SourceFile
from purity_lint.source.parse import Version, parse


def read_bytes(path: Path) -> bytes:
    """Return the content of a source file or notebook, if it is a regular file of a size that can be understood.

    Raises :class:`UnreadableSource` where there is nothing to read, with the reason in plain words.
    """
    if path.suffix == ".ipynb":
        return read_content(path, MAX_NOTEBOOK)
    data = read_content(path, MAX_SOURCE)
    check_lines(data, path)
    return data


def read_source(path: Path, target_version: Version | None = None) -> SourceFile:
    """Read and parse the file or notebook at ``path``.

    Raises :class:`UnreadableSource` or :class:`InvalidSource`.
    """
    return source_from_bytes(read_bytes(path), path, target_version)


def source_from_bytes(data: bytes, path: Path, target_version: Version | None = None) -> SourceFile:
    """Decode and parse ``data``, which ``path`` names (its suffix says whether it is a notebook)."""
    if path.suffix == ".ipynb":
        return _source_from_notebook(data, path, target_version)
    decoded = decode(data, path)
    tree = parse(decoded.text, path, target_version)
    return SourceFile(
        path,
        decoded.text,
        tree,
        encoding=decoded.encoding,
        newline=decoded.newline,
        has_bom=decoded.has_bom,
        line_ends=decoded.line_ends,
        is_reversible=decoded.is_reversible,
        module=module_name(path),
        speaks=_speaks(decoded.text),
    )


def _source_from_notebook(data: bytes, path: Path, target_version: Version | None = None) -> SourceFile:
    """Read a notebook.

    Raises :class:`InvalidSource` where it is not a notebook, or where a cell is not Python.
    """
    from purity_lint.source.notebook import read_notebook

    decoded = decode(data, path)
    notebook, text = read_notebook(decoded.text, path)
    try:
        tree = parse(text, path, target_version, notebook=True)
    except InvalidSource as error:
        cell, line = notebook.locate(error.line) if notebook.cells else (None, error.line)
        raise InvalidSource(path, error.reason, line, error.col, cell) from None
    return SourceFile(
        path,
        text,
        tree,
        encoding=decoded.encoding,
        newline=decoded.newline,
        has_bom=decoded.has_bom,
        is_reversible=decoded.is_reversible,
        notebook=notebook,
        speaks=_speaks(text),
    )


def source_from_text(text: str, path: Path | str = "<string>") -> SourceFile:
    """Parse ``text`` as if it had been read from ``path``: the short form for tests and tools."""
    return source_from_bytes(text.encode(), Path(path))


@lru_cache(maxsize=4096)
def _package(folder: str) -> str | None:
    """Dotted name of the package in ``folder``, or ``None`` where there is no ``__init__.py``."""
    if not os.path.isfile(os.path.join(folder, "__init__.py")):
        return None
    above, name = os.path.split(folder)
    outer = _package(above) if above != folder else None
    return f"{outer}.{name}" if outer else name


def module_name(path: Path) -> str | None:
    """Dotted name by which ``path`` is imported, from the ``__init__.py`` files around it.

    A file outside any package is a top-level module of its own name.
    """
    folder, name = os.path.split(path)
    stem, suffix = os.path.splitext(name)
    if suffix not in {".py", ".pyi"}:
        return None
    package = _package(os.path.abspath(folder))
    if stem == "__init__":
        return package
    return f"{package}.{stem}" if package else stem


def has_submodule(path: Path, name: str) -> bool:
    """True for the ``__init__.py`` of a package that has a module ``name``: importing it binds that name there."""
    if path.stem != "__init__":
        return False
    return (path.parent / name).is_dir() or any(path.parent.glob(f"{name}.*"))


def _speaks(text: str) -> frozenset[str]:
    """Return the libraries that a file imports."""
    # Their names come with all of the catalogue, which a run that parses nothing needs not.
    from purity_lint.knowledge.libraries import imported_libraries

    return imported_libraries(text)
