"""Questions that NumPy's numbers answer in another way: `isinstance(np.float64(1), np.ndarray)` is false.

``is_array_api_obj(np.float64(1))`` is true, so that it stands for the question only where no number comes there.
"""

from __future__ import annotations

import ast

from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.edits import Rewrite, RewriteStatement
from purity_lint.rewrites.documented_ranks import rank_of
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.blocks import before
from purity_lint.source.names import last_name

_ASKS = "{ops}.is_tensor("
_NUMBERS = frozenset({"isscalar"})
_CLASS_OF_NUMBERS = "generic"


def asked_of_number(edit: Rewrite | RewriteStatement, model: SemanticModel) -> str | None:
    """Return what is asked for being an array, and may be one of NumPy's numbers; ``None`` for anything else."""
    match edit.node:
        case ast.Call(func=ast.Name(id="isinstance"), args=[asked, _]) if _ASKS in edit.template:
            return ast.unparse(asked) if _may_be_number(asked, edit.node, model) else None
    return None


def _may_be_number(asked: ast.expr, question: ast.AST, model: SemanticModel) -> bool:
    if (rank_of(asked, model) or 0) > 0:
        return False
    value = model.value(asked)
    if value.is_tensor and not value.maybe and value.evidence >= Evidence.DECLARED:
        return False
    return not _is_none_by_then(ast.unparse(asked), question, model)


def _is_none_by_then(asked: str, node: ast.AST, model: SemanticModel) -> bool:
    """True below `if np.isscalar(x): return`, and in what else there is to such a question."""
    child, parent = node, model.parent(node)
    while parent is not None:
        match parent:
            case ast.If(test=test, orelse=other) if child in other and _asks_for_number(test, asked):
                return True
            case ast.BoolOp(op=ast.And(), values=values) if child in values:
                above = values[: values.index(child)]
                if any(isinstance(v, ast.UnaryOp) and _asks_for_number(v.operand, asked) for v in above):
                    return True
        if isinstance(child, ast.stmt) and any(
            isinstance(above, ast.If)
            and isinstance(above.body[-1], ast.Return | ast.Raise)
            and _asks_for_number(above.test, asked)
            for above in before(child, parent)
        ):
            return True
        child, parent = parent, model.parent(parent)
    return False


def _asks_for_number(test: ast.expr, asked: str) -> bool:
    match test:
        case ast.Call(func=function, args=[one]) if last_name(function) in _NUMBERS:
            return ast.unparse(one) == asked
        case ast.Call(func=ast.Name(id="isinstance"), args=[one, classes]):
            each = classes.elts if isinstance(classes, ast.Tuple) else [classes]
            named = {last_name(one_class) for one_class in each}
            return ast.unparse(one) == asked and _CLASS_OF_NUMBERS in named
    return False
