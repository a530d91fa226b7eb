"""The operations of the NumPy backend on the boxes of the package ``autograd``, while a gradient is taken.

``autograd`` traces functions of its own namespace, ``autograd.numpy``.  So this module holds the functions of the
NumPy backend once more, with that namespace in the place of ``numpy``.
"""

from __future__ import annotations

import inspect
import re
import types
from functools import partial, reduce, wraps
from typing import Any

import autograd.numpy as anp  # type: ignore[import-untyped]  # autograd has no types
import numpy as np
from autograd.builtins import isinstance as unboxed_isinstance  # type: ignore[import-untyped]  # autograd has no types
from autograd.core import primitive_vjps  # type: ignore[import-untyped]  # autograd has no types
from autograd.numpy.numpy_boxes import ArrayBox  # type: ignore[import-untyped]  # autograd has no types
from autograd.tracer import Box, getval, notrace_primitives  # type: ignore[import-untyped]  # autograd has no types

from emberops import constants
from emberops.backends import numpy as host
from emberops.backends.composed import elementwise_composed, page_of, utility
from emberops.backends.numpy import autograd_rules, boxes, boxes_fft, boxes_linalg
from emberops.backends.numpy.dtypes import NATIVE, native_dtype
from emberops.backends.support.einstein import as_text, contract
from emberops.catalogue import ALIASES, CATALOGUE

namespace = types.ModuleType(
    "emberops.backends.numpy.autograd.namespace", "The operations of the NumPy backend on boxes."
)

_OWN = "emberops.backends."
_globals: dict[str, dict[str, Any]] = {}
_functions: dict[int, Any] = {}


class _Namespace:
    """``autograd.numpy``, and NumPy itself for what concerns no values."""

    def __init__(self, traced: Any, plain: Any) -> None:
        self._traced = traced
        self._plain = plain

    def __getattr__(self, name: str) -> Any:
        if name in _MENDED and self._plain is np:
            return _MENDED[name]
        traced = getattr(self._traced, name, None)
        plain = getattr(self._plain, name, None)
        if isinstance(plain, types.ModuleType):
            found: Any = _Namespace(traced, plain)
        elif traced is None or isinstance(plain, type) or not callable(plain):
            found = plain
        else:
            found = _tersely(traced, plain)
        if found is None:
            raise AttributeError(name)
        setattr(self, name, found)
        return found


def _of_values(function: Any) -> Any:
    """A function whose result has no gradient: dtypes, shapes, truths."""

    def plain(*args: Any, **kwargs: Any) -> Any:
        return function(*[getval(a) for a in args], **kwargs)

    return plain


def _tersely(traced: Any, plain: Any) -> Any:
    """A function of ``autograd.numpy`` called with no more than was said.

    Its gradient rules know the tensors by position and few options by name, so options left at their defaults are
    dropped, and the others passed by name.
    """
    try:
        signature = inspect.signature(plain)
    except ValueError:
        return traced
    parameters = signature.parameters.values()
    if isinstance(plain, np.ufunc) or any(p.kind is p.VAR_POSITIONAL for p in parameters):

        @wraps(traced)
        def called_with_all(*args: Any, **kwargs: Any) -> Any:
            return traced(*args, **{k: v for k, v in kwargs.items() if v is not None})

        return called_with_all

    @wraps(traced)
    def called(*args: Any, **kwargs: Any) -> Any:
        given = signature.bind(*args, **kwargs).arguments
        tensors, options = [], {}
        for p in parameters:
            if p.name not in given:
                continue
            value = given[p.name]
            if p.kind is not p.KEYWORD_ONLY and p.default is p.empty:
                tensors.append(value)
            elif not isinstance(value, Box) and (value is None or value is p.default):
                continue
            else:
                options[p.name] = value
        return traced(*tensors, **options)

    return called


_MENDED: dict[str, Any] = {
    "asarray": boxes.asarray,
    "asanyarray": boxes.asarray,
    "square": lambda x: x * x,
    "copy": lambda x: x + 0,
    "clip": boxes.clip,
    "where": boxes.where,
    "take": boxes.take,
    "take_along_axis": boxes.take_along_axis,
    "flip": boxes.flip,
    "positive": lambda x: x,
    "matrix_transpose": lambda x: anp.swapaxes(x, -1, -2),
    **{
        n: _of_values(getattr(np, n))
        for n in ("result_type", "ndim", "shape", "size", "issubdtype", "isscalar")
    },
}
_NUMPY = _Namespace(anp, np)


