"""Arrays within what SciPy gives back for tensors: ``res = minimize(f, ops.to_numpy(x))``, and then ``res.x``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from purity_lint.findings.diagnostics import Applicability, Evidence
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.scipy.result_objects import ARRAYS, NAMES, TAKE_THEM
from purity_lint.rewrites.operands import OPS, quote
from purity_lint.rewrites.scopes import attribute_values, bindings, enclosing, parameters
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import arguments_of

_TO_NUMPY: Final = "emberops.ops.to_numpy"
_ASKED: Final = frozenset({"shape", "ndim", "size", "dtype", "tolist", "item"})
"""What an array of NumPy's is asked on the host."""


def array_of_result(node: ast.Attribute | ast.Subscript, model: SemanticModel) -> Iterator[Finding]:
    """Yield the finding for ``res.x``, or ``res["x"]``, that goes on among tensors as an array of NumPy's."""
    read = _name_read(node)
    calls = _made_by(node.value, model) if read in NAMES else ()
    if not calls or not isinstance(node.ctx, ast.Load):
        return
    if not all(read in ARRAYS.get(model.qualified_name(call.func) or "", ()) for call in calls):
        return
    if not any(_is_given_tensors(call, model) for call in calls):
        return
    if stays_on_host(node, model):
        return
    message = Message(f"`{quote(model, node)}` of SciPy is an array of NumPy's", "use `ops.from_numpy`")
    edit = Rewrite(node, "{ops}.from_numpy({x})", {"x": node})
    yield Finding(
        node, message, Evidence.PROVEN, fix=Fix((edit,), Applicability.UNSAFE, "Take the array back")
    )


def _name_read(node: ast.Attribute | ast.Subscript) -> object:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.slice.value if isinstance(node.slice, ast.Constant) else None


def _made_by(node: ast.expr, model: SemanticModel) -> Sequence[ast.Call]:
    """Return the calls that give ``node``, itself or by the name or attribute that it is bound to on each path.

    None where anything else is bound to it, but ``None``, which has no arrays to read.
    """
    if isinstance(node, ast.Call):
        return (node,)
    given: Sequence[ast.expr] = ()
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        given = attribute_values(model).get(node.attr, ())
    elif isinstance(node, ast.Name):
        scope = enclosing(node, model)
        given = () if node.id in parameters(scope) else bindings(scope).get(node.id, ())
    given = [value for value in given if not (isinstance(value, ast.Constant) and value.value is None)]
    calls = [value for value in given if isinstance(value, ast.Call)]
    return calls if len(calls) == len(given) else ()


def _is_given_tensors(call: ast.Call, model: SemanticModel) -> bool:
    """True where an argument is a tensor, or was one."""
    given = arguments_of(call)
    parts = [part for one in given for part in (one.elts if isinstance(one, ast.Tuple | ast.List) else [one])]
    return any(_is_tensor(part, model) for part in parts)


def _is_tensor(node: ast.expr, model: SemanticModel) -> bool:
    if isinstance(node, ast.Call) and model.qualified_name(node.func) == _TO_NUMPY:
        return True
    value = model.value(node)
    return value.is_tensor and not value.maybe and value.evidence >= Evidence.INFERRED


def stays_on_host(node: ast.expr, model: SemanticModel) -> bool:
    """True where the array is asked, shown or handed to what takes it as it is, operations among them."""
    parent = model.parent(node)
    if isinstance(parent, ast.Attribute):
        return parent.attr in _ASKED
    if isinstance(parent, ast.keyword | ast.Starred):
        parent = model.parent(parent)
    if isinstance(parent, ast.FormattedValue):
        return True
    if not isinstance(parent, ast.Call) or parent.func is node:
        return False
    name = model.qualified_name(parent.func) or ""
    return name.startswith((OPS, *TAKE_THEM))
