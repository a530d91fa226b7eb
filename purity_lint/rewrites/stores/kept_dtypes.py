"""Whether `x op y` has the dtype that `x op= y` leaves in `x`: what is changed in place keeps its own."""

from __future__ import annotations

import ast
from dataclasses import replace

from purity_lint.knowledge.libraries import NUMPY_MODULES
from purity_lint.rewrites.operands import OPS
from purity_lint.rewrites.scopes import bindings, enclosing, parameters
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value
from purity_lint.source.names import last_name

_PLAIN = frozenset({Kind.BOOL, Kind.INT, Kind.DIM, Kind.FLOAT, Kind.COMPLEX})
_FRACTIONS = frozenset({Kind.FLOAT, Kind.COMPLEX})
_WHOLE = ("int", "uint", "bool")
"""How the names of dtypes begin that take no fractions."""
_MAKERS = frozenset({"builtins.float", "builtins.int", "builtins.bool", "builtins.complex", "builtins.len"})
_FILLED = frozenset({"zeros", "ones", "empty"})
_WIDER = ("longdouble", "float128", "longfloat")
_WITH_CONSTANTS = frozenset({*NUMPY_MODULES, "math", OPS.rstrip(".")})
_OF_ITS_OWN = frozenset(
    {
        *("abs", "absolute", "fabs", "max", "min", "amax", "amin", "nanmax", "nanmin"),
        *("mean", "median", "std", "nanmean", "nanmedian", "nanstd", "norm"),
    }
)
"""Functions that give of an array of real or complex numbers its own precision, and of whole numbers real ones."""
_SUMS = frozenset({"sum", "nansum", "prod"})
"""Those that give a wider dtype of narrow whole numbers."""
_SHAPING = frozenset({"axis", "keepdims", "ord", "ddof", "correction"})
_FORMULA = (ast.Add, ast.Sub, ast.Mult, ast.Div)
_BITWISE = (ast.BitAnd, ast.BitOr, ast.BitXor)


def keeps_dtype(target: Value, other: Value) -> bool:
    """True where ``target op other`` surely has the dtype of ``target``."""
    dtype = target.dtype
    if dtype is None:
        return False
    if other.kind in {Kind.BOOL, Kind.INT, Kind.DIM}:
        return dtype != "bool"
    if other.kind is Kind.FLOAT:
        return dtype.startswith(("float", "complex"))
    if dtype == "float64":
        return other.dtype is not None and not other.dtype.startswith("complex")
    return dtype == "complex128" or (dtype == other.dtype and dtype[-1].isdigit())


def surely_keeps_dtype(node: ast.AugAssign, model: SemanticModel) -> bool:
    """True where ``x op y`` has the dtype of ``x``, and NumPy does not refuse ``x op= y``."""
    target, other = model.value(node.target), model.value(node.value)
    if target.dtype is None and _is_made_of_doubles(node.target, model):
        target = replace(target, dtype="float64")
    truth_values = isinstance(node.op, _BITWISE) and target.dtype == "bool" == other.dtype
    return truth_values or keeps_dtype(target, other)


def keeps_dtype_or_fails(node: ast.AugAssign, model: SemanticModel) -> bool:
    """True where ``x op y`` has the dtype of ``x`` wherever NumPy does ``x op= y``.

    It refuses to put real numbers into whole ones, and complex numbers into real ones, so that a number of Python's
    changes no dtype that it lets through.  Neither does what is computed of ``x`` alone, ``x -= x.mean()``, nor
    anything the widest of the real dtypes, in code that knows of no wider one.
    """
    target, other = model.value(node.target), model.value(node.value)
    if _is_refused(target, other) or (
        other.kind in _FRACTIONS and _is_made_of_whole_numbers(node.target, model)
    ):
        return False  # it is left to raise
    if isinstance(node.op, _BITWISE):
        return target.dtype == "bool" == other.dtype
    if isinstance(node.op, ast.MatMult | ast.LShift | ast.RShift):
        return False
    if _is_array_or_scalar(other) and (target.dtype == "float64" or _is_made_of_doubles(node.target, model)):
        return not any(name in model.source.text for name in _WIDER)
    if _is_number_of_python(node.value, model):
        return True
    # `x /= y` fails of whole numbers, whatever `y` is
    functions = _OF_ITS_OWN | _SUMS if isinstance(node.op, ast.Div) else _OF_ITS_OWN
    return isinstance(node.target, ast.Name) and _is_of(node.value, node.target.id, functions, model)


