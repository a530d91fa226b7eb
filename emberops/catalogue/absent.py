"""Names that other libraries have and ``ops`` has not, each with the reason and what to write instead."""

from __future__ import annotations

from collections.abc import Iterator

from emberops.catalogue import ALIASES, CATALOGUE

_ERRORS = (
    "only NumPy warns of floating-point errors; guard the operation with ops.where, or test with ops.isfinite"
)
_DEVICE = "the default device is the user's, set by emberops.set_device; tensors are made where device= says"
_ITERATORS = (
    "a loop over elements is as slow as Python on every backend; write it as operations on whole tensors"
)
_MEMORY = (
    "how a tensor lies in memory is the library's affair; ops.ascontiguousarray gives NumPy's usual order"
)
_WORDS = "a tensor holds numbers; keep words and dates in lists, or in a data frame"
_MATRIX = "a matrix is a tensor of two axes, and its product ops.matmul"
_RANDOM = "write ops.random.uniform(key, shape), or ops.random_uniform(shape) for a key kept by the library"
_NORMAL = "write ops.random.normal(key, shape), or ops.random_normal(shape) for a key kept by the library"
_GENERATOR = "ops.random.key(seed) starts the same stream on every backend; ops.random.default_rng wraps one"
_WIDE = "no backend but NumPy has more than 64 bits; use ops.float64 or ops.complex128"
_TRACED = (
    "loops over Python ranges are unrolled where a compiler traces them; ops.fori_loop and ops.scan are not"
)

ABSENT: dict[str, str] = {
    "unroll": _TRACED,
    "default_device": _DEVICE,
    "get_default_device": _DEVICE,
    "set_default_device": _DEVICE,
    "devices": "call emberops.devices()",
    "synchronize": "call emberops.synchronize()",
    "errstate": _ERRORS,
    "seterr": _ERRORS,
    "geterr": _ERRORS,
    "nditer": _ITERATORS,
    "flatiter": _ITERATORS,
    "nested_iters": _ITERATORS,
    "require": _MEMORY,
    "isfortran": _MEMORY,
    "memmap": "a tensor lies in memory; load a part of a file with numpy.memmap, and take ops.asarray of it",
    "datetime64": _WORDS,
    "timedelta64": _WORDS,
    "busday_count": _WORDS,
    "recarray": "a tensor holds numbers of one dtype; keep records in a dict of tensors",
    "record": "a tensor holds numbers of one dtype; keep records in a dict of tensors",
    "matrix": _MATRIX,
    "asmatrix": _MATRIX,
    "mat": _MATRIX,
    "bmat": "write ops.block",
    "poly1d": "keep the coefficients in a tensor: ops.polyval, ops.polymul, ops.roots and their like take it",
    "longdouble": _WIDE,
    "clongdouble": _WIDE,
    "float128": _WIDE,
    "complex256": _WIDE,
    "typecodes": "dtypes are objects with a kind: ops.isdtype(x.dtype, 'real floating')",
    "ndarray": "annotate with ops.Tensor, test with ops.is_tensor, make one with ops.zeros or ops.asarray",
    "ufunc": "operations are functions; reduce with ops.sum, ops.prod, ops.cumulative_sum and their like",
    "fromiter": "write ops.asarray(list(items))",
    "fromregex": "read the file with the re module, and make a tensor of the numbers",
    "broadcast": "write ops.broadcast_shapes or ops.broadcast_arrays",
    "apply_over_axes": "call the operation with a tuple of axes",
    "generator_state": "write ops.random.get_state() and ops.random.set_state(state)",
    "one_hot_nn": "write ops.nn.one_hot",
    "random.random": _RANDOM,
    "random.random_sample": _RANDOM,
    "random.rand": _RANDOM,
    "random.sample": _RANDOM,
    "random.ranf": _RANDOM,
    "random.randn": _NORMAL,
    "random.standard_normal": _NORMAL,
    "random.BitGenerator": _GENERATOR,
    "random.PCG64": _GENERATOR,
    "random.MT19937": _GENERATOR,
    "random.SeedSequence": _GENERATOR,
    "random.generator_state": "write ops.random.get_state() and ops.random.set_state(state)",
    "random.standard_exponential": "write ops.random.exponential(key, shape)",
    "random.standard_gamma": "write ops.random.gamma(key, shape)",
    "random.standard_t": "write ops.random.t(key, df, shape)",
    "random.standard_cauchy": "write ops.random.cauchy(key, shape)",
    "random.random_integers": "write ops.random.randint, whose upper bound is excluded",
}
"""Dotted below ``ops``: name -> why it is not there, or where it is."""


class AbsentNameError(AttributeError):
    """``ops``, or a namespace of it, has no such name.

    The text is made when it is read: probing with ``hasattr``, as imports do, stays cheap.
    """

    def __init__(self, name: str, space: str = "") -> None:
        super().__init__(name, space)

    def __str__(self) -> str:
        return explain(*self.args)


def explain(name: str, space: str = "") -> str:
    """The text of the error for a name that ``ops``, or a namespace of it, does not have."""
    full = f"{space}.{name}" if space else name
    home = f"emberops.ops.{space}" if space else "emberops.ops"
    reason = ABSENT.get(full)
    if reason is None:
        from difflib import get_close_matches  # for a name that is written wrong

        near = [*_elsewhere(name, full)] or get_close_matches(full, [*CATALOGUE, *ALIASES], n=3, cutoff=0.75)
        reason = f"did you mean {' or '.join(f'ops.{n}' for n in near)}?" if near else ""
    return f"{home} has no {name!r}" + (f": {reason}" if reason else "")


def _elsewhere(name: str, full: str) -> Iterator[str]:
    """Operations of that own name in other namespaces."""
    for known in (*CATALOGUE, *ALIASES):
        if known != full and known.rpartition(".")[2] == name:
            yield known
