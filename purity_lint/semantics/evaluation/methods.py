"""Methods of tensors, strings and containers."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.knowledge import arrays, lookup, python
from purity_lint.knowledge.ecosystem import UNITS
from purity_lint.knowledge.libraries import PERHAPS_NUMPY
from purity_lint.knowledge.notation import Fact, Result, words
from purity_lint.knowledge.numpy import returns as numpy_returns
from purity_lint.semantics.domain.arithmetic import scalar_or_tensor
from purity_lint.semantics.domain.atoms import (
    ANY,
    BOOL_VALUE,
    DIM_VALUE,
    INT_VALUE,
    NEVER,
    NONE_VALUE,
    OTHER_VALUE,
    RESULT_VALUE,
    SHAPE_VALUE,
    is_foreign,
)
from purity_lint.semantics.domain.containers import element_of, list_of, tuple_of
from purity_lint.semantics.domain.indexing import iterate
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import (
    INFERRED,
    ITERATOR,
    LIST,
    NONE,
    NUMERIC,
    OTHER,
    RANDOM,
    SEQUENCES,
    TENSOR,
    TUPLE,
    UNKNOWN,
)
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.domain.library_values import SIMPLE
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.evaluation.library_calls import dtype_of_text, holds_objects
from purity_lint.semantics.evaluation.reductions import nested_rank, product_rank, rank_of_whole
from purity_lint.semantics.evaluation.results import library_result
from purity_lint.semantics.symbols.table import ClassSymbol


def tensor_method(
    frame: Frame, value: Abs, name: str, args: list[Abs], keywords: dict[str, Abs], node: ast.Call
) -> Abs:
    """Return what ``value.name(...)`` returns for a tensor; where it may be foreign, so may that be."""
    fact = lookup.method(name)
    if fact is None:
        return ANY
    if name == "to" and args and _is_unit(args[0]):
        return OTHER_VALUE
    made = _made_by_method(frame, value, name, fact, args, keywords, node)
    if name == "copy" and made.mask & TENSOR and value.mask != TENSOR:
        made = made.but(
            mask=made.mask | UNKNOWN
        )  # of what is array-like it may be a list, whose copy is one too
    return made.but(mask=made.mask | OTHER) if made.mask & TENSOR and is_foreign(value) else made


def _is_unit(value: Abs) -> bool:
    """True for `u.m` of a library of units, which arrays without a unit are not converted to."""
    return any(isinstance(ref, str) and ref.rpartition(".")[0] in UNITS for ref in value.refs)


def _made_by_method(
    frame: Frame,
    value: Abs,
    name: str,
    fact: Fact,
    args: list[Abs],
    keywords: dict[str, Abs],
    node: ast.Call,
) -> Abs:
    result = fact.result
    if name == "sort" and value.backend in arrays.SORTED:
        result = arrays.SORTED[value.backend]
    if result is Result.SHAPE_OR_DIM:
        return SHAPE_VALUE if not args and not keywords else DIM_VALUE
    simple = SIMPLE.get(result)
    if simple is not None:
        return simple
    if result is Result.REDUCTION:
        return _reduced(value, name, fact, args, keywords)
    if result is Result.PRODUCT:
        other = args[0] if args and args[0].mask == TENSOR else None
        return scalar_or_tensor(
            product_rank(name, value.rank, other.rank if other else None), value, value.ev
        )
    if result is Result.PLACES:
        values = args[0] if args else ANY
        if not values.mask or values.mask & ~NUMERIC:
            return _like(value, values.rank, "int")
        return RESULT_VALUE if value.backend in PERHAPS_NUMPY else _like(value, 0, "int")
    if result is Result.TENSOR_LIST:
        return list_of(_like(value), TUPLE)
    if result is Result.TENSOR_TUPLE:
        return _like(value) if value.backend == "torch" else list_of(_like(value), TUPLE)
    if result.count:
        return tuple_of((_like(value),) * result.count)
    made = _tensor_result(value, name, fact, args)
    if made.dtype is not None:
        return made
    if name in arrays.CASTS:
        if name == "astype" and _casts_to_objects(args, keywords, node):
            return OTHER_VALUE  # text, dates or any object, with operators of their own
        dtype = _cast_to(name, args, keywords, node)
    else:
        dtype = value.dtype if name in arrays.KEEP_MASKS and value.mask == TENSOR else None
    return made.but(dtype=dtype) if dtype in arrays.INDEX_DTYPES else made


def _cast_to(name: str, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> str | None:
    """Return the dtype that a cast names, in its own name or as its argument."""
    wanted = keywords.get("dtype") or (args[0] if args else None)
    for ref in wanted.refs if wanted is not None else ():
        if isinstance(ref, str):
            return ref.rpartition(".")[2].rstrip("_")
    written = [*node.args[:1], *[k.value for k in node.keywords if k.arg == "dtype"]]
    if written and isinstance(written[0], ast.Constant):
        return dtype_of_text(written[0])
    return name


def _casts_to_objects(args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> bool:
    wanted = keywords.get("dtype") or (args[0] if args else None)
    written = [*node.args[:1], *[k.value for k in node.keywords if k.arg == "dtype"]]
    return wanted is not None and holds_objects(wanted, written[0] if written else None) is True


def _like(value: Abs, rank: int | None = None, dtype: str | None = None) -> Abs:
    """A tensor of the same library, known as well as ``value`` is."""
    return Abs(
        TENSOR, value.ev, backend=value.backend, rank=rank, dtype=dtype, why=value.why, deps=value.deps
    )


def _tensor_result(value: Abs, name: str, fact: Fact, args: list[Abs]) -> Abs:
    rank: int | None = None
    dtype = "bool" if name in arrays.BOOLEAN else fact.dtype
    if fact.result is Result.VECTOR:
        rank = 1
    elif fact.result in (Result.SAME_RANK, Result.ELEMENTWISE):
        rank = _broadcast(value, args) if fact.result is Result.ELEMENTWISE else value.rank
        keeps = dtype is None and rank == value.rank and value.mask == TENSOR and value.elem is None
        if keeps and name not in arrays.CASTS:
            return value
    elif name == "view" and args and any(isinstance(ref, ClassSymbol) for ref in args[0].refs):
        made = _like(value, value.rank, value.dtype)
        return made.but(mask=made.mask | OTHER)  # a subclass, which may have operators of its own
    elif name in ("reshape", "view") and args:
        if len(args) == 1:
            rank = len(args[0].elems) if args[0].elems is not None else 1 if args[0].mask & NUMERIC else None
        else:
            rank = len(args)
    elif name == "unsqueeze" and value.rank is not None:
        rank = value.rank + 1
    return _like(value, rank, dtype)


def _broadcast(value: Abs, args: list[Abs]) -> int | None:
    """Return the rank of ``value`` and of the operands that are tensors together."""
    rank = value.rank
    for other in args:
        if other.mask & ~(NUMERIC | NONE):
            known = nested_rank(other)
            rank = None if rank is None or known is None else max(rank, known)
    return rank


def _reduced(value: Abs, name: str, fact: Fact, args: list[Abs], keywords: dict[str, Abs]) -> Abs:
    ev = value.ev
    axis = keywords.get("axis") or keywords.get("dim")
    if axis is None and len(args) >= fact.axis:
        axis = args[fact.axis - 1]
    keep = keywords.get("keepdims") or keywords.get("keepdim")
    if (
        value.backend == "torch"
        and axis is not None
        and axis.mask != NONE
        and name in ("max", "min", "median")
    ):
        each = Abs(TENSOR, ev, backend="torch", why=value.why)
        return each if axis.mask & TENSOR else tuple_of((each, _like(value, dtype="int")))
    if keep is None and (axis is None or axis.mask == NONE):
        left = rank_of_whole(name, value.rank)
        if value.backend in PERHAPS_NUMPY and not left:
            return (
                RESULT_VALUE
                if value.backend or value.ev > INFERRED
                else Abs(TENSOR, ev, rank=left, dtype=fact.dtype, why=value.why, deps=value.deps)
            )
        return Abs(TENSOR, ev, backend=value.backend, rank=left, dtype=fact.dtype, why=value.why)
    rank = None
    if keep is not None:
        rank = value.rank
    elif value.rank is not None and axis is not None:
        if axis.elems is not None:
            rank = value.rank - len(axis.elems)
        elif axis.mask and not axis.mask & ~NUMERIC:
            rank = value.rank - 1
    known = value if fact.dtype is None else _like(value, value.rank, fact.dtype)
    if known.dtype == "bool" and name not in ("any", "all", "max", "min"):
        known = known.but(dtype=None)  # truth values are counted
    return scalar_or_tensor(rank if rank is None or rank >= 0 else None, known, ev)


def string_method(name: str) -> Abs:
    """Return what a method of ``str`` or ``bytes`` returns."""
    code = python.STRING_METHODS.get(name)
    return SIMPLE[code] if code is not None else ANY


def random_method(
    frame: Frame, receiver: Abs, name: str, args: list[Abs], keywords: dict[str, Abs], node: ast.Call
) -> Abs:
    """Return what a method of a random generator, of NumPy's or with the same methods, returns."""
    if name == "spawn":
        return list_of(receiver.only(RANDOM)) if receiver.mask & RANDOM else ANY
    fact: Fact | None = numpy_returns.GENERATOR_METHODS.get("." + name)
    if fact is None:
        return ANY
    home = "emberops.ops" if receiver.backend == "ops" else "numpy"
    return library_result(frame, fact, f"{home}.random.{name}", args, keywords, node)


