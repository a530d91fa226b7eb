"""``tf.split(x, 4)``, ``tf.matmul(a, b, transpose_b=True)``: arguments of TensorFlow that say which operation it is."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Hole, Rewrite
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS

_ARGSORT = ("values", "axis", "direction", "stable", "name")
_SPLIT = ("value", "num_or_size_splits", "axis")
_MATMUL = ("a", "b", "transpose_a", "transpose_b")


def rewrite_split(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Write ``tf.split(x, 4, axis=-1)``: by number of parts alone, since sizes are no places to cut at."""
    given = _given(found.call, _SPLIT)
    if found.call is None:
        return None
    if given is None or not {"value", "num_or_size_splits"} <= given.keys():
        return Refused("its arguments are not known to be those of `ops.split`")
    parts = given["num_or_size_splits"]
    counted = isinstance(parts, ast.Constant) or model.value(parts).kind in PLAIN_NUMBERS
    if isinstance(parts, ast.List | ast.Tuple) or not counted:
        return Refused("it takes the sizes of the parts, and `ops.split` the places to cut at")
    return Rewritten(Rewrite(found.call, _split_template(given), dict(given)), "split", safe=True)


def _split_template(given: dict[str, ast.expr]) -> str:
    axis = ", axis={axis}" if "axis" in given else ""
    return f"{{ops}}.split({{value}}, {{num_or_size_splits}}{axis})"


def rewrite_product(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Write ``tf.matmul(a, b, transpose_b=True)`` with the axes of ``b`` swapped."""
    given = _given(found.call, _MATMUL)
    if found.call is None or given is None or not given.keys() & {"transpose_a", "transpose_b"}:
        return None
    holes: dict[str, Hole] = {}
    operands = []
    for name in ("a", "b"):
        swapped = given.get(f"transpose_{name}", ast.Constant(False))
        if name not in given or not isinstance(swapped, ast.Constant):
            return Refused("it is not known which of its arguments are transposed")
        holes[name] = given[name]
        operands.append(f"{{ops}}.swapaxes({{{name}}}, -1, -2)" if swapped.value else f"{{{name}}}")
    template = f"{{ops}}.matmul({', '.join(operands)})"
    return Rewritten(Rewrite(found.call, template, holes), "matmul", safe=True)


def rewrite_order(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Write ``tf.argsort(x, direction="DESCENDING")``, which NumPy's libraries ask for by another name."""
    given = _given(found.call, _ARGSORT)
    if found.call is None or given is None or "direction" not in given:
        return None
    match given["direction"]:
        case ast.Constant(value="ASCENDING"):
            descending = ""
        case ast.Constant(value="DESCENDING"):
            descending = ", descending=True"
        case _:
            return Refused("it is not known in which direction it sorts")
    if "values" not in given or given.keys() & {"stable", "name"}:
        return Refused("its arguments are not known to be those of `ops.argsort`")
    axis = ", axis={axis}" if "axis" in given else ""
    holes: dict[str, Hole] = {name: given[name] for name in given.keys() - {"direction"}}
    edit = Rewrite(found.call, f"{{ops}}.argsort({{values}}{axis}{descending})", holes)
    return Rewritten(edit, "argsort", safe=False)


def _given(call: ast.Call | None, parameters: tuple[str, ...]) -> dict[str, ast.expr] | None:
    """Return the arguments of a call by name; ``None`` where there are others, or they are unpacked."""
    if call is None or len(call.args) > len(parameters) or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    given = dict(zip(parameters, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg not in parameters or keyword.arg in given:
            return None
        given[keyword.arg] = keyword.value
    return given
