"""Places that hold arrays, where the arrays are made, and how they get from one place to another.

An inclusion-based points-to analysis (Andersen): each constraint says that a place holds whatever another one does.  It
is insensitive to the order of statements.  What a function makes and gives back is told apart by the call that asked
for it, and what it is handed by the argument, unless something that outlives the call holds it as well.
"""

from __future__ import annotations

import ast
import math
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from purity_lint.records import dataclass
from purity_lint.source.constructs import FUNCTIONS

Place = tuple[Any, ...]
"""Variable `("name", scope, x)`, attribute `("attribute", x, class)`, items of a container `("item", site, key)`."""
Site = Hashable
"""Where an array or a container is made: its expression, or a symbol for what comes from outside the file."""
Key = Hashable

ANY: Key = "*"
_CALLS_APART = (2, 0)
"""Calls within calls by which what is made is told apart; the second where the first is too much to follow."""
_PASSES = 12
_SYMBOLS = 2
"""Containers within containers that come from outside."""
_GROWTH, _SPARE = 2, 1000
"""How many sites there may be once calls are told apart: as many times those of the file, and some."""
_STEPS, _FIRST_STEPS = 50, 300_000
"""How many sites may be looked at: so many for each constraint, and some."""
_PARAMETER, _OUTSIDE, _NEW = "parameter", "outside", "new"


def parameter_site(function: ast.AST, name: str) -> Site:
    """Return the symbol for what ``function`` is handed for a parameter."""
    return (_PARAMETER, function, name)


def outside_site(of: Hashable) -> Site:
    """Return the symbol for what a place may hold that nothing in the file puts there."""
    return (_OUTSIDE, of)


def is_symbol(site: Site) -> bool:
    """True for what comes from outside, an array or a container."""
    return isinstance(site, tuple) and site[0] in (_PARAMETER, _OUTSIDE)


def _depth(site: Site) -> int:
    return 1 + _depth(site[2]) if isinstance(site, tuple) and site[0] == _NEW else 0


@dataclass(frozen=True, slots=True)
class Copy:
    """``into`` holds what ``source`` does; of containers, not they but arrays where ``arrays``."""

    into: Place
    source: Place
    arrays: bool = False


@dataclass(frozen=True, slots=True)
class Load:
    """``into`` holds an item of what ``source`` does."""

    into: Place
    source: Place
    key: Key = ANY


@dataclass(frozen=True, slots=True)
class Store:
    """What ``into`` holds gets what ``source`` does as an item."""

    into: Place
    source: Place
    key: Key = ANY


@dataclass(frozen=True, slots=True)
class Call:
    """``into`` holds what a function gives back; ``called`` holds the function."""

    into: Place
    called: Place
    node: ast.Call
    given: tuple[tuple[int | str, Place], ...]
    """The arguments by position or name."""


class TooManySitesError(Exception):
    """There is more in a file than can be followed: each call of each function makes a site of its own, perhaps."""


