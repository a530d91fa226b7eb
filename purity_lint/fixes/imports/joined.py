"""Names that are added to an import which a file has already: ``from ._array_api import get_namespace, size``."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable

from purity_lint.findings.edits import RemoveImport
from purity_lint.fixes.composition.compose import Replacement
from purity_lint.fixes.composition.sourcemap import SourceMap
from purity_lint.source.imports import imported_from
from purity_lint.source.parse import parsed

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


def without_names(
    source: SourceMap, edits: Iterable[RemoveImport], added: Iterable[Replacement]
) -> list[Replacement]:
    """Return what is added, without the names that ``edits`` take out of imports to which others are added."""
    doomed: dict[tuple[int, int], set[str]] = {}
    for edit in edits:
        extent = source.extent(edit.node)
        doomed.setdefault((extent.start, extent.end), set()).add(edit.local)
    return [_without(one, doomed.get((one.start, one.end), frozenset())) for one in added]


def _without(added: Replacement, doomed: Collection[str]) -> Replacement:
    if not doomed:
        return added
    statement = parsed(added.text).body[0]
    assert isinstance(statement, ast.ImportFrom)
    kept = [ast.unparse(alias) for alias in statement.names if (alias.asname or alias.name) not in doomed]
    one_line = added.text.partition("import")[0] + "import"
    return Replacement(added.start, added.end, _import(one_line, kept, []))


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
