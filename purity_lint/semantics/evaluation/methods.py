"""Methods of tensors, strings and containers."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from purity_lint.knowledge import lookup, numpy, python
from purity_lint.knowledge.notation import Fact, Result, words
from purity_lint.semantics.domain.arithmetic import scalar_or_tensor
from purity_lint.semantics.domain.containers import element_of, list_of, tuple_of
from purity_lint.semantics.domain.indexing import iterate
from purity_lint.semantics.domain.kinds import (
    DICT,
    INFERRED,
    ITERATOR,
    LIST,
    NONE,
    NUMERIC,
    SEQUENCES,
    TENSOR,
    TUPLE,
)
from purity_lint.semantics.domain.lattice import (
    ANY,
    BOOL_VALUE,
    DIM_VALUE,
    INT_VALUE,
    LIST_OF_STR,
    NEVER,
    NONE_VALUE,
    SCALAR_VALUE,
    SHAPE_VALUE,
    STR_VALUE,
    Abs,
    join,
)
from purity_lint.semantics.evaluation.results import SIMPLE, library_result

if TYPE_CHECKING:
    from purity_lint.semantics.evaluation.frame import Frame

_KEEPS_RANK: Final = words("""
    copy astype conj conjugate clip cumsum cumprod argsort byteswap detach clone cpu cuda contiguous
    type_as float double half long int bool to type requires_grad_ numpy roll tril triu masked_fill sqrt exp log
    sigmoid tanh relu abs transpose swapaxes permute softmax block_until_ready add sub mul div pow clamp square
    """)


_REDUCTIONS: Final = frozenset({Result.REDUCTION, Result.INT_REDUCTION, Result.BOOL_REDUCTION})


def tensor_method(
    frame: Frame, value: Abs, name: str, args: list[Abs], keywords: dict[str, Abs], node: ast.Call
) -> Abs:
    """What ``value.name(...)`` returns for a tensor."""
    fact = lookup.method(name)
    if fact is None:
        return ANY
    code = fact.result
    if code is Result.SHAPE_OR_DIM:
        return SHAPE_VALUE if not args and not keywords else DIM_VALUE
    simple = SIMPLE.get(code)
    if simple is not None:
        return simple
    if code is Result.TENSOR:
        return _tensor_result(value, name, args)
    if code in _REDUCTIONS:
        return _reduced(value, name, args, keywords)
    each = Abs(TENSOR, value.ev, backend=value.backend, why=value.why)
    if code is Result.TENSOR_LIST:
        return list_of(each, TUPLE)
    if code is Result.TENSOR_TUPLE:
        return each if value.backend == "torch" else list_of(each, TUPLE)
    return tuple_of((each,) * code.count) if code.count else ANY


def _tensor_result(value: Abs, name: str, args: list[Abs]) -> Abs:
    rank: int | None = None
    if name in _KEEPS_RANK:
        if value.mask == TENSOR and value.elem is None:
            return value
        rank = value.rank
    elif name in ("ravel", "flatten"):
        rank = 1
    elif name in ("reshape", "view") and args:
        if len(args) == 1:
            rank = len(args[0].elems) if args[0].elems is not None else 1 if args[0].mask & NUMERIC else None
        else:
            rank = len(args)
    elif name == "unsqueeze" and value.rank is not None:
        rank = value.rank + 1
    return Abs(TENSOR, value.ev, backend=value.backend, rank=rank, why=value.why, deps=value.deps)


def _reduced(value: Abs, name: str, args: list[Abs], keywords: dict[str, Abs]) -> Abs:
    ev = value.ev
    if name in ("dot", "inner", "matmul", "vdot"):
        rank = None
        if args and value.rank is not None and args[0].mask == TENSOR and args[0].rank is not None:
            a, b = value.rank, args[0].rank
            rank = max(a, b) - 1 if min(a, b) == 1 else a + b - 2 if name != "matmul" else max(a, b)
            rank = max(rank, 0)
        return scalar_or_tensor(rank, value, ev)
    axis = keywords.get("axis") or keywords.get("dim") or (args[0] if args and name != "norm" else None)
    keep = keywords.get("keepdims") or keywords.get("keepdim")
    if (
        value.backend == "torch"
        and axis is not None
        and axis.mask != NONE
        and name in ("max", "min", "median")
    ):
        each = Abs(TENSOR, ev, backend="torch", why=value.why)
        return each if axis.mask & TENSOR else tuple_of((each, each))
    if keep is None and (axis is None or axis.mask == NONE):
        if value.backend in (None, "numpy"):
            return (
                SCALAR_VALUE
                if value.backend or value.ev > INFERRED
                else Abs(TENSOR, ev, rank=0, why=value.why, deps=value.deps)
            )
        return Abs(TENSOR, ev, backend=value.backend, rank=0, why=value.why)
    rank = None
    if keep is not None:
        rank = value.rank
    elif value.rank is not None and axis is not None:
        if axis.elems is not None:
            rank = value.rank - len(axis.elems)
        elif axis.mask and not axis.mask & ~NUMERIC:
            rank = value.rank - 1
    return scalar_or_tensor(rank if rank is None or rank >= 0 else None, value, ev)


def string_method(name: str) -> Abs:
    """What a method of ``str`` or ``bytes`` returns."""
    code = python.STRING_METHODS.get(name)
    return SIMPLE[code] if code is not None else ANY


def random_method(
    frame: Frame, receiver: Abs, name: str, args: list[Abs], keywords: dict[str, Abs], node: ast.Call
) -> Abs:
    """What a method of a random generator, of NumPy's or with the same methods, returns."""
    fact: Fact | None = numpy.GENERATOR_METHODS.get("." + name)
    if fact is None:
        return ANY
    home = "emberops.ops" if receiver.backend == "ops" else "numpy"
    return library_result(frame, fact, f"{home}.random.{name}", args, keywords, node)