class Graph:
    """Constraints of a file, and what its places hold by them."""

    def __init__(self) -> None:
        self._calls_apart = 0
        """How many calls within calls tell what is made apart: with none, it is one site whoever asks for it."""
        self._most_sites = 0
        self.holds: defaultdict[Place, set[Site]] = defaultdict(set)
        self.containers: set[Site] = set()
        self.owner: dict[Site, ast.AST] = {}
        """The scope in which something is made."""
        self.constraints: list[Copy | Load | Store | Call] = []
        self.outliving: set[Place] = set()
        """Places that are there when the call is over: attributes, variables of modules and of functions around."""
        self.handed: defaultdict[Site, dict[Place, ast.Call]] = defaultdict(dict)
        """The arguments that calls in the file hand over for a parameter, by its symbol, with the calls."""
        self._keys: defaultdict[Site, set[Key]] = defaultdict(set)
        self._escaped: set[Site] = set()
        self._copied: dict[Site, tuple[Site, Call, Mapping[str, Place]]] = {}
        """Containers that calls give, each for the one that the function makes."""
        self._changed = False
        self._steps: float = 0
        self._handed_over: dict[Site, set[Site]] = {}
        """What calls hand over for a parameter, and for the parameters among that, by the symbol; as of this pass."""
        self._reach: dict[Place, set[Site]] = {}
        self._held_by: defaultdict[Site, list[Place]] = defaultdict(list)
        self._handing: defaultdict[Site, set[Site]] = defaultdict(set)
        """For what calls hand over, the parameters for which they do; filled when it is first asked for."""

    def make(self, place: Place, site: Site, scope: ast.AST, *, is_container: bool = False) -> None:
        """Let ``place`` hold what is made at ``site`` in ``scope``."""
        self.holds[place].add(site)
        self.owner.setdefault(site, scope)
        if is_container:
            self.containers.add(site)

    def solved(self) -> Graph:
        """Return the graph with what every place holds; :class:`TooManySitesError` if that would take too long."""
        for calls_apart in _CALLS_APART:
            graph = self._copy()
            graph._calls_apart = calls_apart
            with suppress(TooManySitesError):
                graph._solve()
                return graph
        raise TooManySitesError

    def _copy(self) -> Graph:
        """Return the same constraints, and what is made, to be solved apart from these."""
        graph = Graph()
        graph.holds.update((place, {*sites}) for place, sites in self.holds.items())
        graph.containers, graph.outliving = {*self.containers}, {*self.outliving}
        graph.owner, graph.constraints = {**self.owner}, [*self.constraints]
        return graph

    def _solve(self) -> None:
        self._most_sites = _GROWTH * len(self.owner) + _SPARE
        self._steps = _STEPS * len(self.constraints) + _FIRST_STEPS
        copied: dict[int, int] = {}
        """How much the sources of copies held when that was copied."""
        for _ in range(_PASSES):
            self._changed = False
            self._handed_over.clear()
            self._escaped = self._reached([s for place in self.outliving for s in self.holds[place]])
            for number, constraint in enumerate(self.constraints):
                if isinstance(constraint, Copy):  # most are, and most of them have nothing new to copy
                    size = len(self.holds[constraint.source])
                    if copied.get(number) == size:
                        continue
                    copied[number] = size
                self._apply(constraint)
            for fresh, made in list(self._copied.items()):
                self._fill(fresh, *made)
            if not self._changed:
                break
        self._handed_over.clear()
        for place in [place for place in self.holds if place[0] in ("name", "attribute")]:
            for site in self.reach(place) - self.containers:
                self._held_by[site].append(place)
        self._steps = math.inf  # what is asked afterwards is asked of few

    def holders(self, sites: Iterable[Site]) -> set[Place]:
        """Return the variables and attributes that hold one of ``sites``, or a container that does."""
        return {place for site in sites for place in self._held_by.get(site, ())}

    def reach(self, place: Place, apart: Collection[Site] = ()) -> set[Site]:
        """Return what a place holds, and what the containers there do, but for those ``apart``."""
        if apart:
            return self._reached(self.holds.get(place, ()), apart)
        if place not in self._reach:
            self._reach[place] = self._reached(self.holds.get(place, ()))
        return self._reach[place]

    def expanded(self, sites: Iterable[Site]) -> set[Site]:
        """Return ``sites`` with what calls hand over for parameters among them."""
        found = {*sites}
        handed = self.handed.keys() & found
        found -= handed
        for site in handed:
            if site not in found:
                found |= self._expanded(site)
        self._count(len(found))
        return found

    def _expanded(self, symbol: Site) -> set[Site]:
        """Return the same of the symbol of one parameter."""
        if symbol not in self._handed_over:
            self._handed_over[symbol] = _closure([symbol], self._given_for)
        return self._handed_over[symbol]

    def _given_for(self, site: Site) -> Iterator[Site]:
        """Yield what calls hand over for a parameter."""
        for place in self.handed.get(site, ()):
            yield from self._held(place)

    def _held(self, place: Place) -> set[Site]:
        held = self.holds[place]
        self._count(len(held))
        return held

    def _count(self, steps: int) -> None:
        self._steps -= steps
        if self._steps < 0:
            raise TooManySitesError

    def handing(self, site: Site) -> set[Site]:
        """Return ``site`` and the parameters among whose :meth:`expanded` it is."""
        if self.handed and not self._handing:
            for parameter, places in self.handed.items():
                for one in (one for place in places for one in self.holds[place]):
                    self._handing[one].add(parameter)
        return _closure([site], lambda one: self._handing.get(one, ()))

    def _reached(self, sites: Iterable[Site], apart: Collection[Site] = ()) -> set[Site]:
        return _closure(sites, self._given_for_or_in, apart)

    def _given_for_or_in(self, site: Site) -> Iterator[Site]:
        """Yield what calls hand over for a parameter, and the items of a container."""
        yield from self._given_for(site)
        for key in self._keys.get(site, ()):
            yield from self._held(("item", site, key))

    def _add(self, place: Place, sites: Iterable[Site]) -> None:
        held = self.holds[place]
        size = len(held)
        held.update(sites)
        self._count(len(held))
        self._changed |= len(held) > size

    def _apply(self, constraint: Copy | Load | Store | Call) -> None:
        match constraint:
            case Copy(into=into, source=source, arrays=arrays):
                held = self.holds[source]
                self._add(into, held - self.containers if arrays else held)
            case Load(into=into, source=source, key=key):
                self._add(into, self._items(self.holds[source], key))
            case Store(into=into, source=source, key=key):
                for site in self.expanded(self.holds[into]):
                    if site in self.containers or is_symbol(site):
                        self._put(site, key, self.holds[source])
            case Call(called=called):
                for function in [f for f in self.holds[called] if isinstance(f, FUNCTIONS)]:
                    self._call(constraint, function)

    def _put(self, container: Site, key: Key, sites: Iterable[Site]) -> None:
        self._keys[container].add(key)
        self._add(("item", container, key), sites)

    def _items(self, containers: Iterable[Site], key: Key) -> set[Site]:
        found: set[Site] = set()
        for site in self.expanded(containers):
            if is_symbol(site) and _symbol_depth(site) < _SYMBOLS:
                self._put(site, key, [outside_site((site, key))])
            known = self._keys.get(site)
            if known:
                for one in known if key == ANY else known & {key, ANY}:
                    found |= self.holds[("item", site, one)]
        return found

    def _call(self, call: Call, function: ast.AST) -> None:
        given = _bound(call.given, function)
        for name, place in given.items():
            symbol = parameter_site(function, name)
            if place not in self.handed[symbol]:
                self.handed[symbol][place] = call.node
                self._changed = True
        self._add(
            call.into,
            [s for site in list(self.holds[("result", function)]) for s in self._given(site, call, given)],
        )

    def _given(self, site: Site, call: Call, given: Mapping[str, Place]) -> Iterable[Site]:
        """Return what ``site``, which a function gives back, is for who called it."""
        self._count(1)
        function = self.owner.get(site)
        if isinstance(site, tuple) and site[0] == _PARAMETER:
            place = given.get(str(site[2]))
            return [site] if place is None else list(self.holds[place])
        made_here = function is not None and isinstance(function, FUNCTIONS) and site not in self._escaped
        if not made_here or isinstance(site, FUNCTIONS) or _depth(site) >= self._calls_apart:
            return [site]
        fresh = (_NEW, call.node, site)
        self.owner.setdefault(fresh, self.owner[call.node])
        if len(self.owner) > self._most_sites:
            raise TooManySitesError
        if site in self.containers and fresh not in self._copied:
            self.containers.add(fresh)
            self._copied[fresh] = site, call, given
            self._changed = True
        return [fresh]

    def _fill(self, fresh: Site, site: Site, call: Call, given: Mapping[str, Place]) -> None:
        """Put into the container that a call gave what the one holds that its function made."""
        for key in list(self._keys.get(site, ())):
            held = list(self.holds[("item", site, key)])
            self._put(fresh, key, [s for one in held for s in self._given(one, call, given)])


def _closure(
    sites: Iterable[Site], after: Callable[[Site], Iterable[Site]], apart: Iterable[Site] = ()
) -> set[Site]:
    """Return ``sites`` and all that comes ``after`` them, and after that; ``apart`` too, but nothing after those."""
    found: set[Site] = set(apart)
    stack = list(sites)
    while stack:
        site = stack.pop()
        if site not in found:
            found.add(site)
            stack += after(site)
    return found


def _symbol_depth(site: Site) -> int:
    inner = site[1] if isinstance(site, tuple) and site[0] == _OUTSIDE else None
    return 1 + _symbol_depth(inner[0]) if isinstance(inner, tuple) and inner and is_symbol(inner[0]) else 0


def _bound(given: Iterable[tuple[int | str, Place]], function: ast.AST) -> dict[str, Place]:
    """Return the arguments by the names of the parameters."""
    arguments: ast.arguments = function.args  # type: ignore[attr-defined]  # of a function
    order = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    first = 1 if order[:1] in (["self"], ["cls"]) else 0
    found: dict[str, Place] = {}
    for where, place in given:
        if isinstance(where, str):
            found[where] = place
        elif where + first < len(order):
            found[order[where + first]] = place
    return found
