"""Calls of packages that compute in NumPy: which package it is, and what mends the call."""

from __future__ import annotations

import ast

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Edit, Fix, RemoveImport
from purity_lint.knowledge import lookup, pandas
from purity_lint.knowledge.libraries import stands_in
from purity_lint.knowledge.notation import Result
from purity_lint.knowledge.numba import COMPILED
from purity_lint.knowledge.numpy_packages import AXES
from purity_lint.knowledge.packages import ARRAY_API_MODULE, HOLDERS, NUMPY_INSIDE, TAKE_NUMPY
from purity_lint.knowledge.scipy.any_library import ASK_THEIR_ARRAYS, MATRICES, RECORDS, public_name
from purity_lint.knowledge.scipy.forms import OTHER_SHAPE, TABLE
from purity_lint.knowledge.scipy.returns import ASKED_LATER, DISTRIBUTIONS
from purity_lint.rewrites.calls.library_calls import Rewritten, rewrite_call
from purity_lint.rewrites.host.foreign_calls import adapted, gives_numpy, handed_over
from purity_lint.rewrites.host.foreign_results import callee, gives_fitted_values, partly_filled
from purity_lint.rewrites.host.written_arguments import filled_by_numba
from purity_lint.rewrites.namespaces.handed_to_numpy import is_numpys
from purity_lint.rewrites.namespaces.in_use import namespace_at
from purity_lint.rewrites.numba import gives_array_of_numba, runs_in_numba, writes_in_numba
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value
from purity_lint.source.names import last_name


def fix_of(call: ast.Call, model: SemanticModel) -> Fix | None:
    """Return the fix: the operation that means the same, without the import; or the conversions around the call."""
    if writes_in_numba(call, model):
        return filled_by_numba(call, model)
    name = callee(call, model)
    adaptable = (
        stands_in(name, "scipy", "sklearn") or name in pandas.CLASSES or gives_fitted_values(call, model)
    )
    adaptable = adaptable or gives_array_of_numba(call, model) or runs_in_numba(call, model)
    if not adaptable:
        return None if stands_in(name, pandas.PACKAGE) else _handing_over(call, model)
    function = public_name(name).partition(".")[2]
    forms = TABLE.get(function)
    if partly_filled(call.func, model) is not None:
        forms = None  # the options are elsewhere
    if function in OTHER_SHAPE and not _drops_result(call, OTHER_SHAPE[function], model):
        forms = None
    outcome = rewrite_call(call, forms, None) if forms is not None else None
    if not isinstance(outcome, Rewritten):
        conversions = adapted(call, model)
        if conversions is None:
            # An array of NumPy that nothing takes back would be found anew.
            gives_hosts = name in pandas.CLASSES or gives_numpy(call, model)
            return None if gives_hosts else _handing_over(call, model)
        return Fix(conversions, Applicability.UNSAFE, "Convert to NumPy and back where it can be seen")
    edits: list[Edit] = [outcome.edit]
    root = call.func
    while isinstance(root, ast.Attribute):
        root = root.value
    edits += [
        RemoveImport(binding.node, binding.local)
        for binding in model.imports
        if isinstance(root, ast.Name) and binding.local == root.id and isinstance(binding.node, ast.stmt)
    ]
    return Fix(tuple(edits), Applicability.UNSAFE, "Use the operation of that meaning")


def _handing_over(call: ast.Call, model: SemanticModel) -> Fix | None:
    edits = handed_over(call, model)
    return (
        None if edits is None else Fix(edits, Applicability.UNSAFE, "Convert to NumPy where it can be seen")
    )


def _drops_result(call: ast.Call, position: int, model: SemanticModel) -> bool:
    """True where the result of that number is not read: another one is taken, or it is bound to ``_``."""
    match model.parent(call):
        case ast.Subscript(slice=ast.Constant(value=int(index))):
            return index != position
        case ast.Assign(targets=[ast.Tuple(elts=elements)]) if len(elements) > position:
            taken = elements[position]
            return isinstance(taken, ast.Name) and taken.id.startswith("_")
    return False


