"""NumPy's functions of whole numbers: ``int(np.floor(a / b))``, ``np.prod(x.shape)``, ``np.clip(n, 1, len(x))``.

Nothing of them is an array, so that no backend has any business with them: :mod:`math`, ``round``, ``min`` and
``range`` say the same.
"""

from __future__ import annotations

import ast

from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.edits import AddImport, Rewrite
from purity_lint.knowledge.libraries import NUMPY_MODULES
from purity_lint.rewrites.calls.library_calls import Rewritten
from purity_lint.rewrites.operands import builtin, is_result
from purity_lint.rewrites.references import Reference
from purity_lint.rewrites.scopes import may_import, means_builtin, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value
from purity_lint.source.constructs import FUNCTIONS

WHOLE = {"floor": "math.floor({x})", "ceil": "math.ceil({x})", "trunc": "math.trunc({x})"}
"""What ``int(np.floor(x))`` is of a number."""
ROUNDED = ("round", "around", "rint")
PRODUCTS = ("prod", "product")
BOUNDED = {
    "minimum": "min({x}, {y})",
    "maximum": "max({x}, {y})",
    "clip": "min(max({x}, {y}), {z})",
}
"""What these are of whole numbers."""
_REAL = frozenset({Kind.DIM, Kind.INT, Kind.FLOAT, Kind.BOOL})
_REAL_OR_UNKNOWN = _REAL | {Kind.SCALAR, Kind.UNKNOWN}
_WHOLE = frozenset({Kind.DIM, Kind.INT})
_WITH_PLACES = frozenset({Kind.TENSOR, Kind.LIST, Kind.TUPLE})
"""What takes whole numbers alone for its places."""
_MOST = 3
"""Arguments that ``range`` takes."""


def rewrite_whole_number(found: Reference, model: SemanticModel) -> Rewritten | None:
    """Write ``int(np.floor(x))`` of a number as ``math.floor(x)``, ``int(np.round(x))`` as ``round(x)``.

    What `int` is made of is one number, whatever it is; but arrays of one element know nothing of `round`.
    """
    argument = _only_argument(found)
    around = model.parent(found.node)
    if argument is None or not _is_int(around, found.node, model) or not isinstance(around, ast.Call):
        return None
    value = model.value(argument)
    kinds = _REAL if found.dotted in ROUNDED else _REAL_OR_UNKNOWN
    if value.kind not in kinds or value.maybe or value.foreign or is_result(value):
        return None
    sure = value.kind in _REAL and value.evidence >= Evidence.DECLARED
    if found.dotted in ROUNDED:
        return Rewritten(Rewrite(around, "round({x})", {"x": argument}), None, sure, way_out="round")
    if not may_import("math", found.node, model):
        return None
    template = WHOLE[found.dotted]
    edit = Rewrite(around, template, {"x": argument})
    return Rewritten(edit, None, sure, (AddImport("math"),), way_out=f"math.{found.dotted}")


def rewrite_product_of_lengths(found: Reference, model: SemanticModel) -> Rewritten | None:
    """Write ``np.prod(x.shape)`` as ``math.prod(x.shape)``: Python's whole number, as the lengths are."""
    argument = _only_argument(found)
    if argument is None or not _holds_lengths(model.value(argument)):
        return None
    if not may_import("math", found.node, model):
        return None
    around = model.parent(found.node)
    in_int = isinstance(around, ast.Call) and _is_int(around, found.node, model)
    edit = Rewrite(
        around if in_int and isinstance(around, ast.Call) else found.node, "math.prod({x})", {"x": argument}
    )
    return Rewritten(edit, None, in_int, (AddImport("math"),), way_out="math.prod")


def rewrite_bounded_count(found: Reference, model: SemanticModel) -> Rewritten | None:
    """Write ``np.clip(n, 1, len(x))`` of whole numbers as ``min(max(n, 1), len(x))``: a width, a degree, a place.

    Elsewhere it would be a tensor, which no shape, no loop and no function of SciPy takes for a count.
    """
    template, call = BOUNDED[found.dotted], found.call
    if call is None or call.keywords or len(call.args) != template.count("{"):
        return None
    if isinstance(model.parent(found.node), ast.Attribute):
        return None  # a number of NumPy's has methods that Python's has not
    values = [model.value(argument) for argument in call.args]
    if any(value.kind not in _WHOLE or value.maybe or value.foreign for value in values):
        return None
    if not all(means_builtin(name, found.node, model) for name in ("min", "max") if f"{name}(" in template):
        return None
    holes = dict(zip("xyz", call.args, strict=False))
    return Rewritten(Rewrite(found.node, template, holes), None, safe=False, way_out=template[:3])


def rewrite_counting(found: Reference, model: SemanticModel) -> Rewritten | None:
    """Write ``for i in np.arange(n)`` as ``for i in range(n)``, where ``n`` is a whole number; ``reversed`` likewise.

    What is not known is one, or has no use, where the variable is a place in an array: `x[i : i + step]`.
    """
    sure = None if found.call is None else _counts_up(found.call, model)
    return None if sure is None else Rewritten(Rewrite(found.name, "range"), None, sure, way_out="range")


