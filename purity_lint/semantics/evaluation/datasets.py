"""What the collections of data of scikit-learn and Keras hold, and the parts into which arrays are split."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from purity_lint.knowledge.ecosystem import (
    KERAS_DATASETS,
    SKLEARN_BUNCH,
    SKLEARN_DATASETS,
    SKLEARN_SPLITTER,
)
from purity_lint.semantics.domain.atoms import ANY
from purity_lint.semantics.domain.containers import join_all, list_of, tuple_of
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import INFERRED, INSTANCE, LIST, TENSOR, TUPLE
from purity_lint.semantics.evaluation.frame import Frame

_ARRAY: Final = Abs(TENSOR, INFERRED, backend="numpy")


def _collection(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """Return the data and the target, which are arrays unless they are asked for as a table."""
    if args or "as_frame" in keywords:
        return ANY
    as_pair = next((k.value for k in node.keywords if k.arg == "return_X_y"), None)
    match as_pair:
        case ast.Constant(value=True):
            return tuple_of((_ARRAY, _ARRAY))
        case None | ast.Constant(value=False):
            return Abs(INSTANCE, refs=(SKLEARN_BUNCH,))
    return ANY


def _to_train_and_to_test(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """Return the pairs that `(x_train, y_train), (x_test, y_test) = mnist.load_data()` takes apart."""
    pair = tuple_of((_ARRAY, _ARRAY))
    return tuple_of((pair, pair))


def _split(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """Return the parts: two of each of the arrays, lists and tables that are given."""
    if any(isinstance(a, ast.Starred) for a in node.args):
        return list_of(join_all(args)) if args else ANY
    return tuple_of(tuple(_part(each) for each in args for _ in range(2)), LIST)


def _part(whole: Abs) -> Abs:
    return whole.but(elems=None, elem=join_all(whole.elems)) if whole.elems and whole.mask & TUPLE else whole


DATASETS: Final[dict[str, Callable[[Frame, list[Abs], dict[str, Abs], ast.Call], Abs]]] = {
    **dict.fromkeys(KERAS_DATASETS, _to_train_and_to_test),
    **dict.fromkeys(SKLEARN_DATASETS, _collection),
    SKLEARN_SPLITTER: _split,
}
