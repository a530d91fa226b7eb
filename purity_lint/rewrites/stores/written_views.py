"""The edits of a store, with those that put views back into the arrays that they were taken from."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from purity_lint.findings.assumptions import Assumption, Claim, claim
from purity_lint.findings.edits import Edit, RewriteStatement
from purity_lint.rewrites.stores.dropped_arrays import seen_by_callers
from purity_lint.rewrites.stores.loop_items import loop_edits
from purity_lint.rewrites.stores.sharing import renewed_views, written_views
from purity_lint.rewrites.stores.taken_views import take_anew
from purity_lint.rewrites.stores.views import put_back
from purity_lint.semantics.model import SemanticModel


def with_views(
    edit: RewriteStatement, arrays: Iterable[ast.expr], change: ast.stmt, model: SemanticModel
) -> tuple[tuple[Edit, ...], list[Claim]]:
    """Return the edits of the store ``change`` into ``arrays``, and what putting views back assumes.

    That is never safe: a class of arrays may give copies where NumPy gives views.
    """
    arrays = list(arrays)
    found = (view for array in arrays for view in written_views(array, change, model))
    views = list({view.name: view for view in found}.values())
    claims = [seen_by_callers(view.whole, change, model) for view in views]
    claims += [claim(Assumption.NOT_ALIASED, False) for _ in views]
    renewed = {v.node.id: v for array in arrays for v in renewed_views(array, change, model)}.values()
    claims += [claim(Assumption.NOT_ALIASED, False) for _ in renewed]
    counted = {edit.node: edit for view in views for edit in view.edits}
    return (take_anew(put_back(edit, views), renewed), *loop_edits(arrays, model), *counted.values()), claims
