"""``np.r_[a, 0, 1:3]`` and ``np.c_[a, b]``: concatenation written as indexing."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Hole, Rewrite
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten
from purity_lint.rewrites.documented_ranks import rank_of
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel


def rewrite_brackets(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Write ``np.r_[a, b]`` as ``ops.concat([a, b])``, and ``np.c_[a, b]`` as ``ops.column_stack([a, b])``.

    Where something else than arrays stands between the brackets, ``ops.r_`` and ``ops.c_`` take it.  Never safe: the
    result's dtype may be another one where Python numbers take part.
    """
    if found.call is not None:
        return None
    name, which = found.name, found.dotted.rpartition(".")[2]
    brackets = model.parent(name)
    if not isinstance(brackets, ast.Subscript) or brackets.value is not name:
        return Refused("it is not indexed here")
    elements = brackets.slice.elts if isinstance(brackets.slice, ast.Tuple) else [brackets.slice]
    if not all(map(_is_part, elements)):
        return Refused("what stands between its brackets is no list of arrays")
    match which, elements:
        case "r_", [ast.Slice(lower=lower, upper=ast.expr() as upper, step=None)]:
            return _counted(brackets, lower, upper)
    if which == "r_" and not all(_is_array(element, model) for element in elements):
        return Rewritten(Rewrite(name, "{ops}.r_"), "r_", safe=False)
    if any(isinstance(element, ast.Slice) for element in elements):
        return Rewritten(Rewrite(name, f"{{ops}}.{which}"), which, safe=False)
    operation = "concat" if which == "r_" else "column_stack"
    holes: dict[str, Hole] = {f"a{i}": element for i, element in enumerate(elements)}
    parts = ", ".join(f"{{{hole}}}" for hole in holes)
    return Rewritten(Rewrite(brackets, f"{{ops}}.{operation}([{parts}])", holes), operation, safe=False)


def _is_part(element: ast.expr) -> bool:
    """True for what may be an array, a number or a range; a text would tell NumPy how to join."""
    if isinstance(element, ast.Constant):
        return isinstance(element.value, int | float | complex)
    return not isinstance(element, ast.Starred)


def _counted(brackets: ast.Subscript, lower: ast.expr | None, upper: ast.expr) -> Rewritten:
    """Write `np.r_[0:n]` as `ops.arange(n)`; a step of `5j` would be a number of points."""
    holes: dict[str, Hole] = {"upper": upper}
    if lower is None or (isinstance(lower, ast.Constant) and lower.value == 0):
        return Rewritten(Rewrite(brackets, "{ops}.arange({upper})", holes), "arange", safe=False)
    holes["lower"] = lower
    return Rewritten(Rewrite(brackets, "{ops}.arange({lower}, {upper})", holes), "arange", safe=False)


def _is_array(element: ast.expr, model: SemanticModel) -> bool:
    """True for an array that is known to have axes, by its docstring too: numbers are joined as well."""
    return model.value(element).is_tensor and bool(rank_of(element, model))