def _is_refused(target: Value, other: Value) -> bool:
    """True for fractions that are put into whole numbers, and complex numbers into real ones."""
    if target.dtype is None:
        return False
    widest = {Kind.FLOAT: "float64", Kind.COMPLEX: "complex128"}.get(other.kind, other.dtype)
    if widest is None or not widest.startswith(("float", "complex")):
        return False
    return not target.dtype.startswith((widest[:5], "complex"))


def _is_made_of_whole_numbers(target: ast.expr, model: SemanticModel) -> bool:
    """True for a local name of `np.zeros(n, int)`."""
    if not isinstance(target, ast.Name):
        return False
    made = bindings(enclosing(target, model)).get(target.id, [])
    return any(
        isinstance(value, ast.Call)
        and model.value(value).is_tensor
        and any(
            last_name(argument).startswith(_WHOLE)
            for argument in (*value.args[1:], *(k.value for k in value.keywords if k.arg == "dtype"))
        )
        for value in made
    )


def _is_made_of_doubles(target: ast.expr, model: SemanticModel) -> bool:
    """True for a local name of `np.zeros(n)`, whose dtype is NumPy's default, and of what is added to it."""
    if not isinstance(target, ast.Name):
        return False
    scope = enclosing(target, model)
    values = [] if target.id in parameters(scope) else bindings(scope).get(target.id, [])
    made = [value for value in values if not isinstance(model.parent(value), ast.AugAssign)]
    return bool(made) and all(_makes_doubles(value, model) for value in made)


def _makes_doubles(node: ast.expr, model: SemanticModel) -> bool:
    match node:
        case ast.Call(func=function, args=[_], keywords=[]):
            module, name = _split_name(function, model)
            return module == NUMPY_MODULES[0] and name in _FILLED
    return False


def _split_name(node: ast.expr, model: SemanticModel) -> tuple[str, str]:
    """Return the module and the name in it that stand there."""
    module, _, name = (model.qualified_name(node) or "").rpartition(".")
    return module, name


def _is_array_or_scalar(value: Value) -> bool:
    return not value.maybe and (value.is_tensor or value.kind is Kind.SCALAR)


def _is_number_of_python(node: ast.expr, model: SemanticModel) -> bool:
    """True for what cannot be a number of NumPy's, whose precision counts: those are declared as `float`, too."""
    kind = model.value(node).kind
    if kind is Kind.DIM or isinstance(node, ast.Constant):
        return kind in _PLAIN
    match node:
        case ast.UnaryOp(operand=operand):
            return _is_number_of_python(operand, model)
        case ast.BinOp(left=left, right=right):
            return _is_number_of_python(left, model) and _is_number_of_python(right, model)
        case ast.Call(func=function):
            made_by = model.qualified_name(function) or ""
            return kind in _PLAIN and (made_by in _MAKERS or made_by.startswith(("math.", "cmath.")))
        case ast.Attribute():
            return kind is Kind.FLOAT and _split_name(node, model)[0] in _WITH_CONSTANTS
        case ast.Name(id=name):
            scope = enclosing(node, model)
            made = [] if name in parameters(scope) else bindings(scope).get(name, [])
            return bool(made) and all(isinstance(value, ast.Constant) for value in made) and kind in _PLAIN
    return False


def _is_of(node: ast.expr, name: str, functions: frozenset[str], model: SemanticModel) -> bool:
    """True for the array ``name``, for ``functions`` of it, and for formulas of those and numbers."""
    match node:
        case ast.Name(id=used):
            return used == name
        case ast.Constant(value=int() | float()):
            return True
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _FORMULA):
            return _is_of(left, name, functions, model) and _is_of(right, name, functions, model)
        case ast.Call(func=ast.Attribute(value=owner, attr=function), args=given, keywords=keywords):
            if function not in functions or any(keyword.arg not in _SHAPING for keyword in keywords):
                return False
            if model.qualified_name(node.func) is None:  # a method of the array
                return not given and _is_of(owner, name, functions, model)
            return len(given) == 1 and _is_of(given[0], name, functions, model)
    return False
