"""What a library's function is about in code that has a namespace: arrays, or shapes, axes and dtypes of the host."""

from __future__ import annotations

import ast

from purity_lint.knowledge.libraries import HOST_PACKAGES, stands_in
from purity_lint.knowledge.profiles import ASK_ANYTHING, Profile
from purity_lint.rewrites.namespaces.handed_to_numpy import is_numpys
from purity_lint.rewrites.namespaces.in_use import is_namespace, namespace_at
from purity_lint.rewrites.references import Category, reference
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS

_OF_NO_ARRAY = frozenset({"shape", "ndim", "dtype", "size", "device"})


class HostCalls:
    """Tells library code about arrays from what goes with them, in one file under the laws of a profile."""

    def __init__(self, laws: Profile, model: SemanticModel) -> None:
        self._laws = laws
        self._model = model

    def is_about_host(self, node: ast.AST) -> bool:
        """True for NumPy on what is no array of the namespace: the shape, the axis, what was handed to NumPy."""
        function = node.func if isinstance(node, ast.Call) else node
        named = self._model.qualified_name(function) if isinstance(function, ast.expr) else None
        if named in self._laws.host_functions or (
            named in ASK_ANYTHING and self._asks_what_may_be_a_list(node)
        ):
            return True
        if self._is_default_library(node) or self._is_class_handed_on(node):
            return True
        if is_constant(node, self._model) and self._is_default(node):
            return True  # a number, made before there is a namespace
        if namespace_at(node, self._model) is None:
            return is_constant(node, self._model) and self._model.function(node) is None
        if isinstance(node, ast.Subscript):  # `np.r_[1, n]`
            return not any(self.is_array(n) for n in ast.walk(node.slice) if isinstance(n, ast.Name))
        return is_constant(node, self._model) or self._is_given_to_host(node, node)

    def _asks_what_may_be_a_list(self, node: ast.AST) -> bool:
        """True for `np.ndim(y)` where `y.ndim` may fail, and in code that has a namespace: it asks `y` first."""
        if namespace_at(node, self._model) is not None:
            return True
        return isinstance(node, ast.Call) and not any(self._model.value(one).is_tensor for one in node.args)

    def _is_given_to_host(self, node: ast.AST, value: ast.AST) -> bool:
        """True where ``value``, which `node` is a part of, is given to a call without arrays of the namespace."""
        parent = value if isinstance(value, ast.Call) else self._model.parent(value)
        named = False
        while isinstance(parent, ast.expr | ast.keyword) and not isinstance(parent, ast.Call):
            named = named or isinstance(parent, ast.keyword)
            parent = self._model.parent(parent)
        if node is value and isinstance(parent, ast.Assign):
            uses = self._uses(node, parent)
            return bool(uses) and all(self._is_given_to_host(node, use) for use in uses)
        if not isinstance(parent, ast.Call) or self._is_of_namespace(parent.func):
            return False
        if named and not stands_in(self._model.qualified_name(parent.func), *HOST_PACKAGES):
            return False  # `x.sum(dtype=np.float64)`
        given = (*parent.args, *(keyword.value for keyword in parent.keywords), parent.func)
        arrays = (argument for argument in given if self._model.value(argument).kind not in PLAIN_NUMBERS)
        names = [n for argument in arrays for n in ast.walk(argument) if isinstance(n, ast.Name)]
        return not any(self.is_array(name) for name in names)

    def _uses(self, node: ast.AST, assignment: ast.Assign) -> list[ast.Name]:
        """Return where the one name is read that an assignment gives a value."""
        function = self._model.function(node)
        match assignment.targets:
            case [ast.Name(id=name)] if function is not None:
                named = (n for n in own_nodes(function) if isinstance(n, ast.Name) and n.id == name)
                return [n for n in named if isinstance(n.ctx, ast.Load)]
        return []

    def _is_of_namespace(self, function: ast.expr) -> bool:
        """True for a function of the namespace, which takes no dtypes of a library's."""
        while isinstance(function, ast.Attribute):
            function = function.value
            if is_namespace(function, self._model):
                return True
        return False

    def _is_default_library(self, node: ast.AST) -> bool:
        """True for `np if xp is None else xp`, `xp is np`, and `xp=np` where another one could have been handed on."""
        parent = self._model.parent(node)
        chosen = isinstance(parent, ast.keyword) and namespace_at(node, self._model) is not None
        asked = isinstance(parent, ast.Compare) and isinstance(parent.ops[0], ast.Is | ast.IsNot)
        if not (
            chosen
            or asked
            or isinstance(parent, ast.IfExp | ast.arguments)
            or _is_one_of_namespaces(node, self._model)
            or _is_chosen_for_none(node, self._model)
        ):
            return False
        found = reference(node, self._model)
        return found is not None and found.category is Category.MODULE

    def _is_class_handed_on(self, node: ast.AST) -> bool:
        """True for `Dispatchable(x, np.ndarray)`: the class by itself computes nothing."""
        parent = self._model.parent(node)
        found = (
            reference(node, self._model) if isinstance(parent, ast.Call) and parent.func is not node else None
        )
        return found is not None and found.category is Category.TENSOR_TYPE

    def _is_default(self, node: ast.AST) -> bool:
        """True for a part of the default of a parameter."""
        parent = self._model.parent(node)
        while isinstance(parent, ast.expr):
            parent = self._model.parent(parent)
        return isinstance(parent, ast.arguments)

    def is_array(self, name: ast.Name) -> bool:
        """True if an array stands here, and not its shape; one that NumPy made in the same function does not count."""
        parent = self._model.parent(name)
        if isinstance(parent, ast.Attribute) and parent.attr in _OF_NO_ARRAY:
            return False
        if not self._model.value(name).is_tensor:
            return False
        return not is_numpys(name, self._model)


def is_constant(node: ast.AST, model: SemanticModel) -> bool:
    """True for a constant of a library: `np.inf`, `np.float64`."""
    found = reference(node, model)
    return found is not None and found.category is Category.CONSTANT


def _is_one_of_namespaces(node: ast.AST, model: SemanticModel) -> bool:
    """True for a library that a function gives where it gives a namespace elsewhere: `return cls, np`."""
    holder, function = model.parent(node), model.function(node)
    place = None
    if isinstance(holder, ast.Tuple):
        place, holder = holder.elts.index(node) if node in holder.elts else None, model.parent(holder)
    if not isinstance(holder, ast.Return) or function is None:
        return False
    for one in own_nodes(function):
        match one:
            case ast.Return(value=ast.Tuple(elts=elements)) if place is not None and place < len(elements):
                if is_namespace(elements[place], model):
                    return True
            case ast.Return(value=ast.expr() as value) if place is None and is_namespace(value, model):
                return True
    return False


def _is_chosen_for_none(node: ast.AST, model: SemanticModel) -> bool:
    """True for `if xp is None: xp = np`."""
    holder = model.parent(node)
    question = None if holder is None else model.parent(holder)
    match holder, question:
        case (
            ast.Assign(targets=[ast.Name(id=name)]),
            ast.If(test=ast.Compare(left=ast.Name(id=asked), ops=[ast.Is()])),
        ):
            return name == asked
    return False
