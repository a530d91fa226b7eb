"""Functions of which a part would stay with a library while the rest goes to a namespace: they are left whole.

``xp.exp(x)`` gives arrays of any library, and ``np.interp(x, y, z)`` beside it those of NumPy: who called the
function with other ones got NumPy's result before, and an error afterwards.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Mapping, Sequence, Set

from purity_lint.findings.edits import BindNamespace, Rewrite, RewriteStatement
from purity_lint.findings.finding import Finding
from purity_lint.fixes.profiles.host_numbers import is_number
from purity_lint.fixes.profiles.joined_arrays import arrays_of
from purity_lint.fixes.profiles.lacking import LackingError, saying
from purity_lint.fixes.profiles.staying import Staying
from purity_lint.knowledge.libraries import stands_in
from purity_lint.knowledge.scipy.any_library import (
    OF_ANY_LIBRARY,
    QUANTILE,
    SPECIALS,
    TAKE_ANY_LIBRARY,
    public_name,
)
from purity_lint.rewrites.host.array_methods import is_method_of_array
from purity_lint.rewrites.host.given_distributions import hands_method_on, is_given_distribution
from purity_lint.rewrites.host.hidden_calls import package_of
from purity_lint.rewrites.host.host_data import computes_on_host, is_made_on_host
from purity_lint.rewrites.local_calls import calls_of, functions_by_name
from purity_lint.rewrites.namespaces.in_use import namespace_of
from purity_lint.rewrites.namespaces.objects import is_given_listed_arrays
from purity_lint.rewrites.references import Category, reference
from purity_lint.rewrites.uses_of_names import end
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind
from purity_lint.source.constructs import DEFINITIONS

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_NO_ARRAYS = PLAIN_NUMBERS | {Kind.NONE, Kind.STR, Kind.SHAPE, Kind.DIM}
_ASK_ANY_ARRAY = frozenset({"ndim", "shape", "isscalar"})
"""Functions of NumPy that read an attribute of what they are given, which arrays of every library have."""
_OF_SCIPY = re.compile(rf"\.(?:{'|'.join(sorted({QUANTILE, *SPECIALS}))})\(")
"""Functions of SciPy that take arrays of every library."""
_OF_PACKAGE = re.compile(r"[A-Za-z]\w*\(")
"""Beginning of a template that calls a function by its name."""


class StayingBesideError(LackingError):
    """Another call of the function stays with its library."""

    def __init__(self, call: str) -> None:
        super().__init__(f"`{call}` in the same function stays with it")


def left_whole(findings: Sequence[Finding], stays: Staying, model: SemanticModel) -> list[Finding]:
    """Return ``findings`` without the fixes that would begin what the others do not finish.

    That is so in functions which have no namespace yet, and call a function that no namespace has, or one of the file
    which gives back what such a function made. Where there is a namespace already, somebody has begun it.
    """
    begun = {
        bound for finding in findings for bound in (*_begins(finding), *_without_namespace(finding, model))
    }
    if not begun:
        return _without_single_words(findings, model)
    replaced = replaced_calls(findings)
    mended = {f.node for f in findings if f.fix is not None}
    calls = [f.node for f in findings if f.node not in replaced and _stays(f, model)]
    calls += [
        c
        for c in model.source.of(ast.Call)
        if _gives_back_what_stays(c, stays, model)
        or _is_given_list(c, model)
        or _hands_distribution_on(c, mended, model)
        or hands_method_on(c, model)
    ]
    staying: dict[ast.AST, str] = {}
    while calls:
        found = {function for call in calls for function in _around(call, model)} - staying.keys()
        for call in sorted(calls, key=end):  # what others are computed of comes first
            staying |= {function: _name(call) for function in _around(call, model) if function not in staying}
        calls = [call for function in found for call in _calls_of(function, model)]
    return _without_single_words([_left(finding, staying, model) for finding in findings], model)


def _without_single_words(findings: Sequence[Finding], model: SemanticModel) -> list[Finding]:
    """Return ``findings`` without the fixes in functions that get no namespace, and where other calls stay.

    `math.sqrt(n)` and `x.shape[0]` are right there as well, but are no port.
    """
    ported = {function for finding in findings for function in _begins(finding)}
    calls: dict[ast.AST, str] = {}
    for finding in findings:
        found = reference(finding.node, model) if finding.fix is None else None
        if found is not None and found.category is Category.FUNCTION and isinstance(finding.node, ast.Call):
            around = _without_space(finding.node, ported, model)
            calls |= {around: _name(finding.node)} if around is not None and around not in calls else {}
    if not calls:
        return list(findings)
    beside = [
        calls.get(around) if (around := _without_space(f.node, ported, model)) else None for f in findings
    ]
    return [
        finding if call is None or finding.fix is None else saying(StayingBesideError(call), finding)
        for finding, call in zip(findings, beside, strict=True)
    ]


def _without_space(node: ast.AST, ported: Container[ast.AST], model: SemanticModel) -> ast.AST | None:
    """Return the outermost function around ``node``, unless one around it has a namespace, or is to get one."""
    outermost = None
    for function in _around(node, model):
        if not isinstance(function, DEFINITIONS):
            continue
        if function in ported or namespace_of(function, model) is not None:
            return None
        outermost = function
    return outermost


def _gives_back_what_stays(call: ast.Call, stays: Staying, model: SemanticModel) -> bool:
    """True for a call that gives an array of NumPy's for another library's: what is made of numbers can be taken there.

    PUR112 does that in a function which has a namespace, `xp.asarray(_knots(n))`.
    """
    given = (*call.args, *(keyword.value for keyword in call.keywords))
    return any(model.value(one).is_tensor for one in given) and stays.is_given_back_by(call)


def replaced_calls(findings: Sequence[Finding]) -> set[ast.AST]:
    """Return the calls that the fix of another finding writes anew: `np.sqrt(x, out=x)`, told of for its `out=`."""
    edits = [(f, e) for f in findings if f.fix is not None for e in f.fix.edits]
    written = [e for _, e in edits if isinstance(e, RewriteStatement)]
    found = ((edit, getattr(edit.node, "value", None)) for edit in written)
    whole = {call for edit, call in found if isinstance(call, ast.Call) and call not in edit.holes.values()}
    outputs = (e.node for f, e in edits if isinstance(e, Rewrite) and f.node is not e.node)
    return whole | {call for call in outputs if isinstance(call, ast.Call)}


def _left(finding: Finding, staying: Mapping[ast.AST, str], model: SemanticModel) -> Finding:
    bound = [
        edit.node for edit in _bindings(finding) if edit.statement or namespace_of(edit.node, model) is None
    ]
    bound = bound or _without_namespace(finding, model) or _begun_by_others(finding, staying, model)
    beside = next((staying[function] for function in bound if function in staying), None)
    return finding if beside is None else saying(StayingBesideError(beside), finding)


def _begins(finding: Finding) -> list[_Function]:
    """Return the functions to which a fix would give a namespace."""
    return [edit.node for edit in _bindings(finding) if edit.statement]


def _without_namespace(finding: Finding, model: SemanticModel) -> list[_Function]:
    """Return the functions around what a fix writes of SciPy's, a quantile, unless they have a namespace already."""
    edits = finding.fix.edits if finding.fix is not None else ()
    if not any(_OF_SCIPY.search(getattr(edit, "template", "")) for edit in edits):
        return []
    functions = [one for one in _around(finding.node, model) if isinstance(one, DEFINITIONS)]
    return [] if any(namespace_of(one, model) is not None for one in functions) else functions


