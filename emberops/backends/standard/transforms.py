"""Operations of the group ``transforms`` on an Array API namespace, which has no gradients and no compiler."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from emberops.dispatch import trees
from emberops.errors import ShapeError

Function = Callable[..., Any]


def stop_gradient(xp: Any, x: Any, /) -> Any:
    return x


def checkpoint(xp: Any, fun: Function, /) -> Function:
    return fun


def jit(xp: Any, fun: Function, /, static_argnums: int | Sequence[int] = ()) -> Function:
    return fun


def custom_gradient(xp: Any, fun: Function, /) -> Function:
    def result(*args: Any) -> Any:
        return fun(*args)[0]

    return result


def vmap(xp: Any, fun: Function, /, in_axes: Any = 0, out_axes: Any = 0) -> Function:
    """One call for each place on the axis, stacked."""

    def mapped(*args: Any) -> Any:
        axes = in_axes if isinstance(in_axes, (list, tuple)) else [in_axes] * len(args)
        filled = [_filled(axis, arg) for axis, arg in zip(axes, args, strict=True)]
        chosen, held = list(trees.leaves(filled)), list(trees.leaves(list(args)))
        sizes = {x.shape[a] for a, x in zip(chosen, held, strict=True) if a is not None}
        if len(sizes) != 1:
            raise ShapeError(
                f"ops.vmap: the mapped axes have sizes {sorted(sizes)}; they must have one in common"
            )
        rows = [fun(*_parts(xp, args, filled, i)) for i in range(sizes.pop())]
        return trees.map_leaves(
            lambda *m: xp.stack([xp.asarray(x) for x in m], axis=out_axes), rows[0], *rows[1:]
        )

    return mapped


def _filled(axis: Any, arg: Any) -> Any:
    """One axis for each leaf of an argument."""
    return axis if isinstance(axis, (dict, list, tuple)) else trees.map_leaves(lambda _leaf: axis, arg)


def _parts(xp: Any, args: Sequence[Any], axes: list[Any], i: int) -> list[Any]:
    def part(x: Any, axis: int | None) -> Any:
        return x if axis is None else x[(slice(None),) * (axis % x.ndim) + (i, ...)]

    return [trees.map_leaves(part, arg, axis) for arg, axis in zip(args, axes, strict=True)]
