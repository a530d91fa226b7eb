"""The backend that the dispatcher sees behind Arrays: every operation, on the backend of the tensors they hold."""

from __future__ import annotations

from functools import partial
from types import ModuleType
from typing import Any

from emberops.array.arrays import Array
from emberops.array.holder import Holder
from emberops.array.lifting import all_lifted, unwrap, wrap
from emberops.array.names import fill
from emberops.array.namespaces import wrapped
from emberops.dispatch import registry
from emberops.dispatch.refused import RefusedCall
from emberops.dispatch.registry import Backend
from emberops.dtypes import dtype as dtypes


def made_of(cls: type[Holder], over: Backend, name: str) -> Backend:
    """A backend that computes as another one does, with arrays of a class of its own."""
    module: Any = ModuleType(f"{__name__}.{over.name}")
    functions = all_lifted(cls, over)
    _describe(module, over.module, name, cls)
    fill(module, functions)
    functions["namespace_of"] = module.namespace_of = lambda _x: module
    return Backend(name, module, (cls,), functions)


def _describe(module: Any, over: Any, name: str, cls: type[Holder]) -> None:
    module.NAME = name
    module.TENSOR_TYPES = module.ARRAY_TYPES = (cls,)
    module.NATIVE = dict(dtypes.DTYPES)
    module.another_way = partial(_another_way, cls)
    for attribute in ("native_dtype", "devices", "__array_api_version__", "__array_namespace_info__"):
        setattr(module, attribute, getattr(over, attribute))


def _another_way(cls: type[Holder], call: RefusedCall, error: Exception) -> Any:
    """The answer that the backend of the tensors in a call has for it, after it has refused them."""
    answer = call.of(unwrap).answered(error)
    return NotImplemented if answer is None else wrap(answer[0], cls)


def _namespace_of(x: Any, /) -> Any:
    return wrapped(x.backend)


def _to_backend(x: Any, /, backend: str, *, copy: bool | None = None) -> Any:
    moved = x._backend.functions["to_backend"](x.tensor, backend, copy=copy)
    return type(x).of(moved, registry.load(backend))


namespace: Any = ModuleType("emberops.array.backend.namespace", "The operations on Arrays of any backend.")
_describe(namespace, registry.load("numpy").module, "array", Array)
fill(namespace, all_lifted(Array))
namespace.namespace_of = _namespace_of
namespace.to_backend = _to_backend
