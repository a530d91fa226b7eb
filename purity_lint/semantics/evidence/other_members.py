"""A name that has, elsewhere in its function, what no array has: whatever else it has, it is of another class.

``table.T`` alone looks like a transpose. Where ``table.D`` stands beside it, a table of the elements has both. Of an
attribute, ``self.device.dtype`` beside ``self.device.open()``, the methods of the class say so together. What is asked
of a name only after it was looked at (``if hasattr(x, "columns")``) says nothing of the other cases.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from purity_lint.knowledge.array_members import ARRAY_MEMBERS
from purity_lint.semantics.symbols.table import FunctionSymbol, ModuleSymbol
from purity_lint.source.names import dotted

_MEMBER: Final = re.compile(r"\b(\w+)\.(?=([A-Za-z]\w*))")
_ASKED: Final = re.compile(r"getattr\((\w+), [\"'](\w+)[\"'],")
"""A member that is read with something else for the case that there is none."""
_QUESTION: Final = re.compile(r"_*(?:is|has)_")
"""How functions are named that tell what something is."""
_Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef
_TESTS = (ast.If, ast.IfExp, ast.While, ast.Assert)


def has_other_members(function: FunctionSymbol | None, path: str) -> bool:
    """Return True where ``path``, a name or an attribute of one, has what no array has, whatever it is asked."""
    if function is None:
        return False
    module = function.module
    scope: _Scope = function.node
    holder = module.source.parents.get(scope) if "." in path else None
    if isinstance(holder, ast.ClassDef):
        scope = holder
    key = scope, path
    if key not in module.other_members:
        members = _members_within(module, scope, path)
        module.other_members[key] = (bool(members) or module.has_getattr) and _says_so(
            module, scope, path, members
        )
    return module.other_members[key]


def _says_so(module: ModuleSymbol, scope: _Scope, path: str, members: Sequence[ast.Attribute]) -> bool:
    text = "\n".join(module.source.lines[scope.lineno - 1 : scope.end_lineno])
    if path in _names_asked(text):
        return True
    is_named = bool(members) and path.rpartition(".")[2] in _names_with_others(text)
    return is_named and any(_is_unasked(node, module, scope, path) for node in members)


def is_guarded(function: FunctionSymbol, name: str, node: ast.AST) -> bool:
    """True where ``node`` is reached only if `is_array(name)` says so: then the name may be something else as well."""
    parents = function.module.source.parents
    inner, around = node, parents.get(node)
    while around is not None and around is not function.node:
        if isinstance(around, ast.If) and inner in around.body and _is_asked_of(around.test, name):
            return True
        inner, around = around, parents.get(around)
    return False


def _is_asked_of(test: ast.expr, name: str) -> bool:
    match test:
        case ast.Call(func=ast.Name(id=asked), args=[ast.Name(id=first)]):
            return first == name and _QUESTION.match(asked) is not None
    return False


@lru_cache(maxsize=8)
def _names_with_others(text: str) -> frozenset[str]:
    """Return the names that may have such a member by the text: most functions need no second look."""
    return frozenset(name for name, member in _MEMBER.findall(text) if _is_foreign(member))


@lru_cache(maxsize=8)
def _names_asked(text: str) -> frozenset[str]:
    """Return the names of which a member of arrays is asked for."""
    if "getattr(" not in text:
        return frozenset()
    return frozenset(name for name, member in _ASKED.findall(text) if member in ARRAY_MEMBERS)


def _is_foreign(member: str) -> bool:
    return member not in ARRAY_MEMBERS and not member.endswith("_")


def _members_within(module: ModuleSymbol, scope: _Scope, path: str) -> Sequence[ast.Attribute]:
    """Return what is read of a name in the lines of a function or class and no array has: mostly nothing."""
    if module.foreign_members is None:
        module.foreign_members = _foreign_members(module)
    members = module.foreign_members.get(path, ())
    if not members:
        return ()
    decorators = () if isinstance(scope, ast.Lambda) else scope.decorator_list
    start = min((scope.lineno, *(decorator.lineno for decorator in decorators)))
    first = bisect_left(members, start, key=_line)
    return members[first : bisect_right(members, scope.end_lineno or start, key=_line)]


def _foreign_members(module: ModuleSymbol) -> dict[str, list[ast.Attribute]]:
    """Return the attributes in a file that no array has, by the names that they are read of, in the order of lines."""
    found: defaultdict[str, list[ast.Attribute]] = defaultdict(list)
    for node in module.source.of(ast.Attribute):
        if _is_foreign(node.attr) and not node.attr.startswith("_"):
            path = dotted(node.value)
            if path is not None:
                found[path].append(node)
    for members in found.values():
        members.sort(key=_line)
    return dict(found)


def _line(node: ast.Attribute) -> int:
    return node.lineno


def _is_unasked(member: ast.Attribute, module: ModuleSymbol, scope: _Scope, path: str) -> bool:
    """True for what is read within ``scope`` where nothing around it asks what the name is."""
    parents = module.source.parents
    around: ast.AST | None = member
    while around is not None and around is not scope and not _asks(around, path):
        around = parents.get(around)
    return around is scope


def _asks(node: ast.AST, path: str) -> bool:
    """True for a branch that depends on it, and for what may fail."""
    if isinstance(node, ast.Try):
        return True
    if isinstance(node, _TESTS):
        return any(isinstance(n, ast.expr) and dotted(n) == path for n in ast.walk(node.test))
    return isinstance(node, ast.BoolOp)