def sequence_method(frame: Frame, value: Abs, name: str, args: list[Abs], node: ast.Call) -> Abs:
    """Methods of lists, tuples and iterators; those that add to a list change what the name holds."""
    if name in ("append", "insert", "appendleft"):
        if args:
            _grow(frame, value, args[-1], node)
        return NONE_VALUE
    if name in ("extend", "extendleft"):
        if args:
            _grow(frame, value, iterate(args[0]), node)
        return NONE_VALUE
    if name in ("pop", "popleft", "__getitem__"):
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
    frame.store(node.func.value, new)


def set_method(value: Abs, name: str) -> Abs:
    """Methods of sets."""
    if name in ("union", "intersection", "difference", "symmetric_difference", "copy"):
        return value
    if name == "pop":
        return element_of(value)
    if name in ("issubset", "issuperset", "isdisjoint"):
        return BOOL_VALUE
    return NONE_VALUE


def dict_method(frame: Frame, value: Abs, name: str, args: list[Abs], node: ast.Call) -> Abs:
    """Methods of dicts."""
    if name in ("get", "pop", "setdefault"):
        out = _lookup(value, node)
        default = args[1] if len(args) > 1 else NONE_VALUE if name == "get" else NEVER
        if out is ANY:
            return ANY if not default.mask & TENSOR else default
        return join(out, default)
    if name == "values":
        return list_of(_all(value), ITERATOR)
    if name == "keys":
        return LIST_OF_STR if value.fields else Abs(ITERATOR)
    if name == "items":
        key = STR_VALUE if value.fields else ANY
        return list_of(tuple_of((key, _all(value))), ITERATOR)
    if name == "copy":
        return value
    if name == "popitem":
        return tuple_of((ANY, _all(value)))
    if name == "update":
        if args and args[0].mask & DICT and isinstance(node.func, ast.Attribute):
            frame.store(node.func.value, join(value, args[0]))
        return NONE_VALUE
    if name in ("clear",):
        return NONE_VALUE
    if name in ("most_common",):
        return list_of(tuple_of((ANY, INT_VALUE)))
    return ANY


def _lookup(value: Abs, node: ast.Call) -> Abs:
    key = node.args[0] if node.args else None
    if value.fields is not None and isinstance(key, ast.Constant) and isinstance(key.value, str):
        return value.fields.get(key.value) or value.elem or ANY
    return _all(value)


def _all(value: Abs) -> Abs:
    out = value.elem or NEVER
    for v in (value.fields or {}).values():
        out = join(out, v)
    return out if out.mask else ANY
