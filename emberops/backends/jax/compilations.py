"""What JAX compiles while operations run: after many programs, those of plain functions go by the host too.

JAX compiles each function for each shape and dtype, which takes a twentieth of a second even for ``add``.  Most code
meets some dozens of these, a test suite meets thousands and does little else than wait.  To ask before each call
whether its kind was met takes a tenth of the call, so that nobody asks until JAX has said of :data:`_MANY` programs
that it compiled them.  From then on :data:`EXACT` and :data:`ROUNDED` are asked,
and new kinds of calls on small tensors go by the host.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from functools import cache, wraps
from types import FrameType
from typing import Any

import jax
import numpy as np

from emberops.backends.jax import frequency, placing, variety, varying
from emberops.backends.jax.whole import TENSOR, Given
from emberops.dispatch import registry
from emberops.dispatch.dispatcher_code import operation_of
from emberops.dispatch.operation import routers
from emberops.dispatch.router import BESIDE_NUMBER, ONE_TYPE
from emberops.dtypes.default import default_dtype

EXACT = frozenset(
    {
        *("add", "subtract", "multiply", "maximum", "minimum", "negative", "square"),
        *("floor", "ceil", "trunc", "rint", "isnan", "isinf", "isfinite", "signbit", "copysign", "fmod"),
        *("equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "where"),
        *("logical_and", "logical_or", "logical_xor", "logical_not"),
        *("bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_invert"),
        *("argmax", "argmin", "max", "min", "any", "all", "sort", "argsort"),
    }
)
"""Functions of which there is one result, whoever computes it."""
ROUNDED = frozenset(
    {
        *("abs", "divide", "floor_divide", "remainder", "pow", "reciprocal", "sqrt"),
        *("exp", "exp2", "expm1", "log", "log1p", "log2", "log10", "hypot", "logaddexp"),
        *("sin", "cos", "tan", "sinh", "cosh", "tanh"),
        *("asin", "acos", "atan", "asinh", "acosh", "atanh", "atan2"),
        *("sum", "prod", "mean", "cumulative_sum", "cumulative_prod"),
        *("matmul", "dot", "vdot", "inner"),
    }
)
"""Functions whose last digit depends on who computes it: a kind of calls that has a program keeps it."""
_OF_NUMBERS = frozenset({"add", "subtract", "multiply", "divide", "maximum", "minimum", "negative", "square"})
"""Functions of which NumPy and JAX make different dtypes of truths alone."""
_WARNING_OF_NOTHING = frozenset({"mean"})
"""Functions of which NumPy warns where there are no elements."""
_MANY = 128
"""After so many programs it is taken for code whose shapes vary; they have taken some seconds by then."""
_OF_MANY = 8
"""As many kinds of calls of one function have programs then, which a loop may go on with."""
_COMPILED = "/jax/core/compile/backend_compile_duration"
_OPTIONS = frozenset({bool, int, type(None)})
"""Types of options that a program is compiled for one by one; a dtype is none, for NumPy adds up in it."""
_NUMBERS = {int: "iufc", float: "fc", complex: "c", bool: "biufc"}
"""Python's numbers -> kinds of tensors beside which JAX and NumPy give results of the tensors' dtype."""


@cache
def _tensor_type() -> type:
    """The class of tensors that have values; asked late, for to make one chooses JAX's devices for good."""
    return type(jax.device_put(0.0))


class _Programs:
    """How many programs were compiled for operations; whether this was many."""

    count = 0
    are_many = False


def watch(event: str, duration_secs: float, **kwargs: str | int) -> None:
    """Take note of a program that JAX has compiled: told by JAX after each."""
    del duration_secs, kwargs
    if event != _COMPILED or _Programs.are_many:
        return
    found = _operation(sys._getframe(1))
    if found is None:
        return
    _Programs.count += 1
    name, args, kwargs = found
    if name in ROUNDED and (kind := kind_of(args, kwargs)) is not None:
        variety.note(name, kind)
    if _Programs.count >= _MANY:
        _Programs.are_many = True
        ask()


def _operation(frame: FrameType | None) -> tuple[str, tuple[Any, ...], dict[str, Any]] | None:
    """The operation that runs, with its arguments; ``None`` where a program of the user's own is compiled."""
    while frame is not None:
        name = operation_of(frame.f_code)
        if name is not None:
            code, values = frame.f_code, frame.f_locals
            positional, last = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
            args = tuple(values[n] for n in code.co_varnames[:positional])
            return name, args, {n: values[n] for n in code.co_varnames[positional:last]}
        frame = frame.f_back
    return None


