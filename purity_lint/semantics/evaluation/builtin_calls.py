"""Calls of Python's builtins."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from purity_lint.knowledge.libraries import PERHAPS_NUMPY, ROUNDED_AS_ARRAYS
from purity_lint.semantics.domain.atoms import (
    ANY,
    BOOL_VALUE,
    COMPLEX_VALUE,
    DIM_VALUE,
    FLOAT_VALUE,
    INT_VALUE,
    NEVER,
    SCALAR_VALUE,
    STR_VALUE,
)
from purity_lint.semantics.domain.containers import join_all, list_of, tuple_of
from purity_lint.semantics.domain.indexing import iterate
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import (
    DIM,
    ITERATOR,
    LIST,
    NUMERIC,
    SEQUENCES,
    SET,
    SHAPE,
    TENSOR,
    TUPLE,
    UNKNOWN,
)
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.evaluation.dynamic_imports import imported_root
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.evaluation.mappings import made_dict
from purity_lint.semantics.evaluation.named_attributes import set_attribute
from purity_lint.semantics.symbols.uses import USE_SCALAR


def _int(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return INT_VALUE


def _float(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return FLOAT_VALUE


def _complex(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return COMPLEX_VALUE


def _bool(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return BOOL_VALUE


def _str(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return STR_VALUE


def _len(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return DIM_VALUE


def _range(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    for a, written in zip(args, node.args, strict=False):
        frame.use(a, USE_SCALAR, node, written)
    return list_of(DIM_VALUE if any(a.mask & DIM for a in args) else INT_VALUE)


def _sequence(mask: int) -> Callable[[Frame, list[Abs], dict[str, Abs], ast.Call], Abs]:
    def make(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
        if not args:
            return Abs(mask)
        first = args[0]
        if first.elems is not None and first.mask & SEQUENCES:
            return tuple_of(first.elems, mask)
        if first.mask == SHAPE:
            return Abs(SHAPE if mask == TUPLE else LIST, elem=DIM_VALUE)
        if mask == TUPLE and first.mask & TENSOR and first.rank is None:
            first = first.but(rank=1)  # `tuple(np.asarray(sizes))` is a key or a shape: numbers, and no rows
        return list_of(iterate(first), mask)

    return make


def _dict(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return made_dict(args, keywords)


def _enumerate(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return list_of(tuple_of((INT_VALUE, iterate(args[0]) if args else ANY)), ITERATOR)


def _zip(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    if any(isinstance(a, ast.Starred) for a in node.args):
        return _columns(args)
    return list_of(tuple_of(tuple(iterate(a) for a in args)), ITERATOR)


def _columns(rows: list[Abs]) -> Abs:
    """Return what `zip(*rows)` gives."""
    known = [row.elems for row in rows if row.elems is not None]
    if known and len(known) == len(rows) and len({*map(len, known)}) == 1:
        return tuple_of(tuple(list_of(join_all(column), TUPLE) for column in zip(*known, strict=True)))
    return list_of(list_of(iterate(join_all(rows)), TUPLE), ITERATOR)


def _map(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    if not args:
        return ANY
    return list_of(frame.apply(args[0], [iterate(a) for a in args[1:]], {}, node), ITERATOR)


def _filter(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return list_of(iterate(args[1]), ITERATOR) if len(args) > 1 else ANY


def _sorted(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    if "key" in keywords and args:
        frame.apply(keywords["key"], [iterate(args[0])], {}, node)
    return list_of(iterate(args[0])) if args else ANY


def _reversed(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    if args and args[0].elems is not None:
        return tuple_of(tuple(reversed(args[0].elems)), args[0].mask & SEQUENCES or LIST)
    return list_of(iterate(args[0]), ITERATOR) if args else ANY


def _extremum(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    if len(args) == 1 and not isinstance(node.args[0], ast.Starred):
        if "key" in keywords:
            frame.apply(keywords["key"], [iterate(args[0])], {}, node)
        out = iterate(args[0])
        return join(out, keywords["default"]) if "default" in keywords else out
    out = NEVER
    for a in args:
        if a.mask & TENSOR and a.backend in PERHAPS_NUMPY:
            # An array of more than one element has no truth value: what `max` chooses from is 0-d.
            out = join(out, join(a.without(TENSOR | UNKNOWN), SCALAR_VALUE))
        else:
            out = join(out, a)
    return out


def _sum(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    if not args:
        return ANY
    each = iterate(args[0])
    if args[0].mask & TENSOR and args[0].rank is None and args[0].backend == "numpy":
        return join(each, SCALAR_VALUE)
    if each.mask and not each.mask & ~NUMERIC:
        return each if each.mask != 0 else INT_VALUE
    return each


def _abs(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return args[0] if args else ANY


def _round(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """Evaluate ``round``: without digits it is an int or fails, unless an array says otherwise."""
    if not args or args[0].mask & UNKNOWN:
        return args[0] if args else ANY
    of_array = args[0].mask & TENSOR and args[0].backend in ROUNDED_AS_ARRAYS
    return args[0] if of_array or len(args) > 1 or "ndigits" in keywords else INT_VALUE


def _next(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return iterate(args[0]) if args else ANY


def _iter(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return args[0] if args else ANY


def _set(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return list_of(iterate(args[0]), SET) if args else Abs(SET)


def _getattr(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    if len(node.args) > 1 and isinstance(node.args[1], ast.Constant) and isinstance(node.args[1].value, str):
        out = frame.attribute_of(args[0], node.args[1].value, node)
        return join(out, args[2]) if len(args) > 2 and out is not ANY else out
    return ANY


def _pow(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    if any(a.mask & TENSOR for a in args):
        return next(a for a in args if a.mask & TENSOR)
    return args[0] if args else ANY


def _divmod(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    if len(args) < 2:
        return ANY
    each = args[0] if args[0].mask & TENSOR else args[1] if args[1].mask & TENSOR else args[0]
    return tuple_of((each, each))


def _type(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    from purity_lint.semantics.domain.atoms import OTHER_VALUE
    from purity_lint.semantics.domain.kinds import CLASS, INSTANCE

    if len(args) == 1 and args[0].mask == INSTANCE:
        return Abs(CLASS, refs=args[0].refs)
    return OTHER_VALUE


BUILTINS: Final[dict[str, Callable[[Frame, list[Abs], dict[str, Abs], ast.Call], Abs]]] = {
    "int": _int,
    "float": _float,
    "complex": _complex,
    "bool": _bool,
    "str": _str,
    "repr": _str,
    "len": _len,
    "range": _range,
    "list": _sequence(LIST),
    "tuple": _sequence(TUPLE),
    "dict": _dict,
    "set": _set,
    "frozenset": _set,
    "enumerate": _enumerate,
    "zip": _zip,
    "map": _map,
    "filter": _filter,
    "sorted": _sorted,
    "reversed": _reversed,
    "max": _extremum,
    "min": _extremum,
    "sum": _sum,
    "abs": _abs,
    "round": _round,
    "next": _next,
    "iter": _iter,
    "getattr": _getattr,
    "setattr": set_attribute,
    "pow": _pow,
    "divmod": _divmod,
    "type": _type,
    "__import__": imported_root,
}
