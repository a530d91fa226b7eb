"""PyTorch's conversions of tensors, which give the tensor itself back where it has the dtype already.

    weights = weights.float()       ops.astype(weights, ops.float32, copy=False)
    x.float() / rate                ops.astype(x, ops.float32) / rate

A copy would be no parameter any more, and what is changed in place would be changed for nobody else.  Where a formula
takes the result up at once, nobody can tell, and the call says no more than it has to.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from purity_lint.findings.edits import Rewrite
from purity_lint.knowledge import operations
from purity_lint.knowledge.notation import Result
from purity_lint.knowledge.torch.roles import ROOT
from purity_lint.semantics.model import SemanticModel

_MAY_BE_ITSELF = ", copy=False)"
_READERS = frozenset({Result.ELEMENTWISE, Result.REDUCTION, Result.PRODUCT})
_GIVE_BACK = frozenset({"real", "imag", "conj", "conj_physical", "resolve_conj", "resolve_neg", "positive"})
"""Functions of one result for each element that may give a tensor itself back, or a view of it."""


def copied_if_unseen(edit: Rewrite, converted: ast.Call, receiver: ast.expr, model: SemanticModel) -> Rewrite:
    """Leave the copy out of what is said of a conversion whose result nobody can keep, or which must convert."""
    if not edit.template.endswith(_MAY_BE_ITSELF):
        return edit
    if _is_taken_up(converted, model) or _is_other(converted, receiver, model):
        return replace(edit, template=edit.template[: -len(_MAY_BE_ITSELF)] + ")")
    return edit


def _is_other(converted: ast.Call, receiver: ast.expr, model: SemanticModel) -> bool:
    """True for what a formula has just made, and where the dtypes before and after are known, and are two."""
    if isinstance(receiver, ast.BinOp | ast.UnaryOp | ast.Compare):
        return True
    before, after = model.value(receiver).dtype, model.value(converted).dtype
    return None not in {before, after} and before != after


def _is_taken_up(node: ast.expr, model: SemanticModel) -> bool:
    """True for an operand of a formula, and for an argument of a function that computes something else of it."""
    holder = model.parent(node)
    match holder:
        case ast.BinOp() | ast.UnaryOp() | ast.Compare():
            return True
        case ast.Subscript(slice=index):
            return index is node
        case ast.Attribute(attr=name):
            call = model.parent(holder)
            is_called = isinstance(call, ast.Call) and call.func is holder
            return is_called and _computes(name)
        case ast.Call(func=function) if node in holder.args:
            library, _, name = (model.qualified_name(function) or "").partition(".")
            return library == ROOT and _computes(name)
    return False


def _computes(name: str) -> bool:
    """True for a function whose result shares no memory with what it is given, and which changes none of it."""
    fact = operations.function(f"{ROOT}.{name}")
    return fact is not None and fact.result in _READERS and name not in _GIVE_BACK
