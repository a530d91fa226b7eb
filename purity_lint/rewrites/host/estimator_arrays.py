"""Arrays that scikit-learn holds: `iris.data` of a collection of data, `kmeans.labels_` of a fitted estimator."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.ecosystem import SKLEARN_ARRAYS, SKLEARN_BUNCH_ARRAYS
from purity_lint.rewrites.host.foreign_results import is_held_by_estimator
from purity_lint.rewrites.host.kept_results import stays_with_numpy
from purity_lint.rewrites.host.result_objects import stays_on_host
from purity_lint.rewrites.operands import quote
from purity_lint.semantics.model import SemanticModel

NAMES: Final = SKLEARN_ARRAYS | SKLEARN_BUNCH_ARRAYS


def array_of_estimator(node: ast.Attribute, model: SemanticModel) -> Iterator[Finding]:
    """Yield the finding for such an array that goes on among tensors as one of NumPy's."""
    if not isinstance(node.ctx, ast.Load) or not is_held_by_estimator(node, model):
        return
    if stays_on_host(node, model) or stays_with_numpy(node, model):
        return
    value = model.value(node)
    message = Message(
        f"`{quote(model, node)}` of scikit-learn is an array of NumPy's", "use `ops.from_numpy`"
    )
    edit = Rewrite(node, "{ops}.from_numpy({x})", {"x": node})
    fix = Fix((edit,), Applicability.UNSAFE, "Make a tensor of the array")
    yield Finding(node, message, value.evidence, value.reasons, fix)
