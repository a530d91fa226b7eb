"""What a reference to an array library becomes: the operation of the same meaning, or the reason why it stays."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from purity_lint.findings.assumptions import judged
from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Rewrite
from purity_lint.knowledge import libraries as names
from purity_lint.knowledge.jax.roles import RAISING_IN_OPS
from purity_lint.knowledge.jax.roles import ROOT as JAX
from purity_lint.knowledge.known_forms import forms_of
from purity_lint.knowledge.numpy.roles import (
    FROM_TENSORS,
    IDENTITY,
    MAKER_OF_UFUNCS,
    MAKERS_OF_FUNCTIONS,
    MASKED,
    MASKED_CLASSES,
    OF_PLAIN_ARRAYS,
    OVER_FIRST_AXIS,
    TOLD_APART,
)
from purity_lint.knowledge.numpy_packages import AXES
from purity_lint.knowledge.roles import ASKED_OF_COMPILED, COMPILERS
from purity_lint.knowledge.torch.returns import OF_ONE_DTYPE
from purity_lint.knowledge.torch.roles import FROM_HOST
from purity_lint.rewrites.array_protocol import gives_array_to_numpy
from purity_lint.rewrites.calls.arrays_of_text import is_compared_with_text
from purity_lint.rewrites.calls.class_tables import is_asked_for_members, is_class_looked_up, is_entered
from purity_lint.rewrites.calls.contiguous_arrays import contiguous_equivalent
from purity_lint.rewrites.calls.equivalents import (
    call_equivalent,
    does_not_bind,
    in_place_equivalent,
    moves,
    name_equivalent,
)
from purity_lint.rewrites.calls.filled_values import may_not_be_held
from purity_lint.rewrites.calls.foreign_partners import why_numpys
from purity_lint.rewrites.calls.function_values import (
    caller_on_numpy,
    calls_fit,
    is_asked_for_more,
    is_called_here,
    is_compared,
    is_registered,
)
from purity_lint.rewrites.calls.known_options import spelled_out
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten
from purity_lint.rewrites.calls.no_values import WHY_REFUSED, hands_no_value
from purity_lint.rewrites.calls.optional_outputs import rewrite_optional
from purity_lint.rewrites.calls.other_results import keeps_result, may_be_weak
from purity_lint.rewrites.calls.scalar_powers import may_round_differently
from purity_lint.rewrites.calls.special_forms.table import rewrite_special_form
from purity_lint.rewrites.calls.torch_modules import makes_for_modules
from purity_lint.rewrites.operands import is_certain
from purity_lint.rewrites.operators.labelled_formulas import TAKEN_BY_COLUMN, is_beside_labelled, is_labelled
from purity_lint.rewrites.references import Category, Reference
from purity_lint.rewrites.scopes import names_given
from purity_lint.rewrites.unknown_packages import is_made_for_package
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value
from purity_lint.source.names import dotted, last_name

_OF_ANYTHING = frozenset(
    {"array", "asarray", "asanyarray", "ascontiguousarray", "empty", "zeros", "ones", "full", "fromiter"}
)
"""Functions that make arrays of text and objects too."""
PATCHED_BY_TEST = "a test puts something else in its place, which the code has to find there"
"""Why a name stays that a test replaces."""
_ASKED = "what it makes is asked for more than a call, which is {}'s alone to answer"
"""Why a name stays that makes functions of another kind."""
_TO_NUMPY = frozenset({"array", "asarray", "asanyarray", "ascontiguousarray"})
"""Functions that fetch the arrays of other libraries."""

_OPERANDS = 2
"""So many arguments hold data: those that name axes and shapes come after them."""


def replacement(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Return what is written for a function, constant or class of an array library, or why it stays; None: no way."""
    if is_patched(found.name, model):
        return Refused(PATCHED_BY_TEST)
    if f"{found.library}.{found.dotted}" in COMPILERS and is_asked_for_more(
        found.call or found.node, model, ASKED_OF_COMPILED
    ):
        return Refused(_ASKED.format(found.title))
    special = rewrite_special_form(found, model)
    if special is not None:
        return special
    if found.call is not None:
        return _of_call(found, found.call, model)
    if found.category is Category.TENSOR_TYPE:
        decided = _of_tensor_type(found, model)
        if decided is not None:
            return decided
    if _asked_to_be_ufunc(found, model):
        return Refused("the project asks whether it is a `np.ufunc`")
    if found.dotted in model.asked_about(IDENTITY):
        return Refused("the project asks whether a value `is` it, which no other library's constant is")
    holder = model.parent(found.node)
    if isinstance(holder, ast.ClassDef) and found.node in holder.bases:
        return Refused("a class is derived from it, and no operation is a class")
    return in_place_equivalent(found) or _passed_on(found, name_equivalent(found), model)


