"""What stays with NumPy where the rest goes to a namespace: ``np.average(x)``, and what is computed of it."""

from __future__ import annotations

import ast
from collections.abc import Collection

from purity_lint.fixes.profiles.host_numbers import makes_array
from purity_lint.rewrites.namespaces.handed_to_numpy import appended
from purity_lint.rewrites.namespaces.in_use import namespace_of
from purity_lint.rewrites.references import Category, reference
from purity_lint.rewrites.scopes import bindings, enclosing, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_DEPTH = 6
"""How far back names are followed."""


class Staying:
    """Tells whether a call is given arrays of NumPy's, since a function of NumPy's that makes them has no fix."""

    def __init__(self, rewritten: Collection[ast.AST], model: SemanticModel) -> None:
        self._rewritten = rewritten
        self._model = model

    def is_computed_of(self, node: ast.AST) -> bool:
        """True for `np.exp(np.average(x))` and the method of `np.isnan(x).any()`, where the inner function stays.

        So does a store into what one has made, and an element of it.
        """
        match node:
            case ast.Assign(targets=[ast.Subscript(value=array)]):
                return self._stays(array, _DEPTH)
            case ast.AugAssign(target=ast.Subscript(value=array)):
                return self._stays(array, _DEPTH)
            case ast.Subscript(value=array) | ast.Assign(value=ast.Subscript(value=array)):
                return self._stays(array, _DEPTH)
        if not isinstance(node, ast.Call):
            return False
        if reference(node, self._model) is None:
            return isinstance(node.func, ast.Attribute) and self._stays(node.func.value, _DEPTH)
        if makes_array(node):
            return False  # of a shape, or of what is an array already
        return any(self._stays(first, _DEPTH) for first in node.args[:1])  # what follows may be places

    def is_given_back_by(self, call: ast.Call) -> bool:
        """True for a call of a function of the file that gives back what a function of NumPy's makes."""
        return self._is_called_here(call) and self._stays(call, _DEPTH)

    def _is_called_here(self, call: ast.Call) -> bool:
        return isinstance(call.func, ast.Name) and self._is_of_this_file(call.func.id)

    def _stays(self, node: ast.expr, depth: int) -> bool:
        """True for an array that a function of NumPy's makes which has no fix, and for a part of it."""
        if depth <= 0:
            return False
        match node:
            case ast.Name(id=name):
                made = bindings(enclosing(node, self._model)).get(name, ())
                if len(made) == 1 and isinstance(made[0], ast.List) and not made[0].elts:
                    made = appended(name, enclosing(node, self._model))
                return bool(made) and all(self._stays(value, depth - 1) for value in made)
            case ast.Attribute(value=value) | ast.Subscript(value=value):
                return self._stays(value, depth - 1)
            case ast.BinOp(left=left, right=right):
                return self._is_kept_beside(left, right, depth) or self._is_kept_beside(right, left, depth)
            case ast.Call(func=ast.Name(id=name)) if self._is_of_this_file(name):
                given = self._given_back(name)
                return bool(given) and all(self._stays(value, depth - 1) for value in given)
            case ast.Call(func=function):
                found = reference(node, self._model)
                if found is None:
                    return isinstance(function, ast.Attribute) and self._stays(function.value, depth - 1)
                result = self._model.value(node)
                of_arrays = result.is_tensor or result.kind is Kind.SCALAR
                is_function = found.category is Category.FUNCTION
                return of_arrays and is_function and found.library == "numpy" and node not in self._rewritten
        return False

    def _is_kept_beside(self, side: ast.expr, other: ast.expr, depth: int) -> bool:
        """True for a side of a formula that stays, where the other one is no array of the namespace."""
        if not self._stays(side, depth - 1):
            return False
        return not self._model.value(other).is_tensor or self._stays(other, depth - 1)

    def _is_of_this_file(self, name: str) -> bool:
        return any(function.name == name for function in self._functions())

    def _given_back(self, name: str) -> list[ast.expr]:
        """Return what a function of the file without a namespace gives; nothing where several have its name."""
        found = [function for function in self._functions() if function.name == name]
        if len(found) != 1 or namespace_of(found[0], self._model) is not None:
            return []  # what has a namespace gives arrays of that
        ends = (node for node in own_nodes(found[0]) if isinstance(node, ast.Return))
        return [end.value for end in ends if end.value is not None]

    def _functions(self) -> list[ast.FunctionDef]:
        return [node for node in self._model.source.tree.body if isinstance(node, ast.FunctionDef)]
