"""Handing tensors to code that computes in NumPy, and taking its result back, where the code says so."""

from __future__ import annotations

import ast

from purity_lint.fixes.edits import Hole, Rewrite
from purity_lint.knowledge import lookup
from purity_lint.rules.scopes import bindings, enclosing
from purity_lint.semantics.model import SemanticModel

_ARRAY = frozenset({"T", "T1", "T2"})
"""Results that are arrays whatever the arguments are."""
_ELEMENTWISE = "E"
_REDUCED = "R"


def adapted(call: ast.Call, model: SemanticModel) -> Rewrite | None:
    """``ops.asarray(f(ops.to_numpy(x)))`` for a call ``f(x)`` of SciPy on tensors that returns one array.

    A name that may be bound to `None` is asked for it first.  ``None`` where it is not seen which arguments are
    tensors, or whether one is given at all.
    """
    if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
        return None
    taken_back = _taken_back(call, model)
    if taken_back is None:
        return None
    holes: dict[str, Hole] = {"function": call.func}
    given = []
    for name, argument in [(None, a) for a in call.args] + [(k.arg, k.value) for k in call.keywords]:
        hole = f"a{len(holes)}"
        holes[hole] = argument
        value = model.value(argument)
        optional = value.maybe and _may_be_none(argument, model)
        if value.foreign or _holds_tensors(argument, model) or (optional and not isinstance(argument, ast.Name)):
            return None
        text = f"{{ops}}.to_numpy({{{hole}}})" if value.is_tensor else f"{{{hole}}}"
        text += f" if {{{hole}}} is not None else None" if optional else ""
        given.append(text if name is None else f"{name}={text}")
    return Rewrite(call, taken_back.format(f"{{function}}({', '.join(given)})"), holes)


def _taken_back(call: ast.Call, model: SemanticModel) -> str | None:
    """How the result, which stands at ``{}``, becomes a tensor."""
    fact = lookup.function(model.qualified_name(call.func) or "")
    if fact is None or fact.result not in {*_ARRAY, _ELEMENTWISE, _REDUCED}:
        return None
    values = [model.value(a) for a in call.args]
    ranked = any(v.is_tensor and not v.maybe and v.rank for v in values)
    array = fact.result in _ARRAY or (fact.result == _ELEMENTWISE and ranked)
    return "{{ops}}.asarray({})" if array else "{{ops}}.asarray({})[()]"


def _may_be_none(node: ast.expr, model: SemanticModel) -> bool:
    """Whether this is anything but a name that its function nowhere binds to `None`."""
    if not isinstance(node, ast.Name):
        return True
    scope = enclosing(node, model)
    bound = list(bindings(scope).get(node.id, ()))
    arguments = getattr(scope, "args", None)
    if isinstance(arguments, ast.arguments):
        bound += [*arguments.defaults, *(d for d in arguments.kw_defaults if d is not None)]
    return any(isinstance(value, ast.Constant) and value.value is None for value in bound)


def _holds_tensors(node: ast.expr, model: SemanticModel) -> bool:
    """Whether this is a list or tuple with tensors in it."""
    value = model.value(node)
    inside = [*(value.elements or ()), *([value.element] if value.element is not None else [])]
    return not value.is_tensor and any(part.is_tensor for part in inside)