def is_patched(name: ast.expr, model: SemanticModel) -> bool:
    """True for `np.dot` where a test replaces `np.dot`, or `np`, in this module, or `dot` in the library."""
    if model.qualified_name(name) in model.patched:
        return True
    parts = (dotted(name) or "").split(".") if model.patched else []
    return any(".".join(parts[:count]) in model.patched for count in range(1, len(parts) + 1))


def _of_call(found: Reference, call: ast.Call, model: SemanticModel) -> Rewritten | Refused:
    if hands_no_value(call, model):
        return Refused(WHY_REFUSED)
    made, name = model.value(call), f"{found.library}.{found.dotted}"
    if _makes_no_numbers(found.dotted in _OF_ANYTHING, call, model):
        return Refused("no backend but NumPy holds text or objects")
    if is_labelled(made):
        may = "computes" if made.kind is Kind.INSTANCE else "may compute"
        return Refused(f"it {may} a column or table of a library that has its own, on the host")
    if is_beside_labelled(call, model):
        return Refused(TAKEN_BY_COLUMN)
    if not name.startswith(MASKED) and any(_is_masked(a, model) for a in _operands(call)):
        return Refused("it is given a masked array, and no tensor holds a mask")
    if made.kind in (Kind.INSTANCE, Kind.OTHER) and any(k.arg == "dtype" for k in call.keywords):
        return Refused("it gives an object like its argument, which a conversion makes a plain array")
    if (meant := _why_meant_for_numpy(found, call, model)) is not None:
        return Refused(meant)
    if found.dotted in MAKERS_OF_FUNCTIONS and is_asked_for_more(call, model):
        return Refused(_ASKED.format("NumPy"))
    outcome = contiguous_equivalent(found, call, model) or _equivalent(found, call, model)
    if isinstance(outcome, Refused):
        outcome = rewrite_optional(call, model) or outcome
    handed_on = found.dotted == MAKER_OF_UFUNCS and not is_called_here(call, model)
    if isinstance(outcome, Rewritten) and (handed_on or _is_attribute_of_function(found, call, model)):
        return replace(outcome, safe=False)
    if found.library == "numpy" and isinstance(outcome, Rewritten):
        reason = why_numpys(call, model)
        if reason is not None:
            return Refused(reason)
    makes = isinstance(outcome, Rewritten) and (moves(found, outcome) or name in FROM_HOST)
    if makes and makes_for_modules(name, model):
        return Refused("PyTorch's layers and loaders, which this file has, take no other library's tensors")
    if isinstance(outcome, Rewritten) and (
        may_round_differently(found.library, found.dotted, call, model)
        or may_not_be_held(found.library, found.dotted, call, model)
        or any(_is_iterator(argument, model) for argument in call.args[:_OPERANDS])
        or _differs(found, call, outcome, model)
        or _may_be_another_class(found, call, model)
    ):
        return replace(outcome, safe=False)
    return outcome


def _why_meant_for_numpy(found: Reference, call: ast.Call, model: SemanticModel) -> str | None:
    """Return why it is NumPy's own array that the call is to make; ``None`` where it is any."""
    if f"{found.library}.{found.dotted}" in FROM_TENSORS and gives_array_to_numpy(call, model):
        return "`__array__` gives NumPy an array of its own"
    if found.dotted in _TO_NUMPY and _may_be_of_another_library(found, model):
        return "what another library made becomes NumPy's by it; `ops.to_numpy` says so"
    if is_made_for_package(call, model):
        return "it is made for a package that computes in NumPy; `ops.to_numpy` says so"
    return None


def _equivalent(found: Reference, call: ast.Call, model: SemanticModel) -> Rewritten | Refused:
    """Write a call as one of ops, by what it unpacks as well where that is written down."""
    written = spelled_out(call, model)
    if written is not None:
        outcome = call_equivalent(found, written)
        if isinstance(outcome, Rewritten) and outcome.edit.node is call.func:
            return outcome  # another function takes the same arguments
    return call_equivalent(found)


