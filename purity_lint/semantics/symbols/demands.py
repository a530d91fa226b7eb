"""Read off a file what it demands of names, wherever they are bound: to be of a class, compiled, looked up in."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from purity_lint.knowledge.array_members import ARRAY_MEMBERS
from purity_lint.knowledge.arrays import METHODS_DEFINED, STRONG_METHODS
from purity_lint.knowledge.libraries import NEEDED, SPOKEN, imported_libraries
from purity_lint.knowledge.numba import (
    ARRAY_FUNCTIONS,
    COMPILED,
    COMPILERS,
    COMPILERS_KEPT,
    JITTED,
    JITTED_IF_INSTALLED,
    LOOPS,
    PLACES_WRITTEN,
    TO_COMPILERS,
    WRITERS,
)
from purity_lint.knowledge.numpy.roles import FLOAT_CONSTANTS, IDENTITY, PROTOCOL, TOLD_APART
from purity_lint.knowledge.python import (
    ARGUMENTS_GIVEN_BACK,
    ARRAYS_TAKEN,
    CALLED_BACK,
    CHANGED,
    DROPPED,
    FUNCTIONS_NAMED,
    GIVEN_BACK,
    HANDED_ON,
    HANDED_OVER,
    KEYWORDS_GIVEN,
    LEFT_BEHIND,
    METHODS_CHANGING,
    NAMESPACE_GETTERS,
    NAMESPACES_BOUND,
)
from purity_lint.knowledge.torch.roles import OWN_STREAM, SCRIPT_CALLS, SCRIPTED
from purity_lint.knowledge.vocabularies.array_api import NUMPYS_PACKAGES
from purity_lint.semantics.symbols.arrays_taken import arrays_taken, taken
from purity_lint.semantics.symbols.changing_methods import methods_told, told_alike
from purity_lint.semantics.symbols.class_checks import ASKED, names_checked
from purity_lint.semantics.symbols.definitions import definitions
from purity_lint.semantics.symbols.dropped_results import dropped_results, functions_that_give_back
from purity_lint.semantics.symbols.handed_on import handed_on
from purity_lint.semantics.symbols.handed_over import functions_handed_over
from purity_lint.semantics.symbols.keywords_given import functions_named, given_to, keywords_given
from purity_lint.semantics.symbols.left_behind import Called, places_changed, places_left
from purity_lint.semantics.symbols.needed_libraries import needed, needed_libraries
from purity_lint.semantics.symbols.numba_functions import (
    array_functions,
    compiled_by,
    handed_to_compilers,
    jitted_functions,
    kept_compilers,
    numba_imports,
)
from purity_lint.semantics.symbols.own_members import OWN_MEMBERS, own_members
from purity_lint.semantics.symbols.own_streams import names_of_streams
from purity_lint.semantics.symbols.parameter_changes import ParameterChanges
from purity_lint.semantics.symbols.patches import PATCHED, names_patched
from purity_lint.semantics.symbols.protocols import HANDLED, tables_read
from purity_lint.semantics.symbols.scripted import CALLS, names_called, reached, scripted_names
from purity_lint.semantics.symbols.told_apart import functions_told_apart
from purity_lint.source.file import SourceFile
from purity_lint.source.imports import qualified
from purity_lint.source.walk import walk

DEMANDED: Final = (
    *ASKED,
    COMPILED,
    COMPILERS_KEPT,
    TO_COMPILERS,
    ARRAY_FUNCTIONS,
    JITTED,
    JITTED_IF_INSTALLED,
    LOOPS,
    PLACES_WRITTEN,
    WRITERS,
    HANDLED,
    METHODS_DEFINED,
    OWN_MEMBERS,
    IDENTITY,
    NAMESPACES_BOUND,
    NEEDED,
    DROPPED,
    GIVEN_BACK,
    ARGUMENTS_GIVEN_BACK,
    ARRAYS_TAKEN,
    CALLED_BACK,
    CHANGED,
    FUNCTIONS_NAMED,
    HANDED_ON,
    HANDED_OVER,
    KEYWORDS_GIVEN,
    LEFT_BEHIND,
    METHODS_CHANGING,
    OWN_STREAM,
    PATCHED,
    SCRIPT_CALLS,
    SCRIPTED,
    SPOKEN,
    TOLD_APART,
)
"""What may be demanded of a name."""


def demands(source: SourceFile) -> dict[str, list[str]]:
    """Return the names of which a file demands something, by what it is: one of :data:`DEMANDED`."""
    tree, text, module = source.tree, source.text, source.path.stem
    found = {c: sorted({*names_checked(tree, c)}) for c in ASKED if c in text}
    if "jit" in text or COMPILED in text:
        imported = numba_imports(tree)
        found[COMPILERS_KEPT] = sorted({*kept_compilers(tree, imported)}) if imported else []
        found[COMPILED] = sorted({*_compiled_names(tree, imported, found[COMPILERS_KEPT])})
        found[TO_COMPILERS] = sorted({*handed_to_compilers(source)})
    found[SPOKEN] = sorted(imported_libraries(text))
    found[NEEDED] = sorted({*needed_libraries(source)})
    found[SCRIPTED] = sorted({*scripted_names(source)})
    found[OWN_STREAM] = sorted({*names_of_streams(source)})
    found[SCRIPT_CALLS] = sorted({*names_called(source)})
    if any(method in text for method in PROTOCOL):
        found[HANDLED] = sorted({*tables_read(tree)})
    found[IDENTITY] = sorted({*_compared_by_identity(source)})
    found[PATCHED] = sorted({*names_patched(source)})
    found[TOLD_APART] = sorted({*functions_told_apart(source)})
    found[FUNCTIONS_NAMED] = sorted({*functions_named(source)})
    found[KEYWORDS_GIVEN] = sorted({*keywords_given(source)})
    changes, defined = ParameterChanges(source), definitions(source)
    if COMPILED in text:
        found[ARRAY_FUNCTIONS] = sorted({f"{module}.{name}" for name in array_functions(tree)})
        found |= jitted_functions(source, changes)
    found[GIVEN_BACK] = sorted({*functions_that_give_back(defined, changes)})
    found[ARGUMENTS_GIVEN_BACK] = sorted(f"{module}.{each}" for each in changes.arguments_given_back())
    found[METHODS_CHANGING] = sorted({*methods_told(tree, changes)})
    found[HANDED_ON] = sorted({*handed_on(source, defined)})
    handed_over = {*functions_handed_over(source, found[GIVEN_BACK])}
    found[HANDED_OVER] = sorted(name for name, to_library in handed_over if not to_library)
    found[CALLED_BACK] = sorted(name for name, to_library in handed_over if to_library)
    found[DROPPED] = sorted({*dropped_results(source, _modules(tree), changes)})
    found[CHANGED] = sorted({*places_changed(source, changes)})
    called = Called(source)
    found[LEFT_BEHIND] = sorted({*places_left(source, called)})
    found[ARRAYS_TAKEN] = sorted({*arrays_taken(source, called, found[LEFT_BEHIND])})
    methods = {*_METHOD.findall(text)}
    found[METHODS_DEFINED] = sorted(_OF_TENSORS & {*methods, *_other_names(tree.body)})
    found[OWN_MEMBERS] = own_members(methods, text)
    if any(getter in text for getter in NAMESPACE_GETTERS):
        found[NAMESPACES_BOUND] = _namespaces_bound(text)
    return {demand: names for demand, names in found.items() if names}


def joined(demanded: Iterable[Mapping[str, Iterable[str]]]) -> dict[str, frozenset[str]]:
    """Return the names of which some of these demand something, by what it is.

    Results are dropped everywhere, and names handed over: of those, names stay that matter, or each new call would be
    news to all files.  Of calls it matters what TorchScript reaches by them, and whose results are dropped.
    """
    files = [*demanded]
    found = {d: frozenset[str]().union(*(each[d] for each in files if d in each)) for d in DEMANDED}
    found[COMPILED] |= compiled_by(found[COMPILERS_KEPT], found.pop(TO_COMPILERS))
    found[NEEDED] = needed(found[NEEDED]) if found[SPOKEN] else frozenset()
    found[SCRIPTED] = reached(found[SCRIPTED], found.pop(SCRIPT_CALLS))
    found[DROPPED] = reached(found[DROPPED], found.pop(HANDED_ON))
    found[KEYWORDS_GIVEN] = given_to(found.pop(FUNCTIONS_NAMED), found[KEYWORDS_GIVEN])
    found[ARRAYS_TAKEN] = taken(found[ARRAYS_TAKEN])
    giving, to_give = told_alike(found[METHODS_CHANGING], found[GIVEN_BACK])
    found[METHODS_CHANGING] = to_give
    found[ARGUMENTS_GIVEN_BACK] |= giving
    left, along = apart(found[LEFT_BEHIND])
    found[LEFT_BEHIND] = reached(left, along) & found.pop(CHANGED)
    return {
        **found,
        **{demand: found[demand] & found[GIVEN_BACK] for demand in (DROPPED, HANDED_OVER, CALLED_BACK)},
    }


def apart(told: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return what is told of names, and what of pairs of them: `caller>called`."""
    names: list[str] = []
    pairs: list[str] = []
    for each in told:
        (pairs if CALLS in each else names).append(each)
    return names, pairs


