"""A call that a library refused, for the backend to answer in another way."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from operator import index, is_
from typing import Any

from emberops.dispatch import owners, registry, selection
from emberops.dispatch.comparisons import COMPARISONS
from emberops.dispatch.operand_checks import is_too_large
from emberops.dispatch.owners import SCALARS
from emberops.dispatch.router import Router
from emberops.errors import DTypeError

_NUMBER_MET = re.compile(
    r"'(?:bool|int|float|complex)' object (?:has no attribute|is not subscriptable|is not iterable)|"
    r"object of type '(?:bool|int|float|complex)' has no len|"
    r"incompatible function arguments|must be Tensor, not (?:bool|int|float|complex)"
)
"""How a function says so: in Python, in MLX's binding, in PyTorch's."""

OF_ANY_INTEGERS = frozenset(
    {
        *COMPARISONS,
        *("divide", "float_power", "atan2", "hypot", "copysign", "logaddexp", "logaddexp2"),
    }
)
"""Comparisons, and functions of floats: an integer need not fit the dtype beside it."""

_SCANS = frozenset({"cumulative_sum", "cumulative_prod", "nancumsum", "nancumprod"})
_OVER_NO_AXIS = frozenset(
    {
        *("sum", "prod", "max", "min", "any", "all", "argmax", "argmin", "count_nonzero", "ptp", "logsumexp"),
        *("nansum", "nanprod", "nanmax", "nanmin", "nanargmax", "nanargmin"),
        *_SCANS,
    }
)
"""Reductions and scans that NumPy runs along the first axis of what has none, as of one value."""
_OF_PRESENT = frozenset({"nanmean", "nanstd", "nanvar"})
"""Reductions that NumPy runs so of floats; integers, where nothing is missing, it gives to ``mean`` and its like."""
_OF_WHOLE_ARRAYS = frozenset({"array_equal", "array_equiv"})
"""Questions whether two arrays are the same, which a list that is none answers: it is no other's equal, to NumPy."""


