"""NumPy's own word for an argument that is not given, `np._NoValue`, which no other function knows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from purity_lint.rewrites.scopes import names_given
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

_NO_VALUE: Final = "_NoValue"
WHY_REFUSED: Final = "it may be handed `np._NoValue`, which NumPy's functions alone take for nothing"


def hands_no_value(call: ast.Call, model: SemanticModel) -> bool:
    """True for `np.sum(x, keepdims=keepdims)` where the file has `def total(x, keepdims=np._NoValue)`."""
    names = model.memo(hands_no_value, lambda: frozenset(_names(model)))
    if not names:
        return False
    return any(last_name(given) in names for given in (*call.args, *(k.value for k in call.keywords)))


def _names(model: SemanticModel) -> Iterator[str]:
    """Yield the word itself, where the file has it, and the names that it is given to."""
    for kind in (ast.Name, ast.Attribute):
        for node in model.source.of(kind):
            if last_name(node) == _NO_VALUE:
                yield _NO_VALUE
                yield from names_given(node, model)
