"""Arrays of lists in which `None` stands for what is missing: ``np.array([x.t if x.known else None for x in xs])``."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Rewrite
from purity_lint.rewrites.calls.library_calls import Rewritten
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.constructs import is_none


def rewrite_missing_elements(found: Reference, model: SemanticModel) -> Rewritten | None:
    """Write it as ``ops.array(values, strict=False)``: an array of numbers where none is missing, else what it was.

    NumPy makes an array of objects of the others; no tensor holds ``None``, and ``ops.array(values)`` fails.
    """
    call = found.call
    if call is None or len(call.args) != 1 or call.keywords or not _lists_none(call.args[0]):
        return None
    if model.value(call).kind is Kind.OTHER:  # text beside it: an array of objects whatever is missing
        return None
    edit = Rewrite(call, "{ops}.array({x}, strict=False)", {"x": call.args[0]})
    return Rewritten(edit, "array", safe=False)


def _lists_none(data: ast.expr) -> bool:
    """True where a list that is written out, or made one by one, may hold ``None``, in lists of it too."""
    match data:
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return any(_may_be_none(element) or _lists_none(element) for element in elements)
        case ast.ListComp(elt=element):
            return _may_be_none(element) or _lists_none(element)
    return False


def _may_be_none(element: ast.expr) -> bool:
    """True for ``None``, and for ``x if known else None``."""
    if isinstance(element, ast.IfExp):
        return _may_be_none(element.body) or _may_be_none(element.orelse)
    return is_none(element)
