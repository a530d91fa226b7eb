"""Equivalents in ``ops`` of the functions, constants and classes of array libraries, by the tables of knowledge."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Rewrite
from purity_lint.knowledge import libraries, lookup
from purity_lint.knowledge.dtypes import ABSTRACT, BOOLEANS
from purity_lint.knowledge.forms import METHODS
from purity_lint.knowledge.known_forms import forms_of
from purity_lint.knowledge.notation import Form
from purity_lint.knowledge.numpy import forms as numpy_forms
from purity_lint.knowledge.numpy.roles import NOT_METHODS
from purity_lint.knowledge.signatures import constants, signature
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten, rewrite_call
from purity_lint.rewrites.references import Category, Reference

_MAKES_TENSORS = frozenset({"creation", "random"})
"""Groups whose results would come from another library once the call is rewritten."""
_NOT_NUMERIC = frozenset({"object", "str", "bytes"})


def call_equivalent(reference: Reference, written: ast.Call | None = None) -> Rewritten | Refused:
    """Write a call of an array library as one of ops; ``written`` is the same call as it is to be read."""
    call = written or reference.call
    assert call is not None
    if reference.dotted.endswith(".at"):
        return Refused("it changes its argument in place")
    returning = in_place_equivalent(reference)
    if returning is not None:
        return returning
    if reference.library in libraries.NUMPY_LIKE and reference.dotted.endswith("issubdtype"):
        asked = _asks_kind(call)
        if asked is not None:
            return asked
    unbound = _unbound_method(reference)
    if unbound is not None:
        return rewrite_call(call, *unbound)
    if _holds_objects(call):
        return Refused("no backend but NumPy holds text or objects")
    forms = forms_of(reference.library, reference.dotted)
    operation = libraries.operation(reference.library, reference.dotted)
    outcome = rewrite_call(call, forms, operation)
    is_ufunc = forms is numpy_forms.UFUNC_FORMS and not _answers(reference)
    if isinstance(outcome, Refused) and operation is not None and is_ufunc:
        of_dtype = rewrite_call(call, (numpy_forms.universal_form_of_dtype(operation),), operation)
        outcome = of_dtype if isinstance(of_dtype, Rewritten) else outcome
    if isinstance(outcome, Refused) and operation is not None and _takes_anything(reference, operation):
        return Rewritten(Rewrite(call.func, f"{{ops}}.{operation}"), operation, safe=False)
    if isinstance(outcome, Rewritten) and outcome.safe and moves(reference, outcome):
        return Rewritten(outcome.edit, outcome.operation, safe=False)
    return outcome


def _answers(reference: Reference) -> bool:
    """Return True for `isfinite` and its like: their `dtype=` is that of the answer, and not of what is asked."""
    fact = lookup.function(f"{reference.library}.{reference.dotted}")
    return fact is not None and fact.dtype == "bool"


def _takes_anything(reference: Reference, operation: str) -> bool:
    """Return True for `savez(file, *arrays, **named)`: it has the parameters of NumPy's, whatever they are called."""
    known = signature(operation)
    return (
        reference.library in libraries.NUMPY_PARAMETERS
        and known is not None
        and known.open
        and known.variadic
    )


def in_place_equivalent(reference: Reference) -> Refused | None:
    """Refuse a function that changes its argument, where ops has one of its name that returns a tensor."""
    name = libraries.numpy_name(reference.library, reference.dotted)
    if name is None or name not in numpy_forms.IN_PLACE:
        return None
    return Refused(f"it changes its argument in place, while `ops.{name}` returns the result")


def _unbound_method(reference: Reference) -> tuple[tuple[Form, ...], str | None] | None:
    """Return the forms and the operation of a method called on its class: `np.ndarray.mean(x, axis)`."""
    owner, _, method = reference.dotted.rpartition(".")
    if reference.library not in METHODS or f"{reference.library}.{owner}" not in lookup.FRAMEWORK_CLASSES:
        return None
    own, functions = METHODS[reference.library]
    forms = own.get(method, ())
    if not forms and method in functions:
        forms = forms_of(reference.library, method)
    return forms, libraries.operation(reference.library, method)


