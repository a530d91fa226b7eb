"""Tensors that a method `__array__` returns, where NumPy takes nothing but an array of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.numpy.roles import FROM_TENSORS
from purity_lint.rewrites.array_protocol import gives_array_to_numpy
from purity_lint.rewrites.host.foreign_calls import is_converted
from purity_lint.rewrites.operands import quote
from purity_lint.semantics.model import SemanticModel


def tensor_given_to_numpy(statement: ast.Return, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for a tensor that `__array__` returns, which NumPy refuses if it is no array of its own."""
    given = statement.value
    if given is None or not gives_array_to_numpy(given, model):
        return
    tensor = model.value(given)
    if not tensor.is_tensor or is_converted(given, model) or _stays(given, model):
        return
    advice = f"give it one: `ops.to_numpy({quote(model, given)})`"
    message = Message("NumPy takes nothing but an array of its own from `__array__`", advice, ":")
    edit = Rewrite(given, "{ops}.to_numpy({x})", {"x": given})
    fix = Fix((edit,), Applicability.UNSAFE, "Convert it to NumPy")
    yield Finding(statement, message, tensor.evidence, tensor.reasons, fix)


def _stays(given: ast.expr, model: SemanticModel) -> bool:
    """True for `np.asarray(self.x, dtype=dtype)`, which makes an array of NumPy's of any tensor."""
    return isinstance(given, ast.Call) and model.qualified_name(given.func) in FROM_TENSORS
