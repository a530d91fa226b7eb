"""The operators of an Array: the operations of ``ops``, on whatever backend it has."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Self

from emberops import ops
from emberops.array.holder import Holder, is_basic
from emberops.array.lifting import common_backend, unwrap
from emberops.array.standard import floor_divide
from emberops.dispatch import owners
from emberops.dtypes import dtype as dtypes
from emberops.errors import DTypeError, ShapeError

_Method = Callable[[Any, Any], Any]


def _takes(other: Any) -> bool:
    """Numbers, sequences and tensors; anything else may have the operator itself."""
    cls = type(other)
    return cls in owners.SCALARS or isinstance(other, (Holder, list, tuple)) or owners.is_tensor(other)


def _is_foreign_number(other: Any) -> bool:
    return not _takes(other) and owners.backend_of_type(type(other)) is None


def _binary(operation: Callable[[Any, Any], Any]) -> tuple[_Method, _Method, _Method]:
    """The method of an operator, the one with its operands exchanged, and the one in place."""

    def forward(self: Any, other: Any) -> Any:
        return NotImplemented if _is_foreign_number(other) else operation(self, other)

    def reflected(self: Any, other: Any) -> Any:
        return NotImplemented if _is_foreign_number(other) else operation(_beside(other, self), self)

    def in_place(self: Any, other: Any) -> Any:
        if _is_foreign_number(other):
            return NotImplemented
        result = operation(self, other)
        if ops.shape(result) != self.shape:
            raise ShapeError(
                f"an Array of shape {self.shape} cannot hold a result of shape {ops.shape(result)}"
            )
        if not _same_kind(result.dtype, self.dtype):
            raise DTypeError(f"an Array of {self.dtype} cannot hold a result of {result.dtype}: use astype")
        self.write(..., result.astype(self.dtype).tensor)
        return self

    return forward, reflected, in_place


def _beside(other: Any, array: Any) -> Any:
    """A sequence next to an Array is host data, also where it stands first."""
    return array.adopt(other) if isinstance(other, (list, tuple)) else other


_ORDER = ("bool", "integer", "real floating", "complex floating")


def _same_kind(source: dtypes.DType, target: dtypes.DType) -> bool:
    """NumPy's casting rule ``same_kind``: not from floats to integers, not from signed to unsigned."""

    def rank(dtype: dtypes.DType) -> int:
        return _ORDER.index("integer" if "integer" in dtype.kind else dtype.kind)

    if source.kind == "signed integer" and target.kind == "unsigned integer":
        return False
    return rank(source) <= rank(target)


def _comparison(operation: Callable[[Any, Any], Any]) -> _Method:
    def compare(self: Any, other: Any) -> Any:
        return NotImplemented if _is_foreign_number(other) else operation(self, other)

    return compare


class Operators(Holder):
    """Arithmetic, comparison, conversion to Python numbers, indexing."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # as NumPy's arrays, which compare by elements

    __add__, __radd__, __iadd__ = _binary(ops.add)
    __sub__, __rsub__, __isub__ = _binary(ops.subtract)
    __mul__, __rmul__, __imul__ = _binary(ops.multiply)
    __truediv__, __rtruediv__, __itruediv__ = _binary(ops.divide)
    __floordiv__, __rfloordiv__, __ifloordiv__ = _binary(floor_divide)
    __mod__, __rmod__, __imod__ = _binary(ops.remainder)
    __pow__, __rpow__, __ipow__ = _binary(ops.pow)
    __matmul__, __rmatmul__, __imatmul__ = _binary(ops.matmul)
    __and__, __rand__, __iand__ = _binary(ops.bitwise_and)
    __or__, __ror__, __ior__ = _binary(ops.bitwise_or)
    __xor__, __rxor__, __ixor__ = _binary(ops.bitwise_xor)
    __lshift__, __rlshift__, __ilshift__ = _binary(ops.bitwise_left_shift)
    __rshift__, __rrshift__, __irshift__ = _binary(ops.bitwise_right_shift)

    __lt__ = _comparison(ops.less)
    __le__ = _comparison(ops.less_equal)
    __gt__ = _comparison(ops.greater)
    __ge__ = _comparison(ops.greater_equal)
    __eq__ = _comparison(ops.equal)
    __ne__ = _comparison(ops.not_equal)

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return other // self, other % self

    def __neg__(self) -> Any:
        return ops.negative(self)

    def __pos__(self) -> Any:
        return ops.positive(self)

    def __abs__(self) -> Any:
        return ops.abs(self)

    def __invert__(self) -> Any:
        return ops.bitwise_invert(self)

    def __round__(self, digits: int | None = None) -> Any:
        return int(ops.item(ops.round(self))) if digits is None else ops.round(self, digits)

    def __bool__(self) -> bool:
        self._check_single("bool")
        return bool(self.tensor)  # a compiler that traces it says itself what it thinks of that

    def __int__(self) -> int:
        self._check_single("int")
        return int(ops.item(self))

    def __float__(self) -> float:
        self._check_single("float")
        return float(ops.item(self))

    def __complex__(self) -> complex:
        self._check_single("complex")
        return complex(ops.item(self))

    def __index__(self) -> int:
        self._check_single("index")
        return operator.index(ops.item(self))

    def _check_single(self, what: str) -> None:
        if ops.size(self) != 1:
            raise ShapeError(f"{what}() needs a single number, not an Array of shape {ops.shape(self)}")

    def __len__(self) -> int:
        shape = ops.shape(self)
        if not shape:
            raise TypeError("len() of an Array without axes")
        return int(shape[0])

    def __getitem__(self, index: Any) -> Self:
        if is_basic(index):
            found = self.part(index)
            return found if ops.ndim(found) else type(self).of(_copied(found), self._backend)
        return ops.getitem(self, index)  # type: ignore[return-value]  # of an Array comes one

    def __setitem__(self, index: Any, value: Any) -> None:
        common_backend([self, value] if isinstance(value, Holder) else [self], "assign")
        self.write(unwrap(index), unwrap(value))

    def adopt(self, value: Any) -> Any:
        """Host data as an Array of this one's backend."""
        return type(self).of(self._backend.functions["asarray"](value), self._backend)


def _copied(holder: Holder) -> Any:
    """A single number is no view."""
    functions = holder._backend.functions
    return functions["copy"](functions["asarray"](holder.tensor))
