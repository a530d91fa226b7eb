"""Functions that are told a namespace to bring their results back by, and compute them with NumPy: SciPy's splines.

def knots(x, k, xp=np, device=None):
    m = x.size
    ...
    return xp.asarray(t, device=device)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from purity_lint.semantics.model import SemanticModel
from purity_lint.source.blocks import block_of
from purity_lint.source.parameters import parameter_names

_SPACE = "xp"
_MAKER = "asarray"
_DEVICE = "device"

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def brings_results_back(function: _Function, model: SemanticModel) -> bool:
    """True where all that a function does with a namespace that it is told is ``xp.asarray(result, device=device)``.

    It may hand it on as well, and both are told it. Data of the host have no device: who names one for every result
    means that they come from there. What is brought over and computed with is another matter.
    """
    if not {_SPACE, _DEVICE}.issubset(parameter_names(function)):
        return False
    return model.memo((brings_results_back, function), lambda: _brings_alone(function, model))


def _brings_alone(function: _Function, model: SemanticModel) -> bool:
    conversions = 0
    for use in _uses(function):
        holder = model.parent(use)
        if isinstance(holder, ast.keyword) and holder.arg == _SPACE:
            continue
        call = model.parent(holder) if isinstance(holder, ast.Attribute) and holder.attr == _MAKER else None
        if not isinstance(call, ast.Call) or call.func is not holder or not _is_result(call, model):
            return False
        conversions += 1
    return conversions > 0


def _uses(function: _Function) -> Iterator[ast.Name]:
    inner = (node for statement in function.body for node in ast.walk(statement))
    return (node for node in inner if isinstance(node, ast.Name) and node.id == _SPACE)


def _is_result(call: ast.Call, model: SemanticModel) -> bool:
    """True for what is given back: in a `return` or `yield`, or in assignments right above one."""
    if all(keyword.arg != _DEVICE for keyword in call.keywords):
        return False
    statement = model.statement(call)
    match statement:
        case ast.Return() | ast.Expr(value=ast.Yield()):
            return True
        case ast.Assign():
            return _is_given_back(statement, model)
    return False


def _is_given_back(statement: ast.stmt, model: SemanticModel) -> bool:
    holder = model.parent(statement)
    block: Sequence[ast.AST] = block_of(statement, holder) if holder is not None else ()
    below = block[block.index(statement) + 1 :] if statement in block else ()
    following = next((one for one in below if not isinstance(one, ast.Assign)), None)
    return isinstance(following, ast.Return)
