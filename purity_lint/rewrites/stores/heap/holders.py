"""Other places that may hold an array that is changed: whoever reads them afterwards is to see the change.

Asked of arrays that come from somewhere: an attribute, a container, what a function gives back.  Who sees what a
function makes itself, or is handed, is told by the order of its statements (``sharing``).
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence

from purity_lint.knowledge.memory import COLLECTING
from purity_lint.rewrites.operands import NUMBERS
from purity_lint.rewrites.scopes import enclosing, own_nodes
from purity_lint.rewrites.stores.changes import Change
from purity_lint.rewrites.stores.heap.callers import changed_behind
from purity_lint.rewrites.stores.heap.graph import (
    Place,
    Site,
    TooManySitesError,
    outside_site,
    parameter_site,
)
from purity_lint.rewrites.stores.heap.made_before import is_made_before
from purity_lint.rewrites.stores.heap.new_arrays import comes_from_outside
from purity_lint.rewrites.stores.heap.reading import Reading
from purity_lint.rewrites.stores.updates import is_update_of
from purity_lint.rewrites.uses_of_names import base_of, bindings, loops_around, reads
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import COMPREHENSIONS, FUNCTIONS
from purity_lint.source.names import dotted, names_in
from purity_lint.source.parameters import parameter_names
from purity_lint.source.targets import targets

Source = ast.AST
_DEPTH = 3


def is_held_elsewhere(
    array: ast.expr,
    sources: Iterable[Source],
    change: Change,
    apart: Collection[str] = (),
    put_back: ast.expr | None = None,
) -> bool:
    """Return True where another place may hold what ``array`` does, and is read after ``change``.

    ``sources`` is what a name may be bound to at the change; the variables ``apart`` hold what is not changed, or what
    is put back.  Who holds the container that the array is ``put_back`` into finds the new one there.
    """
    sources = list(sources)
    if isinstance(array, ast.Name) and all(_is_no_news(source, array, change.model) for source in sources):
        return False
    if not isinstance(array, ast.Name) and is_made_before(array, change.statement, change.model):
        return False
    heap = reading(change.model)
    if heap is None:
        return True
    asked = _Asked(array, sources, change, put_back, heap)
    asked.own |= {asked.reading.variable(name, change.scope) for name in apart}
    sites = asked.sites()
    return bool(sites) and (asked.is_held_by_two_objects(sites) or any(asked.holders(sites)))


def reading(model: SemanticModel) -> Reading | None:
    """Return the graph of a file; ``None`` where there is more in it than can be followed."""
    return model.memo(reading, lambda: _read(model))


def _read(model: SemanticModel) -> Reading | None:
    try:
        return Reading(model)
    except TooManySitesError:
        return None


class _Asked:
    """A change, and the graph of its file."""

    def __init__(
        self,
        array: ast.expr,
        sources: list[Source],
        change: Change,
        put_back: ast.expr | None,
        heap: Reading,
    ) -> None:
        self.array, self.sources, self.change = array, sources, change
        self.model, self.scope = change.model, change.scope
        self.reading = heap
        self.graph = self.reading.graph
        self.own = {self._root(one) for one in (array, *sources) if isinstance(one, ast.expr)}
        self.own |= {self._root(loop.iter) for loop in sources if isinstance(loop, ast.For)}
        self.own |= set(self._behind_properties(array))
        self.updated = self._containers(put_back)
        """The containers into which the changed array is put."""

    def _root(self, node: ast.expr) -> Place | None:
        """Return the place that an expression takes its array from: the order of statements tells who reads that."""
        while isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and self.model.qualified_name(node.func) is None:
                node = node.func.value
            elif node.args:
                node = node.args[0]
            else:
                return None
        base = base_of(node)
        if isinstance(base, ast.Name):
            return self.reading.variable(base.id, enclosing(base, self.model))
        return None if base is None else self.reading.of(base, enclosing(base, self.model))

    def _behind_properties(self, array: ast.expr) -> Iterator[Place]:
        """Yield the attributes that properties give: setting a property is a fix only where it binds the attribute."""
        for getter in self.reading.classes.properties(array) if isinstance(array, ast.Attribute) else ():
            for node in own_nodes(getter):
                if isinstance(node, ast.Return) and isinstance(node.value, ast.Attribute):
                    yield self.reading.of(node.value, getter)

    def _containers(self, whole: ast.expr | None) -> set[Site]:
        return (
            set()
            if whole is None
            else self.graph.expanded(self.graph.holds[self.reading.of(whole, self.scope)])
        )

    def sites(self) -> set[Site]:
        """Return the arrays that are changed, as far as they come from somewhere."""
        found: set[Site] = set()
        if not isinstance(self.array, ast.Name):
            found = self._arrays(self.reading.of(self.array, self.scope))
        for source in self.sources:
            if isinstance(self.array, ast.Name) and _is_of_itself(source, self.array):
                continue
            arrays = {site for place in self._given_to_array(source) for site in self._arrays(place)}
            found |= {site for site in arrays if not _is_made_by(site, source)}
        return found

    def _given_to_array(self, source: Source) -> Iterator[Place]:
        """Yield the places of what the array gets of a source: a part in `for i, (k, x) in pairs` and `x, k = f()`."""
        match source, self.model.parent(source):
            case ((ast.For(target=target) | ast.AsyncFor(target=target)), _):
                yield from self._targets([target])
            case _, ast.Assign(targets=several, value=value) if value is source and _are_unpacked(several):
                yield from self._targets(several)
            case ast.expr(), _:
                yield self.reading.of(source, self.scope)

    def _targets(self, several: Sequence[ast.expr]) -> Iterator[Place]:
        for target in several:
            for part in targets(target):
                if isinstance(self.array, ast.Name) and _is_named(part, self.array.id):
                    yield ("value", part)

    def _arrays(self, place: Place) -> set[Site]:
        sites = self.graph.expanded(self.graph.holds[place]) - self.graph.containers
        return {site for site in sites if not self._is_number(site)}

    def _is_number(self, site: Site) -> bool:
        """Return True for a number, and for a formula of which nothing tells that it is none."""
        if not isinstance(site, ast.expr):
            return False
        value = self.model.value(site)
        return (
            value.kind in NUMBERS
            or value.rank == 0
            or (not value.is_tensor and not isinstance(site, ast.Call))
        )

    # who holds them --------------------------------------------------------------------------------------------------

    def holders(self, sites: set[Site]) -> Iterator[Place]:
        """Yield the places that may hold one of ``sites`` and are read after the change."""
        for place in self.graph.holders(sites) - self.own:
            held = self.graph.reach(place, self.updated)
            if not sites.isdisjoint(held) and self._is_read(place, sites):
                yield place

    def _is_read(self, place: Place, sites: set[Site]) -> bool:
        if place[0] == "attribute":
            is_own = any(
                own is not None
                and own[:2] == place[:2]
                and own[0] == "attribute"
                and None in (own[2], place[2])
                for own in self.own
            )
            return not is_own and place[1] in self.reading.attributes_read
        _, scope, name = place
        if scope is self.scope:
            held = any(not self.change.is_done_before(node) for node in self._flows(name, sites))
            return held and self.change.is_read_after(name)
        own = set(own_nodes(scope))
        inner = (use for use in reads(scope).get(name, ()) if use not in own)
        if any(self.reading.variable(name, enclosing(use, self.model)) == place for use in inner):
            return True  # a function in it reads what is bound around it
        return any(changed_behind(name, scope, self.scope, self.model))

    def _flows(self, name: str, sites: set[Site]) -> Iterator[ast.AST]:
        """Yield what puts one of ``sites`` into a variable of the scope, or into its container, apart from the array.

        What the array itself is put into is told by the order of statements, and what a variable is updated with
        (`x = ops.assign(x, 0, x[1])`, `x[0] = x[1]`) brings no array that it did not hold.
        """
        own = self.array.id if isinstance(self.array, ast.Name) else None
        yield from self._handed_in(name, sites)
        for node, value in self._given(name):
            if is_update_of(name, value, self.model) or _is_named(value, name):
                continue
            parts = [part for part in _put_there(value) if own not in names_in(part)]
            if any(not sites.isdisjoint(self.graph.reach(self.reading.of(p, self.scope))) for p in parts):
                yield node

    def _handed_in(self, name: str, sites: set[Site]) -> Iterator[ast.AST]:
        """Yield the statement of a parameter's function where a call may hand over one of ``sites`` for it."""
        if not isinstance(self.scope, FUNCTIONS) or name not in parameter_names(self.scope):
            return
        if not sites.isdisjoint(self.graph.expanded([parameter_site(self.scope, name)])):
            yield self.scope

    def _given(self, name: str) -> Iterator[tuple[ast.AST, ast.expr]]:
        for node, value in bindings(self.scope).get(name, ()):
            yield node, value.iter if isinstance(value, ast.For | ast.AsyncFor) else value
        for node in own_nodes(self.scope):
            match node:
                case ast.Call(func=ast.Attribute(value=whole), args=[_, *_]) if _is_named(whole, name):
                    yield node, node.args[-1]
                case ast.Assign(targets=[ast.Subscript(value=whole)], value=value) if _is_named(whole, name):
                    yield node, value

    # objects that share one ------------------------------------------------------------------------------------------

    def is_held_by_two_objects(self, sites: set[Site]) -> bool:
        """Return True where the attribute that is changed is the same array for several objects, or for their class."""
        if not isinstance(self.array, ast.Attribute):
            return False
        inflows = list(self._inflows(self.array))
        for site in sites:
            handing = self.graph.handing(site)
            given = {
                self._object(node): node
                for node, place in inflows
                if not handing.isdisjoint(self.graph.holds[place])
            }
            if len(given) > 1 or any(self._is_repeated(node, site) for node in given.values()):
                return True
        return False

    def _inflows(self, array: ast.Attribute) -> Iterator[tuple[ast.AST, Place]]:
        """Yield what binds an attribute of some object: a constructor once for each call of it."""
        family = self.reading.classes.family(array.value, array)
        own = outside_site(self.reading.of(array, self.scope))
        for node, of, place in self.reading.inflows[array.attr]:
            if family is None and of is None and enclosing(node, self.model) is not self.scope:
                continue  # an object of another function
            if family is not None and of is not None and of != family:
                continue
            handed = list(self._handed(place))
            yield from handed
            if not handed and (own not in self.graph.holds[place] or _is_of_another(node, array.attr)):
                yield node, place

    def _handed(self, place: Place, depth: int = 0) -> Iterator[tuple[ast.AST, Place]]:
        """Yield the calls that hand over what a parameter holds, and the places of what they do."""
        for site in self.graph.holds[place] if depth < _DEPTH else ():
            for given, call in self.graph.handed.get(site, {}).items():
                inner = list(self._handed(given, depth + 1))
                yield from inner or [(call, given)]

    def _object(self, node: ast.AST) -> Hashable:
        """Return what stands for the object whose attribute ``node`` binds, as far as objects are told apart."""
        match node:
            case ast.Call() if self.reading.classes.made_by(node) is not None:
                return node
            case ast.Assign(targets=[ast.Attribute(value=owner), *_]) if dotted(owner) != "self":
                return enclosing(node, self.model), dotted(owner)
        return "self"

    def _is_repeated(self, node: ast.AST, site: Site) -> bool:
        """Return True for a loop that gives the same array to several objects, and for what belongs to their class."""
        if not isinstance(site, ast.expr):
            return False
        if isinstance(enclosing(node, self.model), ast.ClassDef):
            return True
        is_made = isinstance(node, ast.Call) and self.reading.classes.made_by(node) is not None
        return is_made and bool(_turns(node, self.model) - _turns(site, self.model))


