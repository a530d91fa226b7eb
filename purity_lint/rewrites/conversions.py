"""Conversions of tensors to NumPy (``x.detach().cpu().numpy()``) and back (``torch.from_numpy(a)``)."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from purity_lint.findings.diagnostics import Evidence, Reason
from purity_lint.rewrites.operands import operation
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value
from purity_lint.source.names import last_names

_NUMPY_MAKERS = frozenset(
    {"numpy.asarray", "numpy.array", "numpy.ascontiguousarray", "numpy.asanyarray", "numpy.copy"}
)
_METHODS = frozenset({"numpy", "__array__", "asnumpy"})
_HOST_FUNCTIONS = frozenset({"jax.device_get"})
_ENTRIES = frozenset(
    {
        "torch.from_numpy",
        "torch.as_tensor",
        "torch.asarray",
        "torch.tensor",
        "torch.Tensor",
        "torch.FloatTensor",
        "jax.numpy.asarray",
        "jax.numpy.array",
        "jax.device_put",
        "mlx.core.array",
        "mlx.core.asarray",
        "tensorflow.convert_to_tensor",
        "tensorflow.constant",
        "cupy.asarray",
        "cupy.array",
    }
)
_OPS_ENTRIES = frozenset({"convert_to_tensor", "asarray", "array", "from_numpy", "to_backend"})
CONVERSIONS = last_names(_HOST_FUNCTIONS, _NUMPY_MAKERS, _ENTRIES, _OPS_ENTRIES) | _METHODS | {"to_numpy"}
"""The last names of all calls that :func:`read_exit` and :func:`read_entry` may read."""
_CHAIN = frozenset({"detach", "cpu", "clone", "contiguous", "resolve_conj", "resolve_neg", "to", "get"})
_FOREIGN = frozenset({"torch", "jax", "mlx", "ops", "tensorflow", "cupy"})
_NOT_NUMPY_METHOD = frozenset(
    {Kind.MODULE, Kind.CLASS, Kind.INSTANCE, Kind.STR, Kind.DICT, Kind.LIST, Kind.OTHER}
)


@dataclass(frozen=True, slots=True)
class Exit:
    """A call that makes a NumPy array of a tensor."""

    node: ast.Call
    tensor: ast.expr
    """The tensor that is converted: `x` of `x.detach().cpu().numpy()`."""
    value: Value
    spelled: str
    inner: tuple[ast.Call, ...] = ()
    """The calls of the chain that only prepare it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A call that makes a tensor of host data."""

    node: ast.Call
    argument: ast.expr
    spelled: str


def read_exit(node: ast.AST, model: SemanticModel) -> Exit | None:
    """Return the conversion to NumPy at ``node``."""
    if not isinstance(node, ast.Call):
        return None
    if isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS:
        return _method(node, node.func, model)
    if not node.args or isinstance(node.args[0], ast.Starred):
        return None
    name, argument = model.qualified_name(node.func), node.args[0]
    value = model.value(argument)
    if name in _HOST_FUNCTIONS or operation(model, node) == "to_numpy":
        known = _at_least_used(value, node, "it is handed to a conversion of tensors")
        return Exit(node, argument, known, _spelled(name))
    if name in _NUMPY_MAKERS and value.is_tensor and value.backend in _FOREIGN:
        root, inner = _prepared(argument)
        return Exit(node, root, value, _spelled(name), inner)
    return None


def read_entry(node: ast.AST, model: SemanticModel) -> Entry | None:
    """Return the conversion from host data at ``node``."""
    if not isinstance(node, ast.Call) or not node.args or isinstance(node.args[0], ast.Starred):
        return None
    name = model.qualified_name(node.func)
    if name in _ENTRIES or operation(model, node) in _OPS_ENTRIES:
        return Entry(node, node.args[0], _spelled(name))
    return None


def _method(node: ast.Call, func: ast.Attribute, model: SemanticModel) -> Exit | None:
    root, inner = _prepared(func.value)
    value = model.value(func.value)
    if value.kind in _NOT_NUMPY_METHOD or (node.args and func.attr != "__array__"):
        return None
    if not value.is_tensor:
        value = model.value(root)
    value = _at_least_used(value, node, f"`.{func.attr}()` is a method of tensors")
    return Exit(node, root, value, f".{func.attr}()", inner)


def _prepared(node: ast.expr) -> tuple[ast.expr, tuple[ast.Call, ...]]:
    """Return `x` and the calls of `x.detach().cpu()`."""
    inner: list[ast.Call] = []
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CHAIN:
        inner.append(node)
        node = node.func.value
    return node, tuple(inner)


def is_prepared(node: ast.Call, model: SemanticModel) -> bool:
    """True where ``node`` is only a step of a conversion: the `.detach()` of `x.detach().cpu().numpy()`."""
    step: ast.AST = node
    while True:
        attribute = model.parent(step)
        call = model.parent(attribute) if isinstance(attribute, ast.Attribute) else None
        if not isinstance(call, ast.Call) or call.func is not attribute:
            return False
        leaving = read_exit(call, model)
        if leaving is not None:
            return node in leaving.inner
        step = call


def _at_least_used(value: Value, node: ast.Call, why: str) -> Value:
    """Return ``value``, or a tensor by its use at ``node`` where that is better evidence."""
    if value.is_tensor and value.evidence >= Evidence.INFERRED:
        return value
    reason = Reason(why, node.lineno, node.col_offset)
    return Value(Kind.TENSOR, Evidence.INFERRED, (reason,))


def _spelled(name: str | None) -> str:
    return (name or "").removeprefix("emberops.")
