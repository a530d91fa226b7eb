"""Dtypes of NumPy that are called: those of the standard are no functions.

np.float64(np.sum(x))    xp.asarray(xp.sum(x), dtype=xp.float64)[()]
"""

from __future__ import annotations

import ast
import re

from purity_lint.findings.edits import Hole, Rewrite, RewriteStatement
from purity_lint.rewrites.references import Category, reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind

_CALLED = re.compile(r"(\{ops\}\.\w+)\(\{\w+\}\)")


def called(edit: Rewrite | RewriteStatement, model: SemanticModel) -> Rewrite | None:
    """Return the edit that makes an array of what a dtype is called with; ``None`` where it is about something else.

    Its `[()]` is a number again where NumPy computes, as what NumPy's dtype gave was.
    """
    match edit.node:
        case ast.Call(args=[given], keywords=[]) as call:
            found = reference(call, model)
            name = _CALLED.fullmatch(edit.template)
            if found is None or found.category is not Category.DTYPE or name is None:
                return None
            value = model.value(given)
            single = value.rank == 0 or value.kind in PLAIN_NUMBERS | {Kind.SCALAR}
            holes: dict[str, Hole] = {"given": given}
            number = "[()]" if single else ""
            return Rewrite(call, f"{{ops}}.asarray({{given}}, dtype={name[1]}){number}", holes)
    return None