def _is_no_news(source: Source, array: ast.Name, model: SemanticModel) -> bool:
    """Return True for a source that gives the array of a name no other holder, as can be told without the graph.

    Who else holds an argument is told by the order of statements (``sharing``).
    """
    return isinstance(source, ast.arg) or _is_of_itself(source, array) or comes_from_outside(source, model)


def _is_of_itself(source: Source, array: ast.Name) -> bool:
    """Return True for `x = x.T`: what comes from elsewhere is among the other sources."""
    return isinstance(source, ast.expr) and source is not array and array.id in names_in(source)


def _are_unpacked(several: Sequence[ast.expr]) -> bool:
    return any(isinstance(target, ast.Tuple | ast.List) for target in several)


def _turns(node: ast.AST, model: SemanticModel) -> set[ast.AST]:
    found = set(loops_around(node, model))
    parent = model.parent(node)
    while parent is not None and not isinstance(parent, FUNCTIONS):
        if isinstance(parent, COMPREHENSIONS):
            found.add(parent)
        parent = model.parent(parent)
    return found


def _is_made_by(site: Site, source: Source) -> bool:
    return site is source or (isinstance(site, tuple) and site[0] == "new" and site[1] is source)


def _is_of_another(node: ast.AST, attribute: str) -> bool:
    """True for `b.pos = a.pos`."""
    match node:
        case ast.Assign(targets=[ast.Attribute() as target], value=ast.Attribute(attr=attr) as value):
            return attr == attribute and dotted(target) != dotted(value)
        case ast.Call():
            return True
    return False


def _put_there(value: ast.expr) -> list[ast.expr]:
    """Return what is in a container when it is made: it may come to hold more, as other statements say."""
    match value:
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
            return parts
        case ast.Call(func=ast.Name(id=name), args=parts) if name in COLLECTING:
            return parts
    return [value]


def _is_named(node: ast.expr, name: str) -> bool:
    base = base_of(node)
    return isinstance(base, ast.Name) and base.id == name
