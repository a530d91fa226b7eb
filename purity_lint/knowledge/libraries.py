"""Which operation a library's name stands for: the catalogue's spellings, read backwards."""

from __future__ import annotations

from functools import cache

from emberops.catalogue import ALIASES, CATALOGUE
from emberops.catalogue.model import SAME

ROOTS = {
    "numpy": "numpy",
    "torch": "torch",
    "jax": "jax",
    "mlx": "mlx",
    "tensorflow": "tensorflow",
    "cupy": "cupy",
}
"""Top-level package -> the library it belongs to."""

TITLES = {
    "numpy": "NumPy",
    "torch": "PyTorch",
    "jax": "JAX",
    "mlx": "MLX",
    "tensorflow": "TensorFlow",
    "cupy": "CuPy",
}
"""Library -> its name in messages."""

NUMPY_LIKE = {"numpy": "", "cupy": "", "jax": "numpy.", "mlx": "core."}
"""Libraries with a namespace that copies NumPy's, and the prefix of that namespace below the root."""


def split(qualified: str) -> tuple[str, str] | None:
    """``jax.numpy.mean`` -> ``("jax", "numpy.mean")``; ``None`` for a name of no array library."""
    root, _, rest = qualified.partition(".")
    library = ROOTS.get(root)
    return None if library is None else (library, rest)


def numpy_name(library: str, name: str) -> str | None:
    """What ``name`` is called in NumPy, if it stands in the library's copy of NumPy's namespace."""
    prefix = NUMPY_LIKE.get(library)
    if prefix is None or not name.startswith(prefix):
        return None
    return name[len(prefix) :]


def operation(library: str, name: str) -> str | None:
    """The operation that ``name`` (dotted, below the library's root) stands for."""
    found = _spellings(library).get(name)
    if found is None and library == "cupy":
        found = _spellings("numpy").get(name)
    if found is None and library == "tensorflow":
        found = _spellings("keras").get(f"ops.{name}")
    return found


def exists(name: str) -> bool:
    """Whether ``ops`` has an operation of this name."""
    return name in CATALOGUE or name in ALIASES


def group(name: str) -> str:
    """The group of an operation."""
    return CATALOGUE[ALIASES.get(name, name)].group


def _kept(library: str, spelling: str, operation: str) -> str:
    """The alias under which ops knows an operation by NumPy's own name: ``np.power`` -> ``ops.power``."""
    name = numpy_name(library, spelling)
    return name if name is not None and ALIASES.get(name) == operation else operation


@cache
def _spellings(library: str) -> dict[str, str]:
    found: dict[str, str] = {}
    if library not in ("numpy", "torch", "jax", "mlx", "keras"):
        return found
    for op in CATALOGUE.values():
        spelled: tuple[str, ...] = getattr(op, library)
        for spelling in spelled:
            name = op.name if spelling == SAME else spelling
            found.setdefault(name, _kept(library, name, op.name))
    return found
