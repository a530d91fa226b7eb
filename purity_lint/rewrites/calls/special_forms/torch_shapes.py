"""``torch.broadcast_to(x, (n, -1))`` and ``x.expand(n, -1)``: `-1` keeps the size that is there."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from purity_lint.findings.edits import Hole, Rewrite
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten
from purity_lint.rewrites.operands import is_simple
from purity_lint.rewrites.references import Reference
from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.semantics.model import SemanticModel

_BROADCAST = "broadcast_to"
_KEPT_SOMEWHERE = "`-1` keeps a size there, and it is not said of which axis"


def rewrite_broadcast_function(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Write ``torch.broadcast_to`` where a size is kept; ``None`` where its form says all."""
    match found.call:
        case ast.Call(args=[tensor, shape], keywords=[]) as call:
            return rewrite_kept_sizes(call, tensor, [shape], model)
    return None


def rewrite_kept_sizes(
    call: ast.Call, tensor: ast.expr, sizes: Sequence[ast.expr], model: SemanticModel
) -> Rewritten | Refused | None:
    """Write the shape with the sizes of ``tensor`` that `-1` keeps; ``None`` where it keeps none.

    Axes are counted from the end: those that broadcasting adds come first.
    """
    if len(sizes) == 1 and isinstance(sizes[0], ast.Tuple | ast.List):
        sizes = sizes[0].elts
    if not any(map(_is_kept, sizes)):
        return Refused(_KEPT_SOMEWHERE) if any(_may_keep(size, model) for size in sizes) else None
    if not is_simple(tensor) or any(isinstance(size, ast.Starred) for size in sizes):
        return Refused("`-1` keeps a size there, and the tensor would be computed twice to ask for it")
    holes: dict[str, Hole] = {"x": tensor}
    written = []
    for place, size in enumerate(sizes, start=-len(sizes)):
        if _is_kept(size):
            written.append(f"{{x}}.shape[{place}]")
        else:
            holes[f"s{place}".replace("-", "")] = size
            written.append(f"{{s{-place}}}")
    shape = ", ".join(written) + ("," if len(written) == 1 else "")
    return Rewritten(Rewrite(call, f"{{ops}}.{_BROADCAST}({{x}}, ({shape}))", holes), _BROADCAST, safe=False)


def _may_keep(size: ast.expr, model: SemanticModel) -> bool:
    """True for `batch + (-1, -1)`, and for a name that is bound to such a shape."""
    if isinstance(size, ast.Starred):
        return _may_keep(size.value, model)
    made = bindings(enclosing(size, model)).get(size.id, ()) if isinstance(size, ast.Name) else (size,)
    return any(_is_kept(part) and _is_element(part, value) for value in made for part in ast.walk(value))


def _is_element(part: ast.AST, value: ast.expr) -> bool:
    """True for an element of a tuple or a list in ``value``, and for it itself: the `-1` of `shape[-1]` is none."""
    return part is value or any(
        part in held.elts for held in ast.walk(value) if isinstance(held, ast.Tuple | ast.List)
    )


def _is_kept(size: ast.AST) -> bool:
    match size:
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1)):
            return True
    return False