def _differs(found: Reference, call: ast.Call, outcome: Rewritten, model: SemanticModel) -> bool:
    """True where the operation may give another result than a function of another library than NumPy."""
    space, _, name = found.dotted.rpartition(".")
    if found.library == JAX and space.endswith("linalg") and name in RAISING_IN_OPS:
        return True
    if not keeps_result(call, name, {found.library}, model):
        return True
    return outcome.operation is not None and may_be_weak(found, call, outcome.operation, model)


def _may_be_another_class(found: Reference, call: ast.Call, model: SemanticModel) -> bool:
    """True where the operation does else than the function to a masked array or a class of one's own: if it is one.

    `np.copy(x)` makes a plain array of it, `np.where(x)` disregards the mask. So does `np.add.reduce(x)`, which asks
    `__array_ufunc__` of a class where `np.sum(x)` asks its `__array_function__`, or its own `sum`.
    """
    if found.dotted == "where" and len(call.args) > 1:
        return False
    name = f"{found.library}.{found.dotted}"
    if name not in OF_PLAIN_ARRAYS and not found.dotted.endswith(OVER_FIRST_AXIS):
        return False
    return not call.args or not is_certain(model.value(call.args[0]))


def _is_attribute_of_function(found: Reference, call: ast.Call, model: SemanticModel) -> bool:
    """True for `f.vectorized = np.vectorize(f)`: who reads it there may ask whether it is a `np.vectorize`."""
    holder = model.parent(call)
    return (
        found.dotted in MAKERS_OF_FUNCTIONS
        and isinstance(holder, ast.Assign)
        and any(
            isinstance(target, ast.Attribute) and model.value(target.value).kind is Kind.FUNCTION
            for target in holder.targets
        )
    )


def _makes_no_numbers(of_anything: bool, call: ast.Call, model: SemanticModel) -> bool:
    """True for a call that makes or takes arrays of text or objects."""
    if _gives_no_numbers(model.value(call)):
        return of_anything or _is_given_no_numbers(call, model)
    return of_anything and is_compared_with_text(call, model)


def _gives_no_numbers(made: Value) -> bool:
    """True for an array of text or objects, and for one with places or counts: `np.unique(x, return_counts=True)`."""
    first = made.elements[0] if made.kind is Kind.TUPLE and made.elements else made
    return first.kind is Kind.OTHER or first.name == AXES


def _is_given_no_numbers(call: ast.Call, model: SemanticModel) -> bool:
    """True where an operand holds text, objects or axes of plots: an array, or a list, lists of them too."""
    return any(_holds_no_numbers(model.value(operand)) for operand in _operands(call))


def _holds_no_numbers(value: Value) -> bool:
    inside = _inside(value)
    if AXES in (value.name, inside.name):
        return True
    return value.kind is Kind.OTHER or (inside is not value and inside.kind in (Kind.STR, Kind.BYTES))


def _inside(value: Value) -> Value:
    """Return what a list or tuple holds, lists of them too."""
    while value.kind in (Kind.LIST, Kind.TUPLE) and value.element is not None:
        value = value.element
    return value


def _operands(call: ast.Call) -> Iterator[ast.expr]:
    """Yield what a function calculates with, one by one where that is written as a list."""
    for argument in call.args[:_OPERANDS]:
        yield from argument.elts if isinstance(argument, ast.List | ast.Tuple) else [argument]


def _is_iterator(node: ast.expr, model: SemanticModel) -> bool:
    """True for a generator, which is one object to NumPy, and nothing that another backend takes."""
    value = model.value(node)
    return isinstance(node, ast.GeneratorExp) or (value.kind is Kind.OTHER and value.element is not None)


def _is_masked(node: ast.expr, model: SemanticModel) -> bool:
    value = model.value(node)
    return value.kind is Kind.INSTANCE and value.name in MASKED_CLASSES


