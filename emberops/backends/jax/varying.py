"""Functions that are compiled for every shape, option or order: by the host, where their tensors are small.

A norm of a vector is one program, that along another axis is another, and a pad of one more element a third.
:mod:`~emberops.backends.jax.small` says which tensors go to the same function over NumPy.
A program that is traced, but not compiled, says what is to come out: the structure, shapes and dtypes
are those that JAX gives.  A gradient and a trace hide values, and so they never come here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache, reduce, wraps
from importlib import import_module
from types import ModuleType
from typing import Any, cast

import jax
import numpy as np

from emberops.backends.composed import bind, page_of
from emberops.backends.jax import placing, small
from emberops.backends.jax.whole import NAMES as COMPOSED
from emberops.backends.jax.whole import TENSOR, Given

NAMES = (
    "pad",
    "kron",
    "convolve",
    "correlate",
    "interp",
    "median",
    "partition",
    "argpartition",
    "histogram",
    "histogram_bin_edges",
    "histogramdd",
    "histogram2d",
    "polyfit",
    "poly",
    "polyval",
    "nancumprod",
    "nancumsum",
    "nanmean",
    "nanmedian",
    "nanprod",
    "nanstd",
    "nansum",
    "nanvar",
    "nanquantile",
    "nanpercentile",
    "quantile",
    "percentile",
    "linalg.cholesky",
    "linalg.cond",
    "linalg.det",
    "linalg.eig",
    "linalg.eigh",
    "linalg.eigvals",
    "linalg.eigvalsh",
    "linalg.inv",
    "linalg.lstsq",
    "linalg.matrix_power",
    "linalg.matrix_rank",
    "linalg.pinv",
    "linalg.qr",
    "linalg.slogdet",
    "linalg.solve",
    "linalg.svd",
    "linalg.svdvals",
    "linalg.tensorinv",
    "linalg.tensorsolve",
    "linalg.vector_norm",
)
"""Functions of several primitives, or of a program that takes long to compile."""
_HALF = np.dtype("float16")
"""What NumPy adds up in itself, and JAX in single precision."""
_REFUSALS = (TypeError, ValueError, IndexError, ArithmeticError, NotImplementedError, RuntimeError)
"""What a function refuses it refuses again, in the program's words."""


_SCALED = frozenset({"linalg.vector_norm"})
"""Functions of which NumPy's own overflow or vanish where the composed ones take smaller or greater numbers."""


@cache
def _host() -> ModuleType:
    return import_module("emberops.backends.numpy")


@cache
def _on_host(name: str) -> Callable[..., Any]:
    """What computes an operation; as the program does where that is composed, for NumPy's own functions warn of NaN."""
    if name in COMPOSED or name in _SCALED:
        return bind(getattr(page_of(name), name.rpartition(".")[2]), _host())
    made: Any = reduce(getattr, name.split("."), _host())
    return cast("Callable[..., Any]", made)


def use_host(xp: ModuleType) -> None:
    """Give the namespace its functions of :data:`NAMES` in a form that goes by the host where tensors are small."""
    for name in NAMES:
        *path, last = name.split(".")
        home = reduce(getattr, path, xp)
        program = getattr(home, last, None) or bind(getattr(page_of(name), last), xp)
        setattr(home, last, by_host_where_small(name, program))


def by_host_where_small(name: str, program: Callable[..., Any]) -> Callable[..., Any]:
    """``program``, the operation of this name; calls of small tensors are computed by the host."""

    @wraps(program)
    def function(*args: Any, **kwargs: Any) -> Any:
        leaves, tree = jax.tree.flatten((args, kwargs))
        tensors = [leaf for leaf in leaves if isinstance(leaf, jax.Array)]
        if not small.are_for_host(tensors) or any(x.dtype == _HALF or not x.size for x in tensors):
            return program(*args, **kwargs)  # of nothing, too: NumPy warns of it
        try:
            given = Given([TENSOR if isinstance(leaf, jax.Array) else leaf for leaf in leaves], tree)
        except TypeError:  # something that has no hash, an array of NumPy say
            return program(*args, **kwargs)
        made = _by_host(name, program, given, tensors)
        return program(*args, **kwargs) if made is None else made

    return function


def _by_host(name: str, program: Callable[..., Any], given: Given, tensors: list[Any]) -> Any | None:
    """What the host makes of a call; ``None`` where that is not what a program would make."""
    promised = _promised(name, program, given, tensors)
    if promised is None:
        return None
    wanted, structure = promised
    args, kwargs = given.filled([np.asarray(x) for x in tensors])
    try:
        with np.errstate(all="ignore"):
            made = jax.tree.leaves(_on_host(name)(*args, **kwargs))
    except _REFUSALS:
        return None
    if [np.shape(part) for part in made] != [part.shape for part in wanted]:
        return None  # where values decide how many there are
    if any(
        like.dtype.kind == "c" and not np.iscomplexobj(part) for part, like in zip(made, wanted, strict=True)
    ):
        return None  # where they decide that none is complex
    # Copies: what was computed may be a view of memory that belongs to a tensor.
    placed = [
        placing.beside(tensors[0], np.array(part, like.dtype))
        for part, like in zip(made, wanted, strict=True)
    ]
    return jax.tree.unflatten(structure, placed)


_promises: dict[Hashable, tuple[list[Any], Any] | None] = {}
_MOST_PROMISES = 2**12


def _promised(
    name: str, program: Callable[..., Any], given: Given, tensors: list[Any]
) -> tuple[list[Any], Any] | None:
    """Shapes, dtypes and structure of what a program gives; ``None`` where the host gives nothing of the sort."""
    kind = (name, given, jax.config.jax_enable_x64, *((x.shape, x.dtype) for x in tensors))  # type: ignore[attr-defined]  # JAX defines its options at run time
    if kind not in _promises:
        if len(_promises) >= _MOST_PROMISES:
            _promises.clear()
        _promises[kind] = _traced(program, given, tensors)
    return _promises[kind]


def _traced(program: Callable[..., Any], given: Given, tensors: list[Any]) -> tuple[list[Any], Any] | None:
    def call(*values: Any) -> Any:
        args, kwargs = given.filled(values)
        return program(*args, **kwargs)

    try:
        wanted, structure = jax.tree.flatten(jax.eval_shape(call, *tensors))
    except _REFUSALS:  # it looks at values, or refuses them
        return None
    if any(part.weak_type or not small.is_small(part) for part in wanted):
        return None
    return wanted, structure
