"""Composed functions compiled as one.

Outside ``jax.jit``, JAX compiles every primitive for every shape: thirty of them, a second of waiting, for the first
``nanmedian`` of a shape.  Compiled as one function they take a tenth of that, and run in one go.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import reduce, wraps
from types import ModuleType
from typing import Any

import jax
import numpy as np

from emberops.backends.composed import page_of
from emberops.backends.composed.quantiles import require_shares
from emberops.backends.composed.runs import require_within
from emberops.backends.jax.compiled import compiling
from emberops.backends.jax.dtypes import default_int
from emberops.dtypes.default import default_dtype

NAMES = (
    "nansum",
    "nanprod",
    "nancumsum",
    "nancumprod",
    "nanmean",
    "nanvar",
    "nanstd",
    "nanmedian",
    "nanquantile",
    "nanpercentile",
    "quantile",
    "percentile",
    "toeplitz",
    "block_diag",
    "vander",
    "one_hot",
    "multi_hot",
    "cdist",
    "polyder",
    "diff",
    "ediff1d",
    "unwrap",
    "resize",
    "packbits",
    "unpackbits",
    "sliding_window_view",
    "view_as_real",
    "view_as_complex",
    "complex",
    "sinc",
    "erfc",
    "erfinv",
    "lgamma",
    "digamma",
    "polygamma",
    "linalg.expm",
    "linalg.logdet",
    "fft.stft",
    "fft.istft",
    "nn.silu",
    "nn.mish",
    "nn.gelu",
    "nn.tanh_shrink",
    "nn.squareplus",
    "nn.logit",
    "nn.softmax",
    "nn.log_softmax",
    "nn.soft_shrink",
    "nn.sparsemax",
    "nn.moments",
    "nn.batch_normalization",
    "nn.layer_normalization",
    "nn.rms_normalization",
    "nn.group_normalization",
    "nn.dot_product_attention",
    "nn.conv_transpose",
    "nn.fold",
    "nn.unfold",
    "nn.max_pool",
    "nn.average_pool",
    "nn.adaptive_max_pool",
    "nn.adaptive_average_pool",
    "nn.depth_to_space",
    "nn.space_to_depth",
    "nn.cosine_similarity",
    "nn.ctc_loss",
    "nn.ctc_decode",
)
"""Functions that look at no value: only the shapes decide what they do."""
OF_NUMBERS: dict[str, tuple[type, ...]] = {
    "gradient": (float,),
    "polyval": (int, float, complex),
    "trapezoid": (float,),
}
"""Those whose Python numbers of some types are values too: they change from call to call, and are not compiled in."""

OF_RUNS = (
    *("add_reduceat", "multiply_reduceat", "maximum_reduceat", "minimum_reduceat"),
    *("logical_and_reduceat", "logical_or_reduceat"),
)
"""Those of indices that have to lie within an axis."""
OF_SHARES = {"quantile": 1, "nanquantile": 1, "percentile": 100, "nanpercentile": 100}
"""Those of probabilities, and the largest one."""


class Given:
    """What is compiled: the structure of a call and all in it that is no tensor, told apart by type and sign too.

    The default dtype is part of it, since integers become floats of that.
    """

    __slots__ = ("_hash", "_key", "leaves", "tree")

    def __init__(self, leaves: list[Any], tree: Any) -> None:
        self.leaves, self.tree = leaves, tree
        self._key = (tree, default_dtype(), *map(_key, leaves))
        self._hash = hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Given) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash

    def filled(self, tensors: Iterable[Any]) -> Any:
        """The arguments and the keywords of the call, with tensors in their places."""
        rest = iter(tensors)
        return jax.tree.unflatten(self.tree, [next(rest) if leaf is TENSOR else leaf for leaf in self.leaves])


def _key(value: Any) -> Any:
    """``True`` is not ``1``, ``-0.0`` is not ``0.0``, and NaN is itself."""
    return type(value), value.hex() if type(value) is float else repr(value) if type(
        value
    ) is complex else value


TENSOR = object()
"""Stands where a tensor is put in."""


@compiling(static_argnums=(0, 1))
def _run(function: Callable[..., Any], given: Given, tensors: tuple[Any, ...]) -> Any:
    """Call ``function`` as :class:`Given` says, with the tensors in their places."""
    args, kwargs = given.filled(tensors)
    return function(*args, **kwargs)


def whole(
    common: Callable[..., Any], xp: ModuleType, tensors: tuple[type, ...] = (jax.Array,)
) -> Callable[..., Any]:
    """The composed function ``common`` over the namespace ``xp``, compiled as one; values of ``tensors`` are put in."""

    @wraps(common)
    def over_namespace(*args: Any, **kwargs: Any) -> Any:
        return common(xp, *args, **kwargs)

    @wraps(common)
    def function(*args: Any, **kwargs: Any) -> Any:
        leaves, tree = jax.tree.flatten((args, kwargs))
        # A whole number is one of the default dtype: as a weak one, small integers would decide what holds its powers.
        values = tuple(
            default_int().type(leaf) if type(leaf) is int else leaf
            for leaf in leaves
            if isinstance(leaf, tensors)
        )
        try:
            given = Given([TENSOR if isinstance(leaf, tensors) else leaf for leaf in leaves], tree)
        except TypeError:  # something that has no hash, an array of NumPy say: part of nothing that is kept
            return over_namespace(*args, **kwargs)
        return _run(over_namespace, given, values)

    return function


_in_one: dict[Callable[..., Any], Callable[..., Any]] = {}


def in_one(function: Callable[..., Any], *args: Any) -> Any:
    """``function(xp, *args)``, of a composed function that looks at no value, as one program."""
    compiled = _in_one.get(function)
    if compiled is None:
        compiled = _in_one[function] = whole(function, sys.modules["emberops.backends.jax"])
    return compiled(*args)


def _after_shares(function: Callable[..., Any], xp: ModuleType, most: int) -> Callable[..., Any]:
    """``function`` of quantiles, whose probabilities are looked at before a program hides them."""

    @wraps(function)
    def apply(x: Any, q: Any, /, *args: Any, **kwargs: Any) -> Any:
        leaves = jax.tree.leaves(q)
        if any(isinstance(share, (jax.Array, np.generic)) for share in leaves):
            held = xp.asarray(q)  # of a list of tensors too: it is what it holds that is looked at
            require_shares(xp, held, most)
            q = held if any(isinstance(share, jax.Array) for share in leaves) else q
        return function(x, q, *args, **kwargs)

    return apply


def _after_runs(function: Callable[..., Any], xp: ModuleType) -> Callable[..., Any]:
    """``function`` of runs, whose beginnings are looked at before a program hides them."""

    @wraps(function)
    def apply(x: Any, indices: Any, /, axis: int = 0, **kwargs: Any) -> Any:
        require_within(xp, x, indices, axis)
        return function(x, indices, axis, **kwargs)

    return apply


def compile_whole(xp: ModuleType) -> None:
    """Give the namespace its functions of :data:`NAMES`."""
    for name in (*NAMES, *OF_NUMBERS, *OF_RUNS):
        *path, last = name.split(".")
        made = whole(getattr(page_of(name), last), xp, (jax.Array, *OF_NUMBERS.get(name, ())))
        if name in OF_SHARES:
            made = _after_shares(made, xp, OF_SHARES[name])
        if name in OF_RUNS:
            made = _after_runs(made, xp)
        setattr(reduce(getattr, path, xp), last, made)