def name_equivalent(reference: Reference) -> Rewritten | None:
    """Write a name that is not called: a constant, a class of tensors, or a function that is passed on."""
    if reference.category is Category.TENSOR_TYPE:
        if (
            f"{reference.library}.{reference.dotted}"
            not in lookup.TENSOR_TYPES.keys() | lookup.TENSOR_ANNOTATIONS
        ):
            return None
        return Rewritten(Rewrite(reference.name, "{ops}.Tensor"), "Tensor", safe=False)
    constant = numpy_forms.CONSTANTS.get(reference.dotted.rpartition(".")[2])
    if constant is not None and constant in constants():
        return Rewritten(Rewrite(reference.name, f"{{ops}}.{constant}"), constant, safe=True)
    if reference.dotted.endswith("linalg.LinAlgError"):
        return Rewritten(
            Rewrite(reference.name, "{ops}.linalg.LinAlgError"), "linalg.LinAlgError", safe=False
        )
    operation = libraries.operation(reference.library, reference.dotted)
    forms = forms_of(reference.library, reference.dotted)
    if operation is None or any(map(_needs_its_call, forms[:1])):
        return None
    return Rewritten(
        Rewrite(reference.name, f"{{ops}}.{operation}"), operation, safe=_is_interchangeable(reference)
    )


def _needs_its_call(form: Form) -> bool:
    """True where a call cannot be written by putting the operation's name in the place of the function's."""
    return bool(form.operation or form.template) or any(p.target and p.default for p in form.parameters)


def _is_interchangeable(reference: Reference) -> bool:
    """True where the operation takes every call that the function takes.

    NumPy's universal functions have methods (``np.add.reduce``), which an operation has not.
    """
    forms = [one for one in numpy_forms.forms(reference.dotted) if one.template is None]
    return (
        reference.library == "numpy"
        and bool(forms)
        and all(p.target in (p.name, None) or i == 0 for one in forms for i, p in enumerate(one.parameters))
    )


def does_not_bind(library: str, dotted: str) -> bool:
    """True for a function that is no method where it is the attribute of a class; each of ops would be one."""
    name = libraries.numpy_name(library, dotted)
    return name is not None and (name in NOT_METHODS or forms_of(library, dotted) is numpy_forms.UFUNC_FORMS)


def _asks_kind(call: ast.Call) -> Rewritten | None:
    """Write ``np.issubdtype(t, np.floating)`` as ``ops.isdtype(t, "real floating")``."""
    match call:
        case ast.Call(args=[dtype, ast.Attribute(attr=name) | ast.Name(id=name)], keywords=[]) if (
            name in ABSTRACT or name in BOOLEANS
        ):
            kind = ABSTRACT.get(name, '"bool"')
            edit = Rewrite(call, f"{{ops}}.isdtype({{dtype}}, {kind})", {"dtype": dtype})
            return Rewritten(edit, "isdtype", safe=True)
    return None


def moves(reference: Reference, outcome: Rewritten) -> bool:
    """True where the result would be a tensor of another library: ``torch.zeros(3)`` made by ``ops.zeros(3)``."""
    if reference.library == "numpy" or outcome.operation is None:
        return False
    return libraries.group(outcome.operation) in _MAKES_TENSORS


def _holds_objects(call: ast.Call) -> bool:
    if call.args and any(
        isinstance(n, ast.Constant) and (n.value is None or isinstance(n.value, str | bytes))
        for n in _elements(call.args[0])
    ):
        return True
    return any(
        k.arg == "dtype"
        and (
            (isinstance(k.value, ast.Name) and k.value.id in _NOT_NUMERIC)
            or (isinstance(k.value, ast.Constant) and k.value.value in ("O", "object", "U", "S", "str"))
            or (isinstance(k.value, ast.List | ast.Dict))
        )
        for k in call.keywords
    )


def _elements(display: ast.expr) -> list[ast.expr]:
    """Return the constants in a list or tuple that is written out, at any depth: ``[[None] * n]`` holds ``None``."""
    if isinstance(display, ast.BinOp) and isinstance(display.op, ast.Mult):
        return [*_elements(display.left), *_elements(display.right)]
    if not isinstance(display, ast.List | ast.Tuple):
        return []
    leaves = [element for element in display.elts if isinstance(element, ast.Constant)]
    return leaves + [leaf for element in display.elts for leaf in _elements(element)]
