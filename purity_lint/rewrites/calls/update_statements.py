"""Statements that a change in place is the whole of, or begins: the call alone, bound to a name, given back, read."""

from __future__ import annotations

import ast

from purity_lint.findings.assumptions import Assumption, claim
from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Hole, Rewrite, RewriteStatement, fix_if
from purity_lint.records import dataclass
from purity_lint.rewrites.calls.optional_outputs import is_optional
from purity_lint.rewrites.calls.updates import Update
from purity_lint.rewrites.scopes import bound_names, enclosing, own_nodes, parameters
from purity_lint.rewrites.stores.assignments import rebound
from purity_lint.rewrites.stores.item_stores import is_rebindable
from purity_lint.rewrites.stores.sharing import written_views
from purity_lint.rewrites.stores.store_fixes import store_claims
from purity_lint.rewrites.stores.written_views import with_views
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.names import dotted


@dataclass(frozen=True, slots=True)
class _UpdateStatement:
    """A statement, and what stands before and behind the new value of the array once it is rewritten."""

    node: ast.stmt
    opening: str
    closing: str = ""
    """What follows where the statement goes on with the array: a template with the hole ``rest``."""
    rest: ast.expr | None = None
    """Value of the statement, in which the array takes the place of the call."""

    @property
    def is_last(self) -> bool:
        """True for one that gives the array back, after which no name is read."""
        return isinstance(self.node, ast.Return) and self.rest is None

    def statement_edit(self, update: Update) -> RewriteStatement:
        """Return what gives the array its new value, the template of the update, and goes on with it."""
        holes: dict[str, Hole] = {"x": update.array, **update.holes}
        if self.rest is not None:
            holes["rest"] = self.rest
        return RewriteStatement(self.node, f"{self.opening}{update.template}{self.closing}", holes)

    def call_edits(self, update: Update) -> tuple[Rewrite, ...]:
        """Return what puts the array in the place of the call where the statement goes on with it."""
        return () if self.rest is None else (Rewrite(update.node, "{x}", {"x": update.array}),)


def fix_of_update(update: Update, model: SemanticModel) -> Fix | None:
    """Return what rebinds the array to its new value, or stores that where the array has no name to rebind."""
    fix = _rebinding(update, model)
    if fix is None and not update.value.foreign:
        stored = _stored_in_place(update, model)
        if stored is not None:
            return Fix((stored,), Applicability.UNSAFE, "Store what an operation gives")
    return fix


def _rebinding(update: Update, model: SemanticModel) -> Fix | None:
    if update.template is None or not is_rebindable(update.array, model):
        return None
    found = _statement_of(update, model)
    if found is None:
        return _in_last_choice(update, update.template, model)
    if found.rest is not None and written_views(update.array, found.node, model):
        return None  # they have to be made anew before the statement goes on
    views = [] if found.is_last else [update.array]
    edits, claims = with_views(found.statement_edit(update), views, found.node, model)
    claims += [
        claim(Assumption.SAME_MEANING, update.exact),
        *store_claims(update.array, found.node, model),
    ]
    return fix_if(claims, (*edits, *found.call_edits(update)), "Replace it with an assignment of `ops`")


def _in_last_choice(update: Update, template: str, model: SemanticModel) -> Fix | None:
    """Return the new value for the call in ``return y if known else np.sqrt(y, out=y)``: nobody reads `y` later."""
    choice: ast.AST = update.node
    holder = model.parent(choice)
    while isinstance(holder, ast.IfExp) and choice is not holder.test:
        choice, holder = holder, model.parent(holder)
    if choice is update.node or not isinstance(holder, ast.Return) or update.spelled != "out=":
        return None
    if not _is_of_the_function(update.array, model):
        return None
    claims = [
        claim(Assumption.SAME_MEANING, update.exact),
        *store_claims(update.array, holder, model),
    ]
    edit = Rewrite(update.node, template, {"x": update.array, **update.holes})
    return fix_if(claims, (edit,), "Replace it with its result")


