"""Templates with holes, as libcst trees.

There are two sorts.  A rule's template is ``{ops}.add({left}, {right})``.  A piece of the source in which something
is rewritten is one too: ``f(<hole>, c)``.  Both are parsed once and their holes, which are names that nobody
uses, are filled with trees, so that no character of the source is parsed more than once, however deep the nesting.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import lru_cache, reduce
from string import Formatter

import libcst as cst

from purity_lint.findings.edits import Rewrite, RewriteStatement
from purity_lint.fixes.composition.precedence import Level, level, required
from purity_lint.source.parse import parsed_expression

_PLACEHOLDER = re.compile(r"__hole_(\w+)__")
_EMPTY = cst.Module([])
_BRACKETED = (cst.Call, cst.List, cst.Set, cst.Dict)


class FixError(Exception):
    """Base of the reasons for which a fix is not applied; the text is for the user."""


class UnfixableError(FixError):
    """Raised where the new code cannot be written in the place of the old one."""


class NoPlaceError(UnfixableError):
    """Python has no way to write any call there; nothing is wrong with the fix."""


def placeholder(name: str) -> str:
    """Return the name that stands for the hole ``name`` in a text that is parsed."""
    return f"__hole_{name}__"


def hole_of(node: cst.CSTNode) -> str | None:
    """Return the hole that ``node`` is, if it is one."""
    return hole_name(node.value) if isinstance(node, cst.Name) else None


def hole_name(name: str) -> str | None:
    """Return the hole that a name stands for, if it does."""
    match = _PLACEHOLDER.fullmatch(name)
    return match[1] if match else None


def substitute(template: str, strings: Mapping[str, str], nodes: Mapping[str, str]) -> str:
    """Return the text of a rule's template, with ``strings`` put in and ``nodes`` (hole -> text) for the rest."""
    parts: list[str] = []
    for literal, name, spec, conversion in Formatter().parse(template):
        parts.append(literal)
        if name is None:
            continue
        if spec or conversion or (name not in strings and name not in nodes):
            raise ValueError(f"the template {template!r} has no hole {name!r}")
        parts.append(strings[name] if name in strings else nodes[name])
    return "".join(parts)


@lru_cache(maxsize=512)
def holes_in(template: str) -> frozenset[str]:
    """Return the names of the holes of a rule's template."""
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def node_holes(edit: Rewrite | RewriteStatement) -> dict[str, ast.expr]:
    """Return the holes that nodes of the tree fill; a starred argument counts as what is starred."""
    return {
        name: hole.value if isinstance(hole, ast.Starred) else hole
        for name, hole in edit.holes.items()
        if isinstance(hole, ast.expr) and name in holes_in(edit.template)
    }


def template_text(edit: Rewrite | RewriteStatement, ops: str) -> str:
    """Return the template of ``edit`` with its strings put in and placeholders for its nodes."""
    strings = {name: hole for name, hole in edit.holes.items() if isinstance(hole, str)}
    nodes = {
        name: ("*" if isinstance(edit.holes[name], ast.Starred) else "") + placeholder(name)
        for name in node_holes(edit)
    }
    return substitute(edit.template, {"ops": ops, **strings}, nodes)


@lru_cache(maxsize=512)
def parse(code: str) -> cst.BaseExpression:
    """Return the tree of an expression that may go over several lines; parentheses around it are its own."""
    try:
        node = cst.parse_expression(f"({code})")
    except cst.ParserSyntaxError as error:
        raise UnfixableError(f"`{code}` is not an expression on its own") from error
    return node.with_changes(lpar=node.lpar[1:], rpar=node.rpar[:-1])


@lru_cache(maxsize=512)
def parse_statements(code: str) -> cst.Module:
    """Return the tree of the statements of a template."""
    try:
        return cst.parse_module(code + "\n")
    except cst.ParserSyntaxError as error:
        raise UnfixableError(f"`{code}` is not a statement") from error


def code(node: cst.CSTNode) -> str:
    """Return the text of a tree."""
    return _EMPTY.code_for_node(node)


def fill(node: cst.BaseExpression, holes: Mapping[str, cst.BaseExpression]) -> cst.BaseExpression:
    """Put trees into the holes of an expression, with the parentheses that they need there and no others."""
    filled = node.visit(_Filler(holes))
    assert isinstance(filled, cst.BaseExpression)
    return filled


def fill_statements(module: cst.Module, holes: Mapping[str, cst.BaseExpression]) -> list[str]:
    """Put trees into the holes of statements; the texts of the statements."""
    filled = module.visit(_Filler(holes))
    return [code(statement).rstrip("\n") for statement in filled.body]