def _of_tensor_type(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Where a library's class of tensors stands for more than an annotation; None elsewhere."""
    holder = model.parent(found.node)
    if isinstance(holder, ast.keyword) and holder.arg == "dtype":
        return Refused("no backend but NumPy holds objects")
    if isinstance(holder, ast.ClassDef):
        return Refused("a subclass of its tensors is known to no other library")
    of_dtype = (
        isinstance(holder, ast.Call) and isinstance(holder.func, ast.Attribute) and holder.func.attr == "type"
    )
    if of_dtype or (isinstance(holder, ast.Call) and model.qualified_name(found.node) in OF_ONE_DTYPE):
        return Refused("it stands for the dtype of its tensors, and `ops.Tensor` for none")
    shown = model.parent(holder) if isinstance(holder, ast.keyword) else holder
    if isinstance(shown, ast.Call) and last_name(shown.func) == "view":
        return Refused("it is asked to be seen as NumPy's own class")
    if is_asked_for_members(found.node, model):
        return Refused("it is asked for members of NumPy's class, and `ops.Tensor` has none")
    if is_entered(found.node, model):
        return Refused("the classes of values are looked up where it is entered, and none is `ops.Tensor`")
    compared = is_compared(found.node, model) or is_class_looked_up(found.node, model)
    if compared and not isinstance(holder, ast.Call):
        return Refused("classes are compared with it: those of its arrays are none of ops")
    if isinstance(holder, ast.Subscript) and holder.value is found.node:
        return Rewritten(Rewrite(holder, "{ops}.Tensor"), "Tensor", safe=False)  # it takes no dtype
    return None


def _may_be_of_another_library(found: Reference, model: SemanticModel) -> bool:
    """True where a file that uses another array library makes NumPy's array of something of which nothing is known."""
    argument = found.call.args[0] if found.call is not None and found.call.args else None
    if found.library != "numpy" or argument is None or model.value(argument).kind is not Kind.UNKNOWN:
        return False
    used = (names.split(binding.qualified) for binding in model.imports)
    return any(other is not None and other[0] != "numpy" for other in used)


def _passed_on(
    found: Reference, outcome: Rewritten | None, model: SemanticModel
) -> Rewritten | Refused | None:
    """A function as a value goes only where every call that it can reach has arguments that the operation takes."""
    if outcome is None or outcome.operation is None or found.category is not Category.FUNCTION:
        return outcome
    told_apart = last_name(found.name) in model.asked_about(TOLD_APART)
    if told_apart or is_compared(found.node, model):
        return Refused("it is told apart from other functions, which only the library's own can be")
    if is_registered(found.node, found.library, model):
        return Refused(f"it is registered as the function of `{found.library}`")
    caller = caller_on_numpy(found.node, model) if found.library == "numpy" else None
    if caller is not None:
        return Refused(f"{caller} calls it with NumPy's arrays, and computes with what it gives")
    reached = calls_fit(found.node, forms_of(found.library, found.dotted), outcome.operation, model)
    trust = judged([reached])
    if trust is None:
        return Refused(f"it is called with arguments that `ops.{outcome.operation}` does not take")
    edit = outcome.edit
    if _is_of_class(found.node, model) and does_not_bind(found.library, found.dotted):
        if _is_field(found.node, model):
            return Refused("it is a member or a field of its class, which a function of Python's may not be")
        edit = replace(edit, template=f"staticmethod({edit.template})")
    return replace(outcome, edit=edit, safe=outcome.safe and trust is Applicability.SAFE)


def _is_of_class(node: ast.AST, model: SemanticModel) -> bool:
    """True for the value of a class's attribute: a function of Python's is a method there, one written in C is not."""
    holder = model.parent(node)
    if not isinstance(holder, ast.Assign | ast.AnnAssign) or holder.value is not node:
        return False
    return isinstance(model.parent(holder), ast.ClassDef)


def _is_field(node: ast.AST, model: SemanticModel) -> bool:
    """True where the class makes something of its attributes: members of an enumeration, fields of a record."""
    holder = model.parent(node)
    made_by = model.parent(holder) if holder is not None else None
    assert isinstance(made_by, ast.ClassDef)
    if isinstance(holder, ast.AnnAssign):
        return bool(made_by.bases or made_by.decorator_list)
    return bool(made_by.keywords) or any(last_name(base).endswith(_OF_MEMBERS) for base in made_by.bases)


_OF_MEMBERS = ("Enum", "Flag")
"""How the names of classes end whose attributes are members."""


def _asked_to_be_ufunc(found: Reference, model: SemanticModel) -> bool:
    """True where a function becomes the value of a name of which the project asks ``isinstance(name, np.ufunc)``."""
    names = model.asked_about("ufunc") if found.library == "numpy" else frozenset()
    return bool(names) and not names.isdisjoint(names_given(found.node, model))
