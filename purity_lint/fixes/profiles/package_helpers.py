"""Functions that a package has beside the standard, in its module `_array_api`: ``xp_size(x)``, ``_nanmin(X)``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from purity_lint.fixes.profiles.packages import array_api_module
from purity_lint.knowledge.vocabularies.array_api import IS_ARRAY
from purity_lint.records import dataclass
from purity_lint.rewrites.operands import OPS
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.parameters import positional
from purity_lint.source.parse import parsed

_NAMES = ("xp_{}", "_{}", "{}", "_xp_{}")
"""How packages name their function for an operation."""
_COMPAT = "array_api_compat"
_TYPE_STATEMENT = re.compile(r"(?m)^type (\w+ =)")
"""Statement that Python 3.11 cannot read, and that binds no function."""
_OF_ONE_ARRAY = frozenset({"size", "device"})
"""Functions of :mod:`array_api_compat` that packages hand on under a name of their own."""


@dataclass(frozen=True, slots=True)
class Helper:
    """Function of a package that does what an operation does, for arrays of any library."""

    name: str
    """How the file calls it."""
    imported: str
    """Import that brings it; empty where the file has it."""
    order: tuple[str, ...]
    keywords: frozenset[str]
    required: frozenset[str]
    namespace_leads: bool = False
    """The namespace is its first argument."""
    variadic: bool = False
    gives: bool | None = None
    """Whether it gives something back, as `_fill_diagonal` does not; ``None`` where its body says nothing."""

    @property
    def takes_namespace(self) -> bool:
        """True if it can be told the namespace, so that it need not ask for it."""
        return "xp" in self.keywords

    @property
    def asks_its_array(self) -> bool:
        """True if it has one array, nothing else, and finds the namespace of that: people write `xp_ravel(x)`."""
        alone = len(self.order) == 1 and not self.variadic and self.keywords <= {"xp", *self.order}
        return alone and "xp" not in self.required

    def takes(self, positional: int, keywords: set[str]) -> bool:
        """True if it can be called with so many arguments by position, and these by keyword."""
        given = {*self.order[:positional], *keywords, "xp"}
        return (
            (self.variadic or positional <= len(self.order))
            and keywords <= self.keywords
            and self.required <= given
        )


class Helpers:
    """Finds the functions of the package of one file."""

    def __init__(self, model: SemanticModel) -> None:
        self._model = model

    def __call__(self, operation: str) -> Helper | None:
        """Return the package's own function for ``operation``."""
        known: Mapping[str, Helper] = self._model.memo("helpers of the package", lambda: dict(self._read()))
        return next(
            (known[name.format(operation)] for name in _NAMES if name.format(operation) in known), None
        )

    def is_array(self) -> Helper:
        """Return the function that says whether something is an array: the package's own, or the original."""
        original = Helper(
            IS_ARRAY, f"from {_COMPAT} import {IS_ARRAY}", ("x",), frozenset(), frozenset({"x"})
        )
        return self(IS_ARRAY) or original

    def module(self, qualified: str) -> str | None:
        """Return how the file calls a module that it imports; ``None`` where it does not."""
        return next((b.local for b in self._model.imports if b.qualified == qualified and not b.star), None)

    def _read(self) -> Iterator[tuple[str, Helper]]:
        found = array_api_module(self._model.source.path)
        if found is None:
            return
        module, text = found
        local = {b.qualified: b.local for b in self._model.imports if not b.star}
        elsewhere = {
            b.qualified.rpartition(".")[2]: b.local
            for b in self._model.imports
            if b.qualified.rpartition(".")[0].split(".")[-1:] == [_COMPAT] or b.qualified.startswith(OPS)
        }
        own = {n.name for n in self._model.source.tree.body if isinstance(n, ast.FunctionDef | ast.ClassDef)}
        try:
            body = parsed(_TYPE_STATEMENT.sub(r"\1", text)).body
        except SyntaxError:
            return
        for statement in body:
            for name, helper in functions_of(statement):
                bound = local.get(f"{module}.{name}")
                if bound is None and isinstance(statement, ast.ImportFrom):
                    bound = elsewhere.get(name)
                if bound is None and module in local and isinstance(statement, ast.FunctionDef):
                    bound = f"{local[module]}.{name}"
                if bound is None and (name in own or name in local.values()):
                    continue  # it means something else in this file
                alias = _alias(name) if isinstance(statement, ast.ImportFrom) else name
                renamed = "" if alias == name else f" as {alias}"
                imported = "" if bound is not None else f"from {module} import {name}{renamed}"
                yield name, replace(helper, name=bound or alias, imported=imported)


def _alias(name: str) -> str:
    """Return a name that says whose function it is: `size` and `device` are names of variables as well."""
    return _NAMES[0].format(name) if name in _OF_ONE_ARRAY else name


def functions_of(statement: ast.stmt, *, bound: bool = False) -> Iterator[tuple[str, Helper]]:
    """Yield the functions that a statement binds; the first parameter of ``bound`` ones is no argument."""
    match statement:
        case ast.FunctionDef(name=name, args=arguments) as statement:
            ordered = [a.arg for a in positional(arguments)][bound:]
            only = dict(zip((a.arg for a in arguments.kwonlyargs), arguments.kw_defaults, strict=True))
            required = ordered[: len(ordered) - len(arguments.defaults)]
            yield (
                name,
                Helper(
                    name,
                    "",
                    tuple(p for p in ordered if p != "xp"),
                    frozenset({*ordered, *only}.difference(a.arg for a in arguments.posonlyargs)),
                    frozenset({*required, *(k for k, default in only.items() if default is None)}),
                    namespace_leads=ordered[:1] == ["xp"],
                    variadic=arguments.vararg is not None,
                    gives=_gives(statement),
                ),
            )
        case ast.ImportFrom(names=names):
            for alias in names:
                if alias.name in {*_OF_ONE_ARRAY, IS_ARRAY}:
                    name = alias.asname or alias.name
                    yield name, Helper(name, "", ("x",), frozenset(), frozenset({"x"}))


def _gives(function: ast.FunctionDef) -> bool | None:
    """Return whether a function gives something back; ``None`` for one without a body."""
    if all(isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant) for s in function.body):
        return None
    ends = (node for node in own_nodes(function) if isinstance(node, ast.Return))
    return any(end.value is not None for end in ends)
