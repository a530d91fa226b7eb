"""Names of array libraries in code, and the sort of thing that each stands for."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache

from purity_lint.knowledge import libraries as names
from purity_lint.knowledge import lookup
from purity_lint.knowledge.categories import (
    DEVICE_NAMES,
    DEVICE_PREFIXES,
    MODULES,
    RANDOM_NAMES,
    RANDOM_PREFIXES,
)
from purity_lint.knowledge.dtypes import ABSTRACT, DTYPES, WITHOUT_COUNTERPART
from purity_lint.knowledge.numpy.forms import CONSTANTS
from purity_lint.records import dataclass
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.parameters import parameter_names
from purity_lint.source.walk import walk

REFERENCES = (ast.Call, ast.Attribute, ast.Name)
"""Node types that a rule about references asks for."""
_TENSOR_TYPES = lookup.FRAMEWORK_CLASSES | lookup.TENSOR_ANNOTATIONS


class Category(StrEnum):
    """Sort of thing that a name of an array library stands for, which decides the rule that it belongs to."""

    FUNCTION = "function"
    CONSTANT = "constant"
    DTYPE = "dtype"
    RANDOM = "random"
    DEVICE = "device"
    TENSOR_TYPE = "tensor type"
    MODULE = "module"


@dataclass(frozen=True, slots=True)
class Reference:
    """One whole mention of a name of an array library: ``np.linalg.norm``, not ``np.linalg``."""

    node: ast.expr
    """Call if the name is called, the name otherwise."""
    name: ast.expr
    library: str
    dotted: str
    """Below the library's root: ``linalg.norm``, ``numpy.mean`` (jax), ``core.mean`` (mlx)."""
    category: Category

    @property
    def call(self) -> ast.Call | None:
        """Return the call, if it is one."""
        return self.node if isinstance(self.node, ast.Call) else None

    @property
    def title(self) -> str:
        """Return the library's name in messages."""
        return names.TITLES[self.library]


def reference(node: ast.AST, model: SemanticModel) -> Reference | None:
    """Return the mention of an array library at ``node``, if it is a whole one.

    A call counts, and then its callee does not; neither does the ``np.linalg`` inside ``np.linalg.norm``,
    nor a name in an annotation or in the second argument of ``isinstance``, which are matters of their own.
    """
    return references(model).get(node)


def references(model: SemanticModel) -> Mapping[ast.AST, Reference]:
    """Return every mention of an array library in a file, by its node."""
    return model.memo(references, lambda: {found.node: found for found in _references(model)})


def library_names(model: SemanticModel) -> Mapping[ast.expr, tuple[str, str]]:
    """Return the names, and attributes of names, that stand for something of an array library: for what of which."""
    return model.memo(library_names, lambda: dict(_library_names(model)))


def _library_names(model: SemanticModel) -> Iterator[tuple[ast.expr, tuple[str, str]]]:
    split = {qualified: names.split(qualified) for qualified in {*model.qualified_names.values()}}
    for name, qualified in model.qualified_names.items():
        found = split[qualified]
        if found is not None:
            yield name, found


def _references(model: SemanticModel) -> Iterator[Reference]:
    for name, found in library_names(model).items():
        parent = model.parent(name)
        if isinstance(parent, ast.Attribute):
            continue  # which has a name as well, the longer one
        if isinstance(parent, ast.Call) and parent.func is name:
            if _is_imported(name, model):
                yield Reference(parent, name, *found, category(*found))
        elif _is_read(name, model) and _is_imported(name, model):
            yield Reference(name, name, *found, category(*found))


def _is_read(name: ast.expr, model: SemanticModel) -> bool:
    """True where ``name`` is read by code that runs, and not for its class alone."""
    assert isinstance(name, ast.Attribute | ast.Name)
    is_load = isinstance(name.ctx, ast.Load)
    return is_load and not in_annotation(name, model) and not in_class_check(name, model)


def _is_imported(name: ast.expr, model: SemanticModel) -> bool:
    """True where ``name`` is bound by an import, and is not a variable that happens to hold a part of a library.

    Where ``f`` is a parameter with the default ``np.fmin``, ``f(x, y)`` is no mention of NumPy: the default is.
    """
    root = name
    while isinstance(root, ast.Attribute):
        root = root.value
    if not isinstance(root, ast.Name) or _is_parameter(root, model) or root.id in _bound_anew(model):
        return False
    return root is not name or _binds_by_import(root.id, model)


