"""Functions that are compiled, by a decorator or by a call."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.knowledge.roles import COMPILERS
from purity_lint.rewrites.scopes import enclosing, own_nodes
from purity_lint.semantics.model import SemanticModel

Function = ast.FunctionDef | ast.AsyncFunctionDef


def compiled_function(node: ast.AST, model: SemanticModel) -> Function | None:
    """Return the function at ``node`` that its decorator compiles, or that the call at ``node`` compiles by name."""
    if isinstance(node, Function):
        return node if _is_decorated(node, model) else None
    match node:
        case ast.Call(func=func, args=[ast.Name(id=name), *_]) if model.qualified_name(func) in COMPILERS:
            for other in own_nodes(enclosing(node, model)):
                if isinstance(other, Function) and other.name == name and not _is_decorated(other, model):
                    return other
    return None


def is_compiled(node: ast.AST, model: SemanticModel) -> bool:
    """True where ``node`` stands in a function that is compiled."""
    compiled = model.memo(is_compiled, lambda: set(_compiled(model)))
    current: ast.AST | None = node if compiled else None
    while current is not None and current not in compiled:
        current = model.parent(current)
    return current is not None


def _compiled(model: SemanticModel) -> Iterator[Function]:
    if not any(name in COMPILERS for name in model.qualified_names.values()):
        return
    source = model.source
    for node in (*source.of(ast.FunctionDef), *source.of(ast.AsyncFunctionDef), *source.of(ast.Call)):
        function = compiled_function(node, model)
        if function is not None:
            yield function


def _is_decorated(function: Function, model: SemanticModel) -> bool:
    return any(_is_compiler(decorator, model) for decorator in function.decorator_list)


def _is_compiler(node: ast.expr, model: SemanticModel) -> bool:
    """True for `jax.jit`, `jax.jit(...)` and `partial(jax.jit, ...)`, as they stand in decorators."""
    if isinstance(node, ast.Call):
        if model.qualified_name(node.func) == "functools.partial" and node.args:
            return model.qualified_name(node.args[0]) in COMPILERS
        node = node.func
    return model.qualified_name(node) in COMPILERS
