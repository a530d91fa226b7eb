"""The names that imports bind in a file, also those of modules that are imported by a call."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from purity_lint.semantics.model import ImportBinding
from purity_lint.source.file import SourceFile
from purity_lint.source.names import last_name

_DYNAMIC = ("__import__", "import_module")
"""Functions that import what they are given the name of."""

Parent = Callable[[ast.AST], ast.AST | None]
Absolute = Callable[[str | None, int], str]


def import_bindings(
    source: SourceFile, parent: Parent, absolute: Absolute, named: Callable[[str], str]
) -> Iterator[ImportBinding]:
    """Yield every name that an import binds.

    ``parent`` gives the node that holds another, ``absolute`` the module that a relative import means, ``named`` what
    a qualified name is called elsewhere in the model.
    """
    calls = source.of(ast.Call) if any(name in source.text for name in _DYNAMIC) else []
    dynamic = {call: target for call in calls if (target := _dynamic_import(call)) is not None}
    found: list[ast.Import | ast.ImportFrom | ast.Call]
    found = [*source.of(ast.Import), *source.of(ast.ImportFrom), *dynamic]
    if not found:
        return
    used = {n.id for n in source.of(ast.Name) if type(n.ctx) is ast.Load}
    exported = _exported(source.tree)
    for node in sorted(found, key=lambda n: (n.lineno, n.col_offset)):
        if isinstance(node, ast.Call):
            holder = parent(node)
            targets = holder.targets if isinstance(holder, ast.Assign) else []
            for local in [t.id for t in targets if isinstance(t, ast.Name)] or [""]:
                yield ImportBinding(local, dynamic[node], node, used=not local or local in used)
            continue
        checking = _type_checking(node, parent)
        for local, qualified, star in _bound_by(node, absolute):
            yield ImportBinding(
                local,
                named(qualified),
                node,
                star=star,
                type_checking=checking,
                used=star or local in used or local in exported,
            )


def _bound_by(node: ast.Import | ast.ImportFrom, absolute: Absolute) -> Iterator[tuple[str, str, bool]]:
    """Return the names that an import binds, what each stands for, and whether that is a star."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            local = alias.asname or alias.name.partition(".")[0]
            yield local, alias.name if alias.asname else local, False
        return
    base = absolute(node.module, node.level)
    for alias in node.names:
        if alias.name == "*":
            yield "*", base, True
        else:
            yield alias.asname or alias.name, f"{base}.{alias.name}" if base else alias.name, False


def _dynamic_import(node: ast.Call) -> str | None:
    if not node.args or last_name(node.func) not in _DYNAMIC:
        return None
    first = node.args[0]
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None


def _exported(tree: ast.Module) -> frozenset[str]:
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            named = any(isinstance(t, ast.Name) and t.id == "__all__" for t in targets)
            if named and isinstance(node.value, (ast.List, ast.Tuple)):
                constants = [e.value for e in node.value.elts if isinstance(e, ast.Constant)]
                return frozenset(c for c in constants if isinstance(c, str))
    return frozenset()


def _type_checking(node: ast.AST, parent: Parent) -> bool:
    current = parent(node)
    while current is not None:
        if isinstance(current, ast.If) and last_name(current.test) == "TYPE_CHECKING":
            return True
        current = parent(current)
    return False
