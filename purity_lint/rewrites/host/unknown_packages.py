"""Functions of packages of which nothing is known but that the code hands them NumPy's arrays, made for them.

`geodesic.distance(np.asarray(latitude), ...)` says that the package computes in NumPy: an array of another library
would meet code that was never meant for it, and what comes back would be NumPy's, if anything did.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.facades import is_known_elsewhere
from purity_lint.knowledge.numpy.roles import AS_ARRAYS, KEEP_ARRAYS
from purity_lint.knowledge.packages import ANY_ARRAYS, NUMPY_INSIDE
from purity_lint.rewrites.host.foreign_calls import data_of, handed_over, is_numpys_own, leaves
from purity_lint.rewrites.operands import operation, quote, strongest
from purity_lint.rewrites.scopes import bound_names, enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_MADE = frozenset({*AS_ARRAYS, *KEEP_ARRAYS})
_CODE = frozenset({Kind.FUNCTION, Kind.CLASS, Kind.MODULE})
_BY_HAND = "use an operation of `ops`, or convert by hand: `ops.to_numpy(x)` before, `ops.from_numpy` after"


def given_to_unknown_package(call: ast.Call, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for tensors that a call hands to such a package."""
    package = package_by_evidence(call, model)
    if package is None:
        return
    given = [leaf for argument in data_of(call, model) for leaf in leaves(argument)]
    hidden = [a for a in given if not (isinstance(a, ast.Starred) or is_numpys_own(a, model))]
    tensor = strongest(model.value(argument) for argument in hidden)
    if tensor is None:
        return
    message = Message(f"`{quote(model, call.func)}` of `{package}` is given NumPy's arrays", _BY_HAND, ":")
    yield Finding(call, message, tensor.evidence, tensor.reasons, _adapted(call, model), _BY_HAND)


def is_made_for_package(call: ast.Call, model: SemanticModel) -> bool:
    """True for `np.asarray(x)` where such a package is given it: what it takes is NumPy's, and of no other library."""
    holder = model.parent(call)
    holder = model.parent(holder) if isinstance(holder, ast.keyword) else holder
    if not isinstance(holder, ast.Call) or holder.func is call or not _is_made(call, model):
        return False
    return package_by_evidence(holder, model) is not None


def package_by_evidence(call: ast.Call, model: SemanticModel) -> str | None:
    """Return the package of the function called, if the call makes NumPy's arrays for it and nothing else is known.

    A class may keep what it is given for others, and a function that is handed functions calls them.
    """
    name = model.qualified_name(call.func)
    root, _, rest = (name or "").partition(".")
    if not rest or rest.rpartition(".")[2][:1].isupper() or not _is_elsewhere(root, model):
        return None
    if model.accepted(call.func) is not None:
        return None  # a function of the project, in a file beside this one
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    if any(isinstance(argument, ast.Lambda) or model.value(argument).kind in _CODE for argument in given):
        return None
    return root if any(_is_made(argument, model) for argument in given) else None


def _adapted(call: ast.Call, model: SemanticModel) -> Fix | None:
    """Write the call as ``ops.from_numpy(f(ops.to_numpy(x)))``, of several results each by itself."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    if any(isinstance(argument, ast.Starred) for argument in given):
        return None
    edits = handed_over(call, model, but=[argument for argument in given if is_numpys_own(argument, model)])
    if edits is None:
        return None
    taken_back = _taken_back(call, model)
    if taken_back is not None:
        edits = (Rewrite(call, taken_back, {"x": call}), *edits)
    return Fix(edits, Applicability.UNSAFE, "Convert to NumPy and back")


def imports_unknown_packages(model: SemanticModel) -> bool:
    """True where the file imports a package of others of which nothing is known."""
    return any(_is_elsewhere(root, model) for root in _roots(model))


def _is_elsewhere(root: str, model: SemanticModel) -> bool:
    """True for a package of others, imported by its name, that is none of those of which more is known."""
    known = root == model.package or root in NUMPY_INSIDE or root in ANY_ARRAYS or is_known_elsewhere(root)
    imported: frozenset[str] = model.memo(_is_elsewhere, lambda: _roots(model))
    return not known and root in imported


def _roots(model: SemanticModel) -> frozenset[str]:
    """Return the top-level packages that the file imports, but for its own, which it names by dots."""
    absolute = (b for b in model.imports if not (isinstance(b.node, ast.ImportFrom) and b.node.level))
    return frozenset(binding.qualified.partition(".")[0] for binding in absolute)


def _is_made(argument: ast.expr, model: SemanticModel) -> bool:
    """True for `np.asarray(x)`, and for what has become of it."""
    if operation(model, argument) == "to_numpy":
        return True
    return isinstance(argument, ast.Call) and model.qualified_name(argument.func) in _MADE


def _taken_back(call: ast.Call, model: SemanticModel) -> str | None:
    """Return what makes tensors of the results; ``None`` where they are dropped, or taken back already."""
    match model.parent(call):
        case ast.Expr() | ast.Attribute():
            return None
        case ast.Call(func=ast.Name(id="map")):
            return None
        case ast.Call() as parent if operation(model, parent) in {"from_numpy", "asarray"}:
            return None
        case ast.Assign(targets=[ast.Tuple(elts=elements)]):
            starred = any(isinstance(element, ast.Starred) for element in elements)
            hidden = bound_names(enclosing(call, model)) | bound_names(model.source.tree)
            if not starred and "map" not in hidden:
                return "map({ops}.from_numpy, {x})"
    return "{ops}.from_numpy({x})"
