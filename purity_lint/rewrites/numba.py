"""Functions that Numba compiles, by a decorator or by a call."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.knowledge.numba import (
    ARRAY_FUNCTIONS,
    COMPILED,
    COMPILERS,
    COMPILERS_KEPT,
    JITTED,
    JITTED_IF_INSTALLED,
    LOOPS,
    PLACES_WRITTEN,
    WRITERS,
    numba_name,
)
from purity_lint.knowledge.python import AT
from purity_lint.rewrites.scopes import bound_names, enclosing
from purity_lint.semantics.model import ImportBinding, SemanticModel
from purity_lint.source.names import dotted, last_name


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
    handed_over, kept = model.asked_about(COMPILED), model.asked_about(COMPILERS_KEPT)
    decorated = knows_numba(model)
    if not (handed_over or kept or decorated):
        return
    definitions: list[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]
    definitions = [*source.of(ast.FunctionDef), *source.of(ast.AsyncFunctionDef), *source.of(ast.ClassDef)]
    for node in definitions:
        decorators = node.decorator_list
        by_name = node.name in handed_over or any(_path(d).rpartition(".")[2] in kept for d in decorators)
        if by_name or (decorated and any(numba_compiler(d, model) for d in decorators)):
            yield node


def gives_array_of_numba(call: ast.Call, model: SemanticModel) -> bool:
    """True for a call of what `@vectorize` or `@guvectorize` made, here or in another file, that gives one array.

    One that is given an array to write into, by keyword or by dropping the result, gives nothing that counts.
    """
    known = model.asked_about(ARRAY_FUNCTIONS)
    return known != frozenset() and _calls_one_of(known, call, model)


def runs_in_numba(call: ast.Call, model: SemanticModel) -> bool:
    """True for a call of what `@njit` compiles, here or in another file, from code that Numba does not compile."""
    known = model.memo(runs_in_numba, lambda: _jitted(model))
    return (
        known != frozenset() and _calls_one_of(known, call, model) and not is_compiled_by_numba(call, model)
    )


def writes_in_numba(call: ast.Call, model: SemanticModel) -> bool:
    """True for a call, from outside, of what `@njit` compiles and what writes into an argument: a copy would not do."""
    known = model.asked_about(WRITERS)
    return (
        known != frozenset() and _names_one_of(known, call, model) and not is_compiled_by_numba(call, model)
    )


def places_written_in_numba(call: ast.Call, model: SemanticModel) -> frozenset[str]:
    """Return the positions and the names of the parameters that such a function writes into."""
    known = model.asked_about(PLACES_WRITTEN)
    parted = (each.partition(AT) for each in known)
    origins = _origins(call.func, model) if known else frozenset()
    return frozenset(place for function, _, place in parted if function in origins)


def stays_jitted(model: SemanticModel) -> bool:
    """True where some function with loops is compiled: without Numba nobody would wait for it, or for what it calls."""
    return bool(model.asked_about(LOOPS))


def _jitted(model: SemanticModel) -> frozenset[str]:
    always = model.asked_about(JITTED)
    return always | model.asked_about(JITTED_IF_INSTALLED) if stays_jitted(model) else always


def _calls_one_of(known: frozenset[str], call: ast.Call, model: SemanticModel) -> bool:
    """True where the function has one of these names, and its result is what counts."""
    if not _names_one_of(known, call, model) or any(k.arg in (None, "out") for k in call.keywords):
        return False
    return not isinstance(model.parent(call), ast.Expr)


def _names_one_of(known: frozenset[str], call: ast.Call, model: SemanticModel) -> bool:
    if last_name(call.func) not in model.memo((_names_of, known), lambda: _names_of(known, model)):
        return False
    return not known.isdisjoint(_origins(call.func, model))


def _names_of(known: frozenset[str], model: SemanticModel) -> frozenset[str]:
    """Return the last names that functions have here, which tells of most calls that they are of others."""
    bound = {b.local for b in model.imports if _last_two(b.qualified) in known}
    return frozenset(bound | {name.rpartition(".")[2] for name in known})


def _last_two(qualified: str) -> str:
    return ".".join(qualified.split(".")[-2:])


def _origins(function: ast.expr, model: SemanticModel) -> frozenset[str]:
    """Return the modules and names that the function may be defined under: `loops.total`."""
    match function:
        case ast.Name(id=name) if not _is_local(function, model):
            imported = [_last_two(b.qualified) for b in model.imports if b.local == name]
            return frozenset(imported or [f"{model.source.path.stem}.{name}"])
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            modules = (b.qualified.rpartition(".")[2] for b in model.imports if b.local == owner)
            return frozenset(f"{module}.{name}" for module in modules)
    return frozenset()


def _is_local(name: ast.Name, model: SemanticModel) -> bool:
    scope = enclosing(name, model)
    return not isinstance(scope, ast.Module) and name.id in bound_names(scope)


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
