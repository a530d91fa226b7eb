"""What binds a name anew on every path to a change: an assignment, or an `if` with one in each of its branches."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from purity_lint.records import dataclass
from purity_lint.rewrites.stores.changes import Change
from purity_lint.rewrites.uses_of_names import Bound, end, is_passed, start

_LEAVING = ast.Return | ast.Raise | ast.Continue | ast.Break


@dataclass(frozen=True, slots=True)
class Renewal:
    """What every path to a change goes through last."""

    statement: ast.stmt
    first: int
    """Number of its first binding, among all of the name."""
    values: tuple[ast.AST, ...]
    """What the name may be bound to by it."""


def last_renewal(bound: Sequence[Bound], apart: Collection[ast.AST], change: Change) -> Renewal | None:
    """Return the last renewal of the name that ``bound`` binds; ``None`` where some path to ``change`` has none.

    Bindings that are ``apart`` do not count: exchanges, behind which names hold what they held, in another order.
    """
    before = [(node, value) for node, value in bound if start(node) < change.start and node not in apart]
    binding = [node for node, _ in before]
    several = {choice for node in binding for choice in _choices(node, change) if _always(choice, binding)}
    passed = {
        node for node in {*binding, *several} if is_passed(node, change.statement, change.scope, change.model)
    }
    if not passed:
        return None
    last = max(passed, key=start)
    inside = [
        number
        for number, (node, _) in enumerate(bound)
        if start(last) <= start(node) <= end(last) and node in binding
    ]
    own = [number for number in inside if bound[number][0] is last] or inside
    return Renewal(last, own[0], tuple(bound[number][1] for number in own))


def _choices(node: ast.AST, change: Change) -> Iterator[ast.If]:
    """Yield each `if` around a binding that ends before the change."""
    around = change.model.parent(node)
    while isinstance(around, ast.If) and end(around) < change.start:
        yield around
        around = change.model.parent(around)


def _always(choice: ast.If, binding: Collection[ast.AST]) -> bool:
    """True where each branch binds the name, or leaves."""
    return bool(choice.orelse) and all(_binds(branch, binding) for branch in (choice.body, choice.orelse))


def _binds(block: Sequence[ast.stmt], binding: Collection[ast.AST]) -> bool:
    return any(
        (isinstance(step, ast.Assign | ast.AnnAssign) and step in binding)
        or isinstance(step, _LEAVING)
        or (isinstance(step, ast.If) and _always(step, binding))
        for step in block
    )
