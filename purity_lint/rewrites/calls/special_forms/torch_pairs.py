"""``torch.max(x, dim=1)``, ``x.sort()``: PyTorch's functions that return values and indices together."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Hole, Rewrite
from purity_lint.rewrites.calls.equivalents import call_equivalent
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten
from purity_lint.rewrites.operands import is_simple
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS

PAIRS = {"max": ("max", "argmax"), "min": ("min", "argmin"), "sort": ("sort", "argsort")}
"""Function -> the operations for its values and for its indices."""

_OF_TWO = {"max": "maximum", "min": "minimum"}
"""Operations that the same functions are when they get a second tensor."""

_OPTIONS = {"dim": "axis", "keepdim": "keepdims", "descending": "descending", "stable": "stable"}
_BY_POSITION = {"max": ("dim", "keepdim"), "min": ("dim", "keepdim"), "sort": ("dim", "descending")}
_DEFAULT = {"sort": {"dim": "-1"}}


def rewrite_pair_function(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Write a call of ``torch.max`` and its like that is no call of one operation: see :func:`rewrite_pair`."""
    if found.call is None or isinstance(call_equivalent(found), Rewritten):
        return None
    return rewrite_pair(found.call, found.dotted, model)


def rewrite_named_part(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Write ``torch.topk(x, k).values`` as ``ops.top_k(x, k)[0]``: its parts have no names there."""
    match found.call:
        case ast.Call(args=[tensor, k], keywords=[]) as call:
            node, part = _used_part(call, model)
            if part is not None:
                return Rewritten(
                    Rewrite(node, f"{{ops}}.top_k({{x}}, {{k}})[{part}]", {"x": tensor, "k": k}),
                    "top_k",
                    safe=False,
                )
    return None


def rewrite_pair(
    call: ast.Call, name: str, model: SemanticModel, receiver: ast.expr | None = None
) -> Rewritten | Refused:
    """Write a call of the function or method ``name`` as ``(ops.max(x, axis=1), ops.argmax(x, axis=1))``.

    Only one operation is called where only the values or the indices are used. With both, the tensor is written
    twice, so it has to be something that costs nothing to evaluate.
    """
    arguments = [*([receiver] if receiver is not None else []), *call.args]
    options = _options(call, name, arguments[1:], model)
    if name in _OF_TWO and len(arguments) == 2 and not call.keywords and model.value(arguments[1]).is_tensor:
        two: dict[str, Hole] = {"x1": arguments[0], "x2": arguments[1]}
        return Rewritten(
            Rewrite(call, f"{{ops}}.{_OF_TWO[name]}({{x1}}, {{x2}})", two), _OF_TWO[name], safe=True
        )
    if not arguments or options is None:
        return Refused("it returns values and indices together, and its arguments are not plain")
    holes: dict[str, Hole] = {"x": arguments[0], **options}
    given = "".join(f", {_OPTIONS[key]}={{{key}}}" for key in options)
    values, indices = (f"{{ops}}.{operation}({{x}}{given})" for operation in PAIRS[name])
    node, part = _used_part(call, model)
    if part is None:
        if not is_simple(arguments[0]):
            return Refused("it returns values and indices together, and its tensor would be computed twice")
        return Rewritten(Rewrite(call, f"({values}, {indices})", holes), PAIRS[name][0], safe=False)
    return Rewritten(Rewrite(node, (values, indices)[part], holes), PAIRS[name][part], safe=False)


def _options(
    call: ast.Call, name: str, positional: list[ast.expr], model: SemanticModel
) -> dict[str, Hole] | None:
    """Return the arguments after the tensor, by PyTorch's names; ``None`` if one is no option: a second tensor, say."""
    names = _BY_POSITION[name]
    if len(positional) > len(names) or any(isinstance(a, ast.Starred) for a in positional):
        return None
    found: dict[str, Hole] = dict(zip(names, positional, strict=False))
    for keyword in call.keywords:
        if keyword.arg not in _OPTIONS:
            return None
        found[keyword.arg] = keyword.value
    for key, default in _DEFAULT.get(name, {}).items():
        found.setdefault(key, default)
    axis = found.get("dim")
    if axis is None or (isinstance(axis, ast.expr) and positional and not _is_number(axis, model)):
        return None
    return found


def _is_number(node: ast.expr, model: SemanticModel) -> bool:
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand, model)
    return isinstance(node, ast.Constant) or model.value(node).kind in PLAIN_NUMBERS


def _used_part(call: ast.Call, model: SemanticModel) -> tuple[ast.expr, int | None]:
    """Return the node that takes one part of the pair, and which: 0 for ``call[0]``, ``call.values``, else 1."""
    match model.parent(call):
        case ast.Subscript(slice=ast.Constant(value=0 | 1 as part)) as parent if parent.value is call:
            return parent, int(part == 1)
        case ast.Attribute(attr="values" | "indices" as attr) as parent:
            return parent, int(attr == "indices")
    return call, None
