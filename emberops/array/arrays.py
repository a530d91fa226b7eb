"""The Array: one class over all backends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Self

from emberops import ops
from emberops.array import numpy_protocols
from emberops.array.holder import Holder
from emberops.array.methods import Methods
from emberops.array.operators import Operators
from emberops.dispatch import owners, registry
from emberops.dispatch.selection import get_backend
from emberops.dtypes import dtype as dtypes
from emberops.errors import BackendMismatchError
from emberops.typing import DeviceLike, DTypeLike, TensorLike


class Array(Operators, Methods):
    """An array of the Python Array API standard 2025.12, on any backend.

    It holds a tensor of a backend and computes with that backend's operations.  Operators mean what ``ops`` says they
    mean; ``x[i] = v`` and in-place operators have NumPy's meaning on every backend, also where tensors cannot change:
    what is written into a slice is seen in the array that it is a slice of.  Next to Arrays of another backend, one of
    NumPy is host data, and adopts that backend; two others do not mix.

    Parameters
    ----------
    data
        A tensor of any backend, which is held and not copied, or host data: numbers, nested sequences, NumPy arrays.
    backend
        Where it is to be; by default where the tensor is, and host data on the default backend.
    dtype, device
        As for :func:`emberops.ops.asarray`.

    Raises
    ------
    UnknownBackendError, BackendNotInstalledError
        If there is no such backend.
    BackendMismatchError
        If ``data`` is a tensor of another backend than ``backend``; :func:`emberops.ops.to_backend` converts.

    Examples
    --------
    >>> x = Array([[1.0, 2.0], [3.0, 4.0]], backend="jax")
    >>> row = x[0]
    >>> row *= 10
    >>> x
    Array([[10., 20.],
           [ 3.,  4.]], backend='jax', dtype=float32, device='cpu')
    """

    __slots__ = ("__weakref__",)

    def __init__(
        self,
        data: TensorLike,
        /,
        backend: str | None = None,
        *,
        dtype: DTypeLike = None,
        device: DeviceLike = None,
    ) -> None:
        held = data.tensor if isinstance(data, Holder) else data
        owner = data._backend if isinstance(data, Holder) else owners.backend_of_type(type(held))
        if not isinstance(data, Holder):  # lists of tensors are theirs, and NumPy's arrays are host data
            owner = owners.backend_of(held)
        target = registry.load(backend) if backend is not None else owner or registry.load(get_backend())
        if owner is not None and owner is not target and not owner.is_host:
            raise BackendMismatchError(
                f"Array: a {owner.name} tensor for the backend {target.name!r}; convert it first: "
                f"ops.to_backend(x, {target.name!r})"
            )
        tensor = target.functions["asarray"](held, dtype=dtype, device=device)
        made = type(self).of(tensor, target)
        for slot in Holder.__slots__:
            setattr(self, slot, getattr(made, slot))

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of the axes."""
        return ops.shape(self)

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of values."""
        return ops.size(self)

    @property
    def dtype(self) -> dtypes.DType:
        """The portable dtype, which equals the backend's own."""
        return ops.dtype(self)  # type: ignore[no-any-return]  # the facade says Any

    @property
    def device(self) -> str:
        """Portable name of the device."""
        return str(self._backend.functions["device"](self.tensor))

    @property
    def T(self) -> Any:  # noqa: N802  the standard's name
        """The axes reversed."""
        return self.transpose()

    @property
    def mT(self) -> Any:  # noqa: N802  the standard's name
        """The last two axes exchanged."""
        return ops.matrix_transpose(self)

    @property
    def real(self) -> Any:
        """The real part."""
        return ops.real(self)

    @property
    def imag(self) -> Any:
        """The imaginary part."""
        return ops.imag(self)

    @property
    def itemsize(self) -> int:
        """Bytes of one value."""
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        """Bytes of all values."""
        return self.size * self.itemsize

    @property
    def flat(self) -> Iterator[Any]:
        """The values one by one."""
        return iter(ops.reshape(self, (-1,)))

    def to_device(self, device: DeviceLike, /, *, stream: Any = None) -> Self:
        """The same values on another device."""
        return ops.to_device(self, device)  # type: ignore[return-value]  # of an Array comes one

    def __array_namespace__(self, *, api_version: str | None = None) -> Any:
        if api_version is not None and api_version not in _VERSIONS:
            raise ValueError(f"api_version {api_version!r}: this is {_VERSIONS[-1]}")
        return ops.namespace_of(self)

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[Any, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        if max_version is not None and max_version[0] < 1:
            max_version = None  # the capsule without a version, which is older than the word for it
        asked = {"stream": stream, "max_version": max_version, "dl_device": dl_device, "copy": copy}
        return self._exported().__dlpack__(**{k: v for k, v in asked.items() if v is not None})

    def __dlpack_device__(self) -> tuple[Any, int]:
        return self._exported().__dlpack_device__()  # type: ignore[no-any-return]  # libraries are untyped here

    def _exported(self) -> Any:
        """The tensor, or NumPy's array of it where the library does not export what the standard asks for."""
        return self.tensor if hasattr(self.tensor, "__dlpack_device__") else ops.to_numpy(self)

    def __iter__(self) -> Iterator[Any]:
        if not self.ndim:
            raise TypeError("iteration over an Array without axes")
        return (self[i] for i in range(len(self)))

    def __contains__(self, value: object) -> bool:
        return bool(ops.any(ops.equal(self, value)))

    def __copy__(self) -> Self:
        return ops.copy(self)  # type: ignore[return-value]  # of an Array comes one

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (type(self), ops.to_numpy(self), self._backend.name, self.dtype)

    def __repr__(self) -> str:
        if not owners.is_tensor(self.tensor):  # pytrees are rebuilt with other leaves
            return f"Array({self.tensor!r})"
        told = f"backend={self.backend!r}, dtype={self.dtype}"
        try:
            values = ops.array2string(self, separator=", ", prefix="Array(")
            told += f", device={self.device!r}"
        except Exception:  # a tracer of any compiler has no values, and says so in its own way
            values = f"<traced, shape {self.shape}>"
        return f"Array({values}, {told})"

    def __format__(self, spec: str) -> str:
        return format(ops.item(self), spec) if spec else str(self)

    __array_priority__ = 1000
    __array__ = numpy_protocols.array
    __array_ufunc__ = numpy_protocols.ufunc
    __array_function__ = numpy_protocols.function

    if TYPE_CHECKING:  # methods that stand in a table

        def __getattr__(self, name: str) -> Any: ...


_VERSIONS = ("2021.12", "2022.12", "2023.12", "2024.12", "2025.12")


def _unpickled(cls: type[Array], data: Any, backend: str, dtype: DTypeLike) -> Array:
    return cls(data, backend, dtype=dtype)
