"""Single steps that make a function faster, each of which can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from emberops import hardware, ops
from emberops.dispatch import registry, trees
from emberops.dtypes.dtype import DType, bfloat16, float32
from emberops.errors import UnknownOptionError
from emberops.optimization.levels import OptimizationLevel

Function = Callable[..., Any]


@dataclass(frozen=True)
class Strategy:
    """One step.

    Attributes
    ----------
    name
        What results call it.
    description
        One line.
    level
        The first level that allows it.
    apply
        From a function, and the name of the backend, to a faster one; or why there is none, as a string.
    replaces
        The strategy that this one is a stronger form of: that one is not tried if this one is taken.
    needs_sample
        Whether it changes numbers, so that it is only taken where they can be compared.
    """

    name: str
    description: str
    level: OptimizationLevel
    apply: Callable[[Function, str], Function | str]
    replaces: str = ""
    needs_sample: bool = False


_strategies: dict[str, Strategy] = {}


def register_strategy(strategy: Strategy) -> None:
    """Let :func:`emberops.optimize` try a step of the user's own, after those that are there.

    Raises
    ------
    UnknownOptionError
        If another one has its name.
    """
    if _strategies.get(strategy.name, strategy) is not strategy:
        raise UnknownOptionError(f"there is a strategy {strategy.name!r} already")
    _strategies[strategy.name] = strategy


def unregister_strategy(name: str) -> None:
    """Forget a step.

    Raises
    ------
    UnknownOptionError
        If there is none of that name.
    """
    if name not in _strategies:
        raise UnknownOptionError(f"unknown strategy {name!r}; there are {', '.join(_strategies)}")
    del _strategies[name]


def available_strategies(level: str | OptimizationLevel = OptimizationLevel.O3) -> list[Strategy]:
    """The steps that a level allows, in the order in which they are tried."""
    allowed = OptimizationLevel.of(level)
    return [s for s in _strategies.values() if allowed.includes(s.level)]


def _half_precision(function: Function, backend: str) -> Function | str:
    """Arguments of float32 in bfloat16, results back in float32."""
    if not hardware.supports("bfloat16", backend=backend):
        return f"{backend} has no bfloat16"

    @wraps(function, updated=())
    def halved(*args: Any, **kwargs: Any) -> Any:
        args, kwargs = _cast((args, kwargs), float32, bfloat16)
        return _cast(function(*args, **kwargs), bfloat16, float32)

    return halved


def _cast(tree: Any, source: DType, target: DType) -> Any:
    def of(leaf: Any) -> Any:
        return ops.astype(leaf, target) if ops.is_tensor(leaf) and ops.dtype(leaf) == source else leaf

    return trees.map_leaves(of, tree)


def _compile(**options: bool) -> Callable[[Function, str], Function | str]:
    def apply(function: Function, backend: str) -> Function | str:
        module = registry.load(backend).module
        if not getattr(module, "COMPILES", False):
            return f"{backend} has no compiler"
        if not options:
            jitted: Function = ops.jit(function)
            return jitted
        compiled: Callable[..., Function] | None = getattr(module, "compiled_with_options", None)
        return (
            f"{backend}'s compiler has no such option" if compiled is None else compiled(function, **options)
        )

    return apply


for _strategy in (
    Strategy(
        "half_precision",
        "arguments of float32 as bfloat16, results back",
        OptimizationLevel.O3,
        _half_precision,
        needs_sample=True,
    ),
    Strategy(
        "autotune",
        "compiled, with the fastest of several kernels for each operation",
        OptimizationLevel.O3,
        _compile(static_shapes=True, autotune=True),
        replaces="static_shapes",
    ),
    Strategy(
        "static_shapes",
        "compiled for the shapes that it is called with",
        OptimizationLevel.O2,
        _compile(static_shapes=True),
        replaces="compile",
    ),
    Strategy(
        "compile",
        "compiled: jax.jit, torch.compile, mx.compile, which fuse operations",
        OptimizationLevel.O1,
        _compile(),
    ),
):
    register_strategy(_strategy)
