"""Look up facts in the libraries' tables: what is known of a qualified library name."""

from __future__ import annotations

import re
from functools import lru_cache

from purity_lint.knowledge import arrays, ecosystem, numpy_packages, operations, python
from purity_lint.knowledge.jax import returns as jax_returns
from purity_lint.knowledge.mlx import returns as mlx_returns
from purity_lint.knowledge.notation import Fact, Result, expand
from purity_lint.knowledge.numpy import returns as numpy_returns
from purity_lint.knowledge.samplers import HIDDEN
from purity_lint.knowledge.scipy import returns as scipy_returns
from purity_lint.knowledge.tensorflow import backend_functions
from purity_lint.knowledge.tensorflow import returns as tensorflow_returns
from purity_lint.knowledge.torch import returns as torch_returns

ARRAY_NAMESPACES: dict[str, str] = {
    "numpy": "numpy",
    "numpy.ma": "numpy",
    "autograd.numpy": "numpy",
    "jax.numpy": "jax",
    "mlx.core": "mlx",
    "cupy": "cupy",
    "dask.array": "dask",
    "keras.ops": "keras",
    "keras.backend": "keras",
    "keras.src.ops": "keras",
    "tensorflow.experimental.numpy": "tensorflow",
    "tensorflow": "tensorflow",
    "tensorflow.math": "tensorflow",
    "torch": "torch",
    "torch.linalg": "torch",
    "torch.special": "torch",
    "torch.nn.functional": "torch",
    "torch.fft": "torch",
    "emberops.ops": "ops",
    "array_api": "array_api",
    "array_api_strict": "array_api",
    "array_api_extra": "array_api",
    "array_api_compat.numpy": "numpy",
    "array_api_compat.torch": "torch",
    "array_api_compat.cupy": "cupy",
}
"""Modules that speak the shared vocabulary, and the backend of what they make."""
_SHARES_SETTINGS = frozenset({"keras.backend"})
"""Of these, modules that also hold what has to do with no array: settings, scopes, questions."""
_GIVES_NAMESPACE = re.compile(r"namespace|backend|array_module|(?:^|_)xp(?:_|$)")
"""Functions that may give a namespace are named so."""

ALIASES: dict[str, str] = {
    "numpy.core": "numpy",
    "numpy.lib": "numpy",
    "tensorflow.compat.v1": "tensorflow",
    "tensorflow.compat.v2": "tensorflow",
    "tf": "tensorflow",
    "keras.src.backend": "keras.backend",
    **backend_functions.ALIASES,
    "scipy.misc": "scipy.special",
    **scipy_returns.OLD_MODULES,
    "autograd.scipy": "jax.scipy",
    "autograd.numpy.random": "numpy.random",
    "autograd.numpy.linalg": "numpy.linalg",
    "torch.functional": "torch",
    "jax.tree_util.tree_map": "jax.tree.map",
    "jax.tree_map": "jax.tree.map",
    "mx": "mlx.core",
}

_CATALOGUED = frozenset({"numpy", "torch", "jax", "mlx", "keras"})
SHARED = operations.shared()
"""Facts of the vocabulary that array namespaces share, by the name below the namespace."""
FACTS: dict[str, Fact] = {
    **numpy_returns.FACTS,
    **torch_returns.FACTS,
    **jax_returns.FACTS,
    **mlx_returns.FACTS,
    **scipy_returns.FACTS,
    **numpy_packages.FACTS,
    **python.FACTS,
    **tensorflow_returns.FACTS,
    **ecosystem.FACTS,
}
METHODS = {
    **{name: SHARED[name] for name in arrays.FUNCTION_METHODS},
    **{name[1:]: fact for name, fact in expand("", arrays.METHODS).items()},
}
DTYPES = frozenset(arrays.DTYPES)

