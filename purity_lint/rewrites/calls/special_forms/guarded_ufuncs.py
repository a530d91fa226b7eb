"""Universal functions that leave some elements out: ``np.divide(x, y, out=np.zeros_like(x), where=y != 0)``."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from purity_lint.findings.edits import Rewrite
from purity_lint.knowledge import libraries
from purity_lint.knowledge.libraries import ARRAY_PACKAGES
from purity_lint.knowledge.signatures import signature
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten
from purity_lint.rewrites.operands import OPS, is_simple
from purity_lint.rewrites.references import Reference
from purity_lint.rewrites.stores.sharing import Sharing, sharing
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import arguments_of

GUARDED: Mapping[str, int | None] = {
    **dict.fromkeys(("divide", "true_divide", "floor_divide", "remainder", "mod"), 1),
    **dict.fromkeys(("log", "log2", "log10", "log1p", "sqrt", "reciprocal", "arcsin", "arccos"), 0),
    **dict.fromkeys(
        ("add", "subtract", "multiply", "power", "exp", "abs", "absolute", "square", "maximum", "minimum")
    ),
}
"""Function -> the argument that may have values without a result; 1 always has one."""
COMPUTED_TOO = (
    "`ops.where` computes those that `where=` leaves out too, and the file asks to hear of what overflows"
)
"""Why a function that leaves elements out stays in a file that :func:`is_heard`."""
_QUIET = frozenset({"divide", "true_divide", *(name for name, guarded in GUARDED.items() if guarded == 0)})
"""Functions of which 1 in the place of what is left out has a result without a word, whatever stands beside it."""
_ASKS = re.compile(
    r"\b(?:errstate|seterr)\b|\b(?:simplefilter|filterwarnings)\(\s*['\"]error|\bcatch_warnings\([^)]*['\"]error"
)
_REPEATED = 30
"""Characters of a mask with a call in it that may be written twice; a longer one is not read twice."""
_MAKERS = frozenset({"zeros_like", "ones_like", "full_like", "zeros", "ones", "full"})


def is_heard(name: str, model: SemanticModel) -> bool:
    """True where the elements that function ``name`` leaves out may raise or warn, and the file asks for that.

    `np.errstate(over="raise")`, `np.seterr(...)`, and warnings that are made errors.
    """
    return name not in _QUIET and model.memo(_ASKS, lambda: _ASKS.search(model.source.text) is not None)


_OF_SHAPES = frozenset({"reshape", "expand_dims", "squeeze"})
"""Functions and methods that give an array another shape, at no cost."""


def may_be_repeated(mask: ast.expr, model: SemanticModel) -> bool:
    """True where ``mask`` may be written twice: names, numbers and one elementwise function or new shape at most."""
    calls = [part for part in ast.walk(mask) if isinstance(part, ast.Call)]
    if not calls:
        return is_simple(mask)
    (call, *others) = calls
    library, _, function = (model.qualified_name(call.func) or "").rpartition(".")
    of_arrays = library.partition(".")[0] in ARRAY_PACKAGES and libraries.group(function) == "elementwise"
    given = arguments_of(call)
    method = call.func
    if isinstance(method, ast.Attribute) and method.attr in _OF_SHAPES:
        of_arrays = library.partition(".")[0] in ARRAY_PACKAGES or model.value(method.value).is_tensor
        given.append(method.value)
    return of_arrays and not others and all(map(is_simple, given)) and len(ast.unparse(mask)) <= _REPEATED


def rewrite_guarded(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Write the call as ``ops.where(y != 0, ops.divide(x, ops.where(y != 0, y, 1)), ops.zeros_like(x))``.

    Only where nothing else holds the array that the call writes into: it is made in its ``out=``, or belongs to a name
    that the statement binds anew, as in ``x = 2 * np.divide(x, y, out=x, where=y != 0)``.
    """
    call, name = found.call, found.dotted
    if call is None:
        return None
    given = {k.arg: k.value for k in call.keywords}
    guarded = GUARDED[name]
    operation = libraries.operation("numpy", name)
    target = signature(operation or "")
    if set(given) != {"out", "where"} or target is None or len(call.args) != len(target.required):
        return None
    if guarded is not None and not may_be_repeated(given["where"], model):
        return None
    if not _is_made_here(given["out"], model) and not _is_bound_anew(given["out"], call, model):
        return None
    if is_heard(name, model):
        return Refused(COMPUTED_TOO)
    holes = {f"a{number}": argument for number, argument in enumerate(call.args)}
    arguments = [f"{{{hole}}}" for hole in holes]
    if guarded is not None:
        arguments[guarded] = f"{{ops}}.where({{mask}}, {arguments[guarded]}, 1)"
    template = f"{{ops}}.where({{mask}}, {{ops}}.{operation}({', '.join(arguments)}), {{other}})"
    edit = Rewrite(call, template, {**holes, "mask": given["where"], "other": given["out"]})
    return Rewritten(edit, "where", safe=False)


def _is_made_here(node: ast.expr, model: SemanticModel) -> bool:
    if not isinstance(node, ast.Call):
        return False
    package, _, name = (model.qualified_name(node.func) or "").rpartition(".")
    return name in _MAKERS and (package == "numpy" or f"{package}." == OPS)


def _is_bound_anew(array: ast.expr, call: ast.Call, model: SemanticModel) -> bool:
    """True for a name that is read in ``call`` alone of a statement that binds it, and whose array nobody else holds.

    Of a statement that binds it to the call itself the array goes on, with its dtype: that is a store.
    """
    statement = model.statement(call)
    if not isinstance(array, ast.Name) or not isinstance(statement, ast.Assign) or statement.value is call:
        return False
    if [target.id if isinstance(target, ast.Name) else None for target in statement.targets] != [array.id]:
        return False
    inside = {*ast.walk(call)}
    read_beside = any(
        isinstance(node, ast.Name) and node.id == array.id and node not in inside
        for node in ast.walk(statement.value)
    )
    return not read_beside and sharing(array, statement, model) is Sharing.PRIVATE
