"""Functions and methods whose result is in some way another than that of the operation of the same meaning."""

from __future__ import annotations

import ast
from collections.abc import Collection

from purity_lint.findings.diagnostics import Evidence
from purity_lint.knowledge import libraries as names
from purity_lint.knowledge.differing import OTHER_RESULTS
from purity_lint.knowledge.jax.forms import WEAK
from purity_lint.knowledge.jax.roles import NARROWED, ROOT
from purity_lint.knowledge.torch import roles
from purity_lint.rewrites.operators.truth_tests import is_tested
from purity_lint.rewrites.operators.wide_numbers import makes_wide_numbers
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Value
from purity_lint.source.names import last_name

_OF_NUMBERS = frozenset({"elementwise", "nn"})
"""Groups of operations that may be given numbers alone."""
_COMPARED = {"where": slice(1, 3), "select": slice(1, 3)}
"""Functions of which other arguments than the first two decide the dtype."""


def keeps_result(call: ast.Call, name: str, libraries: Collection[str], model: SemanticModel) -> bool:
    """True where the function or method ``name`` of each of the ``libraries`` gives what the operation gives."""
    if ROOT in libraries and _is_narrowed(call):
        return False
    if roles.ROOT in libraries and name in roles.MEETING and _may_widen(call, model):
        return False
    for library in libraries:
        differing = OTHER_RESULTS.get(library)
        if differing is None:
            continue
        if name in differing.always:
            return False
        if name in differing.lists and not _is_taken_apart(call, model):
            return False
        if name in differing.answers and not is_tested(call, model):
            return False
    return True


def _may_widen(call: ast.Call, model: SemanticModel) -> bool:
    """True in a file with double numbers of PyTorch's, which take the dtype of what they meet, and ops make wider."""
    other = call.args[-1] if call.args else None
    return (other is None or model.value(other).kind not in PLAIN_NUMBERS) and makes_wide_numbers(model)


def _is_narrowed(call: ast.Call) -> bool:
    """True where a dtype is given for which JAX takes a narrower one, unless it was told to allow 64 bits."""
    for given in (*call.args, *(keyword.value for keyword in call.keywords)):
        if isinstance(given, ast.Constant):
            if given.value in NARROWED:
                return True
        elif isinstance(given, ast.Name | ast.Attribute) and last_name(given) in NARROWED:
            return True
    return False


def _is_taken_apart(call: ast.Call, model: SemanticModel) -> bool:
    """True where nobody can tell a list from a tuple: `a, b = f(x)` and `f(x)[0]`."""
    match model.parent(call):
        case ast.Subscript(value=value, slice=ast.Constant()):
            return value is call
        case ast.Assign(targets=[ast.Tuple() | ast.List()]) | ast.Starred():
            return True
    return False


def may_be_weak(found: Reference, call: ast.Call, operation: str, model: SemanticModel) -> bool:
    """True for a function of JAX's that may be given numbers alone: the dtype of its result gives way to any other."""
    if found.library != ROOT or (names.group(operation) not in _OF_NUMBERS and operation not in WEAK):
        return False
    given = call.args[_COMPARED.get(operation, slice(2))]
    parts = [part for a in given for part in (a.elts if isinstance(a, ast.List | ast.Tuple) else [a])]
    return not any(_is_array(model.value(part)) for part in parts)


def _is_array(value: Value) -> bool:
    return value.is_tensor and not value.maybe and value.evidence >= Evidence.INFERRED
