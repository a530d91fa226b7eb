"""Iterators of ``itertools`` and their like: what they give, one by one."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.knowledge.ecosystem import PASSING_ON
from purity_lint.semantics.domain.atoms import ANY, INT_VALUE, NEVER
from purity_lint.semantics.domain.containers import list_of, tuple_of
from purity_lint.semantics.domain.indexing import iterate
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import ITERATOR, TUPLE
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.evaluation.frame import Frame


def _chain(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    out = NEVER
    for a in args:
        out = join(out, iterate(a))
    return list_of(out, ITERATOR) if out.mask else Abs(ITERATOR)


def _product(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    if "repeat" in keywords:
        return list_of(list_of(iterate(args[0]), TUPLE), ITERATOR) if args else Abs(ITERATOR)
    return list_of(tuple_of(tuple(iterate(a) for a in args)), ITERATOR)


def _combinations(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return list_of(list_of(iterate(args[0]), TUPLE), ITERATOR) if args else Abs(ITERATOR)


def _pairwise(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    each = iterate(args[0]) if args else ANY
    return list_of(tuple_of((each, each)), ITERATOR)


def _tee(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    each = list_of(iterate(args[0]), ITERATOR) if args else Abs(ITERATOR)
    return list_of(each, TUPLE)


def _count(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return list_of(args[0] if args else INT_VALUE, ITERATOR)


def _passed_on(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    through = args[0] if args else keywords.get("iterable")
    return ANY if through is None else list_of(iterate(through), ITERATOR)


def _accumulate(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    if not args:
        return ANY
    each = iterate(args[0])
    by = args[1] if len(args) > 1 else keywords.get("func")
    return list_of(each if by is None else join(each, frame.apply(by, [each, each], {}, node)), ITERATOR)


def _flat(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``chain.from_iterable(rows)``: the items of each row."""
    each = iterate(iterate(args[0])) if args else NEVER
    return list_of(each, ITERATOR) if each.mask else Abs(ITERATOR)


def _some(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``islice(items, n)``, ``cycle(items)``: items as they are."""
    return list_of(iterate(args[0]), ITERATOR) if args else Abs(ITERATOR)


def _chosen(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``takewhile(f, items)``: those items of which a function that it calls says yes."""
    if len(args) < _OF_CHOOSING:
        return Abs(ITERATOR)
    each = iterate(args[1])
    frame.apply(args[0], [each], {}, node)
    return list_of(each, ITERATOR)


def _starmap(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``starmap(f, rows)`` gives what a function makes of the items of each row."""
    rows = iterate(args[1]) if len(args) > 1 else ANY
    if rows.elems is None:
        return Abs(ITERATOR)
    return list_of(frame.apply(args[0], list(rows.elems), {}, node), ITERATOR)


def _groups(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``groupby(items, key)`` gives a key and the items of a group."""
    each = iterate(args[0]) if args else ANY
    by = args[1] if len(args) > 1 else keywords.get("key")
    key = each if by is None else frame.apply(by, [each], {}, node)
    return list_of(tuple_of((key, list_of(each, ITERATOR))), ITERATOR)


_OF_CHOOSING: Final = 2
"""How many arguments a function has that chooses from others by a function."""
ITERATORS: Final = {
    "itertools.chain": _chain,
    "itertools.chain.from_iterable": _flat,
    "heapq.merge": _chain,
    "itertools.product": _product,
    "itertools.combinations": _combinations,
    "itertools.permutations": _combinations,
    "itertools.combinations_with_replacement": _combinations,
    "itertools.pairwise": _pairwise,
    "itertools.tee": _tee,
    "itertools.count": _count,
    "itertools.cycle": _some,
    "itertools.islice": _some,
    "itertools.compress": _some,
    **dict.fromkeys(("itertools.takewhile", "itertools.dropwhile", "itertools.filterfalse"), _chosen),
    "itertools.starmap": _starmap,
    "itertools.groupby": _groups,
    "itertools.accumulate": _accumulate,
    **dict.fromkeys(PASSING_ON, _passed_on),
    "concurrent.futures.as_completed": _passed_on,
}
"""Functions that give iterators -> what these give."""
