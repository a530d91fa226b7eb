"""Axes by name, windows of a sequence, complex numbers as pairs: composed from reshape, transpose and take."""

from __future__ import annotations

import math
import re
from typing import Any

from emberops.backends.support.reductions import floating
from emberops.dtypes import dtype as dtypes
from emberops.errors import DTypeError, ShapeError

_TOKEN = re.compile(r"\(|\)|[A-Za-z_]\w*|1")

Group = list[str]


def rearrange(xp: Any, x: Any, /, pattern: str, **sizes: int) -> Any:
    left, arrow, right = pattern.partition("->")
    if not arrow:
        raise ValueError(f"rearrange: the pattern {pattern!r} has no '->'")
    left, right = _with_names(left, right, x.ndim, pattern)
    source, target = _groups(left, pattern), _groups(right, pattern)
    names, wanted = [n for g in source for n in g], [n for g in target for n in g]
    if len(set(names)) < len(names) or sorted(names) != sorted(wanted):
        raise ValueError(f"rearrange: each axis must stand once on each side of {pattern!r}")
    lengths = _lengths(source, tuple(x.shape), sizes, pattern)
    split = xp.reshape(x, tuple(lengths[n] for n in names))
    moved = xp.permute_dims(split, tuple(names.index(n) for n in wanted)) if names else split
    return xp.reshape(moved, tuple(math.prod([lengths[n] for n in g]) for g in target))


def _with_names(left: str, right: str, ndim: int, pattern: str) -> tuple[str, str]:
    """Both sides with a name for each axis that ``...`` stands for."""
    if "..." not in pattern:
        return left, right
    before, dots, after = left.partition("...")
    if not dots or left.count("...") > 1 or right.count("...") != 1 or before.count("(") > before.count(")"):
        raise ValueError(
            f"rearrange: ... stands once on each side of {pattern!r}, and on the left in no parentheses"
        )
    named = len(_groups(f"{before} {after}", pattern))
    if named > ndim:
        raise ShapeError(f"rearrange: {pattern!r} describes {named} axes at least, the tensor has {ndim}")
    names = " ".join(f"_of_the_rest_{i}" for i in range(ndim - named))
    return f"{before} {names} {after}", right.replace("...", f" {names} ")


def _groups(side: str, pattern: str) -> list[Group]:
    """One group of axis names for each axis: ``b (h w)`` -> ``[[b], [h, w]]``; ``1`` is a group of none."""
    if _TOKEN.sub("", side).strip():
        raise ValueError(f"rearrange: {pattern!r} may hold names, parentheses, 1 and ...")
    groups: list[Group] = []
    inside: Group | None = None
    for token in _TOKEN.findall(side):
        if token == "(" and inside is None:
            inside = []
        elif token == ")" and inside is not None:
            groups.append(inside)
            inside = None
        elif token in "()":
            raise ValueError(f"rearrange: unbalanced parentheses in {pattern!r}")
        elif inside is not None:
            inside += [] if token == "1" else [token]
        else:
            groups.append([] if token == "1" else [token])
    if inside is not None:
        raise ValueError(f"rearrange: unbalanced parentheses in {pattern!r}")
    return groups


def _lengths(
    groups: list[Group], shape: tuple[int, ...], sizes: dict[str, int], pattern: str
) -> dict[str, int]:
    if len(groups) != len(shape):
        raise ShapeError(
            f"rearrange: {pattern!r} describes {len(groups)} axes, the tensor has the shape {shape}"
        )
    lengths = dict(sizes)
    for group, size in zip(groups, shape, strict=True):
        unknown = [n for n in group if n not in lengths]
        known = math.prod([lengths[n] for n in group if n in lengths])
        if len(unknown) > 1:
            raise ValueError(f"rearrange: give the sizes of all but one of {', '.join(unknown)}")
        if unknown and known and size % known == 0:
            lengths[unknown[0]] = size // known
        elif unknown or known != size:
            raise ShapeError(f"rearrange: an axis of {size} cannot be ({' '.join(group)}) of {known}")
    return lengths


def extract_sequences(xp: Any, x: Any, /, sequence_length: int, sequence_stride: int) -> Any:
    size = x.shape[-1]
    if not 0 < sequence_length <= size or sequence_stride < 1:
        raise ValueError(
            f"extract_sequences: length {sequence_length} and stride {sequence_stride} of an axis of size {size}"
        )
    count = (size - sequence_length) // sequence_stride + 1
    starts = xp.arange(count)[:, None] * sequence_stride
    indices = xp.reshape(starts + xp.arange(sequence_length)[None, :], (-1,))
    return xp.reshape(xp.take(x, indices, axis=-1), (*x.shape[:-1], count, sequence_length))


def view_as_complex(xp: Any, x: Any, /) -> Any:
    if x.ndim == 0 or x.shape[-1] != 2:
        raise ShapeError(
            f"view_as_complex: the last axis must hold two numbers; got the shape {tuple(x.shape)}"
        )
    if xp.isdtype(x.dtype, "complex floating"):
        raise DTypeError("view_as_complex: the parts of complex numbers are real")
    join = getattr(xp, "complex_of_parts", None)
    if join is None:  # an infinite imaginary part leaves no real one
        return xp.add(x[..., 0], xp.multiply(x[..., 1], 1j))
    x = floating(xp, x)
    return join(x if dtypes.dtype(x.dtype).bits > 16 else xp.astype(x, "float32"))


def view_as_real(xp: Any, x: Any, /) -> Any:
    return xp.stack([xp.real(x), xp.imag(x)], axis=-1)
