"""Names that are added to an import which a file has already: ``from ._array_api import get_namespace, size``."""

from __future__ import annotations

import ast

from purity_lint.fixes.composition.compose import Replacement
from purity_lint.fixes.composition.sourcemap import SourceMap
from purity_lint.source.imports import imported_from

_COLUMNS = 88
_STEP = "    "


def joined(source: SourceMap, statement: str) -> Replacement | None:
    """Return the edit that adds the names of ``from m import a, b`` to the file's own import from ``m``.

    ``None`` where it has none at its top, or that has comments, which stand beside the names that they are about.
    """
    module, found, names = statement.removeprefix("from ").partition(" import ")
    if not found or " as " in names:
        return None
    for node in source.source.tree.body:
        if isinstance(node, ast.ImportFrom) and imported_from(node, source.source) == module:
            extent = source.extent(node)
            text = source.text[extent.start : extent.end]
            if "#" in text or "\\" in text or any(alias.name == "*" for alias in node.names):
                continue
            written = [ast.unparse(alias) for alias in node.names]
            return Replacement(*extent, _import(text, written, sorted(set(names.split(", ")) - set(written))))
    return None


def _import(text: str, there: list[str], new: list[str]) -> str:
    head = text[: text.index("import") + len("import")].rstrip()
    names = sorted([*there, *new], key=_order) if there == sorted(there, key=_order) else [*there, *new]
    line = f"{head} {', '.join(names)}"
    if "\n" not in text and len(line) <= _COLUMNS:
        return line
    return f"{head} (\n{''.join(f'{_STEP}{name},{chr(10)}' for name in names)})"


def _order(name: str) -> tuple[int, str]:
    """Return the place of a name among others: constants, classes, and the rest, as isort has them."""
    bare = name.lstrip("_")
    return (0 if bare.isupper() else 1 if bare[:1].isupper() else 2), name.lower()
