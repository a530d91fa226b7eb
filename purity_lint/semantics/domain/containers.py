"""Containers: what they hold, and what is made of what."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.semantics.domain.atoms import ANY, NEVER
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import DECLARED, DICT, LIST, MAX_ELEMENTS, MAX_NESTING, TUPLE, UNKNOWN
from purity_lint.semantics.domain.lattice import join

MAX_FIELDS: Final = 64
"""How many keys of a dict are told apart."""


def join_all(values: tuple[Abs, ...] | list[Abs]) -> Abs:
    """Return the least value that covers all of them."""
    out = NEVER
    for value in values:
        out = join(out, value)
    return out


def element_of(value: Abs) -> Abs:
    """Return what iterating over, or indexing by an unknown integer into, a container gives."""
    if value.elems is not None:
        out = join_all(value.elems)
        return out if value.elem is None else join(out, value.elem)
    return value.elem if value.elem is not None else ANY


def list_of(elem: Abs, mask: int = LIST) -> Abs:
    """A homogeneous container."""
    return Abs(mask, elem=elem if elem.depth <= MAX_NESTING else ANY)


def tuple_of(elems: tuple[Abs, ...], mask: int = TUPLE) -> Abs:
    """A tuple or list display."""
    if len(elems) > MAX_ELEMENTS:
        return list_of(join_all(elems), mask)
    return Abs(mask, elems=elems)


def with_item(owner: Abs, key: ast.expr, value: Abs) -> Abs:
    """Return the dict or list ``owner`` after ``owner[key] = value``: of what is not known, its declaration tells."""
    if value.mask == UNKNOWN and owner.elem is not None and owner.elem.ev == DECLARED:
        value = owner.elem
    if owner.mask != DICT:
        held = join_all(owner.elems) if owner.elems is not None else owner.elem or NEVER
        return owner.but(elems=None, elem=join(held, value))
    fields = owner.fields or {}
    if (
        isinstance(key, ast.Constant)
        and isinstance(key.value, str)
        and (key.value in fields or len(fields) < MAX_FIELDS)
    ):
        return owner.but(fields={**fields, key.value: value})
    return owner.but(elem=join(owner.elem or NEVER, value))


def merged(owner: Abs, given: Abs) -> Abs:
    """Return the dict ``owner`` after ``owner.update(given)``; what has no known key there may be under any."""
    if given.elem is None and not given.fields:
        return owner
    fields = {**(owner.fields or {}), **(given.fields or {})}
    elem = join(owner.elem or NEVER, given.elem or NEVER)
    if len(fields) > MAX_FIELDS:
        return owner.but(fields=None, elem=join(elem, join_all(list(fields.values()))))
    if given.elem is not None:
        certain = given.fields or {}
        fields = {k: v if k in certain else join(v, given.elem) for k, v in fields.items()}
    return owner.but(fields=fields or None, elem=elem if elem.mask else None)