_ADD_ONE: Final = words("append insert appendleft put put_nowait")
_GIVE_ONE: Final = words("pop popleft get get_nowait __getitem__")


def sequence_method(frame: Frame, value: Abs, name: str, args: list[Abs], node: ast.Call) -> Abs:
    """Methods of lists, tuples, iterators and queues; those that add to a list change what the name holds."""
    if name in _ADD_ONE:
        if args:
            _grow(frame, value, args[-1], node)
        return NONE_VALUE
    if name in ("extend", "extendleft"):
        if args:
            _grow(frame, value, iterate(args[0]), node)
        return NONE_VALUE
    if name in _GIVE_ONE:
        return element_of(value)
    if name == "copy":
        return value
    if name in ("index", "count"):
        return INT_VALUE
    if name in ("sort", "reverse", "remove", "clear"):
        return NONE_VALUE
    if name in ("__next__", "send"):
        return iterate(value)
    return ANY


def _grow(frame: Frame, value: Abs, item: Abs, node: ast.Call) -> None:
    if not isinstance(node.func, ast.Attribute):
        return
    old = NEVER if value.elem is None and value.elems is None else element_of(value)
    new = list_of(join(old, item), value.mask & (SEQUENCES | ITERATOR) or LIST)
    frame.update(node.func.value, new)


def set_method(value: Abs, name: str) -> Abs:
    """Methods of sets."""
    if name in ("union", "intersection", "difference", "symmetric_difference", "copy"):
        return value
    if name == "pop":
        return element_of(value)
    if name in ("issubset", "issuperset", "isdisjoint"):
        return BOOL_VALUE
    return NONE_VALUE
