"""Arrays of which a loop takes the rows from the last to the first."""

from __future__ import annotations

import ast

from purity_lint.rewrites.indexing.one_axis import is_reversal
from purity_lint.rewrites.operands import builtin
from purity_lint.semantics.model import SemanticModel

_ITERATE = frozenset({"zip", "enumerate"})
"""Functions that iterate over what they are given."""


def is_iterated_backwards(node: ast.Subscript, model: SemanticModel) -> bool:
    """True for `for row in x[::-1]`, also among others: `zip(names, x[::-1])`."""
    parent = model.parent(node)
    iterated = isinstance(parent, ast.For | ast.comprehension) and parent.iter is node
    among = parent is not None and builtin(model, parent) in _ITERATE
    return (iterated or among) and is_reversal(node.slice)
