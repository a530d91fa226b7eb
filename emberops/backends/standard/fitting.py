"""The library's own functions under the facade's signatures."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import reduce
from typing import Any

from emberops.backends.support.operands import NUMBERS, together
from emberops.backends.support.reductions import floating
from emberops.catalogue import Op
from emberops.errors import OperationNotSupportedError

Function = Callable[..., Any]

_FLOATS = frozenset(
    [
        "divide",
        "reciprocal",
        "sqrt",
        "exp",
        "expm1",
        "exp2",
        "log",
        "log1p",
        "log2",
        "log10",
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "sinh",
        "cosh",
        "tanh",
        "asinh",
        "acosh",
        "atanh",
        "atan2",
        "hypot",
        "logaddexp",
        "logaddexp2",
        "copysign",
        "nextafter",
        "heaviside",
        "rint",
        "fabs",
        "cbrt",
        "sinc",
        "deg2rad",
        "rad2deg",
        "i0",
        "spacing",
        "modf",
        "float_power",
        "isinf",
        "isposinf",
        "isneginf",
    ]
)
"""Elementwise functions of floats: integers become the default float dtype first."""
_TRUTHS = frozenset({"logical_and", "logical_or", "logical_xor", "logical_not"})
_FLOAT_GROUPS = frozenset({"linalg"})
_OF_ANY_DTYPE = frozenset({"linalg.diagonal", "linalg.outer", "linalg.trace", "linalg.cross"})
"""Operations of a group of floats that keep integers and booleans."""
_TOGETHER = frozenset(
    {"matmul", "tensordot", "vecdot", "searchsorted", "linalg.solve", "dot", "vdot", "outer"}
)
"""Operations whose tensors have one dtype; the standard leaves mixed kinds open."""


def find(library: Any, op: Op, unlike: frozenset[str]) -> Function | None:
    """The library's function with the operation's name or one of its other names in NumPy and the standard.

    ``unlike`` names functions that mean something else, or less.
    """
    for name in dict.fromkeys((op.name, *op.aliases, *op.numpy)):
        if name in unlike:
            continue
        try:
            found = reduce(getattr, name.split("."), library)
        except AttributeError:
            continue
        if callable(found) and not isinstance(found, type):
            return found  # type: ignore[no-any-return]  # an Array API namespace has no types
    return None


def elementwise(xp: Any, op: Op, native: Function, facade: inspect.Signature) -> Function:
    """A function of one or two tensors: numbers and mixed dtypes promote before it is called."""
    floats, truths = op.name in _FLOATS, op.name in _TRUTHS

    def apply(*operands: Any) -> Any:
        tensors = (
            together(xp, *operands) if len(operands) > 1 or isinstance(operands[0], NUMBERS) else operands
        )
        if floats:
            tensors = [floating(xp, x) for x in tensors]
        elif truths:
            tensors = [x if xp.isdtype(x.dtype, "bool") else x != 0 for x in tensors]
        return native(*tensors)

    return _presented(apply, op, facade)


def fitted(
    xp: Any, op: Op, native: Function, facade: inspect.Signature, composed: Function | None
) -> Function:
    """``native`` called with no more than was said.

    Tensors go by position.  Options go by name, and only where they differ from the defaults; one that the native
    function does not know makes the call run ``composed``, the same operation from others, if there is one.
    """
    known = named(native)
    parameters = facade.parameters.values()

    def apply(*args: Any, **kwargs: Any) -> Any:
        given = facade.bind(*args, **kwargs).arguments
        tensors, options = [], {}
        for p in parameters:
            if p.name not in given:
                continue
            value = given[p.name]
            if p.kind is p.VAR_POSITIONAL:
                tensors += value
            elif p.kind is p.VAR_KEYWORD:
                options.update(value)
            elif p.default is p.empty and (p.kind is p.POSITIONAL_ONLY or p.name not in known):
                tensors.append(value)
            elif not _same(value, p.default) or (p.name in known and not _same(known[p.name], p.default)):
                options[p.name] = value
        strange = [name for name in options if name not in known]
        if strange:
            if composed is not None:
                return composed(*args, **kwargs)
            raise OperationNotSupportedError(
                f"ops.{op.name} on the backend {xp.NAME!r}: the library's own function takes no {strange[0]}="
            )
        return native(*_prepared(xp, op, tensors), **_translated(xp, options))

    return _presented(apply, op, facade)


def _presented(function: Function, op: Op, facade: inspect.Signature) -> Function:
    """Under the operation's name and signature."""
    function.__name__ = function.__qualname__ = op.name.rpartition(".")[2]
    function.__signature__ = facade  # type: ignore[attr-defined]  # functions take attributes
    return function


def named(native: Function) -> dict[str, Any]:
    """Parameters that can be passed by name, with their defaults."""
    try:
        parameters = inspect.signature(native).parameters.values()
    except (TypeError, ValueError):  # functions written in C may not tell
        return {}
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {p.name: p.default for p in parameters if p.kind in by_name}


def _same(value: Any, default: Any) -> bool:
    """Whether a value is the default; only plain values are compared."""
    plain = (bool, int, float, str, tuple, type(None))
    return value is default or (
        isinstance(value, plain)
        and isinstance(default, plain)
        and type(value) is type(default)
        and value == default
    )


def _prepared(xp: Any, op: Op, tensors: list[Any]) -> list[Any]:
    """The tensors in dtypes that the standard defines the operation for."""
    leading = [x for x in tensors if isinstance(x, (*xp.TENSOR_TYPES, *NUMBERS))]
    if op.name in _TOGETHER and len(leading) > 1:
        tensors = [*together(xp, *leading), *tensors[len(leading) :]]
    if op.group in _FLOAT_GROUPS and op.name not in _OF_ANY_DTYPE:
        tensors = [floating(xp, x) if isinstance(x, xp.TENSOR_TYPES) else x for x in tensors]
    return tensors


def _translated(xp: Any, options: dict[str, Any]) -> dict[str, Any]:
    """Options with the library's own dtypes and devices."""
    translations = {"dtype": xp.native_dtype, "device": xp.devices.native_device}
    return {k: translations[k](v) if k in translations else v for k, v in options.items()}