def kind_of(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Hashable | None:
    """What a program is compiled for; ``None`` of calls with something else than tensors, numbers and options."""
    kind: list[Any] = [default_dtype(), varying.has_64_bits(), *kwargs]
    tensor = _tensor_type()
    for value in (*args, *kwargs.values()) if kwargs else args:
        cls = type(value)
        if cls is tensor:
            kind.append(value.shape)
            kind.append(value.dtype)
        elif cls is float or cls is complex:
            kind.append(cls)
        elif cls in _OPTIONS or (cls is tuple and all(type(v) is int for v in value)):
            kind.append(cls)
            kind.append(value)
        else:
            return None
    return tuple(kind)


def _is_in_one_dtype(name: str, tensors: list[Any], others: list[Any]) -> bool:
    """Whether NumPy computes in the dtype in which JAX does: that of all tensors, to which no number adds anything."""
    dtypes = {x.dtype for x in tensors}
    numbers = {type(value) for value in others if type(value) in _NUMBERS}
    of_numbers = [dtype for dtype in dtypes if dtype.kind != "b"]
    if len(of_numbers) != 1:
        return len(dtypes) == 1 and name not in _OF_NUMBERS and not numbers
    return all(of_numbers[0].kind in _NUMBERS[cls] for cls in numbers)


def ask() -> None:
    """Have calls of the operations asked for their kinds, which nobody did while these were few."""
    backend = registry.load("jax")
    for name in EXACT | ROUNDED:
        program = backend.functions[name]
        asked = by_host_of_new_kinds(name, program)
        routers[name].replace(backend, asked)


def by_host_of_new_kinds(name: str, program: Callable[..., Any]) -> Callable[..., Any]:
    """``program``, the operation of this name, with the host's answer for kinds of calls that are not worth one.

    Its short ways, which are attributes, get the same.
    """
    function = _by_host_of_new_kinds(name, program)
    if hasattr(program, ONE_TYPE):
        setattr(function, ONE_TYPE, _by_host_of_new_kinds(name, getattr(program, ONE_TYPE)))
    if hasattr(program, BESIDE_NUMBER):
        ways = getattr(program, BESIDE_NUMBER)
        asked = {number: _by_host_of_new_kinds(name, way) for number, way in ways.items()}
        setattr(function, BESIDE_NUMBER, asked)
    return function


def _by_host_of_new_kinds(name: str, program: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(program, updated=())
    def function(*args: Any, **kwargs: Any) -> Any:
        kind = kind_of(args, kwargs)
        if kind is None or variety.was_compiled(name, kind):
            return program(*args, **kwargs)
        leaves, tree = jax.tree.flatten((args, kwargs))
        tensors = [leaf for leaf in leaves if isinstance(leaf, jax.Array)]
        others = [leaf for leaf in leaves if not isinstance(leaf, jax.Array)]
        if not _is_for_host(name, tensors, others) or _deserves_program(name, kind):
            return program(*args, **kwargs)
        given = Given([TENSOR if isinstance(leaf, jax.Array) else leaf for leaf in leaves], tree)
        made = varying.by_host(name, kind, program, given, tensors)
        return made if _is_known(made) and not _has_subnormals(made) else program(*args, **kwargs)

    return function


def _is_for_host(name: str, tensors: list[Any], others: list[Any]) -> bool:
    if not tensors or not placing.lie_together(tensors) or not _is_in_one_dtype(name, tensors, others):
        return False
    if name in ROUNDED and any(x.dtype.kind == "c" for x in tensors):
        return False  # infinite parts are NumPy's own matter
    return all(_is_plain(name, x) for x in tensors)


def _is_known(made: Any) -> bool:
    """Whether there are values: a trace takes what is put on a device over, also of tensors that it did not give."""
    return type(made) is _tensor_type()


def _is_plain(name: str, x: Any) -> bool:
    if not varying.is_small(x) or (not x.size and name in _WARNING_OF_NOTHING):
        return False
    return not _has_subnormals(x)


def _has_subnormals(x: Any) -> bool:
    """Whether there are numbers that XLA takes for zero, and NumPy does not."""
    if x.dtype.kind not in "fc" or not x.size:
        return False
    values = np.asarray(x).reshape(-1)
    parts = np.abs(values.view(values.real.dtype) if x.dtype.kind == "c" else values)
    return bool(np.any((parts > 0) & (parts < np.finfo(parts.dtype).tiny)))


def _deserves_program(name: str, kind: Hashable) -> bool:
    if name in ROUNDED:
        return variety.has_program(name, kind, _OF_MANY)
    met = (name, kind)
    if frequency.is_often(met):
        variety.note(name, kind)
        return True
    frequency.count(met)
    return False
