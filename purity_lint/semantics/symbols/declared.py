"""Read off a module or function what needs no evaluation."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from purity_lint.knowledge.notation import words
from purity_lint.knowledge.python import RECORD_CLASSES
from purity_lint.semantics.symbols.table import ModuleSymbol
from purity_lint.source.blocks import blocks
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.names import last_name

_TYPE_STATEMENT: Final = getattr(ast, "TypeAlias", ())
"""`type Name = ...`, which Python has from 3.12 on."""
PROPERTIES: Final = words("property cached_property abstractproperty lazy_property getter setter deleter")
_RECORDS: Final = words("NamedTuple TypedDict")
_MAKE_RECORDS: Final = words("define attrs s frozen")
"""Decorators of attrs; those that have `dataclass` in their names make records as well."""
_SETTINGS: Final = words("ConfigDict SettingsConfigDict")
"""Functions of pydantic that a class calls in its body to say what kind of record it is."""


def yields(module: ModuleSymbol, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return True where a function is a generator."""
    found = _lines_with_yield(module.source.text)
    first = bisect_left(found, node.lineno)
    if first == len(found) or found[first] > (node.end_lineno or node.lineno):
        return False
    stack: list[ast.AST] = list(node.body)
    while stack:
        n = stack.pop()
        if isinstance(n, (ast.Yield, ast.YieldFrom)):
            return True
        if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            continue
        if isinstance(n, (ast.stmt, ast.expr, ast.ExceptHandler, ast.match_case)):
            stack.extend(ast.iter_child_nodes(n))
    return False


@lru_cache(maxsize=8)
def _lines_with_yield(text: str) -> list[int]:
    """Return the numbers of the lines in which the word stands, whatever it means there."""
    found, line, start = [], 1, 0
    while (at := text.find("yield", start)) >= 0:
        line += text.count("\n", start, at)
        found.append(line)
        start = at
        at = text.find("\n", at)
        if at < 0:
            break
        line, start = line + 1, at + 1
    return found


def index(module: ModuleSymbol, tree: ast.Module) -> None:
    """Note top-level assignments and imports without evaluating anything."""
    stack: list[ast.stmt] = list(reversed(tree.body))
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Assign):
            for t in node.targets:
                if isinstance(t, ast.Name):
                    module.assignments[t.id] = node.value
                elif isinstance(t, ast.Subscript) and isinstance(t.value, ast.Call):
                    module.dynamic = True
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            module.assignments[node.target.id] = node.value
        elif isinstance(node, _TYPE_STATEMENT):
            module.assignments[node.name.id] = node.value
        elif isinstance(node, ast.FunctionDef) and node.name == "__getattr__":
            module.dynamic = True
        elif isinstance(node, ast.ImportFrom):
            _note_imports(module, node)
        elif isinstance(node, ast.Expr):
            if isinstance(node.value, ast.Call) and _is_method_of_call(node.value.func):
                module.dynamic = True
        elif not isinstance(node, (*DEFINITIONS, ast.ClassDef)):
            for block in blocks(node):  # the first one last, so that its assignments are what counts
                stack += block


def _is_method_of_call(called: ast.expr) -> bool:
    return isinstance(called, ast.Attribute) and isinstance(called.value, ast.Call)


def _note_imports(module: ModuleSymbol, node: ast.ImportFrom) -> None:
    base = node.module or ""
    if node.level:
        package = module.package
        for _ in range(node.level - 1):
            package = package.rpartition(".")[0]
        base = f"{package}.{node.module}" if node.module else package
    for alias in node.names:
        if alias.name == "*":
            module.import_names[f"*{len(module.star_imports())}"] = (base, "*")
        else:
            module.import_names[alias.asname or alias.name] = (base, alias.name)


def is_record(node: ast.ClassDef, library_bases: Iterable[str]) -> bool:
    """True for a class whose fields are the arguments that it is made with: a dataclass, a named tuple, a model."""
    if any(base.rpartition(".")[2] in _RECORDS or base in RECORD_CLASSES for base in library_bases):
        return True
    names = (last_name(d.func if isinstance(d, ast.Call) else d) for d in node.decorator_list)
    return any("dataclass" in name or name in _MAKE_RECORDS for name in names)


def is_frozen(node: ast.ClassDef) -> bool:
    """True for a class of whose instances no attribute can be bound anew, by what it says itself.

    ``@dataclass(frozen=True)``, ``@attrs.frozen``, ``class M(BaseModel, frozen=True)``, ``ConfigDict(frozen=True)``.
    """
    calls = [decorator for decorator in node.decorator_list if isinstance(decorator, ast.Call)]
    settings = (s.value for s in node.body if isinstance(s, ast.Assign) and isinstance(s.value, ast.Call))
    calls += [call for call in settings if last_name(call.func) in _SETTINGS]
    names = [last_name(d.func if isinstance(d, ast.Call) else d) for d in node.decorator_list]
    keywords = [*node.keywords, *(keyword for call in calls for keyword in call.keywords)]
    return "frozen" in names or any(map(_freezes, keywords))


def _freezes(keyword: ast.keyword) -> bool:
    return keyword.arg == "frozen" and isinstance(keyword.value, ast.Constant) and keyword.value.value is True
