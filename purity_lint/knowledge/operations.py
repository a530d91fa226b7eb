"""What the ops layer's own catalogue says of results: of ``ops`` and of the libraries' functions that it names."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from purity_lint.knowledge.notation import Fact, Result

_CODES: Final = {
    "tensor": Result.TENSOR,
    "tensors": Result.TENSOR_TUPLE,
    "bool": Result.BOOL,
    "int": Result.INT,
    "shape": Result.SHAPE,
    "dtype": Result.DTYPE,
    "device": Result.DEVICE,
    "key": Result.RANDOM_STATE,
    "generator": Result.OPS_GENERATOR,
    "function": Result.FUNCTION,
    "other": Result.OTHER,
}
_HOST: Final = {"item": Result.SCALAR, "tolist": Result.SCALAR_LIST}
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
TREES: Final = {
    "cond": Result.ANYTHING,
    "switch": Result.ANYTHING,
    "while_loop": Result.ANYTHING,
    "fori_loop": Result.ANYTHING,
    "scan": Result.ANYTHING,
    "map": Result.ANYTHING,
}
"""Control flow, whose result has the structure of its arguments."""
_BY_NAME: Final = {**_TRANSFORMS, **TREES}


@lru_cache(maxsize=1)
def facts() -> dict[str, Fact]:
    """Facts by qualified name: ``emberops.ops.add``, ``numpy.add``, ``torch.nn.functional.relu``."""
    from emberops.catalogue import ALIASES, CATALOGUE

    out: dict[str, Fact] = {}
    for name, op in CATALOGUE.items():
        code = (
            _HOST.get(name, Result.AS_TENSOR)
            if op.result == "host"
            else _BY_NAME.get(name) or _CODES[op.result]
        )
        fact = Fact(code)
        for spelling in (name, *op.aliases):
            out[f"emberops.ops.{spelling}"] = fact
        for library, root in _ROOTS.items():
            for spelling in getattr(op, library):
                out.setdefault(f"{root}.{name if spelling == '=' else spelling}", fact)
    for alias, name in ALIASES.items():
        known = out.get(f"emberops.ops.{name}")
        if known is not None:
            out.setdefault(f"emberops.ops.{alias}", known)
    return out


def function(name: str) -> Fact | None:
    """What the catalogue says of the function ``name``."""
    return facts().get(name)
