"""Functions that Numba compiles, by a decorator or by a call."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.knowledge.numba import COMPILED, COMPILERS, numba_name
from purity_lint.rewrites.operands import dotted
from purity_lint.semantics.model import ImportBinding, SemanticModel


def is_compiled_by_numba(node: ast.AST, model: SemanticModel) -> bool:
    """True where ``node`` stands in a function or class that Numba compiles, its decorators included."""
    compiled = model.memo(is_compiled_by_numba, lambda: set(_compiled(model)))
    current: ast.AST | None = node if compiled else None
    while current is not None and current not in compiled:
        current = model.parent(current)
    return current is not None


def _compiled(model: SemanticModel) -> Iterator[ast.AST]:
    """Yield the functions and classes that Numba compiles."""
    source = model.source
    handed_over, decorated = model.asked_about(COMPILED), knows_numba(model)
    if not handed_over and not decorated:
        return
    definitions: list[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]
    definitions = [*source.of(ast.FunctionDef), *source.of(ast.AsyncFunctionDef), *source.of(ast.ClassDef)]
    for node in definitions:
        if node.name in handed_over or (
            decorated and any(numba_compiler(decorator, model) for decorator in node.decorator_list)
        ):
            yield node


def knows_numba(model: SemanticModel) -> bool:
    """True where the file imports something of Numba's."""
    return any(map(_is_numba, model.imports))


def _is_numba(binding: ImportBinding) -> bool:
    return numba_name(binding.qualified) is not None


def numba_compiler(decorator: ast.expr, model: SemanticModel) -> str | None:
    """Return the qualified name of a decorator of Numba; ``None`` for any other."""
    _, _, rest = _path(decorator).partition(".")
    for binding in numba_imports(decorator, model):
        qualified = numba_name(binding.qualified)
        name = f"{qualified}.{rest}" if rest else qualified
        return name if name in COMPILERS else None
    return None


def numba_imports(decorator: ast.expr, model: SemanticModel) -> list[ImportBinding]:
    """Return the imports of Numba that bind the name that the decorator begins with."""
    root = _path(decorator).partition(".")[0]
    return [binding for binding in model.imports if binding.local == root and _is_numba(binding)]


def _path(decorator: ast.expr) -> str:
    return dotted(decorator.func if isinstance(decorator, ast.Call) else decorator) or ""
