"""Packages of which nothing is known but that the code hands them NumPy's arrays.

`geodesic.distance(np.asarray(latitude), ...)` says that the package computes in NumPy, and so does any array that code
written for NumPy alone hands it: one of another library would meet code that was never meant for it, compiled as
often as not, and what comes back would be NumPy's, if anything did.
"""

from __future__ import annotations

import ast

from purity_lint.findings.diagnostics import Evidence
from purity_lint.knowledge.facades import is_known_elsewhere
from purity_lint.knowledge.libraries import NUMPY, OWN_TENSORS, PERHAPS_NUMPY, SPOKEN
from purity_lint.knowledge.numpy.roles import AS_ARRAYS, KEEP_ARRAYS
from purity_lint.knowledge.packages import ANY_ARRAYS, NUMPY_INSIDE
from purity_lint.rewrites.operands import operation
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.constructs import arguments_of

_MADE = frozenset({*AS_ARRAYS, *KEEP_ARRAYS})
_CODE = frozenset({Kind.FUNCTION, Kind.CLASS, Kind.MODULE})


def is_made_for_package(call: ast.Call, model: SemanticModel) -> bool:
    """True for `np.asarray(x)` where such a package is given it: what it takes is NumPy's, and of no other library."""
    holder = model.parent(call)
    holder = model.parent(holder) if isinstance(holder, ast.keyword) else holder
    if not isinstance(holder, ast.Call) or holder.func is call or not _is_made(call, model):
        return False
    return package_by_evidence(holder, model) is not None


def package_by_evidence(call: ast.Call, model: SemanticModel) -> str | None:
    """Return the package of the function called, if the file makes NumPy's arrays for it and nothing else is known.

    A class may keep what it is given for others, and a function that is handed functions calls them.
    """
    root = _root_of_function(call, model)
    made_for: frozenset[str] = model.memo(package_by_evidence, lambda: _given_arrays(model))
    if root not in made_for or model.is_code_of_project(call.func):
        return None
    code = (isinstance(a, ast.Lambda) or model.value(a).kind in _CODE for a in arguments_of(call))
    return None if any(code) else root


def _given_arrays(model: SemanticModel) -> frozenset[str]:
    """Return the unknown packages that some call of the file hands arrays which are NumPy's."""
    if not imports_unknown_packages(model):
        return frozenset()
    calls = [node for node in model.source.nodes if isinstance(node, ast.Call)]
    rooted = [(root, c) for c in calls if (root := _root_of_function(c, model)) is not None]
    # What tests hand arrays is what they test, also where the project is not seen.
    of_numpy = (
        NUMPY in _roots(model) and not model.holds_tests and model.asked_about(SPOKEN).isdisjoint(OWN_TENSORS)
    )
    return frozenset(
        root
        for root, call in rooted
        if any(_is_made(one, model) or (of_numpy and _is_numpys(one, model)) for one in arguments_of(call))
    )


def _is_numpys(argument: ast.expr, model: SemanticModel) -> bool:
    """True for an array in a file that has them of NumPy."""
    value = model.value(argument)
    sure = value.is_tensor and not (value.maybe or value.foreign or value.textual)
    return sure and value.evidence >= Evidence.INFERRED and value.backend in PERHAPS_NUMPY


def _root_of_function(call: ast.Call, model: SemanticModel) -> str | None:
    """Return the unknown package of which a function is called by its name."""
    name = model.qualified_name(call.func)
    root, _, rest = (name or "").partition(".")
    named = bool(rest) and not rest.rpartition(".")[2][:1].isupper()
    return root if named and _is_elsewhere(root, model) else None


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