def _bound_anew(model: SemanticModel) -> frozenset[str]:
    """Return the names that become something else while the file runs: `global np`, then `np = fake`, or at its top."""

    def find() -> Iterator[str]:
        for statement in model.source.of(ast.Global):
            function = model.function(statement)
            stored = () if function is None else walk(function)
            names = {n.id for n in stored if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
            yield from names.intersection(statement.names)
        imported = {binding.local for binding in model.imports}
        for name in model.source.of(ast.Name):
            if isinstance(name.ctx, ast.Store) and name.id in imported and model.function(name) is None:
                holder = model.parent(name)
                if not isinstance(holder, ast.Assign) or not _stands_in(holder.value, model):
                    yield name.id

    return model.memo(_bound_anew, lambda: frozenset(find()))


def _stands_in(value: ast.expr, model: SemanticModel) -> bool:
    """True for what replaces an import that fails: another module, a function of one, or None."""
    return model.value(value).kind in (Kind.MODULE, Kind.NONE) or model.qualified_name(value) is not None


def _is_parameter(name: ast.Name, model: SemanticModel) -> bool:
    if name.id not in model.memo(_is_parameter, lambda: {arg.arg for arg in model.source.of(ast.arg)}):
        return False
    parameters: dict[ast.AST, frozenset[str]] = model.memo(parameter_names, dict)
    function = model.function(name)
    while function is not None:
        if function not in parameters:
            parameters[function] = frozenset(parameter_names(function))
        if name.id in parameters[function]:
            return not _in_header(name, function, model)
        function = model.function(function)
    return False


def _in_header(name: ast.Name, function: ast.AST, model: SemanticModel) -> bool:
    """True where ``name`` stands in a default, a decorator or an annotation, where its names are not bound."""
    child: ast.AST = name
    parent = model.parent(name)
    while parent is not None and parent is not function:
        child, parent = parent, model.parent(parent)
    if isinstance(function, ast.Lambda):
        return child is not function.body
    return isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and child not in function.body


def _binds_by_import(name: str, model: SemanticModel) -> bool:
    bound = model.memo(_binds_by_import, lambda: {"*" if b.star else b.local for b in model.imports})
    return name in bound or "*" in bound


@cache
def category(library: str, dotted: str) -> Category:
    """Return the sort of thing that ``dotted`` is in ``library``."""
    tests = {
        Category.MODULE: (f"{library}.{dotted}" if dotted else library) in MODULES,
        Category.DTYPE: dotted in DTYPES[library] or _is_numpy_dtype(library, dotted),
        Category.TENSOR_TYPE: f"{library}.{dotted}" in _TENSOR_TYPES,
        Category.RANDOM: dotted.startswith(RANDOM_PREFIXES[library])
        or dotted in RANDOM_NAMES.get(library, ()),
        Category.DEVICE: dotted in DEVICE_NAMES.get(library, ())
        or dotted.startswith(DEVICE_PREFIXES.get(library, ("\0",))),
        Category.CONSTANT: (names.numpy_name(library, dotted) or dotted) in CONSTANTS,
    }
    return next((found for found, holds in tests.items() if holds), Category.FUNCTION)


def _is_numpy_dtype(library: str, dotted: str) -> bool:
    name = names.numpy_name(library, dotted)
    if name is not None and library != "mlx":
        return name in ABSTRACT or name in WITHOUT_COUNTERPART or name == "dtype"
    return dotted in ("dtype", "core.Dtype", "DType", "as_dtype", "dtypes.DType")


def in_annotation(node: ast.AST, model: SemanticModel) -> bool:
    """True where ``node`` stands in an annotation (not: in its default value)."""
    child = node
    parent = model.parent(node)
    while parent is not None and not isinstance(parent, ast.stmt | ast.Lambda):
        if isinstance(parent, ast.arg):
            return True
        child, parent = parent, model.parent(parent)
    if isinstance(parent, ast.AnnAssign):
        return parent.annotation is child
    if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef):
        return parent.returns is child
    return False


def in_class_check(node: ast.AST, model: SemanticModel) -> bool:
    """True where ``node`` is a class to check against: ``isinstance(x, <node>)``, ``type(x) is <node>``."""
    child = node
    parent = model.parent(node)
    while isinstance(parent, ast.Tuple | ast.BinOp):
        child, parent = parent, model.parent(parent)
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name):
        return parent.func.id in ("isinstance", "issubclass") and child in parent.args[1:]
    if isinstance(parent, ast.Compare):
        return any(_asks_type(side) for side in (parent.left, *parent.comparators) if side is not child)
    return isinstance(parent, ast.MatchClass)


def _asks_type(node: ast.expr) -> bool:
    return (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "type") or (
        isinstance(node, ast.Attribute) and node.attr == "__class__"
    )
