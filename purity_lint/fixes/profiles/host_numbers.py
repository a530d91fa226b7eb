"""Numbers and lists in the arguments of functions that take arrays alone, as those of the array API standard do."""

from __future__ import annotations

import ast

from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.edits import AddImport, Edit, Rewrite, RewriteStatement
from purity_lint.fixes.profiles.listed_arrays import stacks
from purity_lint.knowledge.arrays import JOINING
from purity_lint.knowledge.numpy.math_functions import OF_ONE_NUMBER
from purity_lint.rewrites.documented_ranks import is_said_to_be_number
from purity_lint.rewrites.host.counted_names import is_counted_with
from purity_lint.rewrites.host.host_data import is_number_of_scipy
from purity_lint.rewrites.operands import quote
from purity_lint.rewrites.scopes import (
    bindings,
    bound_names,
    class_around,
    enclosing,
    may_import,
    own_nodes,
    parameters,
)
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind, Value
from purity_lint.source.constructs import DEFINITIONS, FUNCTIONS
from purity_lint.source.names import last_name
from purity_lint.source.parameters import argument_for

_ABOUT_DTYPES = frozenset(
    {
        *("isdtype", "finfo", "iinfo", "broadcast_shapes"),
        *("result_type", "can_cast", "dtype", "issubdtype"),
    }
)
_MAKERS = frozenset(
    {
        *(
            "array",
            "asarray",
            "asanyarray",
            "ascontiguousarray",
            "zeros",
            "ones",
            "empty",
            "full",
            "arange",
            "eye",
        ),
        *("linspace",),
        *("identity", "tri", "fromiter", "copy", "atleast_1d", "atleast_2d", "atleast_3d"),
        *_ABOUT_DTYPES,
    }
)
"""Functions that make arrays of what is none, or take none."""
_COMPARED = frozenset({"isposinf", "isneginf"})
"""Questions that are written as a comparison, which numbers answer too."""
_SHAPED = frozenset({"broadcast_to", "reshape"})
"""Functions that give their array another shape, for which a number becomes an array."""
_QUESTIONS = ("isfinite", "isinf", "isnan")
_RECENT = frozenset({"cbrt"})
"""Functions that :mod:`math` has from Python 3.11 on; packages of the standard run on older ones."""
_OF_ONE = {
    **{name: f"math.{ours}" for name, ours in OF_ONE_NUMBER.items() if name not in _RECENT},
    **{name: f"math.{name}" for name in _QUESTIONS},
    "abs": "abs",
    "absolute": "abs",
}
"""Functions of NumPy that Python has for numbers -> their names there."""
_WHOLE = {"ceil": "math.ceil", "floor": "math.floor"}
"""The same, which give integers there."""
_DEPTH = 5
"""How far back names are followed."""
_OF_SEVERAL = JOINING | {"cat"}
_LIMITS = frozenset({"finfo", "iinfo"})
_LISTS = frozenset({Kind.LIST, Kind.TUPLE})
_REAL = PLAIN_NUMBERS - {Kind.COMPLEX}
"""Numbers that :mod:`math` takes."""


def host_function(edit: Rewrite | RewriteStatement, model: SemanticModel) -> list[Edit] | None:
    """Return the edits that let :mod:`math` compute of a number of the host; ``None`` for anything else."""
    call = _call(edit, model)
    if call is None or len(call.args) != 1 or call.keywords:
        return None
    parent = model.parent(call)
    if isinstance(parent, ast.Attribute):
        return None  # `np.log(n).astype(dtype)` asks NumPy's number for what Python's has not
    is_made_whole = isinstance(parent, ast.Call) and model.qualified_name(parent.func) == "builtins.int"
    known = _OF_ONE | _WHOLE if is_made_whole else _OF_ONE
    written = known.get(last_name(call.func))
    argument = call.args[0]
    number = _is_number(argument, model, _DEPTH, _REAL) or (
        isinstance(argument, ast.Call) and is_number_of_scipy(argument, model)
    )
    if written is None or not number:
        return None
    if written == "abs":
        return [Rewrite(call.func, written)] if "abs" not in bound_names(model.source.tree) else None
    return [Rewrite(call.func, written), AddImport("math")] if may_import("math", call, model) else None


def _is_limit(node: ast.expr) -> bool:
    """True for `np.finfo(x.dtype).eps`, which is a number of Python in other libraries."""
    match node:
        case ast.Attribute(value=ast.Call(func=function)):
            return last_name(function) in _LIMITS
    return False


def is_limit(node: ast.expr, model: SemanticModel) -> bool:
    """True for `np.finfo(x.dtype).eps`, also by the name that it has alone."""
    if not isinstance(node, ast.Name):
        return _is_limit(node)
    function = _binder(node, node.id, model)
    made = bindings(function).get(node.id, [])
    return len(made) == 1 and _is_limit(made[0]) and _is_bound_once(function, node.id)