TENSOR_TYPES: dict[str, str] = {
    **dict.fromkeys(numpy_returns.TENSOR_TYPES, "numpy"),
    **dict.fromkeys(torch_returns.TENSOR_TYPES, "torch"),
    **dict.fromkeys(jax_returns.TENSOR_TYPES, "jax"),
    **dict.fromkeys(mlx_returns.TENSOR_TYPES, "mlx"),
    **dict.fromkeys(tensorflow_returns.TENSOR_TYPES, "tensorflow"),
    **{name: backend for backend, names in ecosystem.TENSOR_TYPES.items() for name in names},
}
"""Classes that a library's tensors have -> the backend: to ask for one is to ask for a tensor."""
TENSOR_SUBTYPES: dict[str, str] = {
    **dict.fromkeys(numpy_returns.TENSOR_SUBTYPES, "numpy"),
    **dict.fromkeys(torch_returns.TENSOR_SUBTYPES, "torch"),
    **dict.fromkeys(jax_returns.TENSOR_SUBTYPES, "jax"),
    **dict.fromkeys(tensorflow_returns.TENSOR_SUBTYPES, "tensorflow"),
}
"""Classes of tensors that are more than tensors: parameters, tracers, masked arrays."""
TENSOR_CLASSES: dict[str, str] = {**TENSOR_TYPES, **TENSOR_SUBTYPES}
"""Classes whose instances are tensors -> the backend."""
TENSOR_ANNOTATIONS = numpy_returns.TENSOR_ANNOTATIONS | jax_returns.TENSOR_ANNOTATIONS
"""Names that are no classes of tensors, and mean tensors where an annotation says them."""
_FRAMEWORKS = ("numpy", "torch", "jax", "jaxlib", "mlx", "tensorflow", "cupy")
FRAMEWORK_CLASSES = numpy_returns.MATRIX_TYPES | {
    n for n in TENSOR_CLASSES if n.partition(".")[0] in _FRAMEWORKS
}
"""Classes of tensors, matrices included, of the libraries that code is to be independent of."""


_VENDORED = re.compile(r"[\w.]+\.(?=array_api_(?:extra|compat)(?:\.|$))")
"""Packages keep copies of these: ``sklearn.externals.array_api_extra``."""


@lru_cache(maxsize=8192)
def canonical(name: str) -> str:
    """Return the name under which the tables know ``name``."""
    vendored = _VENDORED.match(name)
    if vendored is not None:
        return name[vendored.end() :]
    head = name
    while head:
        alias = ALIASES.get(head)
        if alias is not None:
            return alias + name[len(head) :]
        head = head.rpartition(".")[0]
    return name


@lru_cache(maxsize=8192)
def array_namespace(name: str) -> tuple[str, str, str] | None:
    """``numpy.linalg.inv`` -> (``numpy``, ``linalg.inv``, backend): the array namespace that holds ``name``."""
    head = name.rpartition(".")[0]
    while head:
        backend = ARRAY_NAMESPACES.get(head)
        if backend is not None:
            return head, name[len(head) + 1 :], backend
        head = head.rpartition(".")[0]
    return None


@lru_cache(maxsize=8192)
def backend_of(name: str) -> str | None:
    """Return the library that makes the tensors that ``name`` returns."""
    root = name.partition(".")[0]
    if name.startswith(ecosystem.ANY_LIBRARY) and name != ecosystem.SKLEARN_BUNCH:
        return None
    if root in numpy_packages.ROOTS or root in {"scipy", "sklearn"}:
        return "numpy"
    if root in {"jax", "optax", "flax", "haiku", "chex"}:
        return "jax"
    space = array_namespace(name)
    return space[2] if space else ("torch" if root == "torch" else None)


@lru_cache(maxsize=8192)
def function(name: str) -> Fact | None:
    """Return the fact about the function (or class) ``name``; ``None`` where no table has one."""
    name = canonical(name)
    fact = FACTS.get(name)
    if fact is not None:
        return fact
    if name.rpartition(".")[2] in python.NAMESPACE_GETTERS:
        return Fact(Result.NAMESPACE)
    space = array_namespace(name)
    if space is None:
        return operations.function(name) if name.partition(".")[0] in _CATALOGUED else None
    head, rest, backend = space
    fact = SHARED.get(rest)
    if backend == "array_api" and fact is None and rest.startswith("random."):
        return FACTS.get(f"numpy.{rest}")
    if backend == "ops":
        return operations.function(name) or fact
    if backend == "torch":
        return _torch(head, rest, fact)
    guessed = backend in {"jax", "mlx", "keras"} and _looks_like_function(rest)
    if guessed and head in _SHARES_SETTINGS:
        guessed = rest.rpartition(".")[2] in SHARED
    if fact is None and guessed:
        return Fact(Result.TENSOR)
    return fact if fact is not None else operations.function(name)


