"""Where a function finds the namespace of its arrays: ``xp = array_api_compat.array_namespace(x)`` at its top."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import BindNamespace
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name
from purity_lint.source.walk import walk

MODULE = "array_api_compat"
_MAKERS = frozenset({"array_namespace", "get_namespace"})
_CONVERSIONS = frozenset({"asarray", "array", "asanyarray", "as_tensor", "tensor", "convert_to_tensor"})
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def binds_namespace(node: ast.AST) -> bool:
    """True if ``node`` is ``xp = array_namespace(x)``."""
    match node:
        case ast.Assign(
            targets=[ast.Name()], value=ast.Call(func=ast.Attribute(attr=maker) | ast.Name(id=maker))
        ):
            return maker in _MAKERS
    return False


class Namespaces:
    """Finds or plans the namespace of each function of one file."""

    def __init__(self, model: SemanticModel, name: str) -> None:
        self._model = model
        self._name = name
        self._planned: dict[_Function, BindNamespace | None] = {}

    def binding(self, node: ast.AST) -> BindNamespace | None:
        """How code at ``node`` calls the namespace; without a statement where a function around has it already."""
        functions = self._functions(node)
        for function in functions:
            found = _bound(function)
            if found is not None:
                return BindNamespace(function, found, "")
        if not functions:
            return None
        innermost = functions[0]
        if innermost not in self._planned:
            self._planned[innermost] = self._plan(innermost)
        return self._planned[innermost]

    def _functions(self, node: ast.AST) -> list[_Function]:
        """Return the functions whose body holds ``node``, from the inside out."""
        found: list[_Function] = []
        child, parent = node, self._model.parent(node)
        while parent is not None:
            if isinstance(parent, _Function) and child in parent.body:
                found.append(parent)
            child, parent = parent, self._model.parent(parent)
        return found

    def _plan(self, function: _Function) -> BindNamespace | None:
        if self._name in self._model.names_in_scope(function):
            return None  # it means something else here
        parameters = [
            a.arg for a in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
        ]
        first: dict[str, ast.Name] = {}
        for node in walk(function):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in parameters:
                first.setdefault(node.id, node)
        for name in parameters:
            if name in first and self._is_array(first[name]):
                statement = f"{self._name} = {MODULE}.array_namespace({name})"
                return BindNamespace(function, self._name, statement)
        return None

    def _is_array(self, name: ast.Name) -> bool:
        """True if a parameter is an array when the function starts: nothing is known of what is converted first."""
        value = self._model.value(name)
        parent = self._model.parent(name)
        if isinstance(parent, ast.Call) and name in parent.args and last_name(parent.func) in _CONVERSIONS:
            return False
        return value.is_tensor and not value.maybe


def _bound(function: _Function) -> str | None:
    """Return the name that ``function`` gives its namespace at its top."""
    for statement in function.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)]) if binds_namespace(statement):
                return name
        if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            return None
    return None
