"""Choose the rules that a node meets: those that ask for its type, and for its name if they name any."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from purity_lint.rewrites.references import REFERENCES, reference
from purity_lint.rules.base import Rule
from purity_lint.semantics.model import SemanticModel

Meets = tuple[Rule, ...]


@dataclass(slots=True)
class _Wanted:
    """Rules that ask for one type of node, as bits."""

    always: int = 0
    mentions: int = 0
    """Rules about what an array library's name stands for."""
    named: dict[str, int] = field(default_factory=dict)


class Dispatch:
    """Rules of a run, by what they ask for."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = tuple(rules)
        self._wanted: dict[type[ast.AST], _Wanted] = {}
        for number, rule in enumerate(self._rules):
            for kind in rule.nodes:
                self._add(rule, 1 << number, kind)
        self._chosen: dict[int, Meets] = {0: ()}

    def __bool__(self) -> bool:
        return bool(self._wanted)

    def on(self, model: SemanticModel) -> dict[type[ast.AST], Callable[[ast.AST], Meets]]:
        """Return for each type of node that some rule asks for a function that gives the rules for a node."""
        return {kind: self._chooser(kind, wanted, model) for kind, wanted in self._wanted.items()}

    def _add(self, rule: Rule, bit: int, kind: type[ast.AST]) -> None:
        wanted = self._wanted.setdefault(kind, _Wanted())
        mentions = rule.mentions and kind in REFERENCES
        if mentions:
            wanted.mentions |= bit
        names = rule.names.get(kind)
        if names is not None:
            for name in names:
                wanted.named[name] = wanted.named.get(name, 0) | bit
        elif not mentions:
            wanted.always |= bit

    def _chooser(
        self, kind: type[ast.AST], wanted: _Wanted, model: SemanticModel
    ) -> Callable[[ast.AST], Meets]:
        always, mentions, named = wanted.always, wanted.mentions, wanted.named
        names_of = _NAMES.get(kind)
        if not mentions and (not named or names_of is None):
            rules = self._of(always)
            return lambda node: rules

        def choose(node: ast.AST) -> Meets:
            bits = always
            if names_of is not None:
                for name in names_of(node, model):
                    bits |= named.get(name, 0)
            if mentions and bits & mentions != mentions and reference(node, model) is not None:
                bits |= mentions
            return self._chosen.get(bits) or self._of(bits)

        return choose

    def _of(self, bits: int) -> Meets:
        """Return the rules that ``bits`` stand for, in the order in which they were given."""
        if bits not in self._chosen:
            self._chosen[bits] = tuple(rule for n, rule in enumerate(self._rules) if bits >> n & 1)
        return self._chosen[bits]


@lru_cache(maxsize=8)
def dispatch_of(rules: tuple[Rule, ...]) -> Dispatch:
    """Return the dispatch of ``rules``, made once for all files that they check."""
    return Dispatch(rules)


def _names_called(node: ast.AST, model: SemanticModel) -> Iterator[str]:
    """Return the last name of what is called, as it is written and as it is defined: ``f(x)`` after ``f = np.mean``."""
    assert isinstance(node, ast.Call)
    function = node.func
    if isinstance(function, ast.Attribute):
        yield function.attr
    elif isinstance(function, ast.Name):
        yield function.id
    qualified = model.qualified_name(function)
    if qualified is not None:
        yield qualified.rpartition(".")[2]


def _name_read(node: ast.AST, model: SemanticModel) -> Iterator[str]:
    assert isinstance(node, ast.Attribute)
    yield node.attr


def _text(node: ast.AST, model: SemanticModel) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def _keyword(node: ast.AST, model: SemanticModel) -> Iterator[str]:
    if isinstance(node, ast.keyword) and node.arg is not None:
        yield node.arg


_NAMES: dict[type[ast.AST], Callable[[ast.AST, SemanticModel], Iterator[str]]] = {
    ast.Call: _names_called,
    ast.Attribute: _name_read,
    ast.Constant: _text,
    ast.keyword: _keyword,
}
