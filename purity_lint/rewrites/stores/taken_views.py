"""Views that are read after their array was stored into: ``d = w[1:, 1:]``, then ``w[1:, 1:] = c``, then ``d[0]``.

On JAX and MLX ``d`` is an array of its own, which the store does not reach.  It is taken anew behind the store, as it
was taken before: on NumPy and PyTorch that is the same view of the same memory.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from purity_lint.findings.edits import RewriteStatement
from purity_lint.records import dataclass
from purity_lint.rewrites.operands import is_simple
from purity_lint.rewrites.scopes import bound_names, enclosing
from purity_lint.rewrites.stores.item_stores import Template, is_basic_index
from purity_lint.rewrites.stores.views import bound_before, names_bound
from purity_lint.rewrites.uses_of_names import bindings, end, is_passed, loops_around, reads, start
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import names_in


@dataclass(frozen=True, slots=True)
class TakenView:
    """A local name of a slice of an array that has a name of its own."""

    node: ast.Name
    """Where it is bound."""
    whole: str
    index: ast.expr


def taken_views(array: ast.Name, change: ast.stmt, model: SemanticModel) -> list[TakenView]:
    """Return the views that the store ``change`` into ``array`` reaches on NumPy, and that can be taken anew behind it.

    Only those of a function's own names count, none of which a function within it reads.
    """
    scope = enclosing(change, model)
    if not isinstance(scope, FUNCTIONS) or array.id not in bound_names(scope):
        return []
    found = []
    for name, made in bindings(scope).items():
        if name == array.id or not any(_is_slice_of(array.id, value, model) for _, value in made):
            continue
        bound = bound_before(name, change, scope, model)
        view = None if bound is None else _taken(name, array.id, *bound, model)
        if view is None or bound is None or not _is_settled(view, bound[0], change, scope, model):
            continue
        if all(enclosing(use, model) is scope for use in reads(scope).get(name, ())):
            found.append(view)
    return found


def take_anew(edit: RewriteStatement, views: Iterable[TakenView]) -> RewriteStatement:
    """Return ``edit`` with statements behind it that take ``views`` of the new array."""
    template = Template(dict(edit.holes), prefix="taken")
    lines = [edit.template]
    lines += [f"{view.node.id} = {view.whole}[{_as_written(view.index, template)}]" for view in views]
    return replace(edit, template="\n".join(lines), holes=template.holes)


def _taken(name: str, whole: str, made: ast.stmt, value: ast.AST, model: SemanticModel) -> TakenView | None:
    if not isinstance(value, ast.Subscript) or not _is_slice_of(whole, value, model):
        return None
    targets = made.targets if isinstance(made, ast.Assign) else []
    named = (node for target in targets for node in ast.walk(target) if isinstance(node, ast.Name))
    node = next((n for n in named if n.id == name), None)
    return None if node is None else TakenView(node, whole, value.slice)


def _is_slice_of(whole: str, value: ast.AST, model: SemanticModel) -> bool:
    """True for ``whole[1:, :n]``: no element, and written in a way that every library reads alike."""
    match value:
        case ast.Subscript(value=ast.Name(id=name), slice=index) if name == whole:
            parts = index.elts if isinstance(index, ast.Tuple) else [index]
            slices = [part for part in parts if isinstance(part, ast.Slice)]
            plain = bool(slices) and all(part.step is None for part in slices)
            return plain and is_simple(index) and is_basic_index(index, model)
    return False


def _is_settled(
    view: TakenView, made: ast.stmt, change: ast.stmt, scope: ast.AST, model: SemanticModel
) -> bool:
    """True where the name stands for that view of that array still: between, the array is only stored into."""
    if not is_passed(made, change, scope, model):
        return False  # what the index names may have no value elsewhere
    index = names_in(view.index)
    again = loops_around(change, model) - loops_around(made, model)
    for node, name in names_bound(scope):
        if name not in index and (name != view.whole or isinstance(node, ast.Subscript)):
            continue
        statement = model.statement(node)
        between = end(made) <= start(statement) < start(change)
        if between or again & loops_around(statement, model):
            return False
    return True


def _as_written(index: ast.expr, template: Template) -> str:
    match index:
        case ast.Tuple(elts=parts):
            return ", ".join(_as_written(part, template) for part in parts)
        case ast.Slice(lower=lower, upper=upper):
            bounds = ["" if bound is None else template.hole(bound) for bound in (lower, upper)]
            return ":".join(bounds)
    return template.hole(index)
