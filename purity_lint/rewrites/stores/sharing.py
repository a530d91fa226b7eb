"""Who else sees an array that is changed in place: another name, the caller, an attribute, a list.

NumPy, PyTorch and MLX change the memory, JAX makes a new array and leaves the old one to whoever else holds it.  A
name may go on with the new array only where nobody else looks at the old one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from enum import IntEnum
from functools import cached_property
from typing import Final

from purity_lint.findings.assumptions import Assumption, Claim, claim
from purity_lint.knowledge.memory import PERHAPS_VIEWS, VIEWS
from purity_lint.rewrites.operands import NUMBERS
from purity_lint.rewrites.scopes import bound_names
from purity_lint.rewrites.stores.captured_arrays import is_seen_by_maker
from purity_lint.rewrites.stores.changes import Change
from purity_lint.rewrites.stores.cleaned_arrays import is_cleaned
from purity_lint.rewrites.stores.exchanges import exchanges
from purity_lint.rewrites.stores.heap.holders import is_held_elsewhere
from purity_lint.rewrites.stores.heap.new_arrays import is_made_for
from purity_lint.rewrites.stores.holders import handed_in, is_a_default, keeps, kept_as_defaults
from purity_lint.rewrites.stores.loop_items import bound_with, item_of
from purity_lint.rewrites.stores.picked_items import (
    is_attribute_put_back,
    is_given_what_is_seen,
    is_stored_back,
    picked_from,
)
from purity_lint.rewrites.stores.renewals import Renewal, last_renewal
from purity_lint.rewrites.stores.restored_elements import is_restored
from purity_lint.rewrites.stores.scratch_parameters import arrays_used_up
from purity_lint.rewrites.stores.shared_attributes import is_held_twice, is_taken_by_another_file
from purity_lint.rewrites.stores.shared_memory import calls_project, is_of_library, is_view, shares
from purity_lint.rewrites.stores.shared_results import (
    given_through,
    has_another_name,
    is_cached,
    is_in_a_buffer,
    is_told_not_to_copy,
    rearranges,
    viewed_as,
)
from purity_lint.rewrites.stores.taken_views import TakenView, taken_views
from purity_lint.rewrites.stores.updates import is_update_of, updated_by
from purity_lint.rewrites.stores.views import View, apart_from, view_of
from purity_lint.rewrites.uses_of_names import (
    Bound,
    base_of,
    bindings,
    handed_back,
    keeping,
    loops_around,
    start,
)
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import dotted, last_name

_CONTAINERS: Final = frozenset({Kind.LIST, Kind.TUPLE, Kind.DICT})


class Sharing(IntEnum):
    """How many see the memory of an array."""

    PRIVATE = 0
    POSSIBLE = 1
    """A caller or an attribute may hold it, but nothing shows that they look at it afterwards."""
    SEEN = 2


def not_aliased(array: ast.expr, change: ast.AST, model: SemanticModel) -> Claim:
    """Return the claim that nobody but ``array`` looks at its memory after ``change``."""
    found = sharing(array, change, model)
    return claim(Assumption.NOT_ALIASED, found is Sharing.PRIVATE, refuted=found is Sharing.SEEN)


def is_cleaned_parameter(array: ast.expr, change: ast.AST, model: SemanticModel) -> bool:
    """True where a function cleans a parameter to calculate with it, and its callers are not known to look at it."""
    local = _Local(array, Change(model.statement(change), model)) if isinstance(array, ast.Name) else None
    return local is not None and local.is_cleaned()


def sharing(array: ast.expr, change: ast.AST, model: SemanticModel) -> Sharing:
    """Who sees the memory of ``array``, a name, attribute or item, that the statement ``change`` changes."""
    found = _as_written(array, change, model)
    if found is Sharing.SEEN:
        return found
    statement = model.statement(change)
    held = model.memo(
        (sharing, array, statement), lambda: _is_held_elsewhere(array, Change(statement, model))
    )
    return Sharing.SEEN if held else found


def _is_held_elsewhere(array: ast.expr, change: Change) -> bool:
    local = _Local(array, change) if isinstance(array, ast.Name) else None
    if local is None:
        return is_held_elsewhere(array, (), change)
    if local.name not in bound_names(change.scope):
        return is_held_elsewhere(array, [array], change)
    if is_restored(local.name, change.scope, change.model):
        return False
    views = _written_views(local.node, change)
    apart = {name for view in views for name in (view.whole.id, *apart_from(view, change.scope))}
    apart |= {view.node.id for view in renewed_views(array, change.statement, change.model)}
    item = item_of(array, change.model)
    return is_held_elsewhere(array, local.origins(), change, apart, None if item is None else item.whole)


def _as_written(array: ast.expr, change: ast.AST, model: SemanticModel) -> Sharing:
    """Return who sees the memory of ``array`` as far as the order of statements tells."""
    item = item_of(array, model)
    whole = array if item is None else item.whole
    if is_seen_by_maker(whole.value if isinstance(whole, ast.Subscript) else whole, model):
        return Sharing.SEEN
    if is_taken_by_another_file(array, change, model):
        return Sharing.SEEN
    if bound_with(array, model) is not None:
        return Sharing.POSSIBLE  # the attribute or item is bound along with the name
    if isinstance(array, ast.Name):
        found = _of_name(array, change, model)
        if found is Sharing.SEEN and _written_views(array, Change(model.statement(change), model)):
            return Sharing.POSSIBLE
        return found
    if isinstance(array, ast.Attribute):
        return Sharing.SEEN if is_held_twice(array, model) else Sharing.POSSIBLE
    return Sharing.POSSIBLE


def written_views(array: ast.expr, change: ast.AST, model: SemanticModel) -> list[View]:
    """Return the view that ``array`` is, where the statement ``change`` stores into it and its array is read later.

    Of a view of a view both are returned, the inner one first; none where others see the store too, whom it does not
    help that the view is put back.
    """
    if not isinstance(array, ast.Name) or bound_with(array, model) is not None:
        return []
    seen = _of_name(array, change, model) is Sharing.SEEN
    return _written_views(array, Change(model.statement(change), model)) if seen else []


def _of_name(name: ast.Name, change: ast.AST, model: SemanticModel) -> Sharing:
    """Return the same of a name, which is asked about for the edits of a store and for what they assume."""
    statement = model.statement(change)
    return model.memo((_of_name, name, statement), lambda: _but_for_views(name, Change(statement, model)))


def _but_for_views(name: ast.Name, change: Change) -> Sharing:
    apart = frozenset(view.node.id for view in renewed_views(name, change.statement, change.model))
    return _Local(name, change, apart=apart).sharing()


def renewed_views(array: ast.expr, change: ast.AST, model: SemanticModel) -> list[TakenView]:
    """Return the views of ``array`` that are read after the statement ``change``, and taken anew behind it for that."""
    if not isinstance(array, ast.Name):
        return []
    at = Change(model.statement(change), model)
    views = [v for v in taken_views(array, at.statement, model) if at.is_read_after(v.node.id)]
    return [view for view in views if not _Local(view.node, at, apart=frozenset({array.id})).is_kept()]


def _written_views(array: ast.Name, change: Change, apart: frozenset[str] = frozenset()) -> list[View]:
    view = view_of(array, change.statement, change.model)
    if view is None or _Local(array, change, apart=apart).is_kept():
        return []
    apart = apart_from(view, change.scope)
    if _Local(view.whole, change, apart=apart).sharing() is not Sharing.SEEN:
        return [view]
    outer = _written_views(view.whole, change, apart)
    return [view, *outer] if outer else []


class _Local:
    """A name of one scope, at the statement that changes its array."""

    def __init__(
        self,
        name: ast.Name,
        change: Change,
        exchanged: frozenset[str] = frozenset(),
        apart: frozenset[str] = frozenset(),
    ) -> None:
        self.node = name
        self.exchanged = exchanged | {name.id}
        """Names whose arrays are known to be asked about: they go round in exchanges, `u, v = v, u`."""
        self.apart = apart
        """Names of views that do not count: they hold what is not changed, or are put back."""
        self.name = name.id
        self.change = change
        self.model = change.model
        self.scope = change.scope

    def sharing(self) -> Sharing:
        if isinstance(self.scope, FUNCTIONS) and self.name not in bound_names(self.scope):
            return Sharing.SEEN if has_another_name(self.node, self.model) else Sharing.POSSIBLE
        found = max((self._of_source(source) for source in self.sources()), default=Sharing.POSSIBLE)
        if is_restored(self.name, self.scope, self.model):
            return found  # what is kept of it is an element, or it would not be put back by that
        return Sharing.SEEN if found is Sharing.SEEN or self.is_kept() else found

    def sources(self) -> Iterator[ast.expr | ast.arg | ast.For | ast.AsyncFor]:
        """Return what the name may be bound to at the change: since the last assignment that every path passes."""
        _, last = self._bindings
        made = None if last is None else last.statement
        yield from (value for node, value in self._since(last) if self.change.may_meet(node, made))
        arguments = getattr(self.scope, "args", None)
        if last is None and isinstance(arguments, ast.arguments):
            yield from (a for a in ast.walk(arguments) if isinstance(a, ast.arg) and a.arg == self.name)

    @cached_property
    def _bindings(self) -> tuple[list[Bound], Renewal | None]:
        """Return the statements that bind the name, and what binds it last before the change on every path."""
        bound = [
            (self.model.statement(node), value)
            for node, value in bindings(self.scope).get(self.name, ())
            if not is_update_of(self.name, value, self.model)
        ]
        return bound, last_renewal(bound, exchanges(self.scope), self.change)

    def _since(self, last: Renewal | None) -> list[Bound]:
        return self._bindings[0][last.first if last is not None else 0 :]

    def _is_of_another(self, node: ast.AST) -> bool:
        """Return True where an array is made anew for the name between ``node``, which keeps one, and the change."""
        bound, last = self._bindings
        if start(node) > self.change.end and any(
            is_made_for(self.name, value, self.model) and self.change.is_parted_from(node, binding)
            for binding, value in bound
        ):
            return True  # `best = x; x = np.zeros(3)`: what was kept is no longer what the next turn changes
        if last is None:
            return False
        made, values = last.statement, last.values
        turns = {value for value in values if isinstance(value, ast.For) and self._is_handed_out(value)}
        if not all(value in turns or is_made_for(self.name, value, self.model) for value in values):
            return False
        if start(node) > self.change.end:
            around = loops_around(made, self.model) | turns
            return self.change.loops & loops_around(node, self.model) <= around
        return start(node) < start(made)

    def _of_source(self, source: ast.AST) -> Sharing:
        match source:
            case ast.arg():
                if is_restored(self.name, self.scope, self.model):
                    return Sharing.POSSIBLE
                given_back = self._is_handed_back() and not is_a_default(self.name, self.scope, self.model)
                unseen = given_back or self._is_used_up() or self.is_cleaned()
                return Sharing.POSSIBLE if unseen else Sharing.SEEN
            case ast.For() | ast.AsyncFor():
                return self._of_loop(source)
            case ast.IfExp(body=first, orelse=second):
                return max(self._of_source(first), self._of_source(second))
            case ast.BoolOp(values=values):
                return max(map(self._of_source, values))
            case ast.NamedExpr(value=value):
                return self._of_source(value)
            case ast.Name() if self.model.statement(source) in exchanges(self.scope):
                if source.id in self.exchanged:
                    return Sharing.PRIVATE
                return _Local(source, self.change, self.exchanged).sharing()
            case ast.Name() | ast.Attribute() | ast.Subscript():
                return self._of_part(source)
            case ast.Call():
                return self._of_source(x) if (x := updated_by(source, self.model)) else self._of_call(source)
            case ast.Await() | ast.Yield() | ast.YieldFrom():
                return Sharing.POSSIBLE
        return Sharing.PRIVATE  # what an operator or a display makes

    def _of_loop(self, loop: ast.For | ast.AsyncFor) -> Sharing:
        """A row of an array is a view of it, an element a number; what is not known may be a row."""
        each, whole = self.model.value(self.node), self.model.value(loop.iter)
        number = each.kind in NUMBERS or each.rank == 0 or (whole.is_tensor and whole.rank == 1)
        if number or not (each.is_tensor or each.kind is Kind.UNKNOWN):
            return Sharing.PRIVATE
        if not self._is_handed_out(loop):
            return Sharing.SEEN
        if isinstance(loop.iter, ast.Name) and self.change.is_read_after(loop.iter.id, loop.iter):
            return Sharing.SEEN  # `for row in rows`, and then `rows`
        calls = self._gone_through(loop)
        rows = any(is_given_what_is_seen(call, self.change) for call in calls)
        return Sharing.SEEN if rows else max(map(self._of_source, calls))

    def _is_handed_out(self, loop: ast.For | ast.AsyncFor) -> bool:
        """Return True for a loop through what a function of the project gives: each turn has an array of its own."""
        sources = self._gone_through(loop)
        return bool(sources) and all(calls_project(source, self.model) for source in sources)

    def origins(self) -> Iterator[ast.AST]:
        """Return the sources, and for a loop through what a function gives the call of that."""
        for source in self.sources():
            if isinstance(source, ast.For | ast.AsyncFor) and self._is_handed_out(source):
                yield from self._gone_through(source)
            else:
                yield source

    def _gone_through(self, loop: ast.For | ast.AsyncFor) -> list[ast.AST]:
        """Return what a loop goes through, which may have been given a name before."""
        if not isinstance(loop.iter, ast.Name) or loop.iter.id in self.exchanged:
            return [loop.iter]
        return [*_Local(loop.iter, self.change, self.exchanged, self.apart).sources()]

    def _of_part(self, part: ast.Name | ast.Attribute | ast.Subscript) -> Sharing:
        """A part of an array, or the array itself, by another name."""
        if isinstance(part, ast.Subscript) and not is_view(part, part.value, part.slice, self.model):
            return Sharing.PRIVATE
        if (base := base_of(part)) is None:
            inner: ast.expr = part
            while isinstance(inner, ast.Subscript | ast.Attribute):
                inner = inner.value
            return max(
                self._of_call(inner) if isinstance(inner, ast.Call) else Sharing.POSSIBLE, Sharing.POSSIBLE
            )
        if isinstance(base, ast.Attribute):
            whole = self.model.value(part)
            holds = whole.is_tensor or whole.kind in _CONTAINERS  # `a, b = self.rows`: the list has both
            back = is_attribute_put_back(dotted(base), self.change) or not holds
            return Sharing.POSSIBLE if back else Sharing.SEEN
        if base.id in self.exchanged:
            return Sharing.POSSIBLE
        if self.change.is_seen_after(base.id):
            return Sharing.SEEN
        apart = self.apart | {self.name}  # this name is the one that goes on with the new array
        of_whole = _Local(base, self.change, self.exchanged, apart)  # a view itself, perhaps
        return max(Sharing.POSSIBLE, of_whole.sharing())

    def _of_call(self, call: ast.Call) -> Sharing:
        name, of_library = last_name(call.func), is_of_library(call.func, self.model)
        method = isinstance(call.func, ast.Attribute) and not of_library
        if name == "getitem" and of_library and not is_view(call, call.args[0], call.args[-1], self.model):
            return Sharing.PRIVATE
        if of_library and is_in_a_buffer(call, name):
            return Sharing.SEEN
        picked = max(map(self._of_container, picked_from(call, self.model)), default=Sharing.PRIVATE)
        if picked is Sharing.SEEN:
            return picked
        perhaps = name in PERHAPS_VIEWS or is_told_not_to_copy(call)
        if (perhaps or name in VIEWS or rearranges(call)) and (of_library or method):
            whole = viewed_as(self.name, call, method, self.model)
            base = None if whole is None else base_of(whole)
            if not isinstance(base, ast.Name):
                return self._of_source(whole) if whole is not None else Sharing.PRIVATE
            if base.id == self.name or perhaps:
                read = base.id != self.name and self.change.is_read_after(base.id)
                return Sharing.SEEN if read else Sharing.POSSIBLE
            return Sharing.SEEN if self.change.is_seen_after(base.id) else Sharing.POSSIBLE
        if of_library or (method and self.model.value(call.func.value).is_tensor):  # type: ignore[attr-defined]  # a method
            return Sharing.PRIVATE
        seen = any(
            isinstance(a, ast.Name) and a.id != self.name and self.change.is_seen_after(a.id)
            for a in given_through(call, self.model)
        )
        given = isinstance(self.change.statement, ast.Return)  # `return np.sqrt(x, out=x)`
        for_others = not (given or self.change.is_read_after(self.name))  # or nobody would see what is stored
        return Sharing.SEEN if seen or for_others or is_cached(call, self.model) else Sharing.POSSIBLE

    def _of_container(self, whole: ast.expr) -> Sharing:
        """Who sees the items of ``whole``: a list, a dict, an iterator over either, or an array."""
        if isinstance(whole, ast.Call):
            return max(map(self._of_container, picked_from(whole, self.model)), default=Sharing.POSSIBLE)
        base = base_of(whole)
        if (
            base is None
            or self.model.value(whole).rank == 1
            or is_stored_back(self.name, base, self.change.statement, self.scope)
        ):
            return Sharing.POSSIBLE
        if isinstance(base, ast.Attribute):
            return Sharing.SEEN
        if base.id in self.exchanged:
            return Sharing.POSSIBLE
        if self.change.is_seen_after(base.id):
            return Sharing.SEEN
        return _Local(base, self.change, self.exchanged, self.apart).sharing()

    def is_kept(self) -> bool:
        """Return True where something else got hold of the array before the change, and is read afterwards."""
        _, last = self._bindings
        before = (node for node, _ in self._since(last) if start(node) <= self.change.start)
        if any(self.change.is_read_by_another_name(self.name, node) for node in before):
            return True
        if any(map(self._is_held_by, handed_in(self.scope).get(self.name, ()))):
            return True
        if not all(map(self.change.is_done_before, kept_as_defaults(self.scope).get(self.name, ()))):
            return True
        for node in keeping(self.scope).get(self.name, ()):
            if self.change.is_done_before(node) or self._is_of_another(node) or node in exchanges(self.scope):
                continue
            if isinstance(node, ast.Yield):
                if shares(node.value, self.name, self.model):
                    return True  # who asked for it may hold it when the next one is made
            elif isinstance(node, ast.Call):
                if self.model.qualified_name(node.func) is None:
                    return True
            elif any(self._is_kept_by(target, node.value, node) for target in node.targets):
                return True
        return False

    def _is_held_by(self, given: tuple[ast.Call, ast.expr]) -> bool:
        """Return True where what a call is given stays with an object, or a function, that may be asked afterwards."""
        call, argument = given
        if self.change.is_done_before(call) or self._is_of_another(call):
            return False
        if not shares(argument, self.name, self.model) or not keeps(call, argument, self.model):
            return False
        match self.model.parent(call):
            case ast.Assign(targets=[ast.Name(id=holder)]):
                return self.change.is_read_after(holder)
        return True

    def _is_kept_by(self, target: ast.expr, value: ast.expr, node: ast.stmt) -> bool:
        if isinstance(target, ast.Tuple | ast.List) and isinstance(value, ast.Tuple | ast.List):
            return any(self._is_kept_by(t, v, node) for t, v in zip(target.elts, value.elts, strict=False))
        if not shares(value, self.name, self.model) or (
            start(node) > self.change.start and not self.change.loops
        ):
            return False
        match target:
            case ast.Name(id=other) if other != self.name and other not in self.apart:
                if not self.change.is_followed_by(node):
                    return self.change.is_read_after(other)
                holder = _Local(target, self.change, self.exchanged, self.apart | {self.name})
                return self.change.is_read_before(other, node) or holder.is_kept()
            case ast.Attribute():
                return True
            case ast.Subscript(value=whole):
                return not self.model.value(whole).is_tensor and isinstance(value, ast.Name)
        return False

    def _is_used_up(self) -> bool:
        """True for a parameter for which every caller hands over an array that nobody else looks at."""
        given = arrays_used_up(self.name, self.scope, self.model)
        return bool(given) and all(sharing(array, array, self.model) is not Sharing.SEEN for array in given)

    def is_cleaned(self) -> bool:
        """True for a parameter that is not given back, which a function cleans for what it gives back."""
        apart = not self._is_handed_back() and not is_a_default(self.name, self.scope, self.model)
        is_own = apart and any(isinstance(source, ast.arg) for source in self.sources())
        return is_own and is_cleaned(self.name, self.scope, self.model)

    def _is_handed_back(self) -> bool:
        """True where the function gives its parameter back, or keeps it: so that the new array goes somewhere."""
        return isinstance(self.scope, ast.Lambda) or self.name in handed_back(self.scope)