def package_of(call: ast.Call, model: SemanticModel) -> str | None:
    """Return the package that defines what is called, if it is one with NumPy inside."""
    name = model.qualified_name(call.func) or partly_filled(call.func, model)
    if model.package != "scipy" and gives_fitted_values(call, model):
        return NUMPY_INSIDE["scipy"]
    if name is None and isinstance(call.func, ast.Attribute):
        receiver = model.value(call.func.value)
        told = receiver.kind is Kind.INSTANCE or receiver.name == AXES or receiver.name in ASKED_LATER
        name = receiver.name if told else None
        if name is None and isinstance(call.func.value, ast.Call):
            name = model.qualified_name(call.func.value.func)
    if gives_array_of_numba(call, model) or runs_in_numba(call, model) or writes_in_numba(call, model):
        return NUMPY_INSIDE[COMPILED]
    if name in TAKE_NUMPY:
        return TAKE_NUMPY[name]
    root = (name or "").partition(".")[0]
    own = root == model.package and not _hands_to_distribution(name or "", call, model)
    own = own and not _is_of_matrices(name or "", call, model)
    if name is None or root not in NUMPY_INSIDE or own:
        return None  # what SciPy's own functions do is for findings in their own files to say
    if name in ASK_THEIR_ARRAYS and namespace_at(call, model) is not None:
        return None  # it asks its arrays for their namespace, and those of `emberops` have none
    if name in RECORDS:
        return None
    fact = lookup.function(name)
    if fact is not None and fact.result is Result.BOOL:
        return None  # `scipy.sparse.issparse(x)` looks at a class, and converts nothing
    return NUMPY_INSIDE[root]


def _hands_to_distribution(name: str, call: ast.Call, model: SemanticModel) -> bool:
    """True for `norm.sf(x)` and `t(x)`, whose code is for NumPy: those of any library have others beside them.

    What was taken to NumPy first, `t(np.asarray(x))`, is meant for it.
    """
    if DISTRIBUTIONS.isdisjoint({name, name.rpartition(".")[0]}):
        return False
    given = (*call.args, *(keyword.value for keyword in call.keywords))
    return any(model.value(one).is_tensor and not is_numpys(one, model) for one in given)


def _is_of_matrices(name: str, call: ast.Call, model: SemanticModel) -> bool:
    """True for `svd(x)` in SciPy's own files, which calls LAPACK, where other libraries have the same function."""
    function = public_name(name).partition(".")[2]
    if not function.startswith(MATRICES) or function not in TABLE or namespace_at(call, model) is None:
        return False
    given = (*call.args, *(keyword.value for keyword in call.keywords))
    return any(model.value(one).is_tensor and not is_numpys(one, model) for one in given)


def keeps_arrays(call: ast.Call, model: SemanticModel) -> bool:
    """True for what asks arrays for their namespace, is told it, or holds whatever it is given."""
    name = model.qualified_name(call.func) or ""
    if f".{ARRAY_API_MODULE}." in name or any(k.arg == "xp" for k in call.keywords):
        return True
    return last_name(call.func) in HOLDERS


def is_of_pandas(node: ast.expr, model: SemanticModel) -> bool:
    """True where this is a table of pandas, or comes from one."""
    value: Value = model.value(node)
    if (value.name or "") in pandas.CLASSES or stands_in(value.name, pandas.PACKAGE):
        return True
    if isinstance(node, ast.Call):
        name = model.qualified_name(node.func) or ""
        return stands_in(name, pandas.PACKAGE) or (
            isinstance(node.func, ast.Attribute) and is_of_pandas(node.func.value, model)
        )
    if isinstance(node, ast.Subscript | ast.Attribute):
        return is_of_pandas(node.value, model)
    return False
