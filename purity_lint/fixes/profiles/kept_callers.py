"""Whether a fix in the words of the array API standard, or of Keras, keeps what worked.

NumPy's functions take lists and numbers where a namespace takes arrays; and code that has a namespace already may
have been written for arrays of every library, with what it does on the host left to NumPy.
"""

from __future__ import annotations

import ast

from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.edits import BindNamespace, Edit, Fix, Rewrite, RewriteStatement
from purity_lint.fixes.profiles.host_numbers import makes_array, takes_arrays
from purity_lint.fixes.profiles.idioms import OF_ONE_SHAPE
from purity_lint.fixes.profiles.namespaces import Namespaces
from purity_lint.knowledge.scipy.any_library import QUANTILE
from purity_lint.knowledge.vocabularies.array_api import IS_ARRAY
from purity_lint.rewrites.host.host_data import is_made_by_a_library
from purity_lint.rewrites.namespaces.other_results import answers_otherwise
from purity_lint.rewrites.references import Category, reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

_OF_MEMORY = frozenset({"ascontiguousarray", "asfortranarray", "require"})
"""Functions whose result lies in memory as the next one needs it, which `asarray` says nothing of."""

_OF_SHAPES = "array_equal"
"""Function that is written with the shapes of what it is given."""


def keeps_callers(fix: Fix, profile: str, namespaces: Namespaces | None, model: SemanticModel) -> bool:
    """True if what worked goes on to work."""
    if profile == "keras" and any(_changes_the_library(edit, model) for edit in fix.edits):
        return False
    return all(_keeps(edit, namespaces, model) for edit in fix.edits)


def called(node: ast.AST, model: SemanticModel) -> str:
    """Return the last name of the function that an expression or a statement calls, or that it is."""
    call = _call(node.value if isinstance(node, ast.Expr) else node, model)
    return last_name(call.func) if call is not None else ""


def _keeps(edit: Edit, namespaces: Namespaces | None, model: SemanticModel) -> bool:
    if isinstance(edit, BindNamespace):
        return edit.sure
    if not isinstance(edit, Rewrite | RewriteStatement):
        return True
    if f".{QUANTILE}(" in edit.template:
        return False  # it interpolates in another order, and takes no text
    if called(edit.node, model) in OF_ONE_SHAPE:
        return False  # NumPy takes a mask of another shape as well, and repeats what is too short
    if isinstance(edit, Rewrite) and edit.template.startswith(f"{IS_ARRAY}("):
        return False  # NumPy's own numbers count as arrays there
    if isinstance(edit, Rewrite) and _is_diagonal_by_text(edit, model):
        return False  # callers may hand over what nobody wrote about
    call = _call(edit.node, model)
    if namespaces is None or call is None:
        return True
    if answers_otherwise(call, edit.template, model) or not _has_shapes(call, model):
        return False
    return takes_arrays(call, model) and not _is_deliberate(call, namespaces, model)


def _has_shapes(call: ast.Call, model: SemanticModel) -> bool:
    """True unless the shape of what may be a list is asked for, as `x.shape == y.shape` does."""
    if last_name(call.func) != _OF_SHAPES:
        return True
    made = (is_made_by_a_library(one, model) for one in call.args)
    return all(
        sure or model.value(one).evidence >= Evidence.PROVEN
        for sure, one in zip(made, call.args, strict=True)
    )


def _changes_the_library(edit: Edit, model: SemanticModel) -> bool:
    """True where a library computes, or is asked for, of what is no tensor of Keras for sure.

    Keras computes with one of several: NumPy's numbers become another one's, and TensorFlow's pipelines of data take
    nothing else.
    """
    if not isinstance(edit, Rewrite | RewriteStatement) or "{ops}" not in edit.template:
        return False
    if "{ops}.is_tensor(" in edit.template:
        return True
    call = _call(edit.node, model)
    found = reference(edit.node if call is None else call, model)
    if found is not None and found.category is not Category.FUNCTION:
        return False
    return not any(model.value(operand).backend == "ops" for operand in _operands(call or edit.node))


def _operands(node: ast.AST) -> list[ast.expr]:
    """Return what is computed with: arguments, operands, and that of which something is a method, attribute or item."""
    match node:
        case ast.Call(func=ast.Attribute(value=whole), args=arguments):
            return [whole, *arguments]
        case ast.Call(args=arguments):
            return arguments
        case ast.Attribute(value=whole) | ast.Subscript(value=whole) | ast.UnaryOp(operand=whole):
            return [whole]
        case ast.BinOp(left=left, right=right):
            return [left, right]
        case ast.Compare(left=left, comparators=others):
            return [left, *others]
    return []


def _is_deliberate(call: ast.Call, namespaces: Namespaces, model: SemanticModel) -> bool:
    """True where a library may be called because it is this one, whatever arrays a function is given."""
    found = reference(call, model)
    if found is None:
        return False
    if found.library != "numpy" or last_name(call.func) in _OF_MEMORY:
        return True
    binding = namespaces.binding(call)
    if binding is None or binding.statement:
        return False
    return makes_array(call) or any(_is_of_numpy(argument, model) for argument in call.args)


def _is_of_numpy(argument: ast.expr, model: SemanticModel) -> bool:
    """True for what a function of NumPy made, beside the arrays of a namespace."""
    value = model.value(argument)
    return value.is_tensor and value.backend == "numpy" and value.evidence is Evidence.PROVEN


def _is_diagonal_by_text(edit: Rewrite, model: SemanticModel) -> bool:
    """True for what is done with a diagonal because a docstring says how many axes an array has."""
    if not edit.template.endswith(")") or "diagonal(" not in edit.template:
        return False
    call = edit.node
    return isinstance(call, ast.Call) and bool(call.args) and model.value(call.args[0]).rank is None


def _call(node: ast.AST, model: SemanticModel) -> ast.Call | None:
    """Return the call that ``node`` is, or is the function of."""
    parent = model.parent(node)
    call = parent if isinstance(parent, ast.Call) and parent.func is node else node
    return call if isinstance(call, ast.Call) else None
