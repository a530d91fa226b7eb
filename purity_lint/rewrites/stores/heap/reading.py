"""The constraints of a file: what each of its statements puts where."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count

from purity_lint.knowledge.libraries import stands_in
from purity_lint.knowledge.memory import (
    ADDING_METHODS,
    COLLECTING,
    HOLDERS,
    PACKAGES,
    PARTS,
    PERHAPS_VIEWS,
    PICKING_METHODS,
    TAKING_METHODS,
    VIEWS,
)
from purity_lint.rewrites.operands import NUMBERS
from purity_lint.rewrites.scopes import bound_names, enclosing, own_nodes
from purity_lint.rewrites.stores.exchanges import exchanges
from purity_lint.rewrites.stores.heap.callers import definitions
from purity_lint.rewrites.stores.heap.classes import Classes, factories, is_field_of_objects
from purity_lint.rewrites.stores.heap.graph import (
    ANY,
    Call,
    Copy,
    Graph,
    Key,
    Load,
    Place,
    Store,
    outside_site,
    parameter_site,
)
from purity_lint.rewrites.stores.heap.new_arrays import ITEMS, PICKING, gives_argument, joins_lists
from purity_lint.rewrites.stores.heap.reaching import reaching
from purity_lint.rewrites.stores.shared_memory import is_view
from purity_lint.rewrites.stores.shared_results import is_told_not_to_copy, rearranges
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.constructs import DEFINITIONS, FUNCTIONS
from purity_lint.source.names import dotted, last_name
from purity_lint.source.parameters import defaults, parameter_names

_CONTAINERS = frozenset({Kind.LIST, Kind.DICT, Kind.TUPLE})
_TELLING = frozenset(
    {
        *(ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr, ast.withitem),
        *(ast.For, ast.AsyncFor, ast.comprehension),
        *(ast.Return, ast.Yield, ast.YieldFrom, ast.Call, *DEFINITIONS),
    }
)
"""Types of nodes that put something somewhere."""


class Reading:
    """The graph of a file, built by reading its scopes one after the other."""

    def __init__(self, model: SemanticModel) -> None:
        self.model = model
        self.graph = Graph()
        self.classes = Classes(model)
        self.inflows: defaultdict[str, list[tuple[ast.AST, str | None, Place]]] = defaultdict(list)
        """What each attribute is bound to, by its name, with the statement or call that does it, and the class."""
        self.attributes_read = {a.attr for a in model.source.of(ast.Attribute) if isinstance(a.ctx, ast.Load)}
        self._places: dict[ast.AST, Place] = {}
        self._numbers = count()
        for scope in (model.source.tree, *model.source.of(ast.ClassDef), *_functions(model)):
            self._read_scope(scope)
        self.graph = self.graph.solved()

    # places ----------------------------------------------------------------------------------------------------------

    def variable(self, name: str, scope: ast.AST) -> Place:
        """Return the variable that ``name`` is in ``scope``."""
        first = scope
        while not isinstance(scope, ast.Module) and (
            name not in bound_names(scope) or (isinstance(scope, ast.ClassDef) and scope is not first)
        ):
            scope = enclosing(scope, self.model)
        place = ("name", scope, name)
        if scope is not first or isinstance(scope, ast.Module):
            self.graph.outliving.add(place)
        return place

    def attribute(self, name: str, family: str | None) -> Place:
        """Return the attribute ``name`` of objects of a class, or of any."""
        place = ("attribute", name, family)
        if place not in self.graph.outliving:
            self.graph.outliving.add(place)
            self.graph.make(place, outside_site(place), self.model.source.tree)
            if family is not None:
                everywhere = self.attribute(name, None)
                self.graph.constraints += [Copy(everywhere, place), Copy(place, ("bound", name))]
        return place

    def of(self, node: ast.expr | None, scope: ast.AST) -> Place:
        """Return the place of what an expression gives."""
        if node is None:
            return self._empty()
        if node not in self._places:
            self._places[node] = self._empty()
            self._places[node] = self._read(node, scope)
        return self._places[node]

    def _empty(self) -> Place:
        return ("given", next(self._numbers))

    def _made(self, site: ast.AST, scope: ast.AST, *, is_container: bool = False) -> Place:
        place = self._empty()
        self.graph.make(place, site, scope, is_container=is_container)
        return place

    def _join(self, parts: Sequence[Place]) -> Place:
        place = self._empty()
        self.graph.constraints += [Copy(place, part) for part in parts]
        return place

    def _item(self, source: Place, key: Key = ANY) -> Place:
        place = self._empty()
        self.graph.constraints.append(Load(place, source, key))
        return place

    def _container(self, site: ast.AST, scope: ast.AST, items: Sequence[tuple[Key, Place]]) -> Place:
        place = self._made(site, scope, is_container=True)
        self.graph.constraints += [Store(place, item, key) for key, item in items]
        return place

    # expressions -----------------------------------------------------------------------------------------------------

    def _read(self, node: ast.expr, scope: ast.AST) -> Place:
        match node:
            case ast.Name():
                return self._variable_read(node, scope)
            case ast.Attribute(value=whole, attr=name):
                if name in PARTS:
                    return self.of(whole, scope)
                getters = self.classes.properties(node)
                if getters:
                    return self._join([("result", getter) for getter in getters])
                if self.model.qualified_name(node):
                    return self._empty()
                return self.attribute(name, self.classes.family(whole, node))
            case ast.Subscript(value=whole, slice=index):
                return self._part(node, whole, index, scope)
            case ast.Starred(value=value) | ast.Await(value=value) | ast.NamedExpr(value=value):
                return self.of(value, scope)
            case ast.IfExp(body=first, orelse=second):
                return self._join([self.of(first, scope), self.of(second, scope)])
            case ast.BoolOp(values=values):
                return self._join([self.of(value, scope) for value in values])
            case ast.List() | ast.Tuple() | ast.Set() | ast.Dict() | ast.BinOp():
                return self._read_display(node, scope)
            case (
                ast.ListComp(elt=item)
                | ast.SetComp(elt=item)
                | ast.GeneratorExp(elt=item)
                | ast.DictComp(value=item)
            ):
                return self._container(node, scope, [(ANY, self.of(item, scope))])
            case ast.Lambda():
                return self._made(node, scope)
            case ast.Call():
                self.graph.owner[node] = scope
                return self._called(node, scope)
            case ast.Constant():
                return self._empty()
        return self._made(node, scope)

    def _variable_read(self, node: ast.Name, scope: ast.AST) -> Place:
        """Return the place of what a name holds where it is read, as far as the order of statements tells."""
        place = self.variable(node.id, scope)
        if place[1] is not scope or not isinstance(scope, DEFINITIONS):
            return place
        targets = reaching(node, scope, self.model)
        return place if targets is None else self._join([("value", target) for target in targets])

    def _read_display(self, node: ast.expr, scope: ast.AST) -> Place:
        """Return the place of a display, and of the sum or the repetition of one."""
        match node:
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
                return self._container(node, scope, self._displayed(parts, scope))
            case ast.Dict(keys=keys, values=values):
                pairs = zip(keys, values, strict=True)
                held = [(_key(key), self.of(value, scope)) for key, value in pairs]
                return self._container(node, scope, held)
            case ast.BinOp(left=left, right=right) if joins_lists(node, self.model):
                sides = [self._item(self.of(side, scope)) for side in (left, right)]
                return self._container(node, scope, [(ANY, side) for side in sides])
        return self._made(node, scope)

    def _displayed(self, parts: Sequence[ast.expr], scope: ast.AST) -> list[tuple[Key, Place]]:
        return [
            (ANY, self.each(part.value, scope))
            if isinstance(part, ast.Starred)
            else (n, self.of(part, scope))
            for n, part in enumerate(parts)
        ]

    def _part(self, node: ast.expr, whole: ast.expr, index: ast.expr, scope: ast.AST) -> Place:
        source, value = self.of(whole, scope), self.model.value(whole)
        if value.is_tensor and not value.maybe:
            view = self._is_part(node, whole, index)
            return self._join([source]) if view else self._made(node, scope)
        parts = [self._item(source, _key(index))]
        is_part = value.kind not in _CONTAINERS and self._is_part(node, whole, index)
        if is_part or value.kind is Kind.LIST:  # as `np.split` gives it
            place = self._empty()
            self.graph.constraints.append(Copy(place, source, arrays=True))
            parts.append(place)
        return self._join(parts)

    def _is_part(self, node: ast.expr, whole: ast.expr, index: ast.expr) -> bool:
        """Return True for a part of an array that shares its memory; an integer picks an element, or there is proof."""
        picks = self.model.value(index).kind in NUMBERS
        return is_view(node, whole, index, self.model) and (not picks or bool(self.model.value(node).rank))

    # calls -----------------------------------------------------------------------------------------------------------

    def _called(self, call: ast.Call, scope: ast.AST) -> Place:
        known = self.model.qualified_name(call.func) or ""
        given = [self.of(argument, scope) for argument in call.args]
        for keyword in call.keywords:
            self.of(keyword.value, scope)
        if stands_in(known, *PACKAGES):
            return self._of_library(call, given, scope)
        if is_field_of_objects(call, known):
            return self._join([self._call(call, self.of(make, scope), ()) for make in factories(call)])
        own = self._of_own(call, given, scope)
        if own is not None:
            return own
        if isinstance(call.func, ast.Attribute) and not known:
            return self._of_method(call, call.func, given, scope)
        return self._of_function(call, given, scope)

    def _of_library(self, call: ast.Call, given: list[Place], scope: ast.AST) -> Place:
        name = last_name(call.func)
        whole = given[rearranges(call) :][:1] if gives_argument(call) else []
        if not whole or (name == "getitem" and not is_view(call, call.args[0], call.args[-1], self.model)):
            return self._made(call, scope)
        place = self._made(call, scope) if name in PERHAPS_VIEWS else self._empty()
        self.graph.constraints.append(Copy(place, whole[0], arrays=True))
        return place

    def _of_own(self, call: ast.Call, given: list[Place], scope: ast.AST) -> Place | None:
        """Return the place of what a function or class of the file gives; ``None`` where it calls none of them."""
        named: list[tuple[int | str, Place]] = list(enumerate(given))
        by_name: list[tuple[int | str, Place]] = [
            (k.arg, self.of(k.value, scope)) for k in call.keywords if k.arg is not None
        ]
        arguments = (*named, *by_name)
        made = self.classes.made_by(call)
        if made is not None:
            for field, place in made.fields(arguments):
                self.inflow(field, made.family, call, place)
            for constructor in made.constructors:
                self._call(call, self._made(constructor, scope), arguments)
            return self._container(call, scope, [(n, p) for n, p in named] if made.is_tuple else [])
        if isinstance(call.func, ast.Name) and last_name(call.func) == "partial" and given:
            self._call(call, given[0], tuple(enumerate(given[1:])))
            return self._container(call, scope, [(ANY, place) for place in given[1:]])
        if isinstance(call.func, ast.Attribute):
            methods = self.classes.methods(call)
            if not methods:
                return None
            functions = [self._made(method, scope) for method in methods]
            results = [self._call(call, function, arguments) for function in functions]
            other = self._of_method(call, call.func, given, scope)
            return self._join([*results, other])
        if isinstance(call.func, ast.Name) and call.func.id in self._defined():
            return self._call(call, self.of(call.func, scope), arguments)
        if isinstance(call.func, ast.Name) and call.func.id in bound_names(scope):
            return self._join(
                [self._call(call, self.of(call.func, scope), arguments), self._made(call, scope)]
            )
        return None

    def _call(self, call: ast.Call, function: Place, given: tuple[tuple[int | str, Place], ...]) -> Place:
        place = self._empty()
        self.graph.constraints.append(Call(place, function, call, given))
        return place

    def _of_method(
        self, call: ast.Call, function: ast.Attribute, given: list[Place], scope: ast.AST
    ) -> Place:
        name, whole = function.attr, self.of(function.value, scope)
        if name in VIEWS | PERHAPS_VIEWS or is_told_not_to_copy(call):
            place = self._made(call, scope) if name in PERHAPS_VIEWS else self._empty()
            self.graph.constraints.append(Copy(place, whole, arrays=True))
            return place
        key = _key(call.args[0]) if call.args else ANY
        if name == "setdefault" and len(given) > 1:
            self.graph.constraints.append(Store(whole, given[1], key))
        if name in PICKING_METHODS | TAKING_METHODS:
            return self._join([self._item(whole, key if name != "popitem" else ANY), *given[1:]])
        if name == "items":
            return self._container(call, scope, [(ANY, self._pair(call, self._item(whole), scope))])
        if name in ("values", "copy"):
            return self._container(call, scope, [(ANY, self._item(whole))])
        if given and (name in ADDING_METHODS or name == "update"):
            self.graph.constraints.append(Store(whole, given[-1]))
            self.graph.constraints.append(Store(whole, self._item(given[-1])))
        return self._made(call, scope)

    def _of_function(self, call: ast.Call, given: list[Place], scope: ast.AST) -> Place:
        name = last_name(call.func)
        if name in ITEMS:
            return self._join([*map(self._item, given), *(given if len(given) > 1 else [])])
        if name == "zip":
            row = self._container(
                call.func, scope, [(n, self.each(a, scope)) for n, a in enumerate(call.args)]
            )
            return self._container(call, scope, [(ANY, row)])
        if name == "enumerate" and call.args:
            return self._container(
                call, scope, [(ANY, self._pair(call, self.each(call.args[0], scope), scope))]
            )
        if name in COLLECTING:
            return self._container(call, scope, [(ANY, self.each(argument, scope)) for argument in call.args])
        if name in PICKING and given:
            return self._item(given[0])
        if name in ("heappush", "insort") and len(given) > 1:
            self.graph.constraints.append(Store(given[0], given[1]))
        if name in HOLDERS or name[:1].isupper():
            held = [*given, *(self.of(k.value, scope) for k in call.keywords)]
            return self._container(call, scope, [(ANY, place) for place in held])
        return self._made(call, scope)

    def _pair(self, call: ast.Call, second: Place, scope: ast.AST) -> Place:
        return self._container(call.func, scope, [(1, second)])

    def each(self, iterable: ast.expr, scope: ast.AST) -> Place:
        """Return the place of what a loop over an expression goes through: items, or the rows of an array."""
        source, value = self.of(iterable, scope), self.model.value(iterable)
        if value.kind in _CONTAINERS or (value.is_tensor and value.rank == 1):
            return self._item(source)
        return self._through(source)

    def _through(self, source: Place) -> Place:
        """Return the place of what something that may be an array or a container goes through."""
        place = self._empty()
        self.graph.constraints += [Copy(place, source, arrays=True), Copy(place, self._item(source))]
        return place

    # statements ------------------------------------------------------------------------------------------------------

    def _read_scope(self, scope: ast.AST) -> None:
        if isinstance(scope, FUNCTIONS):
            self._read_parameters(scope)
        if isinstance(scope, ast.Lambda):
            self.graph.constraints.append(Copy(("result", scope), self.of(scope.body, scope)))
        exchanged = exchanges(scope)
        for node in own_nodes(scope):
            if node.__class__ in _TELLING and node not in exchanged:
                self._read_node(node, scope)

    def _read_parameters(self, function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        around = enclosing(function, self.model)
        for name in parameter_names(function):
            if name not in ("self", "cls"):
                self.graph.make(("name", function, name), parameter_site(function, name), function)
        for name, default in defaults(function.args).items():
            self.graph.constraints.append(Copy(("name", function, name), self.of(default, around)))

    def _read_node(self, node: ast.AST, scope: ast.AST) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._bind(target, self.of(value, scope), node, scope)
            case (
                ast.AnnAssign(target=target, value=ast.expr() as value)
                | ast.NamedExpr(target=target, value=value)
            ):
                self._bind(target, self.of(value, scope), node, scope)
            case ast.AugAssign(target=target, value=value):
                place = self.of(target, scope)
                if self.model.value(target).kind in _CONTAINERS:
                    self.graph.constraints.append(Store(place, self._item(self.of(value, scope))))
            case ast.For(target=target, iter=iterable) | ast.AsyncFor(target=target, iter=iterable):
                self._bind(target, self.each(iterable, scope), node, scope)
            case ast.comprehension(target=target, iter=iterable):
                self._bind(target, self.each(iterable, scope), node, scope)
            case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
                self._bind(target, self.of(value, scope), node, scope)
            case ast.Return(value=ast.expr() as value):
                self.graph.constraints.append(Copy(("result", scope), self.of(value, scope)))
            case ast.Yield(value=ast.expr() as value):
                items = self._container(node, scope, [(ANY, self.of(value, scope))])
                self.graph.constraints.append(Copy(("result", scope), items))
            case ast.YieldFrom(value=value):
                self.graph.constraints.append(Copy(("result", scope), self.of(value, scope)))
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                self.graph.make(self.variable(name, scope), node, scope)
            case ast.Call():
                self.of(node, scope)

    def _bind(self, target: ast.expr, source: Place, node: ast.AST, scope: ast.AST) -> None:
        match target:
            case ast.Name(id=name):
                self.graph.constraints.append(Copy(("value", target), source))
                self.graph.constraints.append(Copy(self.variable(name, scope), ("value", target)))
                if isinstance(scope, ast.ClassDef):
                    self.inflow(name, self.classes.root(scope), node, source)
            case ast.Attribute(value=owner, attr=name):
                self.inflow(name, self.classes.family(owner, target), node, source)
            case ast.Subscript(value=whole, slice=index):
                place, value = self.of(whole, scope), self.model.value(whole)
                if not value.is_tensor or value.maybe:
                    self.graph.constraints.append(Store(place, source, _key(index)))
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for n, part in enumerate(parts):
                    if isinstance(part, ast.Starred):
                        rest = self._container(part, scope, [(ANY, self._through(source))])
                        self._bind(part.value, rest, node, scope)
                    else:
                        self._bind(part, self._unpacked(source, n), node, scope)

    def _unpacked(self, source: Place, number: int) -> Place:
        return self._item(source, number)  # rows of an array have nothing in common

    def inflow(self, attribute: str, family: str | None, node: ast.AST, source: Place) -> None:
        """Let an attribute hold what ``source`` does, by the statement or call ``node``."""
        place = self.attribute(attribute, family)
        self.graph.constraints.append(Copy(place, source))
        if family is None:
            self.graph.constraints.append(Copy(("bound", attribute), source))
        self.inflows[attribute].append((node, family, source))

    def _defined(self) -> frozenset[str]:
        return self.model.memo(
            (Reading, "defined"),
            lambda: frozenset(node.name for node in definitions(self.model)),
        )


def _functions(model: SemanticModel) -> Iterator[ast.AST]:
    for kind in FUNCTIONS:
        yield from model.source.of(kind)


def _key(index: ast.expr | None) -> Key:
    """Return a constant, by which items are told apart; of what is not written out it is any."""
    if isinstance(index, ast.Constant):
        return index.value
    return (
        f"enum {dotted(index)}"
        if isinstance(index, ast.Attribute) and dotted(index) and last_name(index).isupper()
        else ANY
    )
