"""What the ops layer's own catalogue says of results: of ``ops`` and of the libraries' functions that it names."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from purity_lint.knowledge.facts import Fact

_CODES: Final = {
    "tensor": "T",
    "tensors": "P",
    "bool": "B",
    "int": "I",
    "shape": "H",
    "dtype": "D",
    "device": "V",
    "key": "K",
    "generator": "KO",
    "function": "M",
    "other": "O",
}
_HOST: Final = {"item": "S", "tolist": "LS"}
_ROOTS: Final = {"numpy": "numpy", "torch": "torch", "jax": "jax", "mlx": "mlx", "keras": "keras"}
_TRANSFORMS: Final = {
    "grad": "GRADIENT",
    "jacrev": "GRADIENT",
    "jacfwd": "GRADIENT",
    "hessian": "GRADIENT",
    "value_and_grad": "VALUE_AND_GRADIENT",
    "vmap": "VMAP",
    "vectorize": "VECTORIZES",
    "jit": "WRAPS",
    "checkpoint": "WRAPS",
    "custom_vjp": "WRAPS",
    "custom_gradient": "WRAPS",
}
TREES: Final = {"cond": "?", "switch": "?", "while_loop": "?", "fori_loop": "?", "scan": "?", "map": "?"}
"""Control flow, whose result has the structure of its arguments."""
_BY_NAME: Final = {**_TRANSFORMS, **TREES}


@lru_cache(maxsize=1)
def facts() -> dict[str, Fact]:
    """Facts by qualified name: ``emberops.ops.add``, ``numpy.add``, ``torch.nn.functional.relu``."""
    from emberops.catalogue import ALIASES, CATALOGUE

    out: dict[str, Fact] = {}
    for name, op in CATALOGUE.items():
        code = _HOST.get(name, "A") if op.result == "host" else _BY_NAME.get(name) or _CODES[op.result]
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
