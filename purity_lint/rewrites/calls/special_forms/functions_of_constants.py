"""NumPy's functions of constants: ``np.sqrt(2)``, ``np.deg2rad(45.0)``, ``np.hypot(WIDTH / 2, HEIGHT / 2)``.

Nothing of them is an array, so that no backend has any business with them: :mod:`math` says the same.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping

from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.edits import AddImport, Edit, Rewrite
from purity_lint.knowledge.libraries import NUMPY_MODULES
from purity_lint.knowledge.numpy.math_functions import OF_ONE_NUMBER, OF_TWO_NUMBERS
from purity_lint.rewrites.calls.library_calls import Rewritten
from purity_lint.rewrites.names_bound_once import bound_once
from purity_lint.rewrites.operands import OPS
from purity_lint.rewrites.references import Reference
from purity_lint.rewrites.scopes import may_import
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value

OF_CONSTANTS: Mapping[str, str] = {**OF_ONE_NUMBER, **OF_TWO_NUMBERS}
"""Function of NumPy's -> that of :mod:`math` that gives the same of numbers."""
_OF_TWO = frozenset({*OF_TWO_NUMBERS, *OF_TWO_NUMBERS.values()})
_WHOLE = frozenset({Kind.DIM, Kind.INT})
_CONSTANTS = {"pi": math.pi, "e": math.e, "euler_gamma": 0.5772156649015329}
_LIBRARIES = (*NUMPY_MODULES, OPS.rstrip("."), "math")
_ARITHMETIC: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: math.pow,
}


def rewrite_constant(found: Reference, model: SemanticModel) -> Rewritten | None:
    """Write ``np.sqrt(2)`` as ``math.sqrt(2)``, and the root of a whole number likewise: a length, a count.

    A name that the file, or the function around, binds once to a constant is one: ``G = 6.674e-11``, ``np.sqrt(G)``.
    """
    call, name = found.call, found.dotted
    if call is None or not _takes(name, call) or not may_import("math", found.node, model):
        return None
    if isinstance(model.parent(found.node), ast.Attribute):
        return None  # a number of NumPy's has methods that Python's has not: `np.log10(2).round(3)`
    if not _is_root_of_count(name, call.args[0], model) and not _has_result(name, call.args, model):
        return None
    further: tuple[Edit, ...] = (AddImport("math"),)
    ours = f"math.{OF_CONSTANTS[name]}"
    return Rewritten(Rewrite(found.name, ours), None, safe=False, further=further, way_out=ours)


def _takes(name: str, call: ast.Call) -> bool:
    """True where the call gives the function its numbers by place, and nothing else."""
    starred = any(isinstance(argument, ast.Starred) for argument in call.args)
    return not starred and not call.keywords and len(call.args) == (2 if name in _OF_TWO else 1)


def _is_root_of_count(name: str, argument: ast.expr, model: SemanticModel) -> bool:
    negated = isinstance(argument, ast.UnaryOp)  # NumPy's root of that is nan, where Python's raises
    return name == "sqrt" and not negated and _counts(model.value(argument))


def _counts(value: Value) -> bool:
    """True for what is known to be a whole number of Python's, and not by its name."""
    return value.kind in _WHOLE and not value.maybe and value.evidence >= Evidence.DECLARED


def _has_result(name: str, arguments: list[ast.expr], model: SemanticModel) -> bool:
    """True for constants of which the function has a finite value."""
    try:
        return math.isfinite(_result(name, arguments, model))
    except (ValueError, ArithmeticError):
        return False


def _result(name: str, arguments: list[ast.expr], model: SemanticModel) -> float:
    function = getattr(math, OF_CONSTANTS.get(name, name))
    return float(function(*(_constant(argument, model) for argument in arguments)))


def _constant(node: ast.expr, model: SemanticModel) -> float:
    """The value of a real number, or of arithmetic of some, and of libraries' constants such as ``np.pi``."""
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_constant(operand, model)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
            return _ARITHMETIC[type(op)](_constant(left, model), _constant(right, model))
        case ast.Call(func=function):
            module, _, name = (model.qualified_name(function) or "").rpartition(".")
            known = name in OF_CONSTANTS or name in OF_CONSTANTS.values()
            if known and module in _LIBRARIES and _takes(name, node):
                return _result(name, node.args, model)
        case ast.Name() | ast.Attribute():
            module, _, name = (model.qualified_name(node) or "").rpartition(".")
            if name in _CONSTANTS and module in _LIBRARIES:
                return _CONSTANTS[name]
            value = bound_once(node, model) if isinstance(node, ast.Name) else None
            if value is not None:
                return _constant(value, model)
    raise ValueError(f"no constant: {ast.dump(node)}")
