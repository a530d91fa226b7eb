"""The device of a value that is made: that of the arrays which it will meet, ``xp.zeros(n, device=xp_device(x))``.

A package is asked for the means: its ``get_namespace_and_device``, or a function for the device of an array.
Where it has neither, values are made without, as before.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from purity_lint.findings.edits import BindNamespace, Edit, Rewrite, RewriteStatement
from purity_lint.fixes.profiles.dtypes_of_neighbours import is_computed_with, met_in_formula
from purity_lint.fixes.profiles.host_numbers import is_number
from purity_lint.fixes.profiles.namespaces import Namespaces
from purity_lint.fixes.profiles.package_helpers import Helper, Helpers
from purity_lint.knowledge.vocabularies.array_api import (
    COUNTERS,
    DEVICE_GETTERS,
    MAKERS,
    MAKERS_OF_DATA,
    NAMESPACE_AND_DEVICE,
)
from purity_lint.rewrites.operands import is_simple
from purity_lint.rewrites.scopes import bindings, bound_names, enclosing, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name
from purity_lint.source.parameters import parameter_names

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_DEVICE = "device_"
_JOINED = "{ops}.concat("
_OF_NUMBERS = re.compile(r"\{ops\}\.asarray\(\[?\{p\d+\}\]?(?:, dtype=[\w.]+)?\)")
"""What makes an array of numbers among what is joined."""
_OF_ARRAYS = frozenset({"shape", "dtype", "ndim"})
"""Attributes by which a call says which array its own is like."""


class Devices:
    """Finds how values of one file get their device."""

    def __init__(self, model: SemanticModel, namespaces: Namespaces, helpers: Helpers) -> None:
        self._model = model
        self._namespaces = namespaces
        self._helpers = helpers

    def given(
        self, edit: Rewrite | RewriteStatement, bind: BindNamespace
    ) -> tuple[Rewrite, list[BindNamespace]] | None:
        """Return an edit that makes a value with its device, and what binds that; ``None`` where there is none.

        ``bind`` is how the namespace comes to the place.
        """
        if not isinstance(edit, Rewrite):
            return None
        if edit.template.startswith(_JOINED):
            return self._beside_arrays(edit, bind)
        parent = self._model.parent(edit.node)
        is_callee = isinstance(parent, ast.Call) and parent.func is edit.node
        call = parent if is_callee else edit.node
        if not isinstance(call, ast.Call) or not _makes(edit.template, call):
            return None
        found = self._device(call, bind)
        whole = written_whole(edit, call) if is_callee else edit
        dtype = self._dtype(call)
        if (found is None and not dtype) or whole is None or not whole.template.endswith(")"):
            return None
        device, binds = (f", device={found[0]}", found[1]) if found is not None else ("", [])
        return replace(whole, template=f"{whole.template[:-1]}{dtype}{device})"), binds

    def _beside_arrays(
        self, edit: Rewrite, bind: BindNamespace
    ) -> tuple[Rewrite, list[BindNamespace]] | None:
        """Return an edit that joins numbers with arrays, with the device of these for the arrays of numbers."""
        if not _OF_NUMBERS.search(edit.template) or not isinstance(edit.node, ast.expr):
            return None
        found = self._device(edit.node, bind, [a for a in edit.holes.values() if isinstance(a, ast.expr)])
        if found is None:
            return None
        written = _OF_NUMBERS.sub(lambda made: f"{made[0][:-1]}, device={found[0]})", edit.template)
        return replace(edit, template=written), found[1]

    def of_result(
        self, call: ast.Call | ast.Subscript, bind: BindNamespace
    ) -> tuple[str, list[BindNamespace]]:
        """Return the argument that puts what ``call`` makes on the host on the device of what it is given."""
        return self._of_result(call, bind, frozenset())

    def _of_result(
        self, call: ast.Call | ast.Subscript, bind: BindNamespace, but: Collection[ast.AST]
    ) -> tuple[str, list[BindNamespace]]:
        given = [a for a in (call.args if isinstance(call, ast.Call) else [call.value]) if a not in but]
        found = self._device(call, bind, given)
        return ("", []) if found is None else (f", device={found[0]}", found[1])

    def of_given(
        self, edits: Sequence[Edit], node: ast.AST, bind: BindNamespace
    ) -> tuple[list[Edit], list[BindNamespace]]:
        """Return edits in the arguments of a call, with its device for the arrays that they make of numbers.

        So they are in an index: `x[[0]]` has the device of `x`, whatever it is an argument of.
        """
        holder = self._model.parent(node)
        call = holder if isinstance(holder, ast.Call) and holder.func is node else node
        made = f"{bind.name}.asarray("
        if not isinstance(call, ast.Call | ast.Subscript):
            return list(edits), []
        wrapped = {
            edit.node for edit in edits if isinstance(edit, Rewrite) and edit.template.startswith(made)
        }
        if not wrapped:
            return list(edits), []
        # What becomes an array because it may be a number is not asked for a device.
        device, binds = self._of_result(call, bind, wrapped)
        return [
            replace(edit, template=f"{edit.template[:-1]}{device})")
            if isinstance(edit, Rewrite) and edit.template.startswith(made)
            else edit
            for edit in edits
        ], binds

    def _dtype(self, call: ast.Call) -> str:
        """Return the argument that gives whole numbers the dtype of the arrays that they are computed with.

        The standard says nothing of sums of integers and floats.
        """
        function = self._model.function(call)
        counts = last_name(call.func) in COUNTERS and not any(k.arg == "dtype" for k in call.keywords)
        if not counts or not isinstance(function, _Function):
            return ""
        met = met_in_formula(call, self._model)
        if met is not None:
            return f", dtype={ast.unparse(met)}.dtype"
        array = self._neighbour(call, function) if is_computed_with(call, function, self._model) else None
        return "" if array is None else f", dtype={array}.dtype"

    def _device(
        self, call: ast.expr, bind: BindNamespace, given: Sequence[ast.expr] = ()
    ) -> tuple[str, list[BindNamespace]] | None:
        function = self._model.function(call)
        if not isinstance(function, _Function):
            return None
        there = self._named(function, call)
        if there is not None:
            return there, []
        wider = self._with_namespace(bind)
        if wider is not None:
            return wider.device, [wider]
        helper = self._helpers("device")
        array = self._neighbour(call, function, given) if helper is not None else None
        if helper is None or array is None:
            return None
        return f"{helper.name}({array})", [_import_of(helper, function)] if helper.imported else []

    def _with_namespace(self, bind: BindNamespace) -> BindNamespace | None:
        """Return the statement that is planned for a namespace as one that binds the device too."""
        helper = self._helpers(NAMESPACE_AND_DEVICE)
        if helper is None or not bind.statement or _DEVICE in bound_names(bind.node):
            return None
        arguments = self._namespaces.arguments(bind.node)
        if bind.parameter:
            arguments = [*arguments, f"xp={bind.name}"]
        statement = f"{bind.name}, _, {_DEVICE} = {helper.name}({', '.join(arguments)})"
        return replace(bind, statement=statement, imported=helper.imported, device=_DEVICE)

    def _named(self, function: _Function, call: ast.expr) -> str | None:
        """Return a name that holds a device where ``call`` is made: a parameter, or what a function gave."""
        spec = function.args
        for parameter in (*spec.args, *spec.kwonlyargs):
            if parameter.arg.rstrip("_") == "device":
                return parameter.arg
        for node in own_nodes(function):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=getter)) if (
                    last_name(getter) in DEVICE_GETTERS and node.lineno < call.lineno
                ):
                    return name
                case ast.Assign(
                    targets=[ast.Tuple(elts=[*_, ast.Name(id=name)])], value=ast.Call(func=getter)
                ) if last_name(getter) == NAMESPACE_AND_DEVICE and node.lineno < call.lineno:
                    return name
        return None

    def _neighbour(self, call: ast.expr, function: _Function, given: Sequence[ast.expr] = ()) -> str | None:
        """Return the array that a value will meet: that of its shape or dtype, or one that is made before."""
        own = parameter_names(function)
        for node in given:
            made = isinstance(node, ast.Name) and (
                node.id not in own or _is_made_before(node.id, call, function)
            )
            array = self._model.value(node).is_tensor and not is_number(node, self._model)
            if isinstance(node, ast.Name) and made and array:
                return node.id
        for node in self._asked(call) if isinstance(call, ast.Call) else ():
            if is_simple(node) and self._model.value(node).is_tensor:
                return ast.unparse(node)
        names = [a for a in self._namespaces.arguments(function) if not a.startswith("*")]
        return next((name for name in names if _is_made_before(name, call, function)), None)

    def _asked(self, call: ast.Call) -> Iterator[ast.expr]:
        """Yield the arrays of which a call names the shape or the dtype, also by a name for it.

        A routine of LAPACK has a dtype too, `gbsv.dtype`, and is called.
        """
        scope = enclosing(call, self._model)
        bound = bindings(scope)
        called = {ast.unparse(n.func) for n in own_nodes(scope) if isinstance(n, ast.Call)}
        for argument in (*(k.value for k in call.keywords if k.arg == "dtype"), *call.args):
            for inner in ast.walk(argument):
                values = bound.get(inner.id, []) if isinstance(inner, ast.Name) else [inner]
                for value in values[:1]:
                    array = _array_of(value)
                    if array is not None and ast.unparse(array) not in called:
                        yield array


def _array_of(value: ast.AST) -> ast.expr | None:
    """Return the array of `x.shape`, `x.dtype`, `x.shape[0]` and `len(x)`."""
    match value:
        case ast.Attribute(value=array, attr=attribute) if attribute in _OF_ARRAYS:
            return array
        case ast.Subscript(value=ast.Attribute(value=array, attr="shape")):
            return array
        case ast.Call(func=ast.Name(id="len"), args=[array]):
            return array
    return None


def written_whole(edit: Rewrite, call: ast.Call) -> Rewrite | None:
    """Return an edit of the function of a call as one of the whole call; ``None`` where that unpacks arguments."""
    if any(k.arg is None for k in call.keywords) or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    given = {f"a{n}": argument for n, argument in enumerate(call.args)}
    named = {f"k{n}": k.value for n, k in enumerate(call.keywords)}
    keywords = [f"{k.arg}={{k{n}}}" for n, k in enumerate(call.keywords)]
    template = f"{edit.template}({', '.join([*(f'{{{name}}}' for name in given), *keywords])})"
    return Rewrite(call, template, {**edit.holes, **given, **named})


def _makes(template: str, call: ast.Call) -> bool:
    """True where an edit makes an array of no other one, and does not say where."""
    operation = template.partition("(")[0].removeprefix("{ops}.")
    if "device=" in template or any(k.arg == "device" for k in call.keywords):
        return False
    if operation in MAKERS_OF_DATA:
        data = call.args[0] if call.args else None
        return isinstance(data, ast.Constant | ast.List | ast.UnaryOp) and all(
            isinstance(n, ast.Constant | ast.List | ast.UnaryOp | ast.expr_context | ast.unaryop)
            for n in ast.walk(data)
        )
    return operation in MAKERS


def _is_made_before(name: str, call: ast.expr, function: _Function) -> bool:
    """True where a function binds one of its parameters to an array above ``call``: callers may hand over lists."""
    return any(
        isinstance(statement, ast.Assign)
        and statement.lineno < call.lineno
        and _calls(statement.value)
        and any(isinstance(n, ast.Name) and n.id == name for t in statement.targets for n in ast.walk(t))
        for statement in function.body
    )


def _calls(value: ast.expr) -> bool:
    """True for `np.asarray(x)` and `np.atleast_1d(x) / 2`."""
    while isinstance(value, ast.BinOp):
        value = value.left
    return isinstance(value, ast.Call)


def _import_of(helper: Helper, function: _Function) -> BindNamespace:
    return BindNamespace(function, helper.name, "", helper.imported)
