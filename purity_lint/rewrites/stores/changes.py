"""What runs after an array is changed: which names are read then, in this turn of a loop or in the next."""

from __future__ import annotations

import ast

from purity_lint.rewrites.operands import builtin
from purity_lint.rewrites.scopes import bound_names, enclosing
from purity_lint.rewrites.uses_of_names import (
    assigned,
    end,
    handed_back,
    in_other_branch,
    is_bound_before,
    is_passed,
    loops_around,
    reads,
    rebound,
    start,
)
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.optional_outputs import names_of_outputs

_FORM = frozenset({"shape", "ndim", "size", "dtype"})


class Change:
    """A statement that changes an array, among all that its scope runs."""

    def __init__(self, statement: ast.stmt, model: SemanticModel) -> None:
        self.statement = statement
        self.model = model
        self.scope = enclosing(statement, model)
        self.loops = loops_around(statement, model)
        self.start, self.end = start(statement), end(statement)
        self._may_resize = any(_gives_form(node) for node in ast.walk(statement))

    def may_meet(self, later: ast.stmt, made: ast.stmt | None) -> bool:
        """Return True where the change may meet what ``later`` bound: in the next turn of a loop, if it stands behind.

        Unless each turn comes by ``made`` first, which binds the name anew.
        """
        if start(later) <= self.start and not in_other_branch(later, self.statement, self.model):
            return True
        around = self.loops & loops_around(later, self.model)
        return bool(around) and not (made is not None and around <= loops_around(made, self.model))

    def is_done_before(self, node: ast.AST) -> bool:
        """Return True where ``node`` runs only when the change is done, or instead of it."""
        apart = start(node) > self.end or in_other_branch(node, self.statement, self.model)
        return apart and not self.loops & loops_around(node, self.model)

    def is_seen_after(self, name: str, apart: ast.AST | None = None) -> bool:
        """Return True where a variable is read after the change, here or by who handed it in; ``apart`` is no read."""
        if name not in bound_names(self.scope):
            return True
        arguments = getattr(self.scope, "args", None)
        if isinstance(arguments, ast.arguments):
            given = any(isinstance(a, ast.arg) and a.arg == name for a in ast.walk(arguments))
            if given and name not in assigned(self.scope) and not self._is_given_back(name):
                return True
        return self.is_read_after(name, apart)

    def _is_given_back(self, parameter: str) -> bool:
        """Return True for an output that another name stands for, `x = np.empty(n) if out is None else out`."""
        named = isinstance(self.scope, DEFINITIONS) and parameter in names_of_outputs(self.scope).values()
        return named and parameter in handed_back(self.scope)

    def is_read_after(self, name: str, apart: ast.AST | None = None) -> bool:
        """Return True where the scope, or a function in it, reads a variable after the change; ``apart`` is no read."""
        uses = reads(self.scope).get(name, ())
        return any(use is not apart and self._reads_what_was_held(use) for use in uses)

    def is_read_by_another_name(self, name: str, binding: ast.stmt) -> bool:
        """Return True for `x = y = np.zeros(3)` where `y` is read after the change."""
        targets = binding.targets if isinstance(binding, ast.Assign) and len(binding.targets) > 1 else []
        others = {target.id for target in targets if isinstance(target, ast.Name)} - {name}
        return any(isinstance(target, ast.Attribute) for target in targets) or any(
            map(self.is_read_after, others)
        )

    def is_read_before(self, name: str, binding: ast.stmt) -> bool:
        """Return True where a variable is read between the change and ``binding``, which follows it and binds it."""
        uses = reads(self.scope).get(name, ())
        return any(
            enclosing(n, self.model) is not self.scope or (self._is_behind(n) and start(n) <= end(binding))
            for n in uses
        )

    def is_followed_by(self, later: ast.stmt) -> bool:
        """Return True where every turn that comes by the change comes by ``later`` next."""
        block = self._block()
        if self.statement not in block or later not in block:
            return False
        return start(later) > self.end and not any(map(_may_leave, self.steps_to(later)))

    def steps_to(self, later: ast.stmt) -> list[ast.stmt]:
        """Return the statements between the change and ``later``, which follows it in the same block."""
        block = self._block()
        return block[block.index(self.statement) + 1 : block.index(later)]

    def _block(self) -> list[ast.stmt]:
        block = getattr(self.model.parent(self.statement), "body", None)
        return block if isinstance(block, list) else []

    def is_parted_from(self, node: ast.AST, binding: ast.stmt) -> bool:
        """Return True where each turn that comes by ``node`` comes by ``binding`` before the next meets the change."""
        around = self.loops & loops_around(node, self.model)
        loop = self.model.parent(binding)
        if not isinstance(loop, ast.For | ast.AsyncFor | ast.While) or loop not in around:
            return False
        body = loop.body
        if loops_around(binding, self.model) != around or binding not in body or start(binding) < end(node):
            return False
        between = [step for step in body[: body.index(binding)] if end(step) >= start(node)]
        return not any(map(_may_leave, between))

    def _reads_what_was_held(self, use: ast.Name) -> bool:
        """Return True where ``use`` reads, after the change, what the name held at it."""
        read = self._is_behind(use) or self._is_read_next_turn(use)
        return read and not self._is_bound_between(use) and not self._is_asked_for_form(use)

    def _is_asked_for_form(self, use: ast.Name) -> bool:
        """Return True for `len(x)` and `x.shape`, which storing changes in no array."""
        if self._may_resize:
            return False
        match self.model.parent(use):
            case ast.Attribute(attr=attribute, ctx=ast.Load()):
                return attribute in _FORM
            case ast.Call(args=[_]) as call:
                return builtin(self.model, call) == "len"
        return False

    def _is_bound_between(self, use: ast.Name) -> bool:
        """Return True where every path to ``use`` comes by a statement behind the change that binds the name anew."""
        if enclosing(use, self.model) is not self.scope:
            return False  # a function of its own, which may run before that
        later = self.model.statement(use)
        return any(
            self.end < start(statement) < start(later)
            and (is_passed(statement, later, self.scope, self.model) or self.is_followed_by(statement))
            for statement in rebound(self.scope).get(use.id, ())
        )

    def _is_behind(self, node: ast.AST) -> bool:
        return start(node) > self.end and not in_other_branch(node, self.statement, self.model)

    def _is_read_next_turn(self, use: ast.Name) -> bool:
        """Return True where a later turn of a loop around both reads what the name held at the change."""
        shared = self.loops & loops_around(use, self.model)
        if enclosing(use, self.model) is not self.scope:
            return bool(shared)  # a function of its own, which may run at any time
        if not shared:
            return False
        # what is bound outside the innermost loop around both is not bound anew in its turns
        turn = max(map(start, shared))
        around = (loop for loop in loops_around(use, self.model) if start(loop) >= turn)
        return not any(is_bound_before(use, loop) for loop in around)


def _may_leave(statement: ast.stmt) -> bool:
    """True where a statement may go on elsewhere than behind itself."""
    return any(
        isinstance(node, ast.Break | ast.Continue | ast.Return | ast.Raise) for node in ast.walk(statement)
    )


def _gives_form(node: ast.AST) -> bool:
    """True for `x.resize` and for what is assigned, as `x.shape` may be: the form is another under every name then."""
    return isinstance(node, ast.Attribute) and (node.attr == "resize" or not isinstance(node.ctx, ast.Load))
