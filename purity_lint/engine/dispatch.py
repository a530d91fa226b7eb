"""Choose the rules that a node meets: those that ask for its type, and for its name if they name any."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from functools import lru_cache

from purity_lint.records import dataclass
from purity_lint.rewrites.references import REFERENCES, references
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

    def __bool__(self) -> bool:
        return bool(self.always or self.mentions or self.named)

    def among(self, rules: int) -> _Wanted:
        """Return the same of some of the rules."""
        named = {name: bits & rules for name, bits in self.named.items() if bits & rules}
        return _Wanted(self.always & rules, self.mentions & rules, named)


class Dispatch:
    """Rules of a run, by what they ask for."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = tuple(rules)
        self._wanted: dict[type[ast.AST], _Wanted] = {}
        for number, rule in enumerate(self._rules):
            for kind in rule.nodes:
                self._add(rule, 1 << number, kind)
        self._chosen: dict[int, Meets] = {0: ()}
        self._of_files: dict[int, dict[type[ast.AST], _Wanted]] = {}
        """What is asked for in a file, by the rules that apply to it: most files are of a few sorts."""

    def __bool__(self) -> bool:
        return bool(self._wanted)

    def meetings(self, model: SemanticModel) -> Iterator[tuple[ast.AST, Meets]]:
        """Yield the nodes of the file that meet rules, with these: by type, as most types are asked for by few.

        Rules that do not apply to the file are left out, and types of nodes that no other rule asks for.
        """
        applying = sum(1 << number for number, rule in enumerate(self._rules) if rule.applies(model))
        if applying not in self._of_files:
            wanted = ((kind, wanted.among(applying)) for kind, wanted in self._wanted.items())
            self._of_files[applying] = {kind: some for kind, some in wanted if some}
        for kind, some in self._of_files[applying].items():
            yield from self._of_kind(kind, some, model)

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

    def _of_kind(
        self, kind: type[ast.AST], wanted: _Wanted, model: SemanticModel
    ) -> Iterator[tuple[ast.AST, Meets]]:
        always, named = wanted.always, wanted.named
        mentions = references(model) if wanted.mentions else {}
        mentioning = always | wanted.mentions
        names_of = _NAMES.get(kind) if named else None
        if names_of is None:
            all_of, some_of = self._of(mentioning), self._of(always)
            if some_of:
                yield from ((n, all_of if n in mentions else some_of) for n in model.source.of(kind))
            else:  # most names mention nothing
                yield from ((n, all_of) for n in mentions if n.__class__ is kind)
            return
        by_names: dict[tuple[bool, Sequence[str]], Meets] = {}
        for node in model.source.of(kind):
            key = node in mentions, names_of(node, model)
            met = by_names.get(key)
            if met is None:
                bits = mentioning if key[0] else always
                for name in key[1]:
                    bits |= named.get(name, 0)
                met = by_names[key] = self._of(bits)
            if met:
                yield node, met

    def _of(self, bits: int) -> Meets:
        """Return the rules that ``bits`` stand for, in the order in which they were given."""
        if bits not in self._chosen:
            self._chosen[bits] = tuple(rule for n, rule in enumerate(self._rules) if bits >> n & 1)
        return self._chosen[bits]


@lru_cache(maxsize=8)
def dispatch_of(rules: tuple[Rule, ...]) -> Dispatch:
    """Return the dispatch of ``rules``, made once for all files that they check."""
    return Dispatch(rules)


def _names_called(node: ast.AST, model: SemanticModel) -> Sequence[str]:
    """Return the last name of what is called, as it is written and as it is defined: ``f(x)`` after ``f = np.mean``."""
    assert isinstance(node, ast.Call)
    function = node.func
    if isinstance(function, ast.Attribute):
        written = function.attr
    elif isinstance(function, ast.Name):
        written = function.id
    else:
        return ()
    qualified = model.qualified_names.get(function)
    return (written,) if qualified is None else (written, qualified.rpartition(".")[2])


def _name_read(node: ast.AST, model: SemanticModel) -> Sequence[str]:
    assert isinstance(node, ast.Attribute)
    return (node.attr,)


def _text(node: ast.AST, model: SemanticModel) -> Sequence[str]:
    return (node.value,) if isinstance(node, ast.Constant) and isinstance(node.value, str) else ()


def _keyword(node: ast.AST, model: SemanticModel) -> Sequence[str]:
    return (node.arg,) if isinstance(node, ast.keyword) and node.arg is not None else ()


_NAMES: dict[type[ast.AST], Callable[[ast.AST, SemanticModel], Sequence[str]]] = {
    ast.Call: _names_called,
    ast.Attribute: _name_read,
    ast.Constant: _text,
    ast.keyword: _keyword,
}
