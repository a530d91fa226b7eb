"""Functions that nobody calls but the code around them, and all the places where they are called.

Their names are nothing but called: those of private functions, of functions within others, and of any function of a
script, which nobody imports.  What they are called with there is all that they ever get.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from purity_lint.semantics.symbols.table import FunctionSymbol
from purity_lint.source.file import SourceFile

Definition: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Calls: TypeAlias = frozenset[ast.Call]

_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SCOPES: Final = (*_FUNCTIONS, ast.ClassDef, ast.Module)
_BY_NAME: Final = ("globals()", "locals()", "vars()", "eval(", "exec(", "sys.modules")
"""What finds functions by names that are made at run time."""


def may_be_closed(symbol: FunctionSymbol, imported: frozenset[str], *, inner: bool) -> bool:
    """True where all calls of a function may turn out to be known: a question that is asked of every function."""
    module = symbol.module
    if module.is_test or isinstance(symbol.node, ast.Lambda):
        return False
    return inner or _is_private(symbol.name, imported) or module.source.path.stem not in imported


def closed_functions(source: SourceFile, imported: frozenset[str]) -> dict[ast.AST, Calls]:
    """Return the functions of a file of which all calls are known, each with these.

    ``imported`` has the private names that files import, and the modules.
    """
    definitions: list[Definition] = [*source.of(ast.FunctionDef), *source.of(ast.AsyncFunctionDef)]
    if not definitions or any(word in source.text for word in _BY_NAME):
        return {}
    parents = source.parents
    names: dict[str, list[ast.Name]] = defaultdict(list)
    for name in source.of(ast.Name):
        names[name.id].append(name)
    is_script = source.path.stem not in imported and _runs(source, parents)
    defined: dict[str, int] = defaultdict(int)
    for node in definitions:
        defined[node.name] += 1
    found: dict[ast.AST, Calls] = {}
    for node in definitions:
        scope = _scope(node, parents)
        if node.decorator_list or defined[node.name] > 1 or isinstance(scope, ast.ClassDef):
            continue
        if isinstance(scope, ast.Module) and not (is_script or _is_private(node.name, imported)):
            continue
        calls = _calls(names.get(node.name, ()), parents)
        if calls:
            found[node] = calls
    return found


def _is_private(name: str, imported: frozenset[str]) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in imported


def _scope(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> ast.AST:
    holder = parents[node]
    while not isinstance(holder, _SCOPES):
        holder = parents[holder]
    return holder


def _calls(mentions: Iterable[ast.Name], parents: Mapping[ast.AST, ast.AST]) -> Calls:
    """Return the calls that ``mentions`` are; none if one of them is something else, or passes what is not written."""
    found = set()
    for name in mentions:
        call = parents[name]
        if not isinstance(call, ast.Call) or call.func is not name:
            return frozenset()
        if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
            return frozenset()
        found.add(call)
    return frozenset(found)


def _runs(source: SourceFile, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """True for a notebook, and for a file that does its work when it is imported, so that nobody does."""
    if source.notebook is not None:
        return True
    own = {node.name for node in source.tree.body if isinstance(node, ast.FunctionDef)}
    work = [
        node for node in source.tree.body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ]
    if not work or not own or "." in (source.module or ""):
        return False
    return any(
        isinstance(parents[name], ast.Call)
        and name.id in own
        and isinstance(_scope(name, parents), ast.Module)
        and not _is_guarded(name, parents)
        for name in source.of(ast.Name)
    )


def _is_guarded(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """True below `if __name__ == "__main__":`, beside which the rest of a file may be imported."""
    while not isinstance(node, ast.Module):
        node = parents[node]
        match node:
            case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
                return True
    return False
