"""Conversions of tensors to NumPy (``x.detach().cpu().numpy()``) and back (``torch.from_numpy(a)``)."""

from __future__ import annotations

import ast

from purity_lint.findings.diagnostics import Evidence, Reason
from purity_lint.knowledge.libraries import NOT_NUMPY
from purity_lint.knowledge.numpy.roles import FROM_TENSORS
from purity_lint.knowledge.roles import FROM_HOST, TO_HOST, TO_HOST_METHODS
from purity_lint.records import dataclass
from purity_lint.rewrites.operands import operation
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value
from purity_lint.source.names import last_names

_OPS_ENTRIES = frozenset({"convert_to_tensor", "asarray", "array", "from_numpy", "to_backend"})
CONVERSIONS = last_names(TO_HOST, FROM_TENSORS, FROM_HOST, _OPS_ENTRIES) | TO_HOST_METHODS | {"to_numpy"}
"""Last names of all calls that :func:`read_exit` and :func:`read_entry` may read."""
_CHAIN = frozenset({"detach", "cpu", "clone", "contiguous", "resolve_conj", "resolve_neg", "to", "get"})
_NOT_NUMPY_METHOD = frozenset(
    {Kind.MODULE, Kind.CLASS, Kind.INSTANCE, Kind.STR, Kind.DICT, Kind.LIST, Kind.OTHER}
)


@dataclass(frozen=True, slots=True)
class Exit:
    """A call that makes a NumPy array of a tensor."""

    node: ast.Call
    tensor: ast.expr
    """Tensor that is converted: `x` of `x.detach().cpu().numpy()`."""
    value: Value
    spelled: str
    inner: tuple[ast.Call, ...] = ()
    """Calls of the chain that only prepare it."""


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
    if isinstance(node.func, ast.Attribute) and node.func.attr in TO_HOST_METHODS:
        return _method(node, node.func, model)
    if not node.args or isinstance(node.args[0], ast.Starred):
        return None
    name, argument = model.qualified_name(node.func), node.args[0]
    value = model.value(argument)
    if name in TO_HOST or operation(model, node) == "to_numpy":
        known = _at_least_used(value, node, "it is handed to a conversion of tensors")
        return Exit(node, argument, known, _spelled(node))
    if name in FROM_TENSORS and value.is_tensor and value.backend in NOT_NUMPY:
        root, inner = _prepared(argument)
        return Exit(node, root, value, _spelled(node), inner)
    return None


def read_entry(node: ast.AST, model: SemanticModel) -> Entry | None:
    """Return the conversion from host data at ``node``."""
    if not isinstance(node, ast.Call) or not node.args or isinstance(node.args[0], ast.Starred):
        return None
    name = model.qualified_name(node.func)
    if name in FROM_HOST or operation(model, node) in _OPS_ENTRIES:
        return Entry(node, node.args[0], _spelled(node))
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


def _spelled(call: ast.Call) -> str:
    """Return what is called by the name that the file has for it: `ops.to_numpy`, or `gs.to_numpy`."""
    return ast.unparse(call.func)
