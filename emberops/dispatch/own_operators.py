"""Operators and methods that an object brings itself: of a class that no library owns, and that computes with tensors.

``a + b`` asks the classes of its operands, and so does ``ops.add(a, b)`` where one of them is such an object: a matrix
of a project's own, a linear operator.  ``ops.sum(a)`` is its ``a.sum()``, as it is for ``numpy.sum``.
What can become a tensor is data, and is left to the backends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from emberops.dispatch import owners
from emberops.dispatch.operand_checks import is_sparse_class

_OPERATORS: Mapping[str, tuple[str, ...]] = {
    "add": ("__add__", "__radd__"),
    "subtract": ("__sub__", "__rsub__"),
    "multiply": ("__mul__", "__rmul__"),
    "divide": ("__truediv__", "__rtruediv__"),
    "floor_divide": ("__floordiv__", "__rfloordiv__"),
    "remainder": ("__mod__", "__rmod__"),
    "pow": ("__pow__", "__rpow__"),
    "matmul": ("__matmul__", "__rmatmul__"),
    "bitwise_and": ("__and__", "__rand__"),
    "bitwise_or": ("__or__", "__ror__"),
    "bitwise_xor": ("__xor__", "__rxor__"),
    "bitwise_left_shift": ("__lshift__", "__rlshift__"),
    "bitwise_right_shift": ("__rshift__", "__rrshift__"),
    "equal": ("__eq__", "__eq__"),
    "not_equal": ("__ne__", "__ne__"),
    "less": ("__lt__", "__gt__"),
    "less_equal": ("__le__", "__ge__"),
    "greater": ("__gt__", "__lt__"),
    "greater_equal": ("__ge__", "__le__"),
    "negative": ("__neg__",),
    "positive": ("__pos__",),
    "abs": ("__abs__",),
    "bitwise_invert": ("__invert__",),
}
"""Operation -> the method that is asked for of its first operand, and that of its second."""
_ATTRIBUTES: Mapping[str, str] = {"transpose": "T", "matrix_transpose": "mT"}
"""Operation, of one tensor and nothing else -> the attribute with this meaning."""
# fmt: off
_METHODS = frozenset({
    "all", "any", "argmax", "argmin", "argsort", "clip", "conj", "cumprod", "cumsum", "diagonal", "dot", "max",
    "mean", "min", "nonzero", "prod", "ravel", "repeat", "reshape", "round", "sort", "squeeze", "std", "sum",
    "swapaxes", "take", "trace", "transpose", "var",
})
# fmt: on
"""Operations that are a method in NumPy as well, which its function asks any object for."""
_BECOMES_A_TENSOR = (
    "__array__",
    "__array_interface__",
    "__array_struct__",
    "__buffer__",
    "__dlpack__",
    "__jax_array__",
)


def answer(name: str, operands: Sequence[Any], arguments: Sequence[Any], *, on_numpy: bool) -> Any:
    """What the operands' own classes make of an operation; ``NotImplemented`` where they say nothing.

    Parameters
    ----------
    name
        The operation.
    operands
        The tensors of the call, in their order, and what stands for one.
    arguments
        All that is given by position: where it is more than the operands, an operator does not say it.
    on_numpy
        Whether the call would run on NumPy, which takes any object; there only those are asked for which NumPy's own
        operators step aside, by an ``__array_priority__``.
    """
    attribute = _ATTRIBUTES.get(name)
    wanted = _OPERATORS.get(name, ()) if attribute is None else (attribute,)
    if len(wanted) != len(operands) or any(value is not None for value in arguments[len(operands) :]):
        return NotImplemented
    for place, (value, asked) in enumerate(zip(operands, wanted, strict=True)):
        found = _own(type(value), asked)
        if found is None or not _has_precedence(type(value), on_numpy=on_numpy):
            continue
        if attribute is not None:
            return getattr(value, attribute)
        result = found(value, *(other for i, other in enumerate(operands) if i != place))
        if result is not NotImplemented:
            return result
    return NotImplemented


def method(name: str, value: Any, *, on_numpy: bool) -> Callable[..., Any] | None:
    """The method of an object that no tensor is made of, by the name of an operation; ``None`` where it has none."""
    if name not in _METHODS or not _has_precedence(type(value), on_numpy=on_numpy):
        return None
    found = _own(type(value), name)
    return found if callable(found) else None


def _own(cls: type, attribute: str) -> Any:
    """What a class has of this name itself; every object has comparisons."""
    found = getattr(cls, attribute, None)
    return None if found is getattr(object, attribute, None) else found


def _has_precedence(cls: type, *, on_numpy: bool) -> bool:
    """Whether an object of this class is asked before it would be made a tensor.

    One with ``__array_ufunc__`` is not: NumPy's functions ask it themselves, or are refused by it, and so is ops.

    Source: NumPy's "Interoperability with NumPy" and NEP 13, on ``__array_ufunc__`` and ``__array_priority__``.
    """
    if cls.__module__ == "builtins" or owners.backend_of_type(cls) is not None:  # `range`, `set`, tensors
        return False
    if hasattr(cls, "__array_ufunc__"):
        return False
    if on_numpy:
        priority = getattr(cls, "__array_priority__", 0)
        return isinstance(priority, (int, float)) and priority > 0
    return not (
        issubclass(cls, (Sequence, int, float, complex, str, bytes))
        or any(hasattr(cls, name) for name in _BECOMES_A_TENSOR)
        or is_sparse_class(cls)
    )
