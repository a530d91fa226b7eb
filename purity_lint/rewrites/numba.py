"""Decorators of Numba."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.knowledge.ecosystem import WITH_A_JIT
from purity_lint.rewrites.operands import dotted
from purity_lint.semantics.model import ImportBinding, SemanticModel

ONLY_FASTER = frozenset({"numba.jit", "numba.njit"})
"""Decorators that a function does without as well."""
_COMPILERS = ONLY_FASTER | {
    "numba.cfunc",
    "numba.cuda.jit",
    "numba.experimental.jitclass",
    "numba.generated_jit",
    "numba.guvectorize",
    "numba.stencil",
    "numba.vectorize",
}


_HANDED_ON = frozenset({"jit", "njit"})
"""Compilers by whose names nobody means anything but Numba's, unless a library has one of its own."""


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
    if not knows_numba(model):
        return
    definitions: list[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]
    definitions = [*source.of(ast.FunctionDef), *source.of(ast.AsyncFunctionDef), *source.of(ast.ClassDef)]
    for node in definitions:
        if any(numba_compiler(decorator, model) for decorator in node.decorator_list):
            yield node


def knows_numba(model: SemanticModel) -> bool:
    """True where the file imports something of Numba's."""
    return any(map(_is_numba, model.imports))


def _is_numba(binding: ImportBinding) -> bool:
    return binding.qualified.partition(".")[0] == "numba" or _is_handed_on(binding)


def _is_handed_on(binding: ImportBinding) -> bool:
    """True for `from ._compat import jit`: projects that do without Numba keep its decorators in a module of theirs."""
    module, _, name = binding.qualified.rpartition(".")
    of_others = module.partition(".")[0] in WITH_A_JIT or module in WITH_A_JIT
    return name in _HANDED_ON and bool(module) and not of_others


def numba_compiler(decorator: ast.expr, model: SemanticModel) -> str | None:
    """Return the qualified name of a decorator of Numba; ``None`` for any other."""
    _, _, rest = _path(decorator).partition(".")
    for binding in numba_imports(decorator, model):
        qualified = (
            f"numba.{binding.qualified.rpartition('.')[2]}" if _is_handed_on(binding) else binding.qualified
        )
        name = f"{qualified}.{rest}" if rest else qualified
        return name if name in _COMPILERS else None
    return None


def numba_imports(decorator: ast.expr, model: SemanticModel) -> list[ImportBinding]:
    """Return the imports of Numba that bind the name that the decorator begins with."""
    root = _path(decorator).partition(".")[0]
    return [binding for binding in model.imports if binding.local == root and _is_numba(binding)]


def _path(decorator: ast.expr) -> str:
    return dotted(decorator.func if isinstance(decorator, ast.Call) else decorator) or ""
