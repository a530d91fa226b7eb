"""Facts about results that the catalogue of ops states: of ``ops`` and of the libraries' functions that it names."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from emberops.catalogue import CATALOGUE, Op
from purity_lint.knowledge import arrays
from purity_lint.knowledge.notation import Fact, Result, expand

_RESULTS: Final = {
    "tensor": Result.TENSOR,
    "tensors": Result.TENSOR_TUPLE,
    "bool": Result.BOOL,
    "int": Result.DIM,
    "shape": Result.SHAPE,
    "dtype": Result.DTYPE,
    "device": Result.DEVICE,
    "key": Result.RANDOM_STATE,
    "generator": Result.OPS_GENERATOR,
    "function": Result.FUNCTION,
    "host": Result.OTHER,
    "other": Result.OTHER,
}
_BY_RANK: Final = {
    "same": Result.SAME_RANK,
    "broadcast": Result.ELEMENTWISE,
    "reduced": Result.REDUCTION,
    "contracted": Result.PRODUCT,
    "searched": Result.PLACES,
    "vector": Result.VECTOR,
    "matrix": Result.MATRIX,
    "shape": Result.OF_SHAPE,
    "nested": Result.AS_TENSOR,
}
_BY_COUNT: Final = {2: Result.TWO_TENSORS, 3: Result.THREE_TENSORS, 4: Result.FOUR_TENSORS}
_LOADED: Final = {"load": Result.LOADED, "load_safetensors": Result.LOADED}
_HOST: Final = {"item": Result.SCALAR, "tolist": Result.SCALAR_LIST, "to_numpy": Result.AS_TENSOR}
_FIXED_DTYPES: Final = frozenset({"bool", "int", "complex"})
"""Dtypes of the catalogue that hold for every argument; a `float` may be complex."""
_ROOTS: Final = {"numpy": "numpy", "torch": "torch", "jax": "jax", "mlx": "mlx", "keras": "keras"}
_TRANSFORMS: Final = {
    "grad": Result.GRADIENT,
    "jacrev": Result.GRADIENT,
    "jacfwd": Result.GRADIENT,
    "hessian": Result.GRADIENT,
    "value_and_grad": Result.VALUE_AND_GRADIENT,
    "vmap": Result.VMAP,
    "vectorize": Result.VECTORIZED,
    "jit": Result.WRAPPED,
    "checkpoint": Result.WRAPPED,
    "custom_vjp": Result.WRAPPED,
    "custom_gradient": Result.WRAPPED,
}
_SHARED_RESULTS: Final = frozenset({"tensor", "tensors", "bool", "int", "shape", "dtype"})
TREES: Final = {
    "cond": Result.ANYTHING,
    "switch": Result.ANYTHING,
    "while_loop": Result.ANYTHING,
    "fori_loop": Result.ANYTHING,
    "scan": Result.ANYTHING,
    "map": Result.ANYTHING,
}
"""Control flow, whose result has the structure of its arguments."""
_BY_NAME: Final = {**_TRANSFORMS, **TREES, **_HOST, **_LOADED}


def fact_of(op: Op) -> Fact:
    """Return what the catalogue's entry says of the result."""
    result = _BY_NAME.get(op.name) or _of_several(op) or _RESULTS[op.result]
    if op.result == "tensor" and op.rank is not None:
        result = _BY_RANK[op.rank]
    weak = 2 if result in arrays.WEAK else 0
    dtype = op.dtype if op.dtype in _FIXED_DTYPES else None
    return Fact(result, weak=weak, dtype=dtype, axis=arrays.AXIS_POSITIONS.get(op.name, 1))


def _of_several(op: Op) -> Result | None:
    if op.result != "tensors":
        return None
    if op.rank is None:
        return _BY_COUNT.get(op.count)
    return Result.TWO_ELEMENTWISE if op.count else Result.TENSOR_LIST


@lru_cache(maxsize=1)
def facts() -> dict[str, Fact]:
    """Facts by qualified name: ``emberops.ops.add``, ``numpy.add``, ``torch.nn.functional.relu``."""
    out: dict[str, Fact] = {}
    told = _told_of_namespaces()
    for name, op in CATALOGUE.items():
        fact = fact_of(op)
        if fact.result is Result.OTHER:
            fact = told.get(name, fact)
        for spelling in (name, *op.aliases):
            strong = arrays.STRONG.get(spelling, 0)
            out[f"emberops.ops.{spelling}"] = fact._replace(strong=strong)
        for library, root in _ROOTS.items():
            for spelling in getattr(op, library):
                out.setdefault(f"{root}.{name if spelling == '=' else spelling}", fact)
    return out


@lru_cache(maxsize=1)
def shared() -> dict[str, Fact]:
    """Facts of the vocabulary that array namespaces share, by the name below the namespace."""
    out: dict[str, Fact] = {}
    for name, op in CATALOGUE.items():
        if op.group == "random" or op.result not in _SHARED_RESULTS or not (op.numpy or op.keras):
            continue
        fact = fact_of(op)
        for spelling in (name, *op.aliases, *op.numpy):
            if spelling.startswith("nn."):
                continue
            shared_name = name if spelling == "=" else spelling
            out.setdefault(shared_name, fact._replace(strong=arrays.STRONG.get(shared_name, 0)))
    return out | _told_of_namespaces()


def _told_of_namespaces() -> dict[str, Fact]:
    """Return what the vocabulary's own table says, of functions whose results the catalogue has no word for."""
    told = expand("", arrays.SHARED, strong=arrays.STRONG, weak=arrays.WEAK, axis=arrays.AXIS_POSITIONS)
    return {name.removeprefix("."): fact for name, fact in told.items()}


def function(name: str) -> Fact | None:
    """Return what the catalogue says of the function ``name``."""
    return facts().get(name)
