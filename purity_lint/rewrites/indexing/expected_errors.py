"""Reads that are expected to fail: ``try: first = x[0]`` with an ``except IndexError``.

JAX takes the nearest element for a place that is not there, and MLX reads whatever lies beside the array.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from purity_lint.rewrites.indexing.masked_reads import is_mask
from purity_lint.rewrites.scopes import catches
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import last_name

_ERRORS: Final = ("IndexError", "LookupError")
_EXPECT: Final = frozenset({"suppress", "raises", "assertRaises", "assertRaisesRegex"})
"""Functions of which the block expects an error that it is told by name."""


def is_expected_to_fail(node: ast.Subscript, parts: Sequence[ast.expr], model: SemanticModel) -> bool:
    """True where a place that ``node`` names may not be there, and the code around it goes on if so."""
    if not model.memo(is_expected_to_fail, lambda: any(error in model.source.text for error in _ERRORS)):
        return False
    if not any(_names_a_place(part, model) for part in parts):
        return False
    return any(catches(node, error, model) for error in _ERRORS) or _is_in_block(node, model)


def _names_a_place(part: ast.expr, model: SemanticModel) -> bool:
    """True for a part of an index that has to be within the array, as slices, new axes and masks have not."""
    if isinstance(part, ast.Slice) or (isinstance(part, ast.Constant) and part.value in (None, ...)):
        return False
    return not is_mask(model.value(part))


def _is_in_block(node: ast.AST, model: SemanticModel) -> bool:
    """True within ``with suppress(IndexError):`` of the same function."""
    parent = model.parent(node)
    while parent is not None and not isinstance(parent, FUNCTIONS):
        if isinstance(parent, ast.With) and any(_expects(item.context_expr) for item in parent.items):
            return True
        parent = model.parent(parent)
    return False


def _expects(block: ast.expr) -> bool:
    if not isinstance(block, ast.Call) or last_name(block.func) not in _EXPECT:
        return False
    given = [one for a in block.args for one in (a.elts if isinstance(a, ast.Tuple) else [a])]
    return any(isinstance(error, ast.Name) and error.id in _ERRORS for error in given)