class _Filler(cst.CSTTransformer):
    """Replaces the names that stand for holes."""

    def __init__(self, holes: Mapping[str, cst.BaseExpression]) -> None:
        super().__init__()
        self.holes = holes
        self.stack: list[cst.CSTNode] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        self.stack.append(node)
        return super().on_visit(node)

    def on_leave(  # type: ignore[override]  # what replaces a name is any expression
        self, original_node: cst.CSTNode, updated_node: cst.CSTNode
    ) -> cst.CSTNode | cst.RemovalSentinel | cst.FlattenSentinel[cst.CSTNode]:
        self.stack.pop()
        name = hole_of(original_node)
        if name is None or name not in self.holes:
            return super().on_leave(original_node, updated_node)
        assert isinstance(original_node, cst.Name)
        parent = self.stack[-1] if self.stack else None
        inside = any(isinstance(n, _BRACKETED) or getattr(n, "lpar", ()) for n in self.stack)
        needed = required(parent, original_node) if parent is not None else Level.ALWAYS
        return place(self.holes[name], original_node, needed, inside)

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.Call:  # noqa: N802  libcst's name
        """``f((x for x in y))`` -> ``f(x for x in y)``."""
        if len(updated_node.args) != 1 or hole_of(original_node.args[0].value) is None:
            return updated_node
        (arg,) = updated_node.args
        if isinstance(arg.value, cst.GeneratorExp) and arg.star == "" and arg.keyword is None:
            bare = arg.value.with_changes(lpar=[], rpar=[])
            return updated_node.with_changes(
                args=[arg.with_changes(value=bare, comma=cst.MaybeSentinel.DEFAULT)]
            )
        return updated_node


def place(
    node: cst.BaseExpression, hole: cst.BaseExpression, needed: Level, inside: bool = False
) -> cst.BaseExpression:
    """``node`` as it stands in ``hole``: one pair of parentheses, its own or the hole's, if it needs them.

    ``inside`` says that brackets are open around it, so that its lines may break where they like.
    """
    lpar, rpar = [*hole.lpar, *node.lpar], [*node.rpar, *hole.rpar]
    needs = level(node) < needed or (isinstance(node, cst.Integer) and needed is Level.ATOM)
    if not lpar:
        return node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()]) if needs else node
    before = reduce(join, (p.whitespace_after for p in lpar))
    after = reduce(join, (p.whitespace_before for p in rpar))
    if isinstance(node, cst.Tuple) and not node.elements:
        return node  # its parentheses are all that there is of it
    bare = node.with_changes(lpar=[], rpar=[])
    if isinstance(bare, cst.Call) and not needs:
        return take_over(bare, before, after)
    breaks = "\n" in code(bare) and not inside and not _stands_alone(code(bare))
    if needs or breaks or _has_line(before) or _has_line(after):
        return node.with_changes(lpar=[cst.LeftParen(before)], rpar=[cst.RightParen(after)])
    return bare


def take_over(
    call: cst.Call, before: cst.BaseParenthesizableWhitespace, after: cst.BaseParenthesizableWhitespace
) -> cst.Call:
    """Give the line breaks and comments inside dropped parentheses to the parentheses of ``call``."""
    if _has_line(before):
        call = call.with_changes(whitespace_before_args=join(before, call.whitespace_before_args))
    if not _has_line(after):
        return call
    if not call.args:
        return call.with_changes(whitespace_before_args=join(call.whitespace_before_args, after))
    *others, last = call.args
    commas = [arg.comma for arg in others]
    each = all(isinstance(comma, cst.Comma) and _has_line(comma.whitespace_after) for comma in commas)
    has_comma = isinstance(last.comma, cst.Comma)
    return call.with_changes(
        args=[*others, end_line(last, after, comma=has_comma or (each and bool(others)))]
    )


def end_line(arg: cst.Arg, after: cst.BaseParenthesizableWhitespace, *, comma: bool) -> cst.Arg:
    """``arg`` as the last argument, with ``after`` between it and the closing parenthesis on a line of its own.

    A ``comma`` behind it makes formatters keep a line for each argument.
    """
    generator = isinstance(arg.value, cst.GeneratorExp) and not arg.value.lpar
    space = arg.whitespace_after_arg
    if isinstance(arg.comma, cst.Comma):
        space = join(arg.comma.whitespace_after, space)
    mark = cst.Comma() if comma and not generator else cst.MaybeSentinel.DEFAULT
    return arg.with_changes(comma=mark, whitespace_after_arg=join(space, after))


def join(
    first: cst.BaseParenthesizableWhitespace, second: cst.BaseParenthesizableWhitespace
) -> cst.BaseParenthesizableWhitespace:
    """Two stretches of white space as one, with all comments and at most one line break."""
    if not isinstance(first, cst.ParenthesizedWhitespace) or not isinstance(
        second, cst.ParenthesizedWhitespace
    ):
        return first if isinstance(first, cst.ParenthesizedWhitespace) else second
    between = cst.EmptyLine(first.indent, first.last_line, second.first_line.comment)
    lines = [line for line in (*first.empty_lines, between, *second.empty_lines) if line.comment is not None]
    return second.with_changes(first_line=first.first_line, empty_lines=lines)


def _has_line(space: cst.BaseParenthesizableWhitespace) -> bool:
    return isinstance(space, cst.ParenthesizedWhitespace)


def _stands_alone(text: str) -> bool:
    try:
        parsed_expression(text)
    except SyntaxError:
        return False
    return True
