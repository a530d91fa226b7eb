"""How values become one number, and how options are checked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from emberops import ops
from emberops.errors import ShapeError, UnknownOptionError
from emberops.typing import Tensor

Reduction = Literal["sum", "mean", "none"]
REDUCTIONS = ("sum", "mean", "none")


def reduce(x: Tensor, reduction: Reduction) -> Tensor:
    """The sum or the mean of the values, or the values as they are.

    Raises
    ------
    UnknownOptionError
        If ``reduction`` is none of these words.
    """
    check_option("reduction", reduction, REDUCTIONS)
    if reduction == "sum":
        return ops.sum(x)
    return ops.mean(x) if reduction == "mean" else x


def check_option(what: str, given: object, known: Iterable[str]) -> None:
    """Refuse a word that is none of those known.

    Raises
    ------
    UnknownOptionError
    """
    if given not in tuple(known):
        raise UnknownOptionError(f"unknown {what} {given!r}; expected one of {', '.join(map(repr, known))}")


def check_same_shape(where: str, a: Any, b: Any) -> None:
    """Refuse two tensors of different shapes: broadcasting would hide a mistake here.

    Raises
    ------
    ShapeError
    """
    if ops.shape(a) != ops.shape(b):
        raise ShapeError(f"{where}: shapes {ops.shape(a)} and {ops.shape(b)} differ")
