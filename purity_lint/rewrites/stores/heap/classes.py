"""Classes of a file: what makes their objects, which attributes an argument becomes, which methods a call may mean."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from purity_lint.knowledge.notation import words
from purity_lint.knowledge.python import FIELD_MAKERS
from purity_lint.records import dataclass
from purity_lint.rewrites.scopes import enclosing
from purity_lint.rewrites.stores.heap.graph import Place
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.names import last_name

_PROPERTIES = ("property", "cached_property")
_TUPLES = ("namedtuple", "NamedTuple")
_GIVE_THE_CLASS_NOTHING = frozenset(
    words(
        "default_factory factory init repr hash compare eq order metadata kw_only doc static pytree_node "
        "description alias title examples exclude json_schema_extra"
    )
)
"""Options of a field after which the class itself has no such attribute."""
_PLAIN = frozenset({Kind.LIST, Kind.DICT, Kind.TUPLE, Kind.STR})


@dataclass(frozen=True, slots=True)
class Maker:
    """What a call of a class does with its arguments."""

    constructors: tuple[ast.AST, ...] = ()
    names: tuple[str, ...] = ()
    """The fields of a dataclass or a named tuple, which arguments become as they are."""
    family: str | None = None
    is_tuple: bool = False

    def fields(self, given: Sequence[tuple[int | str, Place]]) -> Iterator[tuple[str, Place]]:
        """Yield the attributes that arguments become."""
        for where, place in given:
            name = where if isinstance(where, str) else self.names[where] if where < len(self.names) else None
            if name in self.names:
                yield str(name), place


class Classes:
    """The classes of a file by name."""

    def __init__(self, model: SemanticModel) -> None:
        self._model = model
        self._makers: dict[str, Maker] = {}
        self._properties: defaultdict[str, list[tuple[str, ast.AST]]] = defaultdict(list)
        self._methods: defaultdict[str, list[tuple[str, ast.AST]]] = defaultdict(list)
        self._nodes = nodes = {node.name: node for node in model.source.of(ast.ClassDef)}
        self._kin = _kin(nodes)
        for node in nodes.values():
            self._makers[node.name] = _maker(node, nodes, self.root(node))
            for member in node.body:
                if isinstance(member, DEFINITIONS):
                    self._methods[member.name].append((self._kin[node.name], member))
                    if any(last_name(made) in _PROPERTIES for made in member.decorator_list):
                        self._properties[member.name].append((self.root(node), member))
        for statement in model.source.tree.body:
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=made, args=[_, fields, *_])):
                    if last_name(made) in _TUPLES:
                        self._makers[name] = Maker(names=tuple(_listed(fields)), is_tuple=True)

    def made_by(self, call: ast.Call) -> Maker | None:
        """Return what a call of a class of the file does; ``None`` for any other call."""
        return self._makers.get(call.func.id) if isinstance(call.func, ast.Name) else None

    def methods(self, call: ast.Call) -> Sequence[ast.AST]:
        """Return the methods of the file's classes that a call may mean, by their name; of `self`, those of its kin."""
        if not isinstance(call.func, ast.Attribute) or self._model.qualified_name(call.func) is not None:
            return ()
        if call.func.attr == "__init__":
            return self._constructors_of_bases(call)
        value = self._model.value(call.func.value)
        if value.is_tensor or value.kind in _PLAIN:
            return ()
        named = self._methods.get(call.func.attr, ())
        around = self.around(call) if named and _is_self(call.func.value) else None
        return [method for kin, method in named if around is None or kin == self._kin[around.name]]

    def _constructors_of_bases(self, call: ast.Call) -> Sequence[ast.AST]:
        """Return the constructor that `super().__init__(x)` runs."""
        owner = self.around(call)
        bases = (
            []
            if owner is None
            else [self._makers[b] for b in map(last_name, owner.bases) if b in self._makers]
        )
        is_super = isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Call)
        return [one for base in bases for one in base.constructors] if is_super else ()

    def around(self, node: ast.AST) -> ast.ClassDef | None:
        """Return the class in which ``node`` stands."""
        scope = enclosing(node, self._model)
        while not isinstance(scope, ast.ClassDef | ast.Module):
            scope = enclosing(scope, self._model)
        return scope if isinstance(scope, ast.ClassDef) else None

    def properties(self, attribute: ast.Attribute) -> Sequence[ast.AST]:
        """Return the functions that may run when an attribute is read: of its class, or of any if it is not known."""
        found = self._properties.get(attribute.attr)
        if found is None:
            return ()
        family = self.family(attribute.value, attribute)
        return [getter for of, getter in found if family in (None, of)]

    def family(self, owner: ast.expr, node: ast.AST) -> str | None:
        """Return the first class that the one of `self` extends in the file; ``None`` for any other object."""
        around = self.around(node) if _is_self(owner) else None
        return None if around is None else self.root(around)

    def root(self, node: ast.ClassDef) -> str:
        """Return the name of the first class of the file that a class extends."""
        seen = {node.name}
        while True:
            base = next(
                (self._nodes[b] for b in map(last_name, node.bases) if b in self._nodes and b not in seen),
                None,
            )
            if base is None:
                return node.name
            node = base
            seen.add(node.name)


def is_field_of_objects(call: ast.Call, known: str) -> bool:
    """Return True for a field to which the class gives nothing: an argument, a method or a factory does, per object."""
    return (
        known in FIELD_MAKERS and not call.args and {k.arg for k in call.keywords} <= _GIVE_THE_CLASS_NOTHING
    )


def factories(field: ast.Call) -> list[ast.expr]:
    """Return what makes the values of a field for each object."""
    return [k.value for k in field.keywords if k.arg in ("default_factory", "factory")]


def _is_self(owner: ast.expr) -> bool:
    return isinstance(owner, ast.Name) and owner.id in ("self", "cls")


def _kin(nodes: Mapping[str, ast.ClassDef]) -> Mapping[str, str]:
    """Return one class for each that extend one another in the file, or are extended by the same one."""
    kin = {name: name for name in nodes}
    for name, node in nodes.items():
        for base in map(last_name, node.bases):
            if base in kin and kin[base] != kin[name]:
                joined = kin[base]
                kin = {each: kin[name] if of == joined else of for each, of in kin.items()}
    return kin


def _maker(node: ast.ClassDef, nodes: dict[str, ast.ClassDef], family: str) -> Maker:
    around, seen = [node], {node.name}
    for one in around:
        bases = [nodes[base] for base in map(last_name, one.bases) if base in nodes and base not in seen]
        seen |= {base.name for base in bases}
        around += bases
    constructors = [
        m for one in around for m in one.body if isinstance(m, DEFINITIONS) and m.name == "__init__"
    ]
    if constructors:
        return Maker(tuple(constructors[:1]))
    fields = [
        member.target.id
        for one in reversed(around)
        for member in one.body
        if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name)
    ]
    is_tuple = any(last_name(base) in _TUPLES for one in around for base in one.bases)
    return Maker(names=tuple(fields), family=family, is_tuple=is_tuple)


def _listed(fields: ast.expr) -> Iterator[str]:
    """Yield the fields of `namedtuple("Pair", "a b")`, `["a", "b"]` and `[("a", int)]`."""
    match fields:
        case ast.Constant(value=str(text)):
            yield from text.replace(",", " ").split()
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            for part in parts:
                first = part.elts[0] if isinstance(part, ast.Tuple) and part.elts else part
                if isinstance(first, ast.Constant):
                    yield str(first.value)
