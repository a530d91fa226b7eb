"""Work out the tree that a fixed file must have, on ``ast`` trees alone, whatever way the text was written."""

from __future__ import annotations

import ast
from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from purity_lint.findings.edits import RewriteStatement
from purity_lint.fixes.composition.compose import Edits, NodeEdit
from purity_lint.fixes.composition.templates import node_holes, placeholder, template_text
from purity_lint.fixes.function_parts import FunctionParts, decorator_of
from purity_lint.fixes.profiles.namespaces import binds_namespace
from purity_lint.source.compare import same_tree
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.parse import parsed
from purity_lint.source.walk import walk

_IGNORED = frozenset({"ctx", "type_comment"})
_ANNOTATIONS = frozenset({"annotation", "returns"})
_Holes = Mapping[str, tuple[ast.expr, int]]
_NO_HOLES: _Holes = {}
_SIMPLE = (
    ast.Expr,
    ast.Assign,
    ast.AugAssign,
    ast.AnnAssign,
    ast.Return,
    ast.Raise,
    ast.Assert,
    ast.Delete,
)


class _Pair(NamedTuple):
    """Two values of which the second must be what the first has become."""

    old: Any
    new: Any
    holes: _Holes
    done: int = 0
    """How many edits of the node are taken into account already."""
    maker: NodeEdit | None = None


class Origins:
    """For the nodes of a new tree the old node that each of them is, or the edit whose template made it."""

    def __init__(self) -> None:
        self.near_edits: dict[ast.AST, ast.AST | NodeEdit] = {}
        """All but the nodes of statements in which nothing is edited."""
        self._same: list[tuple[ast.AST, ast.AST]] = []
        self._elsewhere: dict[ast.AST, ast.AST] = {}

    def add_same(self, old: ast.AST, new: ast.AST) -> None:
        """Take in a statement that is as it was; its nodes are looked at when somebody asks for one."""
        self._same.append((old, new))

    def get(self, node: ast.AST) -> ast.AST | NodeEdit | None:
        """Return what a node of the new tree was, or what made it; ``None`` for what has no origin."""
        while self._same:
            old, new = self._same.pop()
            self._elsewhere.update(zip(walk(new), walk(old), strict=True))
        return self.near_edits.get(node) or self._elsewhere.get(node)