def _begun_by_others(
    finding: Finding, staying: Mapping[ast.AST, str], model: SemanticModel
) -> list[_Function]:
    """Return the functions around a call of the package's own function, `xp_size(x)`, where they stay.

    `x.shape[0]` for `len(x)` is right in them as well.
    """
    edits = finding.fix.edits if finding.fix is not None else ()
    if not any(_OF_PACKAGE.match(getattr(edit, "template", "")) for edit in edits):
        return []
    functions = [one for one in _around(finding.node, model) if isinstance(one, DEFINITIONS)]
    if any(namespace_of(one, model) is not None for one in functions):
        return []
    return [one for one in functions if one in staying]


def _bindings(finding: Finding) -> list[BindNamespace]:
    """Return what a fix binds for its functions: their namespace, or what comes with it, as `xpx`."""
    edits = finding.fix.edits if finding.fix is not None else ()
    return [edit for edit in edits if isinstance(edit, BindNamespace)]


def _stays(finding: Finding, model: SemanticModel) -> bool:
    """True for a call of an array library that has no fix, and is given an array which may be of any other."""
    node = finding.node
    if finding.fix is not None:
        return False
    if not isinstance(node, ast.Call):
        return _is_handed_on(node, model)
    if computes_on_host(node, model):
        return False
    found = reference(node, model)
    if found is None:
        return _is_of_numpys_package(node, model) or is_method_of_array(node, model)
    if found.category is not Category.FUNCTION or found.dotted in _ASK_ANY_ARRAY:
        return False
    given = (*node.args, *(keyword.value for keyword in node.keywords))
    parts = (part for one in given for part in (arrays_of(one) or [one]))  # `np.hstack((x, y))` is given both
    arrays = (one for one in parts if model.value(one).is_tensor and not is_made_on_host(one, model))
    return any(not is_number(one, model) for one in arrays)


