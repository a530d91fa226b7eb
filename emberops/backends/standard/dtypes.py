"""Portable dtypes <-> those of an Array API namespace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from emberops.backends.support.scalars import meet
from emberops.dtypes import default as precision
from emberops.dtypes import dtype as dtypes
from emberops.errors import UnknownDTypeError
from emberops.typing import DTypeLike

_RANKS = {"bool": 0, "signed integer": 1, "unsigned integer": 1, "real floating": 2, "complex floating": 3}


class DTypes:
    """The dtypes of one library: what there is, what new tensors get, and how they meet.

    Parameters
    ----------
    name
        Of the backend, for errors.
    library
        An Array API namespace.
    """

    def __init__(self, name: str, library: Any) -> None:
        self._name = name
        self._library = library
        self.native = {n: getattr(library, n) for n in dtypes.DTYPES if hasattr(library, n)}
        self._defaults = _defaults(library)

    def default(self, kind: type) -> Any:
        """The dtype of new Python numbers of this type."""
        chosen = precision.default_dtype() if kind is float else None
        return self._defaults[kind] if chosen is None else self.native_dtype(chosen)

    def native_dtype(self, dtype: DTypeLike | None) -> Any:
        """The library's dtype for anything that stands for one; ``None`` stays ``None``.

        Raises
        ------
        UnknownDTypeError
            If it stands for none, or the library has none like it.
        """
        if dtype is None:
            return None
        dtype = dtypes.of_python(dtype)
        if dtype is int or dtype is float or dtype is complex:  # NumPy's dtypes equal Python's types
            return self.default(dtype)
        found = dtypes.dtype(dtype).name
        if found not in self.native:
            raise UnknownDTypeError(
                f"the backend {self._name!r} has no {found}; it has {', '.join(self.native)}"
            )
        return self.native[found]

    def promote_types(self, type1: DTypeLike, type2: DTypeLike, /) -> Any:
        """The dtype in which two meet: the library's rule, or where it has none, the higher kind's dtype."""
        one, other = self.native_dtype(type1), self.native_dtype(type2)
        try:
            return self._library.result_type(one, other)
        except TypeError:  # the standard leaves mixed kinds open
            ranks = [_RANKS[dtypes.dtype(d).kind] for d in (one, other)]
        if ranks[0] == ranks[1]:  # uint64 and signed integers
            return self.default(float)
        return one if ranks[0] > ranks[1] else other

    def result_type(self, *operands: Any) -> Any:
        """The dtype in which tensors, dtypes and Python numbers meet; numbers promote weakly."""
        return meet(operands, self.promote_types, self._of)

    def _of(self, x: Any) -> Any:
        is_tensor = not isinstance(x, dtypes.DType) and hasattr(x, "dtype")
        return self.native_dtype(x.dtype if is_tensor else x)


def _defaults(library: Any) -> dict[type, Any]:
    """What Python numbers become: as the namespace tells, or as it does."""
    inspect: Callable[[], Any] | None = getattr(library, "__array_namespace_info__", None)
    if inspect is None:
        return {kind: library.asarray(kind(0)).dtype for kind in (int, float, complex)}
    told = inspect().default_dtypes()
    return {
        int: told["integral"],
        float: told["real floating"],
        complex: told["complex floating"],
    }