class Expectation:
    """Tree that a file has after ``edits``: the old one with every edited node replaced by its filled template."""

    def __init__(
        self,
        edits: Edits,
        ops: str,
        ignoring: tuple[type[ast.stmt], ...] = (),
        parts: FunctionParts | None = None,
        gained: Mapping[ast.AST, str] | None = None,
        concerned: Container[ast.AST] | None = None,
    ) -> None:
        self.edits = edits
        self.ops = ops
        self.ignoring = ignoring
        self.parts = parts or FunctionParts()
        self.gained = gained or {}
        """Parameters of a function -> the one, ``None`` by default, that it has got besides, at the end."""
        self.concerned = concerned
        """Statements in which something is edited or of which somebody asks, if that is known: others are the same."""
        self.origins = Origins()

    def holds(self, old: ast.AST, new: ast.AST) -> bool:
        """True if ``new`` is what ``old`` must have become.

        The trees are as deep as a file makes them, so that what is still to be compared waits on a list.
        """
        waiting: list[_Pair] = [_Pair(old, new, _NO_HOLES)]
        while waiting:
            if not self._same(waiting.pop(), waiting):
                return False
        return True

    def _same(self, pair: _Pair, waiting: list[_Pair]) -> bool:
        """Compare two values but for what they hold, which waits."""
        old, new, holes, done, maker = pair
        if not isinstance(old, ast.AST):
            return _same_constant(old, new)
        if isinstance(old, ast.Name) and old.id in holes:
            node, done = holes[old.id]
            waiting.append(_Pair(node, new, _NO_HOLES, done))
            return True
        edits = self.edits.get(old, ())
        if len(edits) > done:
            (template,) = self._template(edits[done])
            if not isinstance(template, ast.Expr):
                return False
            waiting.append(_Pair(template.value, new, _holes_of(edits[done], old, done), 0, edits[done]))
            return True
        if type(old) is not type(new):
            return False
        if old in self.gained:
            assert isinstance(new, ast.arguments)
            new = _without(new, self.gained[old])
        self.origins.near_edits[new] = maker or old
        for name in old._fields:
            if name in _IGNORED:
                continue
            before, after = getattr(old, name, None), getattr(new, name, None)
            if name in _ANNOTATIONS and after is None and old in self.parts.unannotated:
                continue
            if name == "body":
                after = self._without_new_statements(old, after)
            if name == "decorator_list":
                after = self._without_new_decorator(old, after)
            if not self._same_field(before, after, pair, waiting):
                return False
        return True

    def _without_new_statements(self, function: ast.AST, body: object) -> object:
        """Return the statements of a body but for those that were put at its beginning and its end."""
        if not isinstance(function, DEFINITIONS):
            return body
        for statement in self.parts.declared.get(function, ()):
            body = _without_declaration(body, statement)
        if function in self.parts.returned:
            passes = isinstance(function.body[-1], ast.Pass)
            body = _without_return(body, self.parts.returned[function], [ast.Pass()] if passes else [])
        return body

    def _without_new_decorator(self, function: ast.AST, decorators: object) -> object:
        """Return the decorators of a function but for the one that it has got, if that is what it was to be."""
        if not isinstance(function, ast.FunctionDef) or function not in self.parts.decorated:
            return decorators
        assert isinstance(decorators, list)
        written = decorator_of(self.parts.decorated[function], self.ops)
        return decorators[1:] if decorators and ast.unparse(decorators[0]) == written else decorators

    def _same_field(self, old: Any, new: Any, holder: _Pair, waiting: list[_Pair]) -> bool:
        if isinstance(old, ast.AST):
            waiting.append(_Pair(old, new, holder.holes, 0, holder.maker))
            return True
        if not isinstance(old, list):
            return _same_constant(old, new)
        if not isinstance(new, list):
            return False
        if self.parts.undecorated:
            old = [item for item in old if item not in self.parts.undecorated]
        if self.ignoring:
            old, new = ([item for item in items if not self._is_ignored(item)] for items in (old, new))
        expected = [triple for item in old for triple in self._expand(item, holder.holes, holder.maker)]
        if self.ignoring:  # a statement that goes may leave a `pass`
            expected = [triple for triple in expected if not self._is_ignored(triple[0])]
        if len(expected) != len(new):
            return False
        for (item, scope, made_by), other in zip(expected, new, strict=True):
            if made_by is None and self._is_as_it_was(item) and same_tree(item, other):
                self.origins.add_same(item, other)
            else:
                waiting.append(_Pair(item, other, scope, 0, made_by))
        return True

    def _is_as_it_was(self, item: Any) -> bool:
        """Return True for a statement that holds no other, and nothing that any edit may change."""
        return (
            isinstance(item, _SIMPLE)
            and self.concerned is not None
            and item not in self.concerned
            and not self.gained
        )

    def _is_ignored(self, item: Any) -> bool:
        return isinstance(item, self.ignoring) or binds_namespace(item)

    def _expand(
        self, item: Any, holes: _Holes, maker: NodeEdit | None
    ) -> list[tuple[Any, _Holes, NodeEdit | None]]:
        """A statement as the statements that replace it."""
        edits = self.edits.get(item, ()) if isinstance(item, ast.stmt) else ()
        if not edits:
            return [(item, holes, maker)]
        return [(statement, _holes_of(edits[0], item, 0), edits[0]) for statement in self._template(edits[0])]

    def _template(self, edit: NodeEdit) -> Sequence[ast.stmt]:
        text = template_text(edit, self.ops)
        return _parse(text if isinstance(edit, RewriteStatement) else f"({text})")


def _same_constant(old: object, new: object) -> bool:
    """True for values that are no nodes, if they are written alike, ``-0.0`` and ``nan`` too."""
    return old is new or (type(old) is type(new) and repr(old) == repr(new))


def _without(arguments: ast.arguments, name: str) -> ast.arguments:
    """Return parameters without the last one, if that is ``name=None``."""
    fields = {field: getattr(arguments, field) for field in arguments._fields}
    by_keyword = fields["kwonlyargs"] or fields["vararg"]
    names, defaults = ("kwonlyargs", "kw_defaults") if by_keyword else ("args", "defaults")
    match fields[names], fields[defaults]:
        case [*others, ast.arg(arg=found)], [*other_defaults, ast.Constant(value=None)] if found == name:
            return ast.arguments(**{**fields, names: others, defaults: other_defaults})
    return arguments


def _without_declaration(body: object, statement: str) -> object:
    """Return statements without ``statement``, if it is the first one, or the first one behind a docstring."""
    match body:
        case [ast.Global() | ast.Nonlocal() as first, *others] if ast.unparse(first) == statement:
            return others
        case [ast.Expr() as docstring, ast.Global() | ast.Nonlocal() as second, *others] if (
            ast.unparse(second) == statement
        ):
            return [docstring, *others]
    return body


def _without_return(body: object, names: tuple[str, ...], instead: list[ast.stmt]) -> object:
    """Return statements with others ``instead`` of the last one, if that is ``return x, y`` of these names."""
    match body:
        case [*others, ast.Return(value=ast.Name() | ast.Tuple() as value)]:
            parts = value.elts if isinstance(value, ast.Tuple) else [value]
            if tuple(part.id if isinstance(part, ast.Name) else None for part in parts) == names:
                return [*others, *instead]
    return body


@lru_cache(maxsize=512)
def _parse(text: str) -> Sequence[ast.stmt]:
    return parsed(text).body


def _holes_of(edit: NodeEdit, node: ast.AST, done: int) -> _Holes:
    return {
        placeholder(name): (hole, done + 1 if hole is node else 0) for name, hole in node_holes(edit).items()
    }