def _is_handed_on(function: ast.AST, model: SemanticModel) -> bool:
    """True for `np.matmul` in `total(np.matmul, x, y)`: a function of the file calls it with arrays."""
    call = model.parent(function)
    if not isinstance(call, ast.Call) or function not in call.args:
        return False
    found = reference(function, model)
    if found is None or found.category is not Category.FUNCTION:
        return False
    of_file = isinstance(call.func, ast.Name) and call.func.id in functions_by_name(model)
    given = (one for one in call.args if one is not function)
    return of_file and any(model.value(one).is_tensor for one in given)


def _is_of_numpys_package(call: ast.Call, model: SemanticModel) -> bool:
    """True for a function of SciPy and its like that gives NumPy's arrays for those of others: `ndimage.zoom(x)`."""
    name = model.qualified_name(call.func) or ""
    of_any = name.startswith(OF_ANY_LIBRARY) or public_name(name) in TAKE_ANY_LIBRARY
    return package_of(call, model) is not None and not of_any


def _is_given_list(call: ast.Call, model: SemanticModel) -> bool:
    """True for a function of SciPy that is given a list of arrays, of which it makes one of NumPy's.

    PUR110 stacks them for a function that takes arrays of any library, once there is a namespace.
    """
    named = model.qualified_name(call.func) or _imported_as(
        call.func, model
    )  # its own files know it otherwise
    if not stands_in(named, "scipy") or is_given_listed_arrays(call, model):
        return False
    lists = (one for one in call.args if isinstance(one, ast.List | ast.ListComp))
    return any(
        element is not None and element.is_tensor for element in (model.value(one).element for one in lists)
    )


def _hands_distribution_on(call: ast.Call, mended: Set[ast.AST], model: SemanticModel) -> bool:
    """True for `pvalue(x, stats.t(df))` where no fix takes the array to NumPy."""
    return call not in mended and is_given_distribution(call, model)


def _imported_as(function: ast.expr, model: SemanticModel) -> str | None:
    name = function.id if isinstance(function, ast.Name) else None
    return next((b.qualified for b in model.imports if b.local == name and not b.star), None)


def _calls_of(function: ast.AST, model: SemanticModel) -> list[ast.Call]:
    """Return the calls of a function of the file that are given an array, and give something back.

    One that has a namespace of its own gives arrays of that, whatever it leaves to NumPy.
    """
    if not isinstance(function, DEFINITIONS) or functions_by_name(model).get(function.name) is not function:
        return []
    if namespace_of(function, model) is not None:
        return []
    return [call for call in calls_of(function, model) if _is_computed_with(call, model)]


def _is_computed_with(call: ast.Call, model: SemanticModel) -> bool:
    given = (*call.args, *(keyword.value for keyword in call.keywords))
    made = model.value(call).kind
    is_array = not isinstance(model.parent(call), ast.Expr) and made not in _NO_ARRAYS
    return is_array and any(model.value(one).is_tensor for one in given)


def _name(node: ast.AST) -> str:
    return ast.unparse(node.func if isinstance(node, ast.Call) else node)


def _around(node: ast.AST, model: SemanticModel) -> list[ast.AST]:
    found: list[ast.AST] = []
    parent = model.parent(node)
    while parent is not None:
        if isinstance(parent, DEFINITIONS):
            found.append(parent)
        parent = model.parent(parent)
    return found
