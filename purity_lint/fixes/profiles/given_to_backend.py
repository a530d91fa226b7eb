"""What NumPy takes for an array and a package's own backend does not: lists of them, and numbers."""

from __future__ import annotations

import ast

from purity_lint.knowledge.vocabularies import own_backend as facts
from purity_lint.rewrites.references import reference
from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind

_LISTS = frozenset({Kind.LIST, Kind.TUPLE})


def is_given_no_array(call: ast.Call, name: str, model: SemanticModel) -> bool:
    """True for `np.mean(errors)` of a list, and for `np.clip(step, 0, 1)` of what may be a number of Python's.

    A list that is written where it is handed over, `np.min((a, b))`, is stacked; what makes arrays takes lists.
    """
    if name not in facts.OF_ONE_ARRAY or not call.args:
        return False
    first = call.args[0]
    if name in facts.REDUCTIONS and isinstance(first, ast.Tuple | ast.List):
        return False
    return model.value(first).kind in _LISTS or _may_be_number(first, model)


def _may_be_number(node: ast.expr, model: SemanticModel) -> bool:
    """True for a number of Python's, and for one of NumPy's that a function gives which may give either."""
    value = model.value(node)
    if value.kind is Kind.SCALAR:
        return _is_given_by_another(node, model)
    return value.kind in PLAIN_NUMBERS or (value.is_tensor and value.maybe and value.rank == 0)


def _is_given_by_another(node: ast.expr, model: SemanticModel) -> bool:
    """True for `step(x)`, and a name for it, where `step` is no function of a library's."""
    made = [node]
    if isinstance(node, ast.Name):
        made = [*bindings(enclosing(node, model)).get(node.id, ())]
    return any(isinstance(one, ast.Call) and reference(one, model) is None for one in made)
