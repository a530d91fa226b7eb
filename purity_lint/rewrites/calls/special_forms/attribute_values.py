"""``setattr(x, name, np.array(values))``: arrays that become attributes whose names are computed."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Rewrite
from purity_lint.rewrites.calls.library_calls import Rewritten
from purity_lint.rewrites.operands import builtin
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_ANYTHING = frozenset({Kind.UNKNOWN, Kind.LIST, Kind.OTHER})


def rewrite_attribute_values(found: Reference, model: SemanticModel) -> Rewritten | None:
    """Write ``np.array(values)`` as ``ops.array(values, strict=False)``, which takes what is no number as well.

    The attribute that it becomes may be any, so its values may be.
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
    if value.kind not in _ANYTHING or not _goes_to_any_attribute(call, model):
        return None
    edit = Rewrite(call, "{ops}.array({x}, strict=False)", {"x": call.args[0]})
    return Rewritten(edit, "array", safe=False)


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
