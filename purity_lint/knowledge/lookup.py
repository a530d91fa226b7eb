"""The one door to the tables: what is known of a qualified library name."""

from __future__ import annotations

from functools import lru_cache

from purity_lint.knowledge import (
    arrays,
    ecosystem,
    jax,
    mlx,
    numpy,
    operations,
    python,
    scipy,
    tensorflow,
    torch,
)
from purity_lint.knowledge.facts import Fact, expand

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

ALIASES: dict[str, str] = {
    "numpy.core": "numpy",
    "numpy.lib": "numpy",
    "tensorflow.compat.v1": "tensorflow",
    "tensorflow.compat.v2": "tensorflow",
    "tf": "tensorflow",
    "keras.src.backend": "keras.backend",
    "scipy.misc": "scipy.special",
    "autograd.scipy": "jax.scipy",
    "autograd.numpy.random": "numpy.random",
    "autograd.numpy.linalg": "numpy.linalg",
    "torch.functional": "torch",
    "jax.tree_util.tree_map": "jax.tree.map",
    "jax.tree_map": "jax.tree.map",
    "mx": "mlx.core",
}

_CATALOGUED = frozenset({"numpy", "torch", "jax", "mlx", "keras"})
SHARED = expand(
    "", arrays.SHARED, strong=arrays.STRONG, weak=arrays.WEAK, axis={"quantile": 2, "percentile": 2}
)
FACTS: dict[str, Fact] = {
    **numpy.FACTS,
    **torch.FACTS,
    **jax.FACTS,
    **mlx.FACTS,
    **scipy.FACTS,
    **python.FACTS,
    **tensorflow.FACTS,
    **ecosystem.FACTS,
}
TRANSFORMS = frozenset({"WRAPS", "GRADIENT", "VALUE_AND_GRADIENT", "VMAP", "VECTORIZES"})
METHODS = {name[1:]: fact for name, fact in expand("", arrays.METHODS).items()}
DTYPES = frozenset(arrays.DTYPES)

TENSOR_CLASSES: dict[str, str | None] = {
    "numpy.ndarray": "numpy",
    "numpy.recarray": "numpy",
    "numpy.memmap": "numpy",
    "numpy.ma.MaskedArray": "numpy",
    "numpy.ma.masked_array": "numpy",
    "torch.Tensor": "torch",
    "torch.FloatTensor": "torch",
    "torch.LongTensor": "torch",
    "torch.BoolTensor": "torch",
    "torch.IntTensor": "torch",
    "torch.DoubleTensor": "torch",
    "torch.ByteTensor": "torch",
    "torch.HalfTensor": "torch",
    "torch.cuda.FloatTensor": "torch",
    "torch.nn.Parameter": "torch",
    "torch.nn.parameter.Parameter": "torch",
    "torch.autograd.Variable": "torch",
    "jax.Array": "jax",
    "jax.numpy.ndarray": "jax",
    "jax.core.Tracer": "jax",
    "jaxlib.xla_extension.ArrayImpl": "jax",
    "jax.numpy.array": "jax",
    "chex.Array": "jax",
    "chex.ArrayDevice": "jax",
    "chex.ArrayNumpy": "jax",
    "mlx.core.array": "mlx",
    "tensorflow.Tensor": "tensorflow",
    "tensorflow.Variable": "tensorflow",
    "tensorflow.RaggedTensor": "tensorflow",
    "keras.KerasTensor": "keras",
    "keras.Variable": "keras",
    "cupy.ndarray": "cupy",
    "dask.array.Array": "dask",
    "emberops.ops.Tensor": "ops",
    "emberops.Tensor": "ops",
    "emberops.Array": "ops",
    "emberops.ops.Array": "ops",
}
"""Classes whose instances are tensors."""


@lru_cache(maxsize=8192)
def canonical(name: str) -> str:
    """The name under which the tables know ``name``."""
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
    """Which library makes the tensors that ``name`` returns."""
    root = name.partition(".")[0]
    if root == "scipy":
        return "numpy"
    if root in {"jax", "optax", "flax", "haiku", "chex"}:
        return "jax"
    space = array_namespace(name)
    return space[2] if space else ("torch" if root == "torch" else None)


@lru_cache(maxsize=8192)
def function(name: str) -> Fact | None:
    """What is known of the function (or class) ``name``."""
    name = canonical(name)
    fact = FACTS.get(name)
    if fact is not None:
        return fact
    if name.rpartition(".")[2] in python.NAMESPACE_GETTERS:
        return Fact("XP")
    space = array_namespace(name)
    if space is None:
        return operations.function(name) if name.partition(".")[0] in _CATALOGUED else None
    head, rest, backend = space
    fact = SHARED.get("." + rest)
    if backend == "array_api" and fact is None and rest.startswith("random."):
        return FACTS.get(f"numpy.{rest}")
    if backend == "ops":
        listed = operations.function(name)
        return fact if fact is not None and (listed is None or listed.result == "T") else listed
    if backend == "torch":
        return _torch(head, rest, fact)
    if fact is None and backend in {"jax", "mlx", "keras"} and _looks_like_function(rest):
        return Fact("T")
    return fact if fact is not None else operations.function(name)


def _torch(head: str, rest: str, fact: Fact | None) -> Fact | None:
    if (
        head == "torch"
        and "." in rest
        and not rest.startswith(("linalg.", "fft.", "special.", "nn.functional."))
    ):
        return None
    strong = 0 if rest in torch.NO_STRONG else 1
    if fact is not None:
        if fact.result in {"E", "R"}:
            return Fact("R" if fact.result == "R" else "T", strong, 0)
        return (
            fact
            if not strong or fact.result not in {"T", "RB", "RI", "T1", "T2"}
            else fact._replace(strong=1)
        )
    if _looks_like_function(rest):
        return Fact("T", strong)
    return None


def transform(name: str) -> str | None:
    """The result code of a function that makes another function of its first argument: ``jax.jit``, ``jax.grad``."""
    fact = function(name)
    return fact.result if fact is not None and fact.result in TRANSFORMS else None


def _looks_like_function(rest: str) -> bool:
    last = rest.rpartition(".")[2]
    return last[:1].islower() and last not in DTYPES and not last.startswith(("is_", "set_", "get_"))


def method(name: str) -> Fact | None:
    """What is known of a tensor's method."""
    return METHODS.get(name)


def shared(name: str) -> Fact | None:
    """What the shared array vocabulary says of ``name``, whatever module it is asked of."""
    return SHARED.get("." + name)


def attribute(name: str) -> str | None:
    """The result code of a tensor's attribute."""
    return arrays.ATTRIBUTES.get(name)


@lru_cache(maxsize=8192)
def constant(name: str) -> str | None:
    """The result code of a library's constant (``numpy.pi``), ``D`` for its dtypes."""
    name = canonical(name)
    code = python.CONSTANTS.get(name)
    if code is not None:
        return code
    space = array_namespace(name)
    if space is None:
        return None
    rest = space[1]
    if rest in arrays.CONSTANTS:
        return arrays.CONSTANTS[rest]
    return "D" if rest in DTYPES else None


def is_array_namespace(name: str) -> bool:
    """Whether the module ``name`` speaks the shared array vocabulary."""
    return canonical(name) in ARRAY_NAMESPACES


def tensor_class(name: str) -> bool:
    """Whether instances of the class ``name`` are tensors."""
    return canonical(name) in TENSOR_CLASSES
