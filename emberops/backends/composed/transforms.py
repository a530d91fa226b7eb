"""Composed operations of the group ``transforms``: control flow as plain Python, which eager backends run as it is."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from emberops.backends.support import scans
from emberops.dispatch import trees
from emberops.dispatch.numpy_callbacks import NumpyCallback
from emberops.dispatch.tree_dispatch import CustomVJP
from emberops.errors import ShapeError
from emberops.typing import NativeTensor as Tensor

Function = Callable[..., Any]

associative_scan = scans.associative_scan


def custom_vjp(xp: Any, fun: Function, /) -> CustomVJP:
    return CustomVJP(fun, xp.custom_gradient)


def numpy_callback(_xp: Any, fun: Function, /) -> NumpyCallback:
    return NumpyCallback(fun)


def cond(_xp: Any, pred: Any, true_fun: Function, false_fun: Function, /, *operands: Any) -> Any:
    return true_fun(*operands) if pred else false_fun(*operands)


def switch(_xp: Any, index: Any, branches: Sequence[Function], /, *operands: Any) -> Any:
    return branches[min(max(int(index), 0), len(branches) - 1)](*operands)


def while_loop(
    _xp: Any, cond: Function, body: Function, loop_vars: Any, /, maximum_iterations: int | None = None
) -> Any:
    several = isinstance(loop_vars, (list, tuple))
    held = tuple(loop_vars) if several else (loop_vars,)
    done = 0
    while (maximum_iterations is None or done < maximum_iterations) and cond(*held):
        new = body(*held)
        held = tuple(new) if several or isinstance(new, (list, tuple)) else (new,)
        done += 1
    return held if several else held[0]


def fori_loop(_xp: Any, lower: Any, upper: Any, body_fun: Function, init_val: Any, /) -> Any:
    held = init_val
    for i in range(int(lower), int(upper)):
        held = body_fun(i, held)
    return held


def scan(
    xp: Any,
    f: Function,
    init: Any,
    xs: Any = None,
    /,
    length: int | None = None,
    reverse: bool = False,
    unroll: int = 1,
) -> tuple[Any, Any]:
    n = _length(xs) if xs is not None else length
    if n is None:
        raise ValueError("ops.scan: without xs, length says how many steps there are")
    if xs is not None and length is not None:
        require_length(xs, length)
    carry, rows = init, []
    for i in reversed(range(n)) if reverse else range(n):
        carry, row = f(carry, None if xs is None else _row(xs, i))
        rows.append(row)
    if not rows and xs is not None:
        return carry, _none_of(xp, f(carry, _blank(xp, xs))[1])
    return carry, _stacked(xp, rows[::-1] if reverse else rows)


def map(xp: Any, f: Function, xs: Any, /) -> Any:
    n = _length(xs)
    return _stacked(xp, [f(_row(xs, i)) for i in range(n)]) if n else _none_of(xp, f(_blank(xp, xs)))


def _blank(xp: Any, xs: Any) -> Any:
    """A row of zeros, to see what becomes of a row where there is none."""
    return trees.map_leaves(lambda x: xp.zeros(tuple(x.shape[1:]), dtype=x.dtype), xs)


def _none_of(xp: Any, row: Any) -> Any:
    """No rows, each as this one."""
    if row is None:
        return None
    return trees.map_leaves(lambda x: xp.zeros((0, *xp.asarray(x).shape), dtype=xp.asarray(x).dtype), row)


def vectorized_map(xp: Any, function: Function, elements: Any, /) -> Any:
    return xp.vmap(function)(elements)


def require_length(xs: Any, length: int) -> None:
    """Refuse a number of steps that is not the number of rows."""
    n = _length(xs)
    if length != n:
        raise ShapeError(f"ops.scan: length={length}, but xs has {n} rows")


def _length(xs: Any) -> int:
    lengths = {x.shape[0] for x in trees.leaves(xs)}
    if len(lengths) != 1:
        raise ShapeError(f"ops.scan, ops.map: tensors of {sorted(lengths)} rows cannot be walked together")
    length: int = lengths.pop()
    return length


def _row(xs: Any, i: int) -> Any:
    return trees.map_leaves(lambda x: _place(x, i), xs)


def _place(x: Any, i: int) -> Any:
    """One place on the first axis; the standard wants an ellipsis for the other axes."""
    return x[i] if x.ndim == 1 else x[i, ...]


def _places(x: Any) -> Iterator[Any]:
    """Each place on the first axis, one after the other."""
    return (_place(x, i) for i in range(x.shape[0]))


def _stacked(xp: Any, rows: Sequence[Any]) -> Any:
    """One tree of tensors with a first axis from many without."""
    if not rows or rows[0] is None:
        return None
    return trees.map_leaves(
        lambda *members: xp.stack([xp.asarray(m) for m in members], axis=0), rows[0], *rows[1:]
    )


def eval(_xp: Any, *arrays: Tensor) -> None:
    """Eager backends have computed already."""


def frompyfunc(xp: Any, func: Function, nin: int, nout: int, /) -> Function:
    made: Function = xp.vectorize(func)
    return made


def piecewise(
    xp: Any, x: Any, condlist: Any, funclist: Sequence[Any], /, *args: Any, **kwargs: Any
) -> Tensor:
    x = xp.asarray(x)
    first = condlist[0] if isinstance(condlist, (list, tuple)) and condlist else condlist
    # A mask that is told as it is, or as a list of truth values, is one condition.
    single = (
        (not isinstance(first, (list, tuple)) and getattr(first, "ndim", 0) == 0 and x.ndim != 0)
        if isinstance(condlist, (list, tuple))
        else xp.asarray(condlist).ndim in (0, x.ndim)
    )
    conditions = [condlist] if single else list(condlist)
    if len(funclist) not in (len(conditions), len(conditions) + 1):
        raise ValueError(
            f"ops.piecewise: {len(conditions)} conditions take as many functions, or one more, not {len(funclist)}"
        )
    values = [f(x, *args, **kwargs) if callable(f) else f for f in funclist]
    result = xp.zeros_like(x)
    if len(values) > len(conditions):
        result = xp.astype(result + xp.asarray(values[-1]), x.dtype)
    for condition, value in zip(conditions, values, strict=False):
        result = xp.where(xp.asarray(condition), xp.astype(xp.zeros_like(x) + value, x.dtype), result)
    return result


def apply_along_axis(xp: Any, func1d: Function, axis: int, arr: Any, /, *args: Any, **kwargs: Any) -> Tensor:
    arr = xp.asarray(arr)
    moved = xp.moveaxis(arr, axis, -1)
    batch = tuple(moved.shape[:-1])
    vectors = xp.reshape(moved, (math.prod(batch), moved.shape[-1]))
    results = [xp.asarray(func1d(vectors[i, ...], *args, **kwargs)) for i in range(vectors.shape[0])]
    if not results:
        raise ShapeError(
            f"ops.apply_along_axis: arr of shape {tuple(arr.shape)} holds no vector along axis {axis}"
        )
    stacked = xp.reshape(xp.stack(results, axis=0), batch + tuple(results[0].shape))
    # The axes of the result stand where the axis was.
    start = axis % arr.ndim
    for i in range(results[0].ndim):
        stacked = xp.moveaxis(stacked, len(batch) + i, start + i)
    return stacked


def vectorize(
    xp: Any,
    pyfunc: Function,
    /,
    otypes: Any = None,
    doc: str | None = None,
    excluded: Iterable[int | str] | None = None,
    cache: bool = False,
    signature: str | None = None,
    *,
    places: Callable[[Any], Iterator[Any]] = _places,
) -> Function:
    left_out = set(excluded or ())
    cores = _cores(signature)
    writes = pyfunc in _WRITERS

    def elements(x: Tensor) -> Iterator[Any]:
        return (xp.to_numpy(place)[()] for place in places(x)) if writes else places(x)

    def vectorized(*args: Any, **kwargs: Any) -> Any:
        named = {k: v for k, v in kwargs.items() if k not in left_out}
        fixed = {k: v for k, v in kwargs.items() if k in left_out}
        mapped = [i for i in range(len(args)) if i not in left_out]
        tensors = [xp.asarray(args[i]) for i in mapped] + [xp.asarray(v) for v in named.values()]
        if cores is not None:
            _require_cores(cores, tensors)
        inner = [0] * len(tensors) if cores is None else [len(core) for core in cores]
        batch = xp.broadcast_shapes(*[_outer(t, r) for t, r in zip(tensors, inner, strict=True)])
        flat = [_flat(xp, t, r, batch) for t, r in zip(tensors, inner, strict=True)]
        size = 1
        for n in batch:
            size *= n
        if not size:
            raise ShapeError("ops.vectorize: nothing to apply the function to, so no dtype for the result")
        results = []
        for row in zip(*[elements(x) for x in flat], strict=True) if flat else ((),):
            given = dict(zip(mapped, row, strict=False))
            own = [given.get(k, args[k]) for k in range(len(args))]
            by_name = dict(zip(named, row[len(mapped) :], strict=True))
            results.append(pyfunc(*own, **by_name, **fixed))
        return _gathered(xp, results, tuple(batch), otypes)

    vectorized.__doc__ = doc or getattr(pyfunc, "__doc__", None)
    return vectorized


_WRITERS = (str, chr, hex, oct, bin)
"""Functions of Python that write a number: of a tensor they write what its library prints, or nothing."""


def _cores(signature: str | None) -> list[list[str]] | None:
    """The names of the axes that the function itself takes, for each argument."""
    if signature is None:
        return None
    inputs = re.findall(r"\(([^()]*)\)", signature.partition("->")[0])
    return [[name.strip() for name in core.split(",") if name.strip()] for core in inputs]


def _require_cores(cores: list[list[str]], tensors: Sequence[Any]) -> None:
    """Axes of one name have one size."""
    if len(cores) != len(tensors):
        raise TypeError(
            f"ops.vectorize: the signature is of {len(cores)} arguments, and these are {len(tensors)}"
        )
    sizes: dict[str, int] = {}
    for names, x in zip(cores, tensors, strict=True):
        if x.ndim < len(names):
            raise ShapeError(
                f"ops.vectorize: a tensor of shape {tuple(x.shape)} has no axes {', '.join(names)}"
            )
        for name, n in zip(names, x.shape[x.ndim - len(names) :], strict=True):
            if sizes.setdefault(name, n) != n:
                raise ShapeError(f"ops.vectorize: the axis {name} is of {sizes[name]} and of {n} elements")


def _outer(x: Tensor, rank: int) -> tuple[int, ...]:
    return tuple(x.shape[: x.ndim - rank])


def _flat(xp: Any, x: Tensor, rank: int, batch: Sequence[int]) -> Tensor:
    core = tuple(x.shape[x.ndim - rank :])
    return xp.reshape(xp.broadcast_to(x, (*batch, *core)), (-1, *core))


def _gathered(xp: Any, results: list[Any], batch: tuple[int, ...], otypes: Any) -> Any:
    if isinstance(results[0], tuple):
        kinds = otypes or [None] * len(results[0])
        parts = zip(*results, strict=True)
        return tuple(_gathered(xp, list(p), batch, k) for p, k in zip(parts, kinds, strict=True))
    if isinstance(otypes, (list, tuple)):
        (otypes,) = otypes
    if isinstance(results[0], (str, bytes)):  # text stays with NumPy
        return np.array(results, None if otypes is None else np.dtype(otypes)).reshape(batch)
    stacked = xp.stack([xp.asarray(r) for r in results], axis=0)
    stacked = xp.reshape(stacked, batch + tuple(stacked.shape[1:]))
    return stacked if otypes is None else xp.astype(stacked, otypes)
