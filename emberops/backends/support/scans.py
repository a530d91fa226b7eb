"""Associative scans in a logarithmic number of steps (Blelloch 1990, as in JAX)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from emberops.dispatch import trees
from emberops.errors import ShapeError
from emberops.typing import NativeTensor as Tensor


def associative_scan(
    xp: Any, f: Callable[..., Any], elems: Any, /, reverse: bool = False, axis: int = 0
) -> Any:
    """All partial results of ``f`` along an axis."""
    flat = [xp.moveaxis(xp.asarray(x), axis, 0) for x in trees.leaves(elems)]
    if len({x.shape[0] for x in flat}) != 1:
        raise ShapeError("ops.associative_scan: the tensors have different sizes along the axis")
    if reverse:
        flat = [xp.flip(x, axis=0) for x in flat]

    def combine(a: list[Tensor], b: list[Tensor]) -> list[Tensor]:
        return list(trees.leaves(f(trees.rebuild(elems, a), trees.rebuild(elems, b))))

    flat = _scan(xp, combine, flat)
    if reverse:
        flat = [xp.flip(x, axis=0) for x in flat]
    return trees.rebuild(elems, [xp.moveaxis(x, 0, axis) for x in flat])


def _scan(xp: Any, combine: Callable[..., list[Tensor]], xs: list[Tensor]) -> list[Tensor]:
    n = xs[0].shape[0]
    if n < 2:
        return xs
    pairs = combine([x[: n - 1 : 2, ...] for x in xs], [x[1::2, ...] for x in xs])
    odd = _scan(xp, combine, pairs)
    shorter = odd if n % 2 else [x[: x.shape[0] - 1, ...] for x in odd]
    rest = combine(shorter, [x[2::2, ...] for x in xs]) if n > 2 else [x[:0, ...] for x in xs]
    even = [xp.concat([x[:1, ...], r], axis=0) for x, r in zip(xs, rest, strict=True)]
    return [_interleaved(xp, a, b) for a, b in zip(even, odd, strict=True)]


def _interleaved(xp: Any, even: Tensor, odd: Tensor) -> Tensor:
    common = odd.shape[0]
    woven = xp.stack([even[:common, ...], odd], axis=1)
    woven = xp.reshape(woven, (2 * common, *odd.shape[1:]))
    return woven if even.shape[0] == common else xp.concat([woven, even[common:, ...]], axis=0)
