"""Imports of which fixes took the last use: `math` where each `math.sqrt(x)` became `ops.sqrt(x)`."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator

from purity_lint.findings.edits import RemoveImport
from purity_lint.fixes.imports.needs import Needs
from purity_lint.knowledge.libraries import ARRAY_PACKAGES
from purity_lint.source.file import SourceFile
from purity_lint.source.walk import walk


def left_over(
    source: SourceFile, edited: Iterable[ast.AST], needs: Callable[[], Needs], *, unsafe: bool
) -> list[RemoveImport]:
    """Return the removal of names that are imported at the top of a file, named in ``edited`` code, and needed no more.

    Imports of array libraries have findings of their own.  What runs when another module is imported is not known, so
    that only ``unsafe`` fixes drop such imports; those of the standard library only define.
    """
    found = list(_imported(source.tree, unsafe=unsafe))
    if not found:
        return []
    wanted = {edit.local for edit in found}
    named = {
        node.id for root in edited for node in walk(root) if isinstance(node, ast.Name) and node.id in wanted
    }
    return [edit for edit in found if edit.local in named and needs().reason(edit) is None]


def _imported(tree: ast.Module, *, unsafe: bool) -> Iterator[RemoveImport]:
    for node in tree.body:
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        for alias in node.names:
            module = (node.module or "") if isinstance(node, ast.ImportFrom) else alias.name
            root = "" if isinstance(node, ast.ImportFrom) and node.level else module.partition(".")[0]
            may_go = root in sys.stdlib_module_names or unsafe
            if may_go and root != "__future__" and root not in ARRAY_PACKAGES and alias.name != "*":
                yield RemoveImport(node, alias.asname or alias.name.partition(".")[0])
