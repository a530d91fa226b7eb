"""``x[i] = v`` as ``x = ops.assign(x, i, v)``: which names may be rebound, and how an index is spelled."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import field
from functools import lru_cache
from itertools import accumulate

from purity_lint.findings.edits import Hole
from purity_lint.records import dataclass
from purity_lint.rewrites.operands import is_simple
from purity_lint.rewrites.scopes import bindings, bound_names, declared_names, enclosing, own_nodes
from purity_lint.rewrites.sparse_parts import matrix_of_part
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import dotted
from purity_lint.source.targets import paired_whole
from purity_lint.source.walk import walk

_BASIC = frozenset({Kind.INT, Kind.DIM, Kind.BOOL, Kind.NONE})
_PROPERTIES = frozenset({"property", "cached_property"})


@dataclass
class Template:
    """Template text with the holes that it mentions, under construction."""

    holes: dict[str, Hole] = field(default_factory=dict)
    prefix: str = ""

    def hole(self, node: ast.expr) -> str:
        """Add a hole that ``node`` fills, and return it as it is written in the template."""
        name = f"{self.prefix}{len(self.holes)}"
        self.holes[name] = node
        return f"{{{name}}}"

    def index(self, node: ast.expr) -> str:
        """Return an index as an expression: `(i, slice(None))` of `i, :`."""
        match node:
            case ast.Slice(lower=lower, upper=upper, step=step):
                parts = [self.hole(part) if part is not None else "None" for part in (lower, upper, step)]
                if step is None:
                    parts.pop()
                    if lower is None:
                        parts.pop(0)
                return f"slice({', '.join(parts)})"
            case ast.Starred(value=place):
                return f"*{self.hole(place)}"
            case ast.Tuple(elts=elements) if elements:
                inner = ", ".join(map(self.index, elements))
                return f"({inner},)" if len(elements) == 1 else f"({inner})"
        return self.hole(node)


@dataclass(frozen=True, slots=True)
class Store:
    """Array that a store changes, and what it is indexed by: `x` and `i, j` of both `x[i, j]` and `x[i][j]`."""

    array: ast.expr
    indices: tuple[ast.expr, ...]

    @property
    def is_simple(self) -> bool:
        """True where the index may be evaluated twice."""
        return all(map(is_simple, self.indices))

    def is_basic(self, model: SemanticModel) -> bool:
        """True where the index names no element twice."""
        return all(is_basic_index(index, model) for index in self.indices)

    def has_tensor_bounds(self, model: SemanticModel) -> bool:
        """True where a slice may begin or end at a tensor, which operations take, and not every library."""
        slices = (node for index in self.indices for node in ast.walk(index) if isinstance(node, ast.Slice))
        bounds = (bound for one in slices for bound in (one.lower, one.upper, one.step) if bound is not None)
        return any(model.value(bound).is_tensor for bound in bounds)

    def index(self, template: Template) -> str:
        """Return the index as an expression of ``template``."""
        if len(self.indices) == 1:
            return template.index(self.indices[0])
        return f"({', '.join(template.index(part) for index in self.indices for part in _parts(index))})"


def is_into_tensor(store: ast.Subscript, model: SemanticModel) -> bool:
    """True where an array is stored into: what perhaps is none is a dict where its key is a text.

    Unless NumPy has made it, whose arrays of records have texts for keys, as no other library's.  What a sparse matrix
    consists of is stored into where it lies: it is NumPy's everywhere, and takes any library's numbers.
    """
    value, key = model.value(store.value), store.slice
    is_text = isinstance(key, ast.Constant) and isinstance(key.value, str)
    is_table = is_text and value.maybe and value.backend != "numpy"
    return value.is_tensor and not is_table and matrix_of_part(store.value, model) is None


def read_store(target: ast.Subscript, model: SemanticModel) -> Store:
    """Return the array and the index of a store into ``target``: ``x[i][j] = v`` stores into ``x`` at ``i, j``.

    That is so where ``x[i]`` is a view of ``x``: a row that integers choose.
    """
    array, indices = target.value, [target.slice]
    while (
        isinstance(array, ast.Subscript)
        and _is_row(array, model)
        and (not isinstance(indices[0], ast.Tuple) or is_basic_index(indices[0], model))
    ):
        place = array.slice
        indices.insert(0, ast.Starred(place) if _is_place(place, model) else place)
        array = array.value
    return Store(array, tuple(indices))


def _is_row(node: ast.Subscript, model: SemanticModel) -> bool:
    """True where ``node`` is a view of part of an array of numbers; an item of an array of objects is an object."""
    whole, parts = model.value(node.value), _parts(node.slice)
    place = model.value(node.slice).elements if _is_place(node.slice, model) else None
    if not whole.is_tensor or whole.maybe or whole.foreign or not model.value(node).is_tensor:
        return False
    if whole.rank is not None and len(place or parts) >= whole.rank:
        return False
    return place is not None or all(model.value(part).kind in {Kind.INT, Kind.DIM} for part in parts)


def _is_place(index: ast.expr, model: SemanticModel) -> bool:
    """True for a name or an expression of a tuple of integers, an index for each axis: ``place`` of ``x[place]``."""
    value = model.value(index)
    if isinstance(index, ast.Tuple) or value.kind is not Kind.TUPLE or not value.elements:
        return False
    return all(element.kind in {Kind.INT, Kind.DIM} for element in value.elements)


def viewed(array: ast.expr, model: SemanticModel) -> ast.expr | None:
    """Return the array of which ``array`` is a view by slices, `x` of `x[:n]`; ``None`` where it need not be one."""
    if not isinstance(array, ast.Subscript) or not is_simple(array.slice):
        return None
    whole, parts = model.value(array.value), _parts(array.slice)
    sliced = any(isinstance(part, ast.Slice) for part in parts) and is_basic_index(array.slice, model)
    numeric = whole.is_tensor and not whole.maybe and not whole.foreign
    return array.value if sliced and numeric else None


def _parts(index: ast.expr) -> list[ast.expr]:
    return index.elts if isinstance(index, ast.Tuple) else [index]


def is_basic_index(index: ast.expr, model: SemanticModel) -> bool:
    """True where ``index`` names no element twice: it is of integers, slices, `...` and `None`."""
    if isinstance(index, ast.Tuple):
        return all(is_basic_index(element, model) for element in index.elts)
    if isinstance(index, ast.Slice | ast.Starred) or (isinstance(index, ast.Constant) and index.value is ...):
        return True
    return model.value(index).kind in _BASIC


def is_rebindable(target: ast.expr, model: SemanticModel) -> bool:
    """True where `target = ...` may be written where `target[i] = ...` stands.

    A name must belong to the innermost function (a name of an outer one would become a new local); an attribute must
    not be one of an array (`x.T`) or a property whose setter does more than store; an item must be cheap to name twice.
    """
    if isinstance(target, ast.Name):
        scope = enclosing(target, model)
        return (
            isinstance(scope, ast.Module)
            or target.id in bound_names(scope)
            or target.id in declared_names(scope)
        )
    if isinstance(target, ast.Attribute):
        bound = dotted(target) is not None and not model.value(target.value).is_tensor
        return bound and model.is_assignable(target)
    if isinstance(target, ast.Subscript):
        container = model.value(target.value)
        return is_simple(target) and container.kind in {Kind.LIST, Kind.DICT}
    return False


def is_plainly_bound(target: ast.expr, model: SemanticModel) -> bool:
    """True where rebinding ``target`` does what the store did: a name, or an attribute that its class assigns."""
    if isinstance(target, ast.Name):
        return True
    match target:
        case ast.Attribute(value=ast.Name(id=owner), attr=attribute):
            function = model.function(target)
            if not isinstance(function, ast.FunctionDef) or not function.args.args:
                return False
            if function.args.args[0].arg != owner:
                return False
            return _class_assigns(enclosing(function, model), attribute)
    return False


def _class_assigns(scope: ast.AST, attribute: str) -> bool:
    return isinstance(scope, ast.ClassDef) and attribute in _assigned_attributes(scope)


@lru_cache(maxsize=256)
def _assigned_attributes(scope: ast.ClassDef) -> frozenset[str]:
    """Return the attributes that a class assigns to ``self``, and that are no properties."""
    assigned: set[str] = set()
    properties: set[str] = set()
    for node in walk(scope):
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                assigned.add(name)
            case ast.FunctionDef(name=name, decorator_list=decorators):
                if any((dotted(d) or "").rpartition(".")[2] in _PROPERTIES for d in decorators):
                    properties.add(name)
    return frozenset(assigned - properties)


def attribute_bound_with(array: ast.expr, model: SemanticModel) -> str | None:
    """Return the attribute to rebind along with the local name ``array``: ``self.x`` after ``x = self.x``.

    Or ``self.p.x``, an attribute of an object that it holds.

    That is so where the name is bound to the attribute and to nothing else, and the attribute to nothing but the
    name. ``None`` where another function could bind the attribute in the meantime.
    """
    if not isinstance(array, ast.Name):
        return None
    scope = enclosing(array, model)
    if not isinstance(scope, FUNCTIONS) or array.id not in bound_names(scope):
        return None
    attribute = _attribute(array.id, scope)
    if attribute is None or not _is_attribute_of_object(attribute, model):
        return None
    name = dotted(attribute)
    if name is None:
        return None
    *owners, _ = accumulate(name.split("."), "{}.{}".format)
    if owners[0] in bindings(scope):
        return None
    if any(_may_bind(node, owners) or _binds(node, *owners[1:]) for node in own_nodes(scope)):
        return None
    return name if _bound_together(array.id, name, scope) else None


def _is_attribute_of_object(attribute: ast.Attribute, model: SemanticModel) -> bool:
    """True for `self.x` that its class assigns, and for `self.p.x` where `self.p` is one, of a class of the project."""
    owner = attribute.value
    if isinstance(owner, ast.Name):
        return is_plainly_bound(attribute, model)
    return is_plainly_bound(owner, model) and model.is_of_project(owner) and model.is_assignable(attribute)


def _attribute(name: str, scope: ast.AST) -> ast.Attribute | None:
    """Return the attribute that ``name`` is bound to first; ``None`` where that is no attribute, or a part of one."""
    first = next(iter(bindings(scope).get(name, ())), None)
    if not isinstance(first, ast.Attribute):
        return None
    named = (
        part.id
        for node in own_nodes(scope)
        if isinstance(node, ast.Assign)
        for target in node.targets
        for part, given in paired_whole(target, node.value)
        if given is first and isinstance(part, ast.Name)
    )
    return first if name in named else None


def _bound_together(name: str, attribute: str, scope: ast.AST) -> bool:
    """True where the name is bound to the attribute once, and every other assignment binds both."""
    plain = 0
    for node in own_nodes(scope):
        if not _binds(node, name, attribute):
            continue
        if isinstance(node, ast.AugAssign):
            continue  # in place, if it is one
        if not isinstance(node, ast.Assign):
            return False
        targets = [dotted(target) for target in node.targets]
        if sorted(filter(None, targets)) == sorted((name, attribute)) and len(targets) == 2:
            continue
        plain += 1
    return plain == 1


def _binds(node: ast.AST, *names: str) -> bool:
    """True where the statement ``node`` itself binds one of these names and attributes."""
    if not isinstance(node, ast.stmt | ast.NamedExpr | ast.comprehension | ast.arg):
        return False
    return any(dotted(target) in names for target in _targets(node))


def _targets(node: ast.AST) -> Iterator[ast.expr]:
    for binder in ("targets", "target", "items"):
        for part in _listed(getattr(node, binder, None)):
            holder = part.optional_vars if isinstance(part, ast.withitem) else part
            if holder is not None:
                yield from (
                    inner
                    for inner in ast.walk(holder)
                    if isinstance(inner, ast.Name | ast.Attribute)
                    and isinstance(inner.ctx, ast.Store | ast.Del)
                )


def _listed(value: object) -> list[ast.AST]:
    if isinstance(value, list):
        return [item for item in value if isinstance(item, ast.AST)]
    return [value] if isinstance(value, ast.AST) else []


def _may_bind(node: ast.AST, owners: list[str]) -> bool:
    """True for a call that could bind attributes of ``owners``, such as `self` and `self.p`.

    That is one of their methods, or of a function that is given one of them.
    """
    if not isinstance(node, ast.Call):
        return False
    root = node.func
    while isinstance(root, ast.Attribute | ast.Subscript | ast.Call):
        root = root.func if isinstance(root, ast.Call) else root.value
    given = [*node.args, *(keyword.value for keyword in node.keywords)]
    return (isinstance(root, ast.Name) and root.id == owners[0]) or any(
        dotted(argument) in owners for argument in given
    )
