"""Fields of a dataclass that ``__post_init__`` binds anew: what a constructor was given is in none afterwards."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from purity_lint.semantics.symbols.table import ClassSymbol
from purity_lint.source.targets import paired
from purity_lint.source.walk import walk


def renewed_fields(symbol: ClassSymbol) -> frozenset[str]:
    """Return the fields of ``symbol`` that hold what ``__post_init__`` makes of what the constructor was given."""
    method = symbol.method("__post_init__")
    node = None if method is None else method.node
    return _renewed(node) if isinstance(node, ast.FunctionDef) else frozenset()


@lru_cache(maxsize=256)
def _renewed(method: ast.FunctionDef) -> frozenset[str]:
    """Return the attributes that a method binds on every path, and reads before as no more than what calls are given.

    `self.x = self.x * 2` does with a list what it is to be known for; `self.x = np.asarray(self.x)` takes any.
    """
    owner = method.args.args[0].arg if method.args.args else None
    found: set[str] = set()
    used: set[str] = set()
    for statement in method.body:
        if any(isinstance(node, ast.Return) or _calls_method(node, owner) for node in walk(statement)):
            break
        used |= set(_used(statement, owner))
        if isinstance(statement, ast.Assign):
            parts = [part for target in statement.targets for part, _ in paired(target, statement.value)]
            found |= {
                part.attr for part in parts if isinstance(part, ast.Attribute) and _is_of(part, owner)
            } - used
    return frozenset(found)


def _used(statement: ast.stmt, owner: str | None) -> Iterator[str]:
    """Yield the attributes of ``owner`` that a statement reads for more than to hand them to a call."""
    calls = [node for node in walk(statement) if isinstance(node, ast.Call)]
    given = {
        id(argument)
        for call in calls
        for argument in (*call.args, *(keyword.value for keyword in call.keywords))
    }
    for node in walk(statement):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and id(node) not in given:
            yield from [node.attr] if _is_of(node, owner) else []


def _calls_method(node: ast.AST, owner: str | None) -> bool:
    """Return True for a call of a method of ``owner``, or of ``super()``, or one that is given ``owner``."""
    if not isinstance(node, ast.Call):
        return False
    is_of = isinstance(node.func, ast.Attribute) and _is_of(node.func, owner)
    is_super = isinstance(node.func, ast.Name) and node.func.id == "super"
    return is_of or is_super or any(isinstance(a, ast.Name) and a.id == owner for a in node.args)


def _is_of(node: ast.Attribute, owner: str | None) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == owner
