"""What loops go through: containers, generators, and objects with an `__iter__` or a `__getitem__` of their own."""

from __future__ import annotations

import ast

from purity_lint.knowledge import framework_objects as known
from purity_lint.semantics.domain.atoms import INT_VALUE
from purity_lint.semantics.domain.containers import list_of
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import INSTANCE, ITERATOR
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.evaluation.library_objects import value_of


def iterable(frame: Frame, value: Abs, node: ast.AST) -> Abs:
    """Return what a loop over ``value`` goes through, of which :func:`iterate` tells the items."""
    if value.mask != INSTANCE:
        return value
    own = frame.dunder(value, "__iter__", [], node)
    if own is None:
        item = frame.dunder(value, "__getitem__", [INT_VALUE], node)
        return _of_library(value) if item is None else list_of(item, ITERATOR)
    following = frame.dunder(own, "__next__", [], node) if own.mask == INSTANCE else None
    return own if following is None else list_of(following, ITERATOR)


def _of_library(value: Abs) -> Abs:
    for ref in value.refs:
        each = known.each(ref) if isinstance(ref, str) else None
        if each is not None:
            return list_of(value_of(each, str(ref)), ITERATOR)
    return value
