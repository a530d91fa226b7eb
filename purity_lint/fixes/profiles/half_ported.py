"""Functions of which a part would stay with a library while the rest goes to a namespace: they are left whole.

``xp.exp(x)`` gives arrays of any library, and ``np.partition(x, 3)`` beside it those of NumPy: who called the function
with other ones got NumPy's result before, and an error afterwards.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from purity_lint.findings.edits import BindNamespace
from purity_lint.findings.finding import Finding
from purity_lint.fixes.profiles.lacking import LackingError, saying
from purity_lint.fixes.profiles.staying import Staying
from purity_lint.rewrites.host.host_data import computes_on_host, is_made_on_host
from purity_lint.rewrites.references import Category, reference
from purity_lint.rewrites.uses_of_names import end
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_ASK_ANY_ARRAY = frozenset({"ndim", "shape", "isscalar"})
"""Functions of NumPy that read an attribute of what they are given, which arrays of every library have."""


class StayingBesideError(LackingError):
    """Another call of the function stays with its library."""

    def __init__(self, call: str) -> None:
        super().__init__(f"`{call}` in the same function stays with it")


def left_whole(findings: Sequence[Finding], stays: Staying, model: SemanticModel) -> list[Finding]:
    """Return ``findings`` without the fixes that would begin what the others do not finish.

    That is so in functions which have no namespace yet, and call a function that no namespace has, or one of the file
    which gives back what such a function made. Where there is a namespace already, somebody has begun it.
    """
    begun = {bound for finding in findings for bound in _begins(finding)}
    if not begun:
        return list(findings)
    staying: dict[ast.AST, str] = {}
    calls = [finding.node for finding in findings if _stays(finding, model)]
    calls += [call for call in model.source.of(ast.Call) if stays.is_given_back_by(call)]
    for call in sorted(calls, key=end):  # what others are computed of comes first
        for function in begun.intersection(_around(call, model)):
            staying.setdefault(function, _name(call))
    return [_left(finding, staying) for finding in findings]


def _left(finding: Finding, staying: dict[ast.AST, str]) -> Finding:
    beside = next((staying[bound] for bound in _begins(finding) if bound in staying), None)
    return finding if beside is None else saying(StayingBesideError(beside), finding)


def _begins(finding: Finding) -> list[_Function]:
    """Return the functions to which a fix would give a namespace."""
    if finding.fix is None:
        return []
    return [
        edit.node for edit in finding.fix.edits if isinstance(edit, BindNamespace) and edit.statement != ""
    ]


def _stays(finding: Finding, model: SemanticModel) -> bool:
    """True for a call of an array library that has no fix, and is given an array which may be of any other."""
    node = finding.node
    if finding.fix is not None or not isinstance(node, ast.Call) or computes_on_host(node, model):
        return False
    found = reference(node, model)
    if found is None or found.category is not Category.FUNCTION or found.dotted in _ASK_ANY_ARRAY:
        return False
    given = (*node.args, *(keyword.value for keyword in node.keywords))
    return any(model.value(one).is_tensor and not is_made_on_host(one, model) for one in given)


def _name(node: ast.AST) -> str:
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""


def _around(node: ast.AST, model: SemanticModel) -> list[ast.AST]:
    found: list[ast.AST] = []
    parent = model.parent(node)
    while parent is not None:
        if isinstance(parent, DEFINITIONS):
            found.append(parent)
        parent = model.parent(parent)
    return found
