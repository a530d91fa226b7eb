"""Imports of array libraries, and the finding that asks for one to go."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, RemoveImport
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.libraries import ROOTS, TITLES
from purity_lint.records import dataclass
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

IMPORTS = (ast.Import, ast.ImportFrom, ast.Call)
DYNAMIC = frozenset({"importlib.import_module", "builtins.__import__", "__import__"})


@dataclass(frozen=True, slots=True)
class LibraryImport:
    """One import of one library."""

    node: ast.AST
    """Node to report: the statement, the name in ``import a, b``, or the call."""
    statement: ast.stmt | None
    """``None`` for an import by a function call."""
    library: str
    module: str
    locals: tuple[str, ...]

    @property
    def title(self) -> str:
        return TITLES[self.library]

    @property
    def is_star(self) -> bool:
        return self.locals == ("*",)


def library_imports(node: ast.AST, model: SemanticModel) -> Iterator[LibraryImport]:
    """Yield the imports of array libraries that the statement or call ``node`` makes."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            root = alias.name.partition(".")[0]
            if root in ROOTS:
                yield LibraryImport(alias, node, ROOTS[root], alias.name, (alias.asname or root,))
    elif isinstance(node, ast.ImportFrom):
        root = (node.module or "").partition(".")[0]
        if root in ROOTS and node.level == 0:
            local = tuple(alias.asname or alias.name for alias in node.names)
            yield LibraryImport(node, node, ROOTS[root], node.module or "", local)
    elif isinstance(node, ast.Call):
        module = constant_argument(node)
        root = module.partition(".")[0]
        if root in ROOTS and model.qualified_name(node.func) in DYNAMIC:
            yield LibraryImport(node, None, ROOTS[root], module, ())


def constant_argument(call: ast.Call) -> str:
    """Return the text that ``call`` is given first, or the empty string."""
    if call.args and isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str):
        return call.args[0].value
    return ""


def is_for_types_only(found: LibraryImport, model: SemanticModel) -> bool:
    """True where the import stands under ``if TYPE_CHECKING:``."""
    child: ast.AST = found.node
    parent = model.parent(child)
    while parent is not None:
        if isinstance(parent, ast.If) and child in parent.body and last_name(parent.test) == "TYPE_CHECKING":
            return True
        child, parent = parent, model.parent(parent)
    return False


def import_finding(found: LibraryImport, message: Message | str) -> Finding:
    """Return the finding for an import, with a fix that drops each of its names that nothing needs any more."""
    if found.statement is None or found.is_star:
        return Finding(found.node, message, hint="import `ops` from emberops, and call its functions instead")
    return Finding(
        found.node,
        message,
        fix=Fix(
            tuple(RemoveImport(found.statement, local) for local in found.locals),
            Applicability.SAFE,
            f"Remove the import of `{found.module}`",
        ),
    )