def _torch(head: str, rest: str, fact: Fact | None) -> Fact | None:
    if (
        head == "torch"
        and "." in rest
        and not rest.startswith(("linalg.", "fft.", "special.", "nn.functional."))
    ):
        return None
    strong = 0 if rest in torch_returns.NO_STRONG else 1
    if fact is not None:
        if fact.result is Result.ELEMENTWISE:
            return fact._replace(result=Result.TENSOR, strong=strong, weak=0)
        if fact.result in {Result.REDUCTION, Result.PRODUCT} and fact.dtype is None:
            return fact._replace(strong=strong, weak=0)
        return fact if not strong or fact.result not in _OF_A_TENSOR else fact._replace(strong=1)
    if _looks_like_function(rest):
        return Fact(Result.TENSOR, strong)
    return None


def transform(name: str) -> Result | None:
    """Return the result of a function that makes another function of its first argument: ``jax.jit``, ``jax.grad``."""
    fact = function(name)
    return fact.result if fact is not None and fact.result.transforms else None


_OF_A_TENSOR = frozenset(
    {Result.TENSOR, Result.SAME_RANK, Result.REDUCTION, Result.PLACES, Result.VECTOR, Result.MATRIX}
)
"""Results that in PyTorch say that the first argument is a tensor."""


def _looks_like_function(rest: str) -> bool:
    last = rest.rpartition(".")[2]
    return last[:1].islower() and last not in DTYPES and not last.startswith(("is_", "set_", "get_"))


def method(name: str) -> Fact | None:
    """Return the fact about a tensor's method; ``None`` where no table has one.

    PyTorch's methods that end in an underscore change their tensor and give it.
    """
    fact = METHODS.get(name)
    in_place = fact is None and name.endswith("_") and not name.startswith("_")
    return Fact(Result.SAME_RANK) if in_place else fact


def shared(name: str) -> Fact | None:
    """Return what the shared array vocabulary says of ``name``, whatever module it is asked of."""
    return SHARED.get(name)


@lru_cache(maxsize=4096)
def may_give_namespace(getter: str) -> bool:
    """Return True where a function of this name may give the namespace of its arguments."""
    return getter in python.NAMESPACE_GETTERS or _GIVES_NAMESPACE.search(getter) is not None


def attribute(name: str) -> Result | None:
    """Return the value of a tensor's attribute."""
    return arrays.ATTRIBUTES.get(name)


@lru_cache(maxsize=8192)
def constant(name: str) -> Result | None:
    """Return the kind of a library's constant: ``numpy.pi`` a float, ``numpy.float32`` a dtype."""
    name = canonical(name)
    code = python.CONSTANTS.get(name)
    if code is not None:
        return code
    space = array_namespace(name)
    if space is None:
        return None
    rest = space[1]
    if rest == "random.default" and space[2] == "ops":
        return Result.OPS_GENERATOR
    if rest in HIDDEN:
        return Result.RANDOM_STATE
    if rest in arrays.CONSTANTS:
        return arrays.CONSTANTS[rest]
    return Result.DTYPE if rest in DTYPES else None


def is_array_namespace(name: str) -> bool:
    """Return True where the module ``name`` speaks the shared array vocabulary."""
    return canonical(name) in ARRAY_NAMESPACES


def makes_tensor(name: str) -> bool:
    """Tell functions that make a tensor of data, which annotations name for its class: ``x: np.array``."""
    fact = function(name)
    return fact is not None and fact.result is Result.AS_TENSOR and name.partition(".")[0] in _FRAMEWORKS


def tensor_class(name: str) -> bool:
    """Return True where instances of the class ``name`` are tensors."""
    return canonical(name) in TENSOR_CLASSES