def is_counted(sequence: ast.expr, model: SemanticModel) -> bool:
    """True for ``np.arange(n)`` over which a loop counts, so that it becomes Python's ``range``."""
    if not isinstance(sequence, ast.Call):
        return False
    library, _, name = (model.qualified_name(sequence.func) or "").rpartition(".")
    return name == "arange" and library in NUMPY_MODULES and _counts_up(sequence, model) is not None


def _counts_up(call: ast.Call, model: SemanticModel) -> bool | None:
    """Whether it is sure that ``range`` does for ``arange``; None where it may not."""
    loop = _loop_over(call, model)
    if loop is None or call.keywords or not 1 <= len(call.args) <= _MOST:
        return None
    values = [model.value(argument) for argument in call.args]
    if _asks_of_numpy(loop, model):
        return None
    if any(value.kind not in _WHOLE or value.maybe for value in values):
        unsure = any(value.kind not in (*_WHOLE, Kind.UNKNOWN) for value in values)
        if unsure or not _is_place_in_array(loop, model):
            return None
    return all(value.evidence >= Evidence.DECLARED for value in values) and _only_counts(loop, model)


def _loop_over(call: ast.Call, model: SemanticModel) -> ast.For | ast.comprehension | None:
    """Return the loop over the items of the call, forwards or ``reversed``."""
    items: ast.AST = call
    holder = model.parent(call)
    if isinstance(holder, ast.Call) and holder.args == [call] and builtin(model, holder) == "reversed":
        items, holder = holder, model.parent(holder)
    return holder if isinstance(holder, ast.For | ast.comprehension) and holder.iter is items else None


def _is_place_in_array(loop: ast.For | ast.comprehension, model: SemanticModel) -> bool:
    """True where an array is asked for the item at the variable, or for a slice from or to it."""
    if not isinstance(loop.target, ast.Name):
        return False
    around = model.parent(loop) if isinstance(loop, ast.comprehension) else loop
    assert around is not None
    for node in ast.walk(around):
        if isinstance(node, ast.Subscript) and model.value(node.value).kind in _WITH_PLACES:
            parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            bounds = [b for p in parts for b in ((p.lower, p.upper) if isinstance(p, ast.Slice) else (p,))]
            if any(isinstance(bound, ast.Name) and bound.id == loop.target.id for bound in bounds):
                return True
    return False


def _asks_of_numpy(loop: ast.For | ast.comprehension, model: SemanticModel) -> bool:
    """True where the variable is asked for what Python's whole numbers lack: `i.item()`, `i.dtype`, `i[()]`."""
    if not isinstance(loop.target, ast.Name):
        return False
    around = model.parent(loop) if isinstance(loop, ast.comprehension) else model.function(loop)
    uses = [
        n for n in ast.walk(around or model.source.tree) if isinstance(n, ast.Name) and n.id == loop.target.id
    ]
    holders = [(use, model.parent(use)) for use in uses]
    return any(
        (isinstance(holder, ast.Attribute) and holder.attr not in _OF_WHOLE_NUMBERS)
        or (isinstance(holder, ast.Subscript) and holder.value is use)
        for use, holder in holders
    )


_OF_WHOLE_NUMBERS = frozenset(dir(int))


def _only_argument(found: Reference) -> ast.expr | None:
    call = found.call
    if call is None or call.keywords or len(call.args) != 1 or isinstance(call.args[0], ast.Starred):
        return None
    return call.args[0]


def _is_int(around: ast.AST | None, inner: ast.AST, model: SemanticModel) -> bool:
    """True for ``int(inner)``."""
    if not isinstance(around, ast.Call) or around.keywords or around.args != [inner]:
        return False
    return builtin(model, around) == "int"


def _holds_lengths(value: Value) -> bool:
    if value.maybe:
        return False
    if value.kind is Kind.SHAPE:
        return True
    return (
        value.kind is Kind.TUPLE
        and bool(value.elements)
        and all(v.kind in _WHOLE for v in value.elements or ())
    )


def _only_counts(loop: ast.For | ast.comprehension, model: SemanticModel) -> bool:
    """True where the variable is an index, a bound or a count wherever it is read: no result has its type."""
    if not isinstance(loop.target, ast.Name) or not isinstance(loop, ast.For):
        return False
    scope = model.function(loop) or model.source.tree
    reads = [
        n
        for n in own_nodes(scope)
        if isinstance(n, ast.Name) and n.id == loop.target.id and n is not loop.target
    ]
    inside = {id(n) for statement in loop.body for n in ast.walk(statement)}
    if any(isinstance(n, (*FUNCTIONS, ast.ClassDef)) for statement in loop.body for n in ast.walk(statement)):
        return False  # what is defined there may keep the variable
    return all(id(n) in inside and isinstance(n.ctx, ast.Load) and _is_position(n, model) for n in reads)


def _is_position(name: ast.Name, model: SemanticModel) -> bool:
    """True for ``x[i]``, ``x[i, 0]``, ``x[:i]`` and ``range(i)``."""
    part: ast.AST = name
    holder = model.parent(name)
    while isinstance(holder, ast.Tuple | ast.Slice):
        part, holder = holder, model.parent(holder)
    if isinstance(holder, ast.Subscript):
        return holder.slice is part and model.value(holder.value).kind is not Kind.DICT
    return isinstance(holder, ast.Call) and part in holder.args and builtin(model, holder) == "range"
