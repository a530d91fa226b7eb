"""Functions that are made of functions: `jax.grad(f)`, `partial(f, x)`, `vmap(f)`, and what calling them gives."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.knowledge import lookup
from purity_lint.knowledge.mlx.roles import FUNCTION_SECOND
from purity_lint.knowledge.notation import Result
from purity_lint.semantics.domain.atoms import ANY, inferred, tensor
from purity_lint.semantics.domain.containers import tuple_of
from purity_lint.semantics.domain.interning import Abs, Transform
from purity_lint.semantics.domain.kinds import (
    CLASS,
    FUNCTION,
    INFERRED,
    INSTANCE,
    LIST,
    TENSOR,
    TUPLE,
    UNKNOWN,
)
from purity_lint.semantics.evaluation.frame import Frame

MAX_TRANSFORM: Final = 6
"""How many wrappers around a function are looked through."""
_KINDS: Final = {
    Result.GRADIENT: "grad",
    Result.VALUE_AND_GRADIENT: "value_and_grad",
    Result.VMAP: "vmap",
    Result.VECTORIZED: "vectorize",
}
"""Result -> what the transformed function does; one that merely wraps does what it wraps."""


def call_transform(
    frame: Frame, ref: Transform, args: list[Abs], keywords: dict[str, Abs], node: ast.Call
) -> Abs:
    """Return what a call of such a function gives."""
    if ref.kind == "partial":
        merged = {**dict(ref.keywords), **keywords}
        return frame.apply(ref.target, [*ref.positional, *args], merged, node)
    if ref.kind == "maker":
        maker = ref.positional[0]
        name = maker.refs[0] if maker.refs and isinstance(maker.refs[0], str) else ""
        return made_of(name, args, keywords) or ANY
    out = frame.apply(ref.target, args, keywords, node)
    if ref.kind == "grad":
        return inferred(args[0]) if args else ANY
    if ref.kind == "value_and_grad":
        value = tensor(INFERRED, rank=0, why=frame.why("value of a function with a gradient", node))
        if out.mask and out is not ANY:
            value = out
        elif ref.keywords:
            value = tuple_of((value, ANY))
        return tuple_of((value, inferred(args[0]) if args else ANY))
    if ref.kind == "vmap":
        return (
            out
            if out.mask & (TENSOR | TUPLE | LIST)
            else tensor(INFERRED, why=frame.why("mapped over an axis", node))
        )
    if ref.kind == "vectorize":
        return tensor(INFERRED, backend="numpy", why=frame.why("result of a vectorized function", node))
    return out


def partly_filled(args: list[Abs], keywords: dict[str, Abs]) -> Abs:
    """``partial(f, x)``: the function with its first arguments."""
    target = _given_function(args, keywords)
    if target is None:
        return ANY
    if target.refs and isinstance(target.refs[0], str) and lookup.transform(target.refs[0]):
        return Abs(FUNCTION, refs=(Transform("maker", ANY, (target,)),))
    return Abs(FUNCTION, refs=(Transform("partial", target, tuple(args[1:]), tuple(keywords.items())),))


def made_of(name: str, args: list[Abs], keywords: dict[str, Abs]) -> Abs | None:
    """``jax.jit(f)`` and its like: what ``name`` makes of the function that is its first argument, if it does so."""
    made = lookup.transform(name)
    if made is None:
        return None
    target = _given_function(args[1:] if name in FUNCTION_SECOND else args, keywords)
    if target is None or not target.mask & (FUNCTION | CLASS | INSTANCE | UNKNOWN):
        return Abs(FUNCTION, refs=(Transform("maker", ANY, (Abs(FUNCTION, refs=(name,)),)),))
    kind = _KINDS.get(made)
    if kind is None or any(isinstance(r, Transform) and _nesting(r) > MAX_TRANSFORM for r in target.refs):
        return target
    more = (("has_aux", keywords["has_aux"]),) if "has_aux" in keywords else ()
    return Abs(FUNCTION, refs=(Transform(kind, target, (), more),))


def _given_function(args: list[Abs], keywords: dict[str, Abs]) -> Abs | None:
    return args[0] if args else keywords.get("fun") or keywords.get("func")


def _nesting(ref: Transform) -> int:
    depth = 1
    while ref.target.refs and isinstance(ref.target.refs[0], Transform):
        ref = ref.target.refs[0]
        depth += 1
    return depth
