"""Signatures of the facade, read from its source text: the package itself is never imported for them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import emberops.catalogue
import emberops.constants
from emberops.catalogue import ALIASES, CATALOGUE
from purity_lint.knowledge.dtypes import PORTABLE
from purity_lint.records import dataclass

_FACADE = Path(emberops.catalogue.__file__).parent.parent / "ops"


@dataclass(frozen=True, slots=True)
class Signature:
    """How one operation is called."""

    positional_only: tuple[str, ...]
    positional: tuple[str, ...]
    """Positional-or-keyword parameters."""
    keyword_only: frozenset[str]
    required: frozenset[str]
    variadic: bool = False
    open: bool = False
    """Whether it takes any keyword, as ``**options``."""

    @property
    def order(self) -> tuple[str, ...]:
        """Parameters by position."""
        return self.positional_only + self.positional

    def takes_keyword(self, name: str) -> bool:
        """Return True where ``name=`` is allowed."""
        return self.open or name in self.keyword_only or name in self.positional

    def has(self, name: str) -> bool:
        """Return True where there is such a parameter."""
        return name in self.positional_only or self.takes_keyword(name)


def signature(operation: str) -> Signature | None:
    """Return the signature of an operation by its name below ``ops`` or an alias; ``None``: there is none."""
    found = CATALOGUE.get(ALIASES.get(operation, operation))
    return None if found is None else _signatures(found.group).get(found.name)


def is_name_of_ops(name: str) -> bool:
    """Return True for an operation, a constant or a dtype below ``ops``."""
    return ALIASES.get(name, name) in CATALOGUE or name in constants() or name in PORTABLE


@cache
def constants() -> frozenset[str]:
    """Names of the constants that ``ops`` exports: ``pi``, ``inf``, ..."""
    return frozenset(name for name in vars(emberops.constants) if name.islower() and not name.startswith("_"))


@cache
def _signatures(group: str) -> dict[str, Signature]:
    """Return the signatures of one group of operations: its files are read when one of them is asked for."""
    names = {op.name.rpartition(".")[2]: op.name for op in CATALOGUE.values() if op.group == group}
    found: dict[str, Signature] = {}
    for path in (_FACADE / f"{group}.py", *sorted((_FACADE / group).rglob("*.py"))):
        if not path.is_file():
            continue
        for node in _functions(ast.parse(path.read_text(encoding="utf-8")).body):
            if node.name in names:
                found[names[node.name]] = _of(node.args)
    return found


def _functions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef]:
    """Yield the functions of a module, and those that are something else for type checkers."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield node
        elif isinstance(node, ast.If):
            yield from _functions(node.orelse)


def _of(args: ast.arguments) -> Signature:
    by_position = [a.arg for a in (*args.posonlyargs, *args.args)]
    optional = set(by_position[len(by_position) - len(args.defaults) :]) if args.defaults else set()
    optional |= {a.arg for a, d in zip(args.kwonlyargs, args.kw_defaults, strict=True) if d is not None}
    keyword_only = frozenset(a.arg for a in args.kwonlyargs)
    return Signature(
        positional_only=tuple(a.arg for a in args.posonlyargs),
        positional=tuple(a.arg for a in args.args),
        keyword_only=keyword_only,
        required=(frozenset(by_position) | keyword_only) - optional,
        variadic=args.vararg is not None,
        open=args.kwarg is not None,
    )
