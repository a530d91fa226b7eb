"""The operations of the NumPy backend on the boxes of the package ``autograd``, while a gradient is taken.

``autograd`` traces functions of its own namespace, ``autograd.numpy``.  So this module holds the functions of the
NumPy backend once more, with that namespace in the place of ``numpy``.
"""

from __future__ import annotations

import inspect
import types
from functools import partial, reduce
from typing import Any

import autograd.numpy as anp  # type: ignore[import-untyped]  # autograd has no types
import numpy as np
from autograd.builtins import isinstance as unboxed_isinstance  # type: ignore[import-untyped]  # autograd has no types
from autograd.numpy.numpy_boxes import ArrayBox  # type: ignore[import-untyped]  # autograd has no types
from autograd.tracer import Box, getval  # type: ignore[import-untyped]  # autograd has no types

from emberops import constants
from emberops.backends import numpy as host
from emberops.backends.composed import linalg_norms, quantiles, utility
from emberops.backends.numpy import autograd_rules
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


def _asarray(x: Any, dtype: Any = None, **_options: Any) -> Any:
    """A box is an array already."""
    if isinstance(x, Box):
        return x if dtype is None or x.dtype == dtype else x.astype(dtype)
    return anp.array(x, dtype=dtype) if _holds_box(x) else np.asarray(x, dtype=dtype)


def _holds_box(x: Any) -> bool:
    return isinstance(x, (list, tuple)) and any(isinstance(i, Box) or _holds_box(i) for i in x)


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
        return lambda *args, **kwargs: traced(*args, **{k: v for k, v in kwargs.items() if v is not None})

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


def _take(x: Any, indices: Any, axis: int | None = None, **_options: Any) -> Any:
    index = np.asarray(indices)
    return anp.ravel(x)[index] if axis is None else x[(slice(None),) * (axis % np.ndim(getval(x))) + (index,)]


def _flip(x: Any, axis: Any = None) -> Any:
    rank = np.ndim(getval(x))
    axes = range(rank) if axis is None else [a % rank for a in ((axis,) if isinstance(axis, int) else axis)]
    return x[tuple(slice(None, None, -1) if i in axes else slice(None) for i in range(rank))]


def _clip(x: Any, low: Any = None, high: Any = None, **_options: Any) -> Any:
    if low is not None and high is not None:
        return anp.clip(x, low, high)
    return anp.minimum(x, high) if low is None else anp.maximum(x, low)


def _where(condition: Any, *choices: Any) -> Any:
    """Choices of one shape: ``autograd`` gives what is broadcast the gradient of what it is broadcast to."""
    shape = np.broadcast_shapes(*(np.shape(getval(v)) for v in (condition, *choices)))
    if not any(isinstance(v, Box) for v in choices):
        return anp.where(condition, *choices)
    return anp.where(
        condition, *(v if np.shape(getval(v)) == shape else v + np.zeros(shape, np.int8) for v in choices)
    )


def _take_along_axis(x: Any, indices: Any, axis: int | None = -1) -> Any:
    if axis is None:
        return anp.ravel(x)[indices]
    places = list(np.ix_(*map(range, indices.shape)))
    places[axis] = indices
    return x[tuple(places)]


def _assign(x: Any, index: Any, value: Any, /, **_options: Any) -> Any:
    """What is there and what is put there, in one row, and for each element the place it comes from."""
    shape, size = np.shape(getval(x)), np.size(getval(x))
    places = np.arange(size).reshape(shape)
    target = places[index]
    values = anp.ravel(value * np.ones(np.shape(target)))
    places[index] = size + np.arange(np.size(target)).reshape(np.shape(target))
    return anp.concatenate([anp.ravel(x), values])[places]


def _eigh(x: Any, /, UPLO: str = "L") -> Any:  # noqa: N803  NumPy's name
    return _traced(host.linalg.eigh)(autograd_rules.symmetric(x), UPLO)


_MENDED: dict[str, Any] = {
    "asarray": _asarray,
    "asanyarray": _asarray,
    "square": lambda x: x * x,
    "copy": lambda x: x + 0,
    "clip": _clip,
    "where": _where,
    "take": _take,
    "take_along_axis": _take_along_axis,
    "flip": _flip,
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


_OPERATIONS: dict[str, Any] = {
    "assign": _assign,
    **autograd_rules.OPERATIONS,
    "linalg.eigh": _eigh,
    "linalg.eigvalsh": lambda x, /, UPLO="L": _eigh(x, UPLO)[0],  # noqa: N803  NumPy's name
    "stop_gradient": getval,
    "interp": partial(utility.interp, namespace),
    **{
        n: partial(getattr(quantiles, n), namespace)
        for n in ("median", "quantile", "percentile", "nanmedian")
    },
    **{
        f"linalg.{n}": partial(getattr(linalg_norms, n), namespace)
        for n in ("norm", "matrix_norm", "vector_norm")
    },
}
"""Operations that need another way than NumPy's."""


def _fill() -> None:
    namespace.NAME = "autograd"  # type: ignore[attr-defined]  # a module made here
    namespace.TENSOR_TYPES = namespace.ARRAY_TYPES = (ArrayBox,)  # type: ignore[attr-defined]  # a module made here
    for name in ("NATIVE", "native_dtype", "devices", "__array_api_version__", "__array_namespace_info__"):
        setattr(namespace, name, getattr(host, name))
    for name in ("e", "inf", "nan", "newaxis", "pi"):
        setattr(namespace, name, getattr(constants, name))
    for group in ("linalg", "fft", "nn", "random"):
        setattr(namespace, group, types.SimpleNamespace())
    for op in CATALOGUE.values():
        *path, name = op.name.split(".")
        own = _OPERATIONS.get(op.name)
        function = own or _traced(reduce(getattr, op.name.split("."), host))
        setattr(reduce(getattr, path, namespace), name, function)
    for alias, name in ALIASES.items():
        if "." not in alias:
            setattr(namespace, alias, reduce(getattr, name.split("."), namespace))


_fill()
