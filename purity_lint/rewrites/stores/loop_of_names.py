"""Loops over names that store into each: ``for x in (a, b): x[mask] = 0``.

No turn of such a loop can bind `a` or `b` anew; ``a, b = [ops.assign(x, mask, 0) for x in (a, b)]`` does for all.
"""

from __future__ import annotations

import ast

from purity_lint.findings.edits import RewriteStatement
from purity_lint.records import dataclass
from purity_lint.rewrites.scopes import enclosing
from purity_lint.rewrites.stores.item_stores import is_rebindable
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import names_in
from purity_lint.source.walk import walk


@dataclass(frozen=True, slots=True)
class LoopOfNames:
    """A loop over names whose one statement is a store into each."""

    node: ast.For
    names: tuple[ast.Name, ...]

    def rewritten(self, store: RewriteStatement) -> RewriteStatement | None:
        """Return the loop as one assignment; ``None`` where ``store`` takes more than one statement itself."""
        target, _, value = store.template.partition(" = ")
        if "\n" in store.template or not target.startswith("{") or " = " in value:
            return None
        names = ", ".join(name.id for name in self.names)
        text = f"{names} = [{value} for {{target}} in {{iter}}]"
        return RewriteStatement(
            self.node, text, {**store.holes, "target": self.node.target, "iter": self.node.iter}
        )


def loop_of_names(store: ast.stmt, array: ast.expr, model: SemanticModel) -> LoopOfNames | None:
    """Return the loop over names whose only statement is ``store``, into its variable ``array``.

    The variable must not be looked at outside: a comprehension binds no name.
    """
    loop = model.parent(store)
    match loop:
        case ast.For(
            target=ast.Name(id=name), iter=ast.Tuple(elts=listed) | ast.List(elts=listed), orelse=[]
        ):
            names = tuple(each for each in listed if isinstance(each, ast.Name))
        case _:
            return None
    if not isinstance(array, ast.Name) or array.id != name or loop.body != [store]:
        return None
    known = {each.id for each in names}
    if len(names) != len(listed) or len(names) < 2 or len(known) < len(names) or name in known:
        return None
    scope = enclosing(loop, model)
    if not isinstance(scope, FUNCTIONS) or not all(is_rebindable(each, model) for each in names):
        return None
    if known & set(names_in(store)):
        return None  # what a turn stores into may be what the next one reads
    inside = set(walk(loop))
    uses = (part for part in walk(scope) if isinstance(part, ast.Name) and part.id == name)
    return LoopOfNames(loop, names) if all(use in inside for use in uses) else None
