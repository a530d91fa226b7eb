"""Read off a file which functions Numba compiles: they take NumPy's arrays alone, and give these or numbers."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from purity_lint.knowledge.numba import (
    ARRAY_FUNCTION_MAKERS,
    COMPILERS,
    GENERALIZED,
    JITTED,
    JITTED_IF_INSTALLED,
    LOOPS,
    ONLY_FASTER,
    PLACES_WRITTEN,
    WRITERS,
    numba_name,
)
from purity_lint.semantics.symbols.definitions import functions_around
from purity_lint.semantics.symbols.left_behind import places
from purity_lint.semantics.symbols.parameter_changes import ParameterChanges
from purity_lint.semantics.symbols.scripted import CALLS
from purity_lint.source.blocks import statements
from purity_lint.source.file import SourceFile
from purity_lint.source.imports import bound_to, qualified, telling
from purity_lint.source.names import last_name
from purity_lint.source.parameters import parameter_names
from purity_lint.source.walk import walk

_BUILDER = "def "


def array_functions(tree: ast.Module) -> Iterator[str]:
    """Yield the functions that `@vectorize` and `@guvectorize` make, by a decorator or by a call, of one result."""
    imported = numba_imports(tree)
    if not imported:
        return
    for node in statements(tree.body):
        match node:
            case ast.FunctionDef(name=name, decorator_list=[maker]) if _makes_one_array(maker, imported):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Call() as maker)) if (
                _makes_one_array(maker, imported)
            ):
                yield name


def _makes_one_array(maker: ast.expr, imported: dict[str, str]) -> bool:
    """True for `vectorize`, `vectorize(...)` and `guvectorize(types, "(n),(n)->()")`, whose layout tells of one."""
    call = maker if isinstance(maker, ast.Call) else None
    name = qualified(call.func if call is not None else maker, imported)
    if name not in ARRAY_FUNCTION_MAKERS:
        return False
    written = [*call.args, *(k.value for k in call.keywords)] if call is not None else []
    layouts = [a.value for a in written if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    arrows = [layout.partition("->")[2] for layout in layouts if "->" in layout]
    if not arrows:  # element by element, unless the layout is no literal
        return name not in GENERALIZED
    return all(results.count("(") == 1 for results in arrows)


def jitted_functions(source: SourceFile, changes: ParameterChanges) -> dict[str, list[str]]:
    """Return the functions that `@njit` and `@jit` compile, by what they are: `JITTED` and its like."""
    tree, module = source.tree, source.path.stem
    imported = numba_imports(tree)
    if not imported:
        return {}
    functions = [
        node
        for node in statements(tree.body)
        if isinstance(node, ast.FunctionDef) and any(_is_jit(d, imported) for d in node.decorator_list)
    ]
    demand = JITTED_IF_INSTALLED if _is_tried(tree, imported) else JITTED
    return {
        demand: sorted({f"{module}.{f.name}" for f in functions if not changes.of(f)}),
        WRITERS: sorted({f"{module}.{f.name}" for f in functions if changes.of(f)}),
        PLACES_WRITTEN: sorted(
            f"{module}.{place}" for f in functions for place in places(f, changes.of(f), is_method=False)
        ),
        LOOPS: sorted({f"{module}.{f.name}" for f in functions if _has_loops(f)}),
    }


def _is_jit(decorator: ast.expr, imported: dict[str, str]) -> bool:
    maker = decorator.func if isinstance(decorator, ast.Call) else decorator
    return qualified(maker, imported) in ONLY_FASTER


def _is_tried(tree: ast.Module, imported: dict[str, str]) -> bool:
    """True where an import of Numba stands in a `try`, so that the file does without it."""
    tried = (node for node in statements(tree.body) if isinstance(node, ast.Try))
    names = {a.asname or a.name.partition(".")[0] for node in tried for a in _imported_in(node)}
    return not names.isdisjoint(imported)


def _imported_in(tried: ast.Try) -> Iterator[ast.alias]:
    for node in statements(tried.body):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from node.names


def _has_loops(function: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.For | ast.While) for node in statements(function.body))


def kept_compilers(tree: ast.Module, imported: dict[str, str]) -> Iterator[str]:
    """Yield the names that a compiler is kept under with its options.

    `fast = njit(cache=True)`, the same by `partial`, and `def fast(f): return njit(f)`, however that gets there.
    """
    for node in statements(tree.body):
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(
                    func=ast.Name(id="partial") | ast.Attribute(attr="partial"), args=[compiler, *options]
                )
                | ast.Call(func=compiler, args=options),
            ) if qualified(compiler, imported) in COMPILERS and not any(map(_may_be_function, options)):
                yield name
            case ast.FunctionDef(name=name) if any(
                _gives_compiled(inner, imported) for inner in statements(node.body)
            ) or _compiles_what_it_is_given(node, imported):
                yield name


def _gives_compiled(node: ast.stmt, imported: dict[str, str]) -> bool:
    """True for `return njit(f)`, `return njit(cache=True)(f)` and `return njit(*args, **options)`."""
    match node:
        case ast.Return(value=ast.Call(func=ast.Call(func=compiler)) | ast.Call(func=compiler)):
            return qualified(compiler, imported) in COMPILERS
    return False


def _compiles_what_it_is_given(function: ast.FunctionDef, imported: dict[str, str]) -> bool:
    """True for `def fast(f): g = njit(f, cache=True)`, and where a function within is the decorator."""
    inner = [function, *(node for node in statements(function.body) if isinstance(node, ast.FunctionDef))]
    given = {name for each in inner for name in parameter_names(each)}
    return any(
        isinstance(first, ast.Name) and first.id in given and qualified(compiler, imported) in COMPILERS
        for compiler, first in _calls_with_first(function)
    )


def _calls_with_first(holder: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr]]:
    for node in walk(holder):
        match node:
            case (
                ast.Call(func=ast.Call(func=compiler), args=[first, *_])
                | ast.Call(func=compiler, args=[first, *_])
            ):
                yield compiler, first


def handed_to_compilers(source: SourceFile) -> Iterator[str]:
    """Yield the functions that are handed to others, which may compile them: `build>kernel`.

    So is the parameter of a function, which compiles what it is given then: `njit_fast>def build`.
    """
    functions: dict[ast.AST, set[str]] = {
        function: {*parameter_names(function)} for function in source.of(ast.FunctionDef)
    }
    own = {function.name for function in source.of(ast.FunctionDef)}
    wanted = own.union(*functions.values())
    for call in source.of(ast.Call):
        given = {last_name(one) for one in (*call.args, *(keyword.value for keyword in call.keywords))}
        given &= wanted
        if not given or not (called := last_name(call.func)):
            continue
        yield from (f"{called}{CALLS}{name}" for name in given & own)
        for function in functions_around(call, source):
            if not given.isdisjoint(functions.get(function, ())):
                yield f"{called}{CALLS}{_BUILDER}{function.name}"


def compiled_by(kept: Iterable[str], handed: Iterable[str]) -> frozenset[str]:
    """Return the functions that kept compilers are handed, and those that hand on to them what they are given."""
    pairs: dict[str, list[str]] = {}
    for each in handed:
        called, _, name = each.partition(CALLS)
        pairs.setdefault(called, []).append(name)
    found, compilers, left = set[str](), set[str](), [*kept]
    while left:
        compiler = left.pop()
        if compiler not in compilers:
            compilers.add(compiler)
            names = pairs.get(compiler, ())
            left += [name.removeprefix(_BUILDER) for name in names if name.startswith(_BUILDER)]
            found.update(name for name in names if not name.startswith(_BUILDER))
    return frozenset(found)


def _may_be_function(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Attribute, ast.Lambda))


def numba_imports(tree: ast.Module) -> dict[str, str]:
    """Return Numba's names for what a file binds something of Numba's to."""
    named = ((local, numba_name(name)) for local, name in bound_to(telling(tree).imports))
    return {local: name for local, name in named if name is not None}
