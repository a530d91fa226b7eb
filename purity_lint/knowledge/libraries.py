"""Array libraries: what they are called in code and in messages, and which operations their names stand for."""

from __future__ import annotations

import re
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

PREFIXES = tuple(f"{root}." for root in ROOTS)
"""How the qualified names of array libraries begin."""
ARRAY_PACKAGES = frozenset({*ROOTS, "keras", "emberops"})
"""Top-level packages that code about arrays imports."""
TAKING_RESULTS = ARRAY_PACKAGES | {"scipy"}
"""Top-level packages that go on with what the functions give back that they are handed."""

WORDS = {
    "numpy": "numpy",
    "np": "numpy",
    "torch": "torch",
    "pytorch": "torch",
    "jax": "jax",
    "jnp": "jax",
    "mlx": "mlx",
    "mx": "mlx",
    "tensorflow": "tensorflow",
    "tf": "tensorflow",
    "cupy": "cupy",
}
"""Parts of names -> the library that they speak of."""
_CONVERTS = frozenset({"to", "from", "as", "is", "has", "test", "get", "set"})
"""A function whose name begins like this converts or asks: it implements nothing."""
_SPLIT = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")

BACKENDS = frozenset({*WORDS, "emberops", "ember", "dask"})
"""Strings that name a backend."""
FULL_BACKENDS = BACKENDS - {"np", "jnp", "mx", "tf", "ember", "emberops"}
"""Those that mean nothing else: ``np`` may."""

NUMPY = "numpy"
"""NumPy's own namespace."""
NUMPY_LIKE = {"numpy": "", "cupy": "", "jax": "numpy.", "mlx": "core."}
"""Libraries with a namespace that copies NumPy's, and the prefix of that namespace below the root."""
NUMPY_MODULES = ("numpy", "cupy", "jax.numpy")
"""Namespaces whose functions take NumPy's parameters."""
NUMPY_PARAMETERS = frozenset({"numpy", "cupy", "jax"})
"""Libraries whose functions and methods take NumPy's parameters."""
NUMPY_OUTPUTS = frozenset({"numpy", "cupy"})
"""Of those, the ones that have NumPy's hidden generator and write into ``out=``."""
WITHOUT_EFFECT_BY_PACKAGE = ("numpy", "emberops.ops", "math", "scipy", "torch", "jax", "mlx")
"""Packages whose functions give a value and do nothing else, but for those that draw or store."""
HOST_PACKAGES = ("numpy", "scipy")
"""Packages that compute on the host, with NumPy's arrays."""
SAYS_NUMPY = "numpy"
"""In the name of a function of somebody's own, `_to_numpy(x)`, it says that NumPy's array is what is wanted."""
NOT_NUMPY = frozenset({*ROOTS.values(), "ops"}) - {"numpy"}
"""Backends whose tensors are not NumPy's."""
OWN_TENSORS = NOT_NUMPY - {"ops"}
"""Backends whose functions give their own tensors or refuse: they hand no call over to an operand."""
MADE_OF_NUMPY = frozenset({"numpy", "ops"})
"""Whose tensors NumPy's calls make: as they are, and where the default profile has rewritten them."""
BESIDE_NUMPY = frozenset({"torch", "jax", "mlx"})
"""Libraries that are backends as NumPy is: code for one of them has NumPy on the host beside it."""
PERHAPS_NUMPY = (None, "numpy")
"""Backends of an array that NumPy may have made: unknown, and NumPy itself."""
ROUNDED_AS_ARRAYS = frozenset({"jax"})
"""Backends whose arrays define `__round__`: those of others fail, and what NumPy makes of no axes becomes an int."""


