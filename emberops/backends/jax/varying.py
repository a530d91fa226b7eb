"""Functions that are compiled for every shape, option or order: by the host once their calls vary.

A norm of a vector is one program, that along another axis is another, and a pad of one more element a third.  Code
that was written for NumPy meets a new kind with each call, and waits a tenth of a second for its program.
After as many kinds as :mod:`~emberops.backends.jax.variety` allows, small tensors on a CPU go to the same function
over NumPy.  A program that is traced, but not compiled, says what is to come out: the structure, shapes and dtypes
are those that JAX gives.  A gradient and a trace hide values, and so they never come here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from functools import cache, reduce, wraps
from types import ModuleType
from typing import Any, cast

import jax
import numpy as np

from emberops.backends.composed import bind, page_of
from emberops.backends.jax import placing, variety
from emberops.backends.jax.whole import NAMES as COMPOSED
from emberops.backends.jax.whole import TENSOR, Given
from emberops.backends.standard import adapt
from emberops.dtypes.default import default_dtype

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
_OF_COUNTS = frozenset({"histogramdd", "histogram2d", "histogram_bin_edges"})
"""Those of so many primitives that no program of theirs pays, and whose results are counts and edges."""
_LARGEST = 2**14
"""Tensors of more elements are worth a program."""
_KINDS = "biufc"
"""Kinds of dtypes that NumPy computes in: bfloat16 is none."""
_HALF = np.dtype("float16")
"""What NumPy adds up in itself, and JAX in single precision."""
_PLAIN = frozenset({int, bool, str, type(None)})
"""Options that are told apart by their types and values."""
_REFUSALS = (TypeError, ValueError, IndexError, ArithmeticError, NotImplementedError, RuntimeError)
"""What a function refuses it refuses again, in the program's words."""


_SCALED = frozenset({"linalg.vector_norm"})
"""Functions of which NumPy's own overflow or vanish where the composed ones take smaller or greater numbers."""


@cache
def _host() -> ModuleType:
    return adapt("host", np)


@cache
def _on_host(name: str) -> Callable[..., Any]:
    """What computes an operation; as the program does where that is composed, for NumPy's own functions warn of NaN."""
    if name in COMPOSED or name in _SCALED:
        return bind(getattr(page_of(name), name.rpartition(".")[2]), _host())
    made: Any = reduce(getattr, name.split("."), _host())
    return cast("Callable[..., Any]", made)


def use_host(xp: ModuleType) -> None:
    """Give the namespace its functions of :data:`NAMES` in a form that goes by the host where calls vary."""
    for name in NAMES:
        *path, last = name.split(".")
        home = reduce(getattr, path, xp)
        program = getattr(home, last, None) or bind(getattr(page_of(name), last), xp)
        setattr(home, last, by_host_where_varied(name, program))


def by_host_where_varied(name: str, program: Callable[..., Any]) -> Callable[..., Any]:
    """``program``, the operation of this name; new kinds of its calls beyond the first are computed by the host."""

    @wraps(program)
    def function(*args: Any, **kwargs: Any) -> Any:
        plain = _plain_kind(args, kwargs)
        if plain is not None and variety.was_compiled(name, plain):
            return program(*args, **kwargs)
        leaves, tree = jax.tree.flatten((args, kwargs))
        tensors = [leaf for leaf in leaves if isinstance(leaf, jax.Array)]
        if not tensors:
            return program(*args, **kwargs)
        try:
            given = Given([TENSOR if isinstance(leaf, jax.Array) else leaf for leaf in leaves], tree)
        except TypeError:  # something that has no hash, an array of NumPy say
            return program(*args, **kwargs)
        kind: Hashable = plain or (given, has_64_bits(), *((x.shape, x.dtype) for x in tensors))
        # Asked first: to ask where tensors lie takes as long as the program.
        if variety.was_compiled(name, kind):
            return program(*args, **kwargs)
        if not placing.lie_together(tensors) or not all(map(is_small, tensors)):
            return program(*args, **kwargs)
        if name in _OF_COUNTS or not variety.has_program(name, kind):
            made = by_host(name, kind, program, given, tensors)
            if made is not None:
                return made
        return program(*args, **kwargs)

    return function


def _plain_kind(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Hashable | None:
    """The kind of a call of one tensor and plain options, whose structure is known; ``None`` of others."""
    options = (*args[1:], *kwargs.values())
    types = tuple(map(type, options))
    if not args or not _PLAIN.issuperset(types):
        return None
    try:
        return args[0].shape, args[0].dtype, has_64_bits(), default_dtype(), options, types, tuple(kwargs)
    except AttributeError:  # a list of tensors
        return None


def has_64_bits() -> bool:
    return bool(jax.config.jax_enable_x64)  # type: ignore[attr-defined]  # JAX defines its options at run time


def is_small(x: Any) -> bool:
    return x.size <= _LARGEST and x.dtype.kind in _KINDS and x.dtype != _HALF


def by_host(
    name: str, kind: Hashable, program: Callable[..., Any], given: Given, tensors: list[Any]
) -> Any | None:
    """What the host makes of a call; ``None`` where that is not what a program would make."""
    promised = _promised(name, kind, program, given, tensors)
    if promised is None:
        return None
    wanted, structure = promised
    compute = _on_host(name)
    args, kwargs = given.filled([np.asarray(x) for x in tensors])
    try:
        with np.errstate(all="ignore"):
            made = jax.tree.leaves(compute(*args, **kwargs))
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
    name: str, kind: Hashable, program: Callable[..., Any], given: Given, tensors: list[Any]
) -> tuple[list[Any], Any] | None:
    """Shapes, dtypes and structure of what a program gives; ``None`` where the host gives nothing of the sort."""
    if (name, kind) not in _promises:
        if len(_promises) >= _MOST_PROMISES:
            _promises.clear()
        _promises[name, kind] = _traced(program, given, tensors)
    return _promises[name, kind]


def _traced(program: Callable[..., Any], given: Given, tensors: list[Any]) -> tuple[list[Any], Any] | None:
    def call(*values: Any) -> Any:
        args, kwargs = given.filled(values)
        return program(*args, **kwargs)

    try:
        wanted, structure = jax.tree.flatten(jax.eval_shape(call, *tensors))
    except _REFUSALS:  # it looks at values, or refuses them
        return None
    if any(
        part.weak_type or part.dtype.kind not in _KINDS or math.prod(part.shape) > _LARGEST for part in wanted
    ):
        return None
    return wanted, structure
