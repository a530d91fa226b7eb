"""Backends from any Python Array API namespace: array-api-strict, ``dask.array``, CuPy and their like.

:func:`adapt` makes the namespace that a built-in backend has by hand.  Each operation is, in this order:

1. a function of this package, where the library's own needs mending (:mod:`~emberops.backends.standard.statistical`
   and its neighbours; they take ``xp``, and ``native`` where they call the library's function);
2. the library's function of that name, under the facade's signature (:mod:`~emberops.backends.standard.fitting`);
3. composed from other operations (:mod:`emberops.backends.composed`);
4. an error, with its reason, when it is called.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial, reduce
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import Any

import array_api_compat

from emberops import constants
from emberops.backends.standard import fitting
from emberops.backends.standard.devices import Devices
from emberops.backends.standard.dtypes import DTypes
from emberops.backends.support.namespace_info import NamespaceInfo
from emberops.catalogue import ALIASES, CATALOGUE, Op
from emberops.dispatch.operation import signature_of
from emberops.errors import OperationNotSupportedError

_COMPATIBLE = ("cupy", "dask.array", "numpy", "torch")
"""What array-api-compat brings up to the standard."""
_SPACES = ("linalg", "fft", "random", "nn")
_OWN_MEANING = frozenset({"data_types", "random", "nn", "interop", "io", "transforms"})
"""Groups in which a library's function of the same name means something else, or knows no portable dtypes."""
_UNLIKE: dict[str, frozenset[str]] = {
    # Not for numbers beside tensors, nor for tensors of two dtypes.
    "": frozenset({"linspace", "isin", "diff", "ldexp"}),
    # Approximate quantiles, edges and bins that must be known, options that are missing, results that differ.
    "dask.array": frozenset(
        {"percentile", "nanpercentile", "median", "nanmedian", "histogram", "digitize", "topk", "gradient"}
        | {"unravel_index", "ravel_multi_index", "choose", "tri", "insert", "delete", "append"}
        | {"linalg.matrix_rank"}
    ),
}
"""Library -> functions of a familiar name that do not mean what the name says; the empty name: every library."""
_NO_GRADIENTS = (
    "the Array API has no automatic differentiation; move the tensors to torch, jax or mlx: ops.to_backend"
)


def adapt(name: str, module: Any) -> ModuleType:
    """The backend called ``name``, made from an Array API namespace.

    Parameters
    ----------
    name
        What users pass to :func:`emberops.set_backend`.
    module
        The namespace: ``array_api_strict``, ``dask.array``, ``cupy`` or any other with the standard's functions.

    Returns
    -------
    module
        With every operation of the catalogue.  One that can be neither found nor composed raises
        ``OperationNotSupportedError`` when it is called.
    """
    library = _standard(module)
    xp: Any = ModuleType(f"emberops.backends.standard.{name}", f"Operations on {_title(module)}.")
    sample = library.asarray(0.0)
    xp.NAME, xp.library, xp.original = name, library, module
    xp.TENSOR_TYPES = xp.ARRAY_TYPES = (type(sample),)
    xp.LAZY = bool(array_api_compat.is_lazy_array(sample))
    known = DTypes(name, library)
    xp.NATIVE, xp.native_dtype = known.native, known.native_dtype
    xp.promote_types, xp.result_type = known.promote_types, known.result_type
    xp.devices = Devices(name, library)
    xp.__array_api_version__ = getattr(library, "__array_api_version__", "2022.12")
    xp.__array_namespace_info__ = partial(NamespaceInfo, xp)
    for constant in ("e", "inf", "nan", "newaxis", "pi"):
        setattr(xp, constant, getattr(constants, constant))
    for dtype_name, native in known.native.items():
        setattr(xp, dtype_name, native)
    for space in _SPACES:
        setattr(xp, space, SimpleNamespace())
    _bind_words(xp)
    unlike = _UNLIKE[""] | _UNLIKE.get(_title(module), frozenset())
    for op in CATALOGUE.values():
        _put(xp, op.name, _implementation(xp, op, unlike, _title(module)))
    for alias, target in ALIASES.items():
        _put(xp, alias, reduce(getattr, target.split("."), xp))
    return xp  # type: ignore[no-any-return]  # an Array API namespace has no types


def _title(module: Any) -> str:
    return str(getattr(module, "__name__", module))


def _standard(module: Any) -> Any:
    """The namespace itself, or what array-api-compat makes of it."""
    name = _title(module)
    if name in _COMPATIBLE and find_spec(name.partition(".")[0]) is not None:
        return import_module(f"array_api_compat.{name}")
    return module


def _put(xp: Any, dotted: str, function: Any) -> None:
    *path, name = dotted.split(".")
    home = reduce(getattr, path, xp)
    if not hasattr(home, name):
        setattr(home, name, function)


def _implementation(xp: Any, op: Op, unlike: frozenset[str], title: str) -> Callable[..., Any]:
    name = op.name.rpartition(".")[2]
    own = _function(_page("standard", op.group), name)
    common = _function(_page("composed", op.group), name)
    composed = None if common is None else _bound(common, xp)
    # A Python bool is what the facade promises; libraries give tensors.
    composed_better = op.group in _OWN_MEANING or (op.result == "bool" and composed is not None)
    native = None if composed_better else fitting.find(xp.library, op, unlike)
    if own is not None and "native" not in inspect.signature(own).parameters:
        return _bound(own, xp)
    if native is None:
        return composed or _refusing(op, xp.NAME, title)
    if own is not None:
        return _bound(own, xp, native)
    facade = signature_of(op.name)
    if op.group == "elementwise" and all(p.default is p.empty for p in facade.parameters.values()):
        return fitting.elementwise(xp, op, native, facade)
    return fitting.fitted(xp, op, native, facade, composed)


def _page(package: str, group: str) -> ModuleType | None:
    name = f"emberops.backends.{package}.{group}"
    return import_module(name) if find_spec(name) else None


def _function(page: ModuleType | None, name: str) -> Callable[..., Any] | None:
    """The function of that name in a page; a module that the page imports may have the same."""
    found = getattr(page, name, None)
    return found if inspect.isfunction(found) else None


def _bound(function: Callable[..., Any], *first: Any) -> Callable[..., Any]:
    def bound(*args: Any, **kwargs: Any) -> Any:
        return function(*first, *args, **kwargs)

    bound.__name__ = bound.__qualname__ = function.__name__
    bound.__doc__ = function.__doc__
    signature = inspect.signature(function)
    bound.__signature__ = signature.replace(parameters=list(signature.parameters.values())[len(first) :])  # type: ignore[attr-defined]  # functions take attributes
    return bound


def _bind_words(xp: Any) -> None:
    """What the random operations are composed from."""
    from emberops.backends.standard import random

    for name in random.WORDS:
        setattr(xp.random, name, _bound(getattr(random, name), xp))


def _refusing(op: Op, backend: str, title: str) -> Callable[..., Any]:
    reason = (
        _NO_GRADIENTS
        if op.group == "transforms"
        else f"{title} has no such function, and it cannot be composed from those that it has"
    )

    def refuse(*_args: object, **_kwargs: object) -> Any:
        raise OperationNotSupportedError(f"ops.{op.name} cannot run on the backend {backend!r}: {reason}")

    # What emberops.supports reads.
    refuse.reason = reason  # type: ignore[attr-defined]  # functions take attributes
    return refuse