NEEDED = "needs"
"""What is demanded of the names of libraries that a package cannot be imported without."""
SPOKEN = "imports"
"""What is demanded of the names of libraries in files that import them."""
_IMPORT = re.compile(rf"\n[ \t]*(?:import|from)[ \t]+({'|'.join(ROOTS.keys() - {'numpy'})})\b")
_FROM = re.compile(r"\n[ \t]*from[ \t]+[\w.]+[ \t]+import[ \t]*(\([^)]*\)|[^\n#]*)")
"""Both begin with the end of the line before, which is found in no time; `^` would be tried at every letter."""
_NAME = re.compile(rf"\b({'|'.join(ROOTS.keys() - {'numpy'})})\b")


def imported_libraries(text: str) -> frozenset[str]:
    """Return the array libraries beside NumPy that a file with this text imports, be it by a file of its project.

    `from .compat import torch` gives what may be there or not.
    """
    if not any(root in text for root in OWN_TENSORS):
        return frozenset()
    text = f"\n{text}"
    handed_on = (name for names in _FROM.findall(text) for name in _NAME.findall(names))
    return frozenset(ROOTS[found] for found in (*_IMPORT.findall(text), *handed_on))


def stands_in(name: str | None, *packages: str) -> bool:
    """Return True where the qualified name ``name`` stands in one of the packages, or deeper."""
    return name is not None and name.startswith(_beginnings(packages))


@cache
def _beginnings(packages: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{package}." for package in packages)


def split(qualified: str) -> tuple[str, str] | None:
    """``jax.numpy.mean`` -> ``("jax", "numpy.mean")``; ``None`` for a name of no array library."""
    root, _, rest = qualified.partition(".")
    library = ROOTS.get(root)
    return None if library is None else (library, rest)


def numpy_name(library: str, name: str) -> str | None:
    """Return the name that ``name`` has in NumPy, if it stands in the library's copy of NumPy's namespace."""
    prefix = NUMPY_LIKE.get(library)
    if prefix is None or not name.startswith(prefix):
        return None
    return name[len(prefix) :]


def operation(library: str, name: str) -> str | None:
    """Return the operation that ``name`` (dotted, below the library's root) stands for."""
    found = _spellings(library).get(name)
    if found is None and library == "cupy":
        found = _spellings("numpy").get(name)
    if found is None and library == "tensorflow":
        found = _spellings("keras").get(f"ops.{name}")
    return found


def exists(name: str) -> bool:
    """Return True where ``ops`` has an operation of this name."""
    return name in CATALOGUE or name in ALIASES


def group(name: str) -> str:
    """Return the group of an operation; none, an empty text, for what is no operation."""
    entry = CATALOGUE.get(ALIASES.get(name, name))
    return entry.group if entry is not None else ""


def _kept(library: str, spelling: str, operation: str) -> str:
    """Return the alias under which ops knows an operation by NumPy's own name: ``np.power`` -> ``ops.power``."""
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


def library_of(name: str) -> str | None:
    """Return the library that a name speaks of."""
    words = _words(name)
    if not words or words[0] in _CONVERTS:
        return None
    return next((WORDS[word] for word in words if word in WORDS), None)


def libraries_in(name: str) -> frozenset[str]:
    """Return the libraries of which a name has the word, wherever in it: PyTorch in `to_torch_dtype`."""
    return frozenset(WORDS[word] for word in _words(name) if word in WORDS)


def without_library(name: str) -> str:
    """Return the words of a name that speak of no library."""
    return "_".join(word for word in _words(name) if word not in WORDS)


def _words(name: str) -> list[str]:
    for whole in ("PyTorch", "TensorFlow", "NumPy", "CuPy"):
        name = name.replace(whole, whole.capitalize())
    return [word.lower() for word in _SPLIT.findall(name)]


ASKED_FOR = (
    "numpy",
    "torch",
    "jax",
    "cupy",
    "dask",
    "mlx",
    "ndonnx",
    "pydata",
    "array_api",
    "marray",
    "lazy",
)
"""Libraries and sorts of arrays that helpers of array-API code ask about: ``is_numpy(xp)``, ``is_lazy_array(x)``."""
