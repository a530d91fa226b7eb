"""``x[()]``, by which NumPy gives the number of an array without axes: the standard has it of no other arrays."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Rewrite, RewriteStatement
from purity_lint.rewrites.scopes import bound_names, enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.conditions import questions
from purity_lint.source.constructs import DEFINITIONS, FUNCTIONS

_NUMBERS = frozenset({"builtins.int", "builtins.float", "builtins.bool", "builtins.complex"})
_ASKED = "{x}[()] if {x}.ndim == 0 else {x}"


def asks_for_axes(node: ast.Subscript, model: SemanticModel) -> bool:
    """True for `x[()] if x.ndim == 0 else x`, and where an `if` asks so."""
    parent = model.parent(node)
    while parent is not None and not isinstance(parent, FUNCTIONS):
        if isinstance(parent, ast.IfExp | ast.If) and any(map(_is_about_axes, questions(parent.test))):
            return True
        parent = model.parent(parent)
    return False


def _is_about_axes(question: ast.expr) -> bool:
    """True for what asks how many axes there are: `x.ndim == 0`, `x.shape`, `shape == ()`, `len(x.shape) > 0`."""
    match question:
        case ast.Attribute(attr="shape"):
            return True
        case ast.Compare(left=left, comparators=[right]):
            sides = (left, right)
            if any(isinstance(side, ast.Tuple) and not side.elts for side in sides):
                return True
            if any(ast.unparse(side).endswith(".shape)") for side in sides if isinstance(side, ast.Call)):
                return True
    return "ndim" in ast.unparse(question)


def is_without_axes(node: ast.AST, model: SemanticModel) -> bool:
    """True for `x[()]` of an array that may have axes."""
    match node:
        case ast.Subscript(value=array, slice=ast.Tuple(elts=[])) if isinstance(node.ctx, ast.Load):
            value = model.value(array)
            if _is_made_a_number(node, model):
                return False
            return value.is_tensor and value.rank != 0 and not asks_for_axes(node, model)
    return False


def _is_made_a_number(node: ast.Subscript, model: SemanticModel) -> bool:
    """True for `int(x[()])`, which needs an array of one element whatever it asks."""
    parent = model.parent(node)
    return isinstance(parent, ast.Call) and model.qualified_name(parent.func) in _NUMBERS


def asked_first(node: ast.Subscript, model: SemanticModel) -> tuple[Rewrite | RewriteStatement, ...]:
    """Return the edits that ask an array for its axes; none where it has no name to be asked by.

    What is returned among other things gets its line: `x = x[()] if x.ndim == 0 else x`, and then `return x, y`.
    So does what is computed for a name, `x = f(y)[()]`.
    """
    if not isinstance(node.value, ast.Name):
        return _asked_by_its_name(node, model)
    statement: ast.AST | None = node
    while isinstance(statement, ast.expr | ast.keyword):
        statement = model.parent(statement)
    if not isinstance(statement, ast.Return) or statement.value in (node, None):
        return (Rewrite(node, _ASKED, {"x": node.value}),)
    assert statement.value is not None
    together = [n for n in ast.walk(statement.value) if is_without_axes(n, model) and _is_own(n, model)]
    if node not in together or not _is_read_once(statement, model):
        return (Rewrite(node, _ASKED, {"x": node.value}),)
    names = dict.fromkeys(ast.unparse(n.value) for n in together if isinstance(n, ast.Subscript))
    lines = [_ASKED.replace("{x}", name) for name in names]
    template = "\n".join([*(f"{n} = {line}" for n, line in zip(names, lines, strict=True)), "return {value}"])
    return (
        RewriteStatement(statement, template, {"value": statement.value}),
        *(Rewrite(n, "{x}", {"x": n.value}) for n in together if isinstance(n, ast.Subscript)),
    )


def _asked_by_its_name(node: ast.Subscript, model: SemanticModel) -> tuple[Rewrite | RewriteStatement, ...]:
    match statement := model.parent(node):
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is node:
            template = f"{name} = {{value}}\n{name} = {_ASKED.replace('{x}', name)}"
            return (
                RewriteStatement(statement, template, {"value": node}),
                Rewrite(node, "{x}", {"x": node.value}),
            )
    return ()


def _is_own(node: ast.AST, model: SemanticModel) -> bool:
    """True where the name of the array is the function's own."""
    match node:
        case ast.Subscript(value=ast.Name(id=name)):
            function = model.function(node)
            return isinstance(function, DEFINITIONS) and name in bound_names(function)
    return False


def _is_read_once(statement: ast.Return, model: SemanticModel) -> bool:
    """True where nothing runs between the line before a `return` and what it reads: no `lambda`, no ``:=``."""
    return not any(
        isinstance(n, ast.Lambda | ast.NamedExpr | ast.comprehension | ast.Await | ast.Yield)
        for n in ast.walk(statement)
    ) and isinstance(enclosing(statement, model), DEFINITIONS)
