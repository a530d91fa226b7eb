"""Operations of the group ``creation`` on JAX."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.composed import creation
from emberops.backends.jax import known_sequences, placing
from emberops.backends.jax.compiled import compiled, compiling
from emberops.backends.jax.devices import native_device
from emberops.backends.jax.dtypes import default_complex, default_float, default_int, native_dtype
from emberops.backends.jax.narrowing import check_narrowed
from emberops.backends.support.host_data import holds_numbers, require_data, sequence_error, unmasked
from emberops.backends.support.scalars import check_held, check_range
from emberops.backends.support.shapes import as_grid_shape, as_shape
from emberops.errors import ShapeError
from emberops.typing import DeviceLike, DTypeLike, Shape

_SEQUENCES = (list, tuple)
_OF_NUMPY = (np.ndarray, np.generic)
_HAS_DTYPE = (jax.Array, *_OF_NUMPY)


def asarray(
    obj: Any, /, dtype: DTypeLike = None, *, device: DeviceLike = None, copy: bool | None = None
) -> jax.Array:
    native, obj = native_dtype(dtype), unmasked(obj)
    if isinstance(obj, _OF_NUMPY):
        check_narrowed(obj, dtype)
    if device is None and copy is not False:
        made = _quickly(obj, native, copy)
        if made is not None:
            return made
    if not isinstance(obj, (*_HAS_DTYPE, *_SEQUENCES)):
        require_data(obj)  # JAX would read its own sparse arrays element by element, for minutes
    if native is None and not isinstance(obj, _HAS_DTYPE):
        native = _python_dtype(obj)
    if copy is False and not isinstance(obj, (jax.Array, np.ndarray)):
        raise ValueError("asarray: JAX copies host data of this kind, and copy=False forbids it")
    if isinstance(obj, range):
        obj = list(obj)
    for item in obj if isinstance(obj, _SEQUENCES) else ():
        if isinstance(item, _OF_NUMPY):
            check_narrowed(item, dtype)
    if native is not None and native.kind == "b" and isinstance(obj, jax.Array) and obj.dtype.kind == "c":
        obj = obj != 0  # JAX looks at the real part alone
    try:
        return jnp.asarray(obj, dtype=native, copy=copy, device=native_device(device))
    except (TypeError, ValueError) as error:
        if isinstance(obj, (*_SEQUENCES, str)):
            raise sequence_error(obj, error, native) from None
        raise


def _quickly(obj: Any, dtype: np.dtype[Any] | None, copy: bool | None) -> jax.Array | None:
    """What ``asarray`` gives, where that takes one compiled call at most."""
    if isinstance(obj, jax.Array):
        if dtype is not None and (obj.dtype != dtype or obj.weak_type):
            return None
        return placing.copied(obj) if copy else obj
    try:
        return placing.small(obj, dtype)
    except (TypeError, ValueError) as error:
        raise sequence_error(obj, error, dtype) from None


def _python_dtype(obj: Any) -> np.dtype[Any] | None:
    """The default dtype of Python numbers, ``None`` to leave the choice to JAX."""
    if type(obj) is int:  # which JAX would let adopt the dtype of whatever it meets later
        return default_int()
    while isinstance(obj, _SEQUENCES) and obj and isinstance(obj[0], _SEQUENCES):
        obj = [item for part in obj if isinstance(part, _SEQUENCES) for item in part]
    kinds = set(map(type, obj)) if isinstance(obj, _SEQUENCES) else {type(obj)}
    if not kinds <= {bool, int, float, complex}:
        return None
    return default_complex() if complex in kinds else default_float() if float in kinds else None


def zeros(shape: Shape, dtype: DTypeLike = None, *, device: DeviceLike = None) -> jax.Array:
    return _constant("zeros", shape, dtype, device)


def ones(shape: Shape, dtype: DTypeLike = None, *, device: DeviceLike = None) -> jax.Array:
    return _constant("ones", shape, dtype, device)


def empty(shape: Shape, dtype: DTypeLike = None, *, device: DeviceLike = None) -> jax.Array:
    return _constant("empty", shape, dtype, device)


def _constant(name: str, shape: Shape, dtype: DTypeLike, device: DeviceLike) -> jax.Array:
    wanted = native_dtype(dtype) or default_float()
    if device is None:
        return placing.constant(name, as_shape(shape), wanted)
    make: Callable[..., jax.Array] = getattr(jnp, name)
    return make(as_shape(shape), wanted, device=native_device(device))


def full(shape: Shape, fill_value: Any, dtype: DTypeLike = None, *, device: DeviceLike = None) -> jax.Array:
    native = native_dtype(dtype)
    if native is None:
        native = _python_dtype(fill_value)
    if not isinstance(fill_value, (bool, int, float, complex)):
        fill_value = asarray(fill_value)
    elif type(fill_value) is not bool:
        check_held(fill_value, str(native or native_dtype(type(fill_value))))
    return jnp.full(as_shape(shape), fill_value, native, device=native_device(device))


def zeros_like(
    x: jax.Array, /, dtype: DTypeLike = None, *, shape: Shape | None = None, device: DeviceLike = None
) -> jax.Array:
    return _constant_like("zeros", x, dtype, shape, device)


def ones_like(
    x: jax.Array, /, dtype: DTypeLike = None, *, shape: Shape | None = None, device: DeviceLike = None
) -> jax.Array:
    return _constant_like("ones", x, dtype, shape, device)


def empty_like(
    x: jax.Array, /, dtype: DTypeLike = None, *, shape: Shape | None = None, device: DeviceLike = None
) -> jax.Array:
    return _constant_like("empty", x, dtype, shape, device)


def _constant_like(
    name: str, x: jax.Array, dtype: DTypeLike, shape: Shape | None, device: DeviceLike
) -> jax.Array:
    native, sizes = native_dtype(dtype), _maybe_shape(shape)
    if device is None and placing.is_whole(x):
        return placing.constant_like(name, x, native, sizes)
    make: Callable[..., jax.Array] = getattr(jnp, f"{name}_like")
    return make(x, native, sizes, device=native_device(device))


def full_like(
    x: jax.Array,
    /,
    fill_value: Any,
    dtype: DTypeLike = None,
    *,
    shape: Shape | None = None,
    device: DeviceLike = None,
) -> jax.Array:
    if not isinstance(fill_value, (bool, int, float, complex)):
        fill_value = asarray(fill_value)
    else:
        check_held(fill_value, (native_dtype(dtype) or x.dtype).name)
    return jnp.full_like(
        x, fill_value, native_dtype(dtype), _maybe_shape(shape), device=native_device(device)
    )


def _maybe_shape(shape: Shape | None) -> tuple[int, ...] | None:
    return None if shape is None else as_shape(shape)


def eye(
    n_rows: int, n_cols: int | None = None, k: int = 0, dtype: DTypeLike = None, *, device: DeviceLike = None
) -> jax.Array:
    wanted = native_dtype(dtype) or default_float()
    if device is None and all(type(n) is int for n in (n_rows, n_cols, k) if n is not None):
        return placing.identity(n_rows, n_cols, k, wanted)
    return jnp.eye(n_rows, n_cols, k, wanted, device=native_device(device))


def arange(
    start: Any, /, stop: Any = None, step: Any = 1, dtype: DTypeLike = None, *, device: DeviceLike = None
) -> jax.Array:
    start, stop, step = (v.item() if hasattr(v, "item") else v for v in (start, stop, step))
    if stop is None:
        start, stop = 0, start
    if step == 0:
        raise ZeroDivisionError("arange: a step of 0 leads nowhere")
    native = native_dtype(dtype)
    if native is None:
        native = default_float() if float in map(type, (start, stop, step)) else default_int()
    check_range((start, stop, step), native.name)
    if device is None and native.kind in "iuf" and all(type(v) in (int, float) for v in (start, stop, step)):
        size = (stop - start) / step if step else math.nan
        if math.isfinite(size):

            def count(*bounds: Any) -> Any:
                return np.arange(*bounds, dtype=None if dtype is None else native)

            made = known_sequences.made(math.ceil(size), count, start, stop, step, dtype=native)
            if made is not None:
                return made  # type: ignore[no-any-return]  # of whatever is made
    return jnp.arange(start, stop, step, native, device=native_device(device))


def linspace(
    start: Any,
    stop: Any,
    /,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DTypeLike = None,
    axis: int = 0,
    *,
    device: DeviceLike = None,
) -> Any:
    options = (num, endpoint, retstep, dtype, axis)
    if device is None and not (retstep and dtype is not None):

        def spaced(start: Any, stop: Any, whole: Any) -> Any:
            return np.linspace(start, stop, num, endpoint, retstep, whole, axis)  # type: ignore[call-overload]  # the overloads want literals

        found = _spaced(spaced, num, dtype, start, stop)
        if found is not None:
            return found
    return creation.linspace(sys.modules["emberops.backends.jax"], start, stop, *options, device=device)


def logspace(
    start: Any,
    stop: Any,
    /,
    num: int = 50,
    endpoint: bool = True,
    base: Any = 10.0,
    dtype: DTypeLike = None,
    axis: int = 0,
) -> Any:
    def spaced(start: Any, stop: Any, base: Any, whole: Any) -> Any:
        return np.logspace(start, stop, num, endpoint, base, whole, axis)

    found = _spaced(spaced, num, dtype, start, stop, base)
    if found is not None:
        return found
    xp = sys.modules["emberops.backends.jax"]
    return creation.logspace(xp, start, stop, num, endpoint, base, dtype, axis)


def geomspace(
    start: Any, stop: Any, /, num: int = 50, endpoint: bool = True, dtype: DTypeLike = None, axis: int = 0
) -> Any:
    def spaced(start: Any, stop: Any, whole: Any) -> Any:
        return np.geomspace(start, stop, num, endpoint, whole, axis)

    found = _spaced(spaced, num, dtype, start, stop)
    if found is not None:
        return found
    return creation.geomspace(sys.modules["emberops.backends.jax"], start, stop, num, endpoint, dtype, axis)


def _spaced(make: Callable[..., Any], num: int, dtype: DTypeLike, *bounds: Any) -> Any:
    """What NumPy makes of known bounds and of a dtype that is not real; ``None`` where they are not known."""
    native = native_dtype(dtype)
    wanted = known_sequences.dtype_of(*bounds) if native is None else native
    told = wanted if wanted.kind in "iuc" else None
    size = num * math.prod(np.broadcast_shapes(*map(np.shape, bounds)))
    return known_sequences.made(size, lambda *known: make(*known, told), *bounds, dtype=wanted)


def meshgrid(*arrays: jax.Array, indexing: str = "xy", sparse: bool = False) -> tuple[jax.Array, ...]:
    return tuple(
        _meshgrid(*(x if x.ndim == 1 else x.reshape(-1) for x in arrays), indexing=indexing, sparse=sparse)
    )


_meshgrid = compiled(jnp.meshgrid, static_argnames=("indexing", "sparse"))


def tril(x: jax.Array, /, k: int = 0) -> jax.Array:
    return jnp.tril(_matrix(x), k)


def triu(x: jax.Array, /, k: int = 0) -> jax.Array:
    return jnp.triu(_matrix(x), k)


def _matrix(x: jax.Array) -> jax.Array:
    """NumPy takes a vector for the rows of a matrix."""
    return jnp.broadcast_to(x, (x.shape[0], x.shape[0])) if x.ndim == 1 else x


def tri(n_rows: int, n_cols: int | None = None, k: int = 0, dtype: DTypeLike = None) -> jax.Array:
    return _tri(
        max(n_rows, 0),
        n_cols if n_cols is None else max(n_cols, 0),
        k,
        native_dtype(dtype) or default_float(),
    )


_tri = compiled(jnp.tri, static_argnums=(0, 1, 2, 3))
diag = jnp.diag
diagflat = compiled(jnp.diagflat, static_argnums=1, static_argnames="k")


def indices(dimensions: Shape, dtype: DTypeLike = int, sparse: bool = False) -> Any:
    return _indices(as_grid_shape(dimensions), native_dtype(dtype), sparse)


@compiling(static_argnums=(0, 1, 2))
def _indices(dimensions: tuple[int, ...], dtype: Any, sparse: bool) -> Any:
    return jnp.indices(dimensions, dtype, sparse=True) if sparse else jnp.indices(dimensions, dtype)


copy = placing.copied


def from_dlpack(x: Any, /, *, device: DeviceLike = None, copy: bool | None = None) -> jax.Array:
    try:
        return jnp.from_dlpack(x, device=native_device(device), copy=copy)
    except (BufferError, RuntimeError) as error:
        if not isinstance(x, np.ndarray):
            raise
        if copy is False:
            raise ValueError(
                f"from_dlpack: memory with gaps, in reverse or read-only is copied ({error})"
            ) from None
        return asarray(x, device=device, copy=copy)


def frombuffer(buffer: Any, dtype: DTypeLike = float, count: int = -1, offset: int = 0) -> jax.Array:
    return jnp.frombuffer(buffer, native_dtype(dtype) or default_float(), count, offset)


def ascontiguousarray(x: Any, /, dtype: DTypeLike = None) -> jax.Array:
    return jnp.atleast_1d(asarray(x, dtype))


asfortranarray = ascontiguousarray


def _window(name: str) -> Callable[..., Any]:
    make, common = getattr(np, name), getattr(creation, name)

    def window(n: float, /, *shape: float) -> Any:
        found = known_sequences.made(math.ceil(n), make, n, *shape, dtype=default_float())
        return common(sys.modules["emberops.backends.jax"], n, *shape) if found is None else found

    return window


bartlett = _window("bartlett")
blackman = _window("blackman")
hamming = _window("hamming")
hanning = _window("hanning")
kaiser = _window("kaiser")


def triu_indices(n: int, k: int = 0, m: int | None = None) -> Any:
    found = known_sequences.made(2 * n * (m or n), np.triu_indices, n, k, m or n, dtype=default_int())
    return jnp.triu_indices(n, k, m) if found is None else found


def tril_indices(n: int, k: int = 0, m: int | None = None) -> Any:
    found = known_sequences.made(2 * n * (m or n), np.tril_indices, n, k, m or n, dtype=default_int())
    return jnp.tril_indices(n, k, m) if found is None else found
