"""Sums of products that NumPy reads from a text: ``np.einsum('ij,jk->ik', a, b)``, which the standard writes out.

np.einsum('ij,ij->i', a, b)    xp.sum(a * b, axis=1)
np.einsum('ij,jk', a, b)       a @ b
np.einsum('ijk,k->ij', a, b)   xp.tensordot(a, b, axes=((2,), (0,)))
np.einsum('ii->i', a)          xp.linalg.diagonal(a)
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from purity_lint.fixes.profiles.pieces import Filled
from purity_lint.source.parse import parsed_expression

_TERMS = re.compile(r"([a-zA-Z]+)(?:,([a-zA-Z]+))?(->[a-zA-Z]*)?")
_MATRIX = 2


def product(given: Sequence[Filled], space: str) -> ast.expr | None:
    """Return what gives the same as an `einsum` of one or two arrays; ``None`` for one that takes several steps."""
    text = given[0].node.value if given and isinstance(given[0].node, ast.Constant) else None
    found = _TERMS.fullmatch(text.replace(" ", "")) if isinstance(text, str) else None
    if found is None or len(given) - 1 != sum(term is not None for term in found.groups()[:2]):
        return None
    left, right, arrow = found.groups()
    result = arrow.removeprefix("->") if arrow is not None else _implied(left + (right or ""))
    if len(set(result)) != len(result) or not set(result) <= set(left + (right or "")):
        return None
    if right is None:
        return _of_one(left, result, given[1].text, space)
    if len(set(left)) != len(left) or len(set(right)) != len(right):
        return None
    return _of_two(left, right, result, given[1].text, given[2].text, space)


def _implied(letters: str) -> str:
    """Return the axes of a result that are not named: those that stand once, in the order of the alphabet."""
    return "".join(sorted(letter for letter in set(letters) if letters.count(letter) == 1))


def _of_one(axes: str, result: str, array: str, space: str) -> ast.expr | None:
    if len(axes) == _MATRIX and len(set(axes)) == 1:
        function = "diagonal" if result else "trace"
        return parsed_expression(f"{space}.linalg.{function}({array})")
    if len(set(axes)) != len(axes):
        return None
    if len(result) == len(axes):
        order = tuple(axes.index(letter) for letter in result)
        return parsed_expression(f"{space}.permute_dims({array}, {order})") if result != axes else None
    return _summed(array, axes, result, space)


def _of_two(left: str, right: str, result: str, one: str, other: str, space: str) -> ast.expr | None:
    if left == right:
        multiplied = f"{one} * {other}"
        return parsed_expression(multiplied) if left == result else _summed(multiplied, left, result, space)
    shared = [letter for letter in left if letter in right]
    free = [letter for letter in left + right if letter not in shared]
    if not shared or list(result) != free:
        return None  # an axis of both stays, or one of the result stands elsewhere
    if left[-1] == right[0] and len(shared) == 1 and max(len(left), len(right)) <= _MATRIX:
        return parsed_expression(f"{one} @ {other}")
    axes = tuple(tuple(term.index(letter) for letter in shared) for term in (left, right))
    return parsed_expression(f"{space}.tensordot({one}, {other}, axes={axes})")


def _summed(array: str, axes: str, result: str, space: str) -> ast.expr | None:
    """Return a sum along the axes that a result has not; ``None`` where those that stay change places."""
    if "".join(letter for letter in axes if letter in result) != result:
        return None
    gone = tuple(place for place, letter in enumerate(axes) if letter not in result)
    along = f", axis={gone[0] if len(gone) == 1 else gone}" if result else ""
    return parsed_expression(f"{space}.sum({array}{along})")