def _modules(tree: ast.Module) -> frozenset[str]:
    """Return the names that a file imports at its top, most of which are modules."""
    return frozenset(
        (alias.asname or alias.name).partition(".")[0]
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    )


_METHOD: Final = re.compile(r"\n[ \t]+def (\w+)\(")
_OF_TENSORS: Final = STRONG_METHODS | ARRAY_MEMBERS
_CALLABLE: Final = (ast.Name, ast.Attribute, ast.Lambda, ast.Call)
"""What may be a function, or be made of one: `partialmethod(matvec)`."""


def _other_names(statements: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield the names that classes give what may be methods, as in `mv = matvec`."""
    for statement in statements:
        if isinstance(statement, ast.ClassDef):
            for inner in statement.body:
                if isinstance(inner, ast.Assign) and isinstance(inner.value, _CALLABLE):
                    yield from (target.id for target in inner.targets if isinstance(target, ast.Name))
            yield from _other_names(statement.body)
        elif isinstance(statement, ast.If | ast.Try):
            yield from _other_names([*statement.body, *statement.orelse])


_NAMESPACE: Final = re.compile(rf"\b_?xp(?:, *\w+)* = (?:\w+\.)*({'|'.join(sorted(NAMESPACE_GETTERS))})\(")
_NUMPYS: Final = re.compile(rf"\b(?:from|import) ({'|'.join(sorted(NUMPYS_PACKAGES))})\b")


def _namespaces_bound(text: str) -> list[str]:
    """Return the functions that give namespaces, after the package where its namespaces have NumPy's names."""
    package = _NUMPYS.search(text)
    before = "" if package is None else f"{package[1]}."
    return sorted({f"{before}{getter}" for getter in _NAMESPACE.findall(text)})


def _compared_by_identity(source: SourceFile) -> Iterator[str]:
    """Yield the constants of which is asked whether something is them: `nan` of `x is np.nan`, and of `np.nan in x`."""
    for node in source.of(ast.Compare):
        if not _BY_IDENTITY.isdisjoint(map(type, node.ops)):
            asked = (node.left, *node.comparators)
            several = (part for each in asked for part in getattr(each, "elts", None) or [each])
            yield from (name for part in several if (name := _last_name(part)) in FLOAT_CONSTANTS)


_BY_IDENTITY: Final = frozenset({ast.Is, ast.IsNot, ast.In, ast.NotIn})
"""Comparisons that hold for what is the same object; NaN is equal to nothing."""


def _compiled_names(tree: ast.Module, imported: dict[str, str], kept: Collection[str]) -> Iterator[str]:
    """Yield the functions handed to Numba in calls: `f` of `njit(f)`, `njit(...)(f)` and `njit(...)(f(x))`.

    What `f(x)` returns is a function in `f`, or one that it was given.  A compiler with its options may have a name of
    its own: `fast = njit(cache=True)`, then `fast(f)`.
    """
    if not imported:
        return
    for node in walk(tree):
        match node:
            case (
                ast.Call(func=ast.Call(func=compiler), args=[function, *_])
                | ast.Call(func=compiler, args=[function, *_])
            ) if qualified(compiler, imported) in COMPILERS or _last_name(compiler) in kept:
                name = _last_name(function.func if isinstance(function, ast.Call) else function)
                if name is not None:
                    yield name


def _last_name(node: ast.expr) -> str | None:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return None
