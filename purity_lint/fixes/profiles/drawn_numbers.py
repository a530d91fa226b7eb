"""Random numbers that get a dtype: NumPy draws them, and the namespace makes an array of its own of them at once.

rng.normal(size=3).astype(x.dtype)   xp.asarray(rng.normal(size=3), dtype=x.dtype)
"""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Hole, Rewrite, RewriteStatement
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_CAST = "astype"
_OPTIONS = frozenset({"copy"})
"""Keywords that say nothing of an array that is made anew."""


def drawn(edit: Rewrite | RewriteStatement, model: SemanticModel) -> Rewrite | None:
    """Return the edit that makes an array of a draw which is cast; ``None`` where it is about something else."""
    match edit.node:
        case (
            ast.Call(
                func=ast.Attribute(value=ast.Call() as draw, attr=method), args=[dtype], keywords=keywords
            ) as call
        ) if method == _CAST and _is_draw(draw, model):
            if {keyword.arg for keyword in keywords} <= _OPTIONS:
                holes: dict[str, Hole] = {"draw": draw, "dtype": dtype}
                return Rewrite(call, "{ops}.asarray({draw}, dtype={dtype})", holes)
    return None


def _is_draw(call: ast.Call, model: SemanticModel) -> bool:
    return isinstance(call.func, ast.Attribute) and model.value(call.func.value).kind is Kind.RANDOM
