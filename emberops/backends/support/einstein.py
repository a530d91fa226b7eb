"""Einstein summation of any dtype, from nothing but transposition, products and sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from string import ascii_letters
from typing import Any

from emberops.errors import ArgumentError, ShapeError
from emberops.typing import NativeTensor as Tensor


def as_text(subscripts: Any, operands: Sequence[Any], asarray: Callable[[Any], Any]) -> tuple[str, list[Any]]:
    """``einsum``'s arguments as a text and tensors; NumPy also takes a list of numbers after each tensor instead.

    The lists may have become tensors of integers.

    Raises
    ------
    ShapeError
        For a number that is none of an axis, which are 0 to 51.
    """
    if isinstance(subscripts, str):
        _check(subscripts, operands)
        return subscripts, list(operands)
    items = [subscripts, *operands]
    result = "" if len(items) % 2 == 0 else f"->{_letters(items.pop())}"
    return ",".join(_letters(axes) for axes in items[1::2]) + result, [asarray(x) for x in items[::2]]


def check_path(optimize: Any, count: int) -> None:
    """Refuse an order of contraction that leaves something over, or contracts what is not there.

    Raises
    ------
    RuntimeError
        As NumPy does.
    """
    if not isinstance(optimize, (tuple, list)) or not optimize or optimize[0] != "einsum_path":
        return
    for places in optimize[1:]:
        if any(not 0 <= place < count for place in places):
            raise RuntimeError(f"einsum: the path contracts {tuple(places)} where {count} operands are left")
        count -= len(places) - 1
    if count != 1:
        raise RuntimeError(f"einsum: the path leaves {count} operands to be contracted")


def _check(subscripts: str, operands: Sequence[Any]) -> None:
    """Refuse what NumPy does: other signs than letters, and axes that no letter names and the result leaves out."""
    strange = set(subscripts) - _SIGNS
    if strange:
        raise ArgumentError(f"ops.einsum: {min(strange)!r} in {subscripts!r} names no axis; letters do")
    left, arrow, result = subscripts.partition("->")
    if arrow and "..." in left and "..." not in result:
        named = (sum(map(str.isalpha, term)) for term in left.split(","))
        if any(x.ndim > n for x, n in zip(operands, named, strict=False)):
            raise ShapeError(
                f"ops.einsum: {subscripts!r} has more axes than the result has letters, and no '...' there"
            )


_SIGNS = frozenset(ascii_letters + " .,->")


def _letters(axes: Any) -> str:
    numbers = axes.tolist() if hasattr(axes, "tolist") else list(axes)
    if not all(n is ... or (int(n) == n and 0 <= n < len(ascii_letters)) for n in numbers):
        raise ShapeError(f"ops.einsum: {numbers} are not numbers of axes, from 0 to {len(ascii_letters) - 1}")
    return "".join("..." if n is ... else ascii_letters[int(n)] for n in numbers)


def contract(xp: Any, subscripts: str, *operands: Tensor) -> Tensor:
    """``einsum`` by broadcast products; memory grows with the size of the whole index space.

    Parameters
    ----------
    xp
        A namespace with ``diagonal``, ``transpose``, ``expand_dims``, ``multiply`` and ``sum`` of NumPy's meaning.
    subscripts, operands
        As for ``numpy.einsum``.
    """
    terms, result = terms_of(subscripts, [x.ndim for x in operands])
    letters = result + [c for c in dict.fromkeys(c for t in terms for c in t) if c not in result]
    aligned = [_align(xp, x, term, letters) for x, term in zip(operands, terms, strict=True)]
    product = reduce(xp.multiply, aligned)
    summed = tuple(range(len(result), len(letters)))
    return xp.sum(product, axis=summed) if summed else product


def terms_of(subscripts: str, ranks: list[int]) -> tuple[list[list[str]], list[str]]:
    """The letters of each operand and of the result; broadcast axes get names of their own."""
    left, arrow, right = subscripts.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != len(ranks):
        raise ShapeError(f"ops.einsum: {subscripts!r} has {len(terms)} terms for {len(ranks)} operands")
    spare = [rank - len(t.replace("...", "")) for t, rank in zip(terms, ranks, strict=True)]
    for term, rank, n in zip(terms, ranks, spare, strict=True):
        if n < 0 or (n > 0 and "..." not in term):
            raise ShapeError(f"ops.einsum: the term {term!r} does not fit an operand of {rank} axes")
    most = max([0, *(n for t, n in zip(terms, spare, strict=True) if "..." in t)])
    if not arrow:
        plain = "".join(terms).replace("...", "")
        right = ("..." if "..." in left else "") + "".join(
            sorted(c for c in set(plain) if plain.count(c) == 1)
        )
    unknown = set(right) - set(left)
    if unknown:
        raise ShapeError(
            f"ops.einsum: the result of {subscripts!r} names {', '.join(sorted(unknown))}, which no term does"
        )
    expanded = [_expand(t, n, most) for t, n in zip(terms, spare, strict=True)]
    return expanded, _expand(right, most, most)


def _expand(term: str, n: int, most: int) -> list[str]:
    before, ellipsis, after = term.partition("...")
    broadcast = [f"...{i}" for i in range(most - n, most)] if ellipsis else []
    return [*before, *broadcast, *after]


def _align(xp: Any, x: Tensor, term: list[str], letters: list[str]) -> Tensor:
    """``x`` with one axis for each of ``letters``: repeated letters taken diagonally, absent ones of size 1."""
    term = list(term)
    for letter in [c for c in dict.fromkeys(term) if term.count(c) > 1]:
        while term.count(letter) > 1:
            first = term.index(letter)
            second = term.index(letter, first + 1)
            x = xp.diagonal(x, 0, first, second)
            term = [c for i, c in enumerate(term) if i not in (first, second)] + [letter]
    x = xp.transpose(x, [term.index(c) for c in letters if c in term])
    return xp.expand_dims(x, [i for i, c in enumerate(letters) if c not in term])
