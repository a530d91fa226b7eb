"""Arrays that become attributes and may hold no numbers: ``setattr(x, name, np.array(values))``, ``np.array(None)``."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Rewrite
from purity_lint.rewrites.calls.library_calls import Rewritten
from purity_lint.rewrites.operands import builtin
from purity_lint.rewrites.references import Reference
from purity_lint.rewrites.scopes import attribute_values, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.constructs import is_none
from purity_lint.source.parameters import defaults

_ANYTHING = frozenset({Kind.UNKNOWN, Kind.LIST, Kind.OTHER})


def rewrite_attribute_values(found: Reference, model: SemanticModel) -> Rewritten | None:
    """Write ``np.array(values)`` as ``ops.array(values, strict=False)``, which takes what is no number as well.

    The attribute that it becomes may be any, so its values may be; or its value is a parameter that may be ``None``.
    """
    call = found.call
    if (
        call is None
        or len(call.args) != 1
        or call.keywords
        or isinstance(call.args[0], ast.Starred | ast.List | ast.Tuple)
    ):
        return None
    value = model.value(call.args[0])
    is_anything = value.kind in _ANYTHING and _goes_to_any_attribute(call, model)
    if not is_anything and not _keeps_none(call, model):
        return None
    edit = Rewrite(call, "{ops}.array({x}, strict=False)", {"x": call.args[0]})
    return Rewritten(edit, "array", safe=False)


def _keeps_none(call: ast.Call, model: SemanticModel) -> bool:
    """True for ``self._x = np.array(x)`` of a parameter that may be ``None``, which nothing in the function asks.

    Its default is ``None``, or it is that of the setter of a property to which ``None`` is assigned in the file.
    """
    function, holder = model.function(call), model.parent(call)
    if not isinstance(function, ast.FunctionDef) or not isinstance(holder, ast.Assign):
        return False
    argument = call.args[0]
    if not isinstance(argument, ast.Name) or not isinstance(holder.targets[0], ast.Attribute):
        return False
    name = argument.id
    given = [n for n in own_nodes(function) if isinstance(n, ast.Name) and n.id == name]
    if any(isinstance(n.ctx, ast.Store) or _is_asked(n, model) for n in given):
        return False
    default = defaults(function.args).get(name)
    if default is not None:
        return is_none(default)
    return any(map(is_none, _given_to_setter(function, name, model)))


def _given_to_setter(function: ast.FunctionDef, name: str, model: SemanticModel) -> list[ast.expr]:
    """Return what the file assigns to the property that ``function`` is the setter of."""
    if name != function.args.args[-1].arg:
        return []
    setters = [d for d in function.decorator_list if isinstance(d, ast.Attribute) and d.attr == "setter"]
    return attribute_values(model).get(function.name, []) if setters else []


def _is_asked(name: ast.Name, model: SemanticModel) -> bool:
    """True where it is asked what a name is: ``if x is None``, ``if x``, ``isinstance(x, list)``."""
    match model.parent(name):
        case ast.Compare() | ast.If() | ast.IfExp() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Call(func=ast.Name(id="isinstance")):
            return True
    return False


def _goes_to_any_attribute(call: ast.Call, model: SemanticModel) -> bool:
    """True where ``call`` is assigned to an attribute whose name is computed, as in ``setattr(x, name, call)``."""
    match model.parent(call):
        case ast.Assign(targets=[ast.Subscript(value=holder, slice=key)]):
            match holder:
                case ast.Attribute(attr="__dict__"):
                    return not isinstance(key, ast.Constant)
                case ast.Call() if builtin(model, holder) == "vars":
                    return not isinstance(key, ast.Constant)
        case ast.Call(args=[_, name, value]) as parent if value is call:
            return builtin(model, parent) == "setattr" and not isinstance(name, ast.Constant)
    return False