class RefusedCall:
    """The operation, its function on the backend, and its arguments."""

    def __init__(self, router: Router, arguments: Mapping[str, Any]) -> None:
        self.op = router.name
        self._router = router
        self._named = arguments
        self._args, self._kwargs = router.arguments.bound(arguments)

    def tensors(self) -> list[Any]:
        """Every argument that stands for a tensor; sequences item by item."""
        return [x for x in self._router.arguments.held(self._args, self._kwargs) if x is not None]

    def run(self, change: Callable[[Any], Any]) -> Any:
        """What the function gives for changed tensors."""
        args, kwargs = self._router.arguments.map(
            self._args, self._kwargs, lambda x: None if x is None else change(x)
        )
        return self._backend().functions[self.op](*args, **kwargs)

    def run_of_numbers(self, change: Callable[[Any], Any]) -> Any:
        """What the function gives with each number changed that is a value: no place, no axis and no size."""
        args, kwargs = self._router.arguments.with_values(self._args, self._kwargs, change)
        return self._backend().functions[self.op](*args, **kwargs)

    def of(self, change: Callable[[Any], Any]) -> RefusedCall:
        """The same call with its arguments changed, where they may be of another backend."""
        return RefusedCall(self._router, {name: change(value) for name, value in self._named.items()})

    def positional(self) -> tuple[Any, ...]:
        """The arguments that the backend's function takes by position."""
        return self._args

    def option(self, name: str) -> Any:
        """The argument of a keyword, ``None`` if there is no such one."""
        return self._kwargs.get(name)

    def _backend(self) -> Any:
        return owners.backend_of(*self.tensors()) or selection.current()

    def answered(self, error: Exception) -> tuple[Any] | None:
        """The answer that the backend has found another way to, as a tuple of one; ``None`` if there is none."""
        backend = self._backend()
        if isinstance(error, DTypeError):  # which this package has raised, for good
            return None
        if self.op in _OF_WHOLE_ARRAYS and None in map(_shape, self.tensors()):
            return (False,)
        if self._lists_axes(backend):
            return (self.run(lambda x: x),)
        if self._compares_numbers():
            return (backend.functions["asarray"](COMPARISONS[self.op](*self.tensors())),)
        if self._floats_meet_integers_of_any_size(backend):
            return (self.run(lambda x: float(x) if _is_no_signed(x) else x),)
        if self._takes_sizes_from_tensors():
            return (self.run(lambda x: x),)
        if self._reduces_one_value(backend):
            return (self.run(backend.functions["atleast_1d"] if self.op in _SCANS else lambda x: x),)
        another_way = getattr(backend.module, "another_way", None)
        if another_way is not None:
            self._args, self._kwargs = self._router.adopted(self._args, self._kwargs, backend)
            answer = another_way(self, error)
            if answer is not NotImplemented:
                return (answer,)
        return self._of_tensors_alone(backend) if _took_a_number_for_a_tensor(error) else None

    def _lists_axes(self, backend: registry.Backend) -> bool:
        """Put a tuple in the place of a list of axes, which PyTorch takes and NumPy often refuses; whether it is so."""
        if type(self._named.get("axis")) is not list:
            return False
        args, kwargs = self._router.arguments.bound({**self._named, "axis": tuple(self._named["axis"])})
        self._args, self._kwargs = self._router.adopted(args, kwargs, backend)
        return True

    def _takes_sizes_from_tensors(self) -> bool:
        """Put Python's integers in the place of tensors of one integer as axes and sizes; whether there are any.

        NumPy takes its own arrays of one integer there; JAX, which compiles a program for each size, takes none.
        """
        args, kwargs = self._router.arguments.with_options(self._args, self._kwargs, _size)
        if all(
            a is b
            for a, b in zip((*args, *kwargs.values()), (*self._args, *self._kwargs.values()), strict=True)
        ):
            return False
        self._args, self._kwargs = self._router.adopted(tuple(args), kwargs, self._backend())
        return True

    def _reduces_one_value(self, backend: registry.Backend) -> bool:
        """Leave out the axis along which a tensor without axes is reduced; whether it is so."""
        axis = self._named.get("axis")
        if backend.is_host or type(axis) is not int or self.op not in _OVER_NO_AXIS | _OF_PRESENT:
            return False
        if self.op in _OF_PRESENT and not _are_inexact(backend, self.tensors()):
            return False
        if axis not in (0, -1) or any(
            type(x) not in SCALARS and getattr(x, "shape", None) != () for x in self.tensors()
        ):
            return False
        args, kwargs = self._router.arguments.bound({**self._named, "axis": None})
        self._args, self._kwargs = self._router.adopted(args, kwargs, backend)
        return True

    def _compares_numbers(self) -> bool:
        """Whether two of Python's own numbers are compared, of which no tensor holds one."""
        return self.op in COMPARISONS and {int, float, bool}.issuperset(map(type, self.tensors()))

    def _floats_meet_integers_of_any_size(self, backend: registry.Backend) -> bool:
        """Whether integers that no dtype holds are refused where floats would do."""
        held = self.tensors()
        if backend.is_host or not any(map(_is_no_signed, held)):
            return False
        dtypes = [x.dtype for x in held if hasattr(x, "dtype")]
        isdtype = backend.functions["isdtype"]
        return bool(dtypes) and (
            (self.op in OF_ANY_INTEGERS and any(map(is_too_large, held)))
            or (
                any(isdtype(dtype, ("real floating", "complex floating")) for dtype in dtypes)
                and not any(isdtype(dtype, "integral") for dtype in dtypes)
            )
        )

    def _of_tensors_alone(self, backend: registry.Backend) -> tuple[Any] | None:
        """The answer for tensors in the place of the Python numbers beside them, if there are any."""
        held = self.tensors()
        if not any(type(x) in SCALARS for x in held):
            return None
        make = backend.asarray_beside(held)
        try:
            return (self.run(lambda x: make(x) if type(x) in SCALARS else x),)
        except Exception:  # of any class, by any library: on NumPy the first refusal is the one to be told
            if backend.is_host:
                return None
            raise


def _shape(value: Any) -> tuple[int, ...] | None:
    """The shape of a tensor, a number or a list of these; ``None`` of a list whose items are of several shapes."""
    if not isinstance(value, (list, tuple)):
        return tuple(getattr(value, "shape", ()))
    shapes = {_shape(item) for item in value}
    if len(shapes) > 1 or None in shapes:
        return None
    return (len(value), *(() if not shapes else shapes.pop() or ()))


def _are_inexact(backend: registry.Backend, values: list[Any]) -> bool:
    """Whether numbers and tensors are floats or complex numbers."""
    isdtype = backend.functions["isdtype"]
    return all(
        isdtype(x.dtype, ("real floating", "complex floating")) if hasattr(x, "dtype") else type(x) is not int
        for x in values
    )


def _is_no_signed(value: Any) -> bool:
    """Whether a value is an integer of Python's beyond the signed ones of 64 bits, as which libraries read them."""
    return type(value) is int and not -(2**63) <= value < 2**63


def _size(option: Any) -> Any:
    """An option with Python's integers for tensors of one integer: itself, or the items of a tuple or list."""
    if type(option) in (tuple, list):
        items = [_size(item) for item in option]
        return option if all(map(is_, items, option)) else type(option)(items)
    if getattr(option, "shape", None) != ():
        return option
    if str(getattr(option, "dtype", "")).rpartition(".")[2] == "bool":  # of which PyTorch makes an integer
        return option
    try:
        return index(option)
    except TypeError:  # it is no integer, or a compiler does not know it
        return option


def _took_a_number_for_a_tensor(error: Exception) -> bool:
    """Whether a function that wants tensors met a Python number, which dispatch leaves as it is beside tensors."""
    return isinstance(error, (TypeError, AttributeError)) and _NUMBER_MET.search(str(error)) is not None