def _traced(value: Any) -> Any:
    """What stands for ``value`` in a function of this module."""
    if value is np:
        return _NUMPY
    if value is host:
        return namespace
    if isinstance(value, type):
        return value
    if isinstance(value, types.FunctionType) and value.__module__.startswith(_OWN):
        return _clone(value)
    if isinstance(value, np.ufunc) or (
        callable(value) and str(getattr(value, "__module__", "")).startswith("numpy")
    ):
        home = str(getattr(value, "__module__", "numpy") or "numpy")
        space = _NUMPY.linalg if "linalg" in home else _NUMPY.fft if "fft" in home else _NUMPY
        return getattr(space, value.__name__, value)
    return value


def _clone(function: types.FunctionType) -> Any:
    """The function once more, with what it refers to replaced."""
    known = _functions.get(id(function))
    if known is not None:
        return known
    scope = _scope(function)
    cells = tuple(types.CellType() for _ in function.__closure__ or ())
    made = types.FunctionType(
        function.__code__,
        scope,
        function.__name__,
        function.__defaults__,
        cells if function.__closure__ else None,
    )
    made.__kwdefaults__ = function.__kwdefaults__
    made.__doc__ = function.__doc__
    _functions[id(function)] = made
    for cell, original in zip(cells, function.__closure__ or (), strict=True):
        cell.cell_contents = _traced(original.cell_contents)
    return made


def _scope(function: types.FunctionType) -> dict[str, Any]:
    """The globals of the function's module, replaced one by one when they are first needed."""
    name = function.__globals__["__name__"]
    if name not in _globals:
        scope = _globals[name] = dict(function.__globals__)
        scope["isinstance"] = unboxed_isinstance
        for key, value in function.__globals__.items():
            scope[key] = _traced(value)
    return _globals[name]


def _eigh(x: Any, /, UPLO: str = "L") -> Any:  # noqa: N803  NumPy's name
    return _traced(host.linalg.eigh)(autograd_rules.symmetric(x), UPLO)


def _einsum(subscripts: Any, /, *operands: Any, optimize: bool | str = True) -> Any:
    """``autograd`` takes an axis once in each operand: a diagonal is taken by products."""
    text, arrays = as_text(subscripts, operands, np.asarray)
    if any(len(set(term)) < len(term) for term in re.findall(r"[a-zA-Z]+", text.partition("->")[0])):
        return contract(namespace, text, *arrays)
    return _NUMPY.einsum(text, *arrays)


_OPERATIONS: dict[str, Any] = {
    **autograd_rules.OPERATIONS,
    **boxes.OPERATIONS,
    **boxes_fft.OPERATIONS,
    **boxes_linalg.OPERATIONS,
    "einsum": _einsum,
    "linalg.eigh": _eigh,
    "linalg.eigvalsh": lambda x, /, UPLO="L": _eigh(x, UPLO)[0],  # noqa: N803  NumPy's name
    "gradient": partial(utility.gradient, namespace),
    "nan_to_num": partial(elementwise_composed.nan_to_num, namespace),
}
"""Operations that need another way than NumPy's."""


def _has_rule(function: Any) -> bool:
    """Whether ``autograd`` knows the gradient of a function, or that it has none."""
    return function in primitive_vjps or any(function in known for known in notrace_primitives.values())


def _with_gradient(name: str, function: Any) -> Any:
    """The operation on boxes: the package's own function where that has a gradient, or else composed of others."""
    traced = _traced(function)
    if _has_rule(getattr(traced, "__wrapped__", traced)):
        return traced
    common = getattr(page_of(name), name.rpartition(".")[2], None)
    return traced if common is None else partial(common, namespace)


def _fill() -> None:
    namespace.NAME = "autograd"  # type: ignore[attr-defined]  # a module made here
    namespace.TENSOR_TYPES = namespace.ARRAY_TYPES = (ArrayBox,)  # type: ignore[attr-defined]  # a module made here
    inspection = ("devices", "__array_api_version__", "__array_namespace_info__")
    for name in inspection:
        setattr(namespace, name, getattr(host, name))
    namespace.NATIVE = NATIVE  # type: ignore[attr-defined]  # a module made here
    namespace.native_dtype = native_dtype  # type: ignore[attr-defined]  # a module made here
    for name, dtype in NATIVE.items():
        setattr(namespace, name, dtype)
    for name in ("e", "inf", "nan", "newaxis", "pi"):
        setattr(namespace, name, getattr(constants, name))
    for group in ("linalg", "fft", "nn", "random"):
        setattr(namespace, group, types.SimpleNamespace())
    for op in CATALOGUE.values():
        *path, name = op.name.split(".")
        function = _OPERATIONS.get(op.name)
        if function is None:
            function = _with_gradient(op.name, reduce(getattr, op.name.split("."), host))
        setattr(reduce(getattr, path, namespace), name, function)
    for alias, name in ALIASES.items():
        if "." not in alias:
            setattr(namespace, alias, reduce(getattr, name.split("."), namespace))


_fill()