def _is_number(
    node: ast.expr, model: SemanticModel, depth: int, kinds: frozenset[Kind] = PLAIN_NUMBERS
) -> bool:
    """True for a parameter that is said to be a scalar, for numbers, and for what is computed of them alone.

    What is computed of numbers is one whatever the inference takes it for: `np.sqrt(n)` may have been an array.
    """
    value = model.value(node)
    if value.kind in PLAIN_NUMBERS:
        return value.kind in kinds
    if depth <= 0:
        return False
    if _is_limit(node):
        return True
    match node:
        case ast.Call(func=called, args=[inner], keywords=[]) if last_name(called) in _OF_ONE:
            return _is_number(inner, model, depth, kinds)
        case ast.BinOp(left=left, right=right):
            return all(_is_number(side, model, depth, kinds) for side in (left, right))
        case ast.UnaryOp(operand=operand):
            return _is_number(operand, model, depth, kinds)
        case ast.Name(id=name):
            function = _binder(node, name, model)
            if is_counted_with(function, name):
                return True
            made = bindings(function).get(name, [])
            if name in parameters(function):
                said = _is_said(function, name, value) or (
                    value.kind is Kind.SCALAR and _is_given_numbers(function, name, model, depth - 1, kinds)
                )
                return said and not made
            once = len(made) == 1 and _is_bound_once(function, name)
            sure = once and (not value.maybe or _is_limit(made[0]))
            return sure and _is_number(made[0], model, depth - 1, kinds)
        case ast.Attribute(value=ast.Name(id="self")):
            owner = class_around(node, model)
            declared = value.is_tensor and value.evidence >= Evidence.DECLARED
            return owner is not None and not declared and is_counted_with(owner, ast.unparse(node))
    return False


def _is_bound_once(scope: ast.AST, name: str) -> bool:
    """True where nothing else binds a name, as a loop does."""
    names = (n for n in own_nodes(scope) if isinstance(n, ast.Name) and n.id == name)
    return sum(not isinstance(n.ctx, ast.Load) for n in names) == 1


def _is_said(function: ast.AST, parameter: str, value: Value) -> bool:
    """True for a parameter that a docstring says is a number."""
    return not value.is_tensor and is_said_to_be_number(function, parameter, together=True)


def _is_given_numbers(
    function: ast.AST, parameter: str, model: SemanticModel, depth: int, kinds: frozenset[Kind]
) -> bool:
    """True where the calls in a file, if there are any, hand over numbers: `np.prod(x)` is an array elsewhere."""
    if not isinstance(function, DEFINITIONS):
        return True
    calls = [c for c in model.source.of(ast.Call) if getattr(c.func, "id", None) == function.name]
    given = [argument_for(parameter, function, call) for call in calls]
    return all(one is None or _is_number(one, model, depth, kinds) for one in given)


def _binder(node: ast.expr, name: str, model: SemanticModel) -> ast.AST:
    """Return the function around ``node`` that binds ``name``, the innermost one if none does."""
    innermost = function = enclosing(node, model)
    while isinstance(function, FUNCTIONS):
        if name in bound_names(function):
            return function
        function = enclosing(function, model)
    return innermost


def refused_argument(edit: Rewrite | RewriteStatement, model: SemanticModel) -> str | None:
    """Return an argument that is known to be no array where arrays alone are taken, as it is written."""
    call = _call(edit, model)
    if (
        call is None
        or last_name(call.func) in _MAKERS | _COMPARED
        or not call.args
        or _is_method(call, model)
    ):
        return None
    first = call.args[0]
    if last_name(call.func) in _OF_SEVERAL and isinstance(first, ast.List | ast.Tuple):
        refused = [a for a in first.elts if _is_no_array(a, model)]
        return quote(model, refused[0]) if refused else None
    if last_name(call.func) in _OF_SEVERAL:
        return None
    if stacks(call, model) or reshapes_number(call, model):
        return None
    binary = call.args[:2] if len(call.args) > 1 else call.args
    if _is_no_array(first, model) and not any(model.value(a).is_tensor for a in binary):
        return quote(model, first)
    return None


def is_number(node: ast.expr, model: SemanticModel) -> bool:
    """True for a number of Python's, whatever the inference takes it for: what something is counted with."""
    return _is_number(node, model, _DEPTH)


def reshapes_number(call: ast.Call, model: SemanticModel) -> bool:
    """True for `np.broadcast_to(2, shape)`, which gives a number a shape."""
    if last_name(call.func) not in _SHAPED or not call.args or _is_method(call, model):
        return False
    return _is_number(call.args[0], model, _DEPTH)


def makes_array(call: ast.Call) -> bool:
    """True if a call makes an array of what is none, or of what may be one of another library."""
    return last_name(call.func) in _MAKERS - _ABOUT_DTYPES


def takes_arrays(call: ast.Call, model: SemanticModel) -> bool:
    """True if what a call hands to a function of arrays is known to be an array, and no list or number on some path."""
    if last_name(call.func) in _MAKERS or not (call.args or _is_method(call, model)):
        return True
    if _is_method(call, model) and isinstance(call.func, ast.Attribute):
        receiver = model.value(call.func.value)
        return receiver.is_tensor and not receiver.maybe
    first = call.args[0]
    parts = first.elts if isinstance(first, ast.List | ast.Tuple) else [first]
    return all(model.value(part).is_tensor and not model.value(part).maybe for part in parts)


def _call(edit: Rewrite | RewriteStatement, model: SemanticModel) -> ast.Call | None:
    """Return the call that an edit rewrites, whole or by its function."""
    if isinstance(edit.node, ast.Call):
        return edit.node
    parent = model.parent(edit.node)
    return parent if isinstance(parent, ast.Call) and parent.func is edit.node else None


def _is_method(call: ast.Call, model: SemanticModel) -> bool:
    """True for a method, whose array is what it is called on."""
    return isinstance(call.func, ast.Attribute) and model.qualified_name(call.func) is None


def _is_no_array(node: ast.expr, model: SemanticModel) -> bool:
    if isinstance(node, ast.Compare):  # of which the result is a `bool` where nothing is known
        return all(_is_no_array(side, model) for side in (node.left, *node.comparators))
    written = isinstance(node, ast.List | ast.Tuple | ast.Constant)
    return written or model.value(node).kind in _LISTS or _is_number(node, model, _DEPTH)