def _statement_of(update: Update, model: SemanticModel) -> _UpdateStatement | None:
    """Return the statement that is nothing but the call, whose result is dropped, bound to a name or given back.

    What is written with ``out=`` is the array that it is written into: a name that it is bound to, is another one of
    the array, and the caller that it is given back to needs nothing else, if the array is none of his.  So may the
    rest of a statement that begins with the call go on with the array.
    """
    statement = model.parent(update.node)
    bound = f"{rebound(update.array, '{x}', model)} = "
    array = update.array.id if isinstance(update.array, ast.Name) else None
    match statement:
        case ast.Expr():
            return _UpdateStatement(statement, bound)
        case ast.Assign(targets=[ast.Name(id=name)]) if name == array:
            return _UpdateStatement(statement, bound)
        case ast.Assign(targets=[ast.Name(id=name)]) if update.spelled == "out=" and array is not None:
            return _UpdateStatement(statement, f"{name} = {bound}")
        case ast.Assign(targets=[ast.Attribute() as holder]) if (
            update.spelled == "out=" and array is not None
        ):
            return _UpdateStatement(statement, f"{path} = {bound}") if (path := dotted(holder)) else None
        case ast.Return() if update.spelled == "out=" and array is not None:
            return (
                _UpdateStatement(statement, "return ") if _is_of_the_function(update.array, model) else None
            )
    if update.spelled == "out=" and array is not None:
        return _first_of_all(update.node, bound, model)
    return None


def _first_of_all(call: ast.Call, opening: str, model: SemanticModel) -> _UpdateStatement | None:
    """Write ``return f(np.add(x, 1, out=y))`` as ``y = ...`` and ``return f(y)``: nothing is evaluated before."""
    part: ast.AST = call
    while not isinstance(part, ast.stmt):
        whole = model.parent(part)
        if whole is None or part is not _evaluated_first(whole):
            return None
        part = whole
    value = part.value if isinstance(part, ast.Expr | ast.Assign | ast.Return) else None
    if value is None or value.lineno != part.lineno:
        return None
    width = value.col_offset - part.col_offset
    head = model.source.segment(part).encode()[:width].decode()  # columns count bytes
    return _UpdateStatement(part, opening, f"\n{head.replace('{', '{{').replace('}', '}}')}{{rest}}", value)


def _evaluated_first(whole: ast.AST) -> ast.AST | None:
    """Return the part of an expression or a statement that Python evaluates before all others."""
    match whole:
        case ast.Call(func=ast.Name() | ast.Attribute(value=ast.Name()), args=[first, *_]):
            return first
        case ast.Call(func=ast.Attribute() as method):
            return method
        case ast.BinOp(left=first) | ast.Compare(left=first) | ast.UnaryOp(operand=first):
            return first
        case ast.Attribute(value=first) | ast.Subscript(value=first, ctx=ast.Load()):
            return first
        case ast.Tuple(elts=[first, *_], ctx=ast.Load()) | ast.List(elts=[first, *_], ctx=ast.Load()):
            return first
        case ast.Expr(value=first) | ast.Assign(value=first) | ast.Return(value=first):
            return first
    return None


def _stored_in_place(update: Update, model: SemanticModel) -> RewriteStatement | None:
    """Write ``y = np.add(x, 1, out=x)`` as ``x[...] = ops.add(x, 1)`` and ``y = x``, for an array that others see.

    ``None`` where there is no such store, or where the call is not the whole of a statement.
    """
    if update.store is None:
        return None
    match model.parent(update.node):
        case ast.Expr() as statement:
            after = ""
        case ast.Assign(targets=[ast.Name(id=name)]) as statement if update.spelled == "out=" and isinstance(
            update.array, ast.Name
        ):
            after = "" if name == dotted(update.array) else f"\n{name} = {{x}}"
        case _:
            return None
    holes = {"x": update.array, **update.holes}
    return RewriteStatement(statement, f"{update.store}{after}", holes)


def _is_of_the_function(array: ast.expr, model: SemanticModel) -> bool:
    """True for a name that nobody reads once the function has given its array back: no caller, closure or `finally`.

    Of an output that may be left out, `out=None`, callers take what they get back, as they do of one that every
    `return` gives.
    """
    scope = enclosing(array, model)
    if not isinstance(array, ast.Name):
        return False
    given = is_optional(array.id, scope) or (
        isinstance(scope, DEFINITIONS) and array.id in model.given_back(scope)
    )
    if array.id not in bound_names(scope) - parameters(scope) and not given:
        return False
    inside = [node for node in ast.walk(scope) if isinstance(node, ast.Name) and node.id == array.id]
    if any(enclosing(node, model) is not scope for node in inside):
        return False
    return not any(isinstance(node, ast.Try | ast.TryStar) and node.finalbody for node in own_nodes(scope))
