"""Dtypes of tensors that are handed to packages on NumPy: `csr_matrix((n, n), dtype=x.dtype)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.numba import COMPILED
from purity_lint.knowledge.packages import NUMPY_INSIDE
from purity_lint.rewrites.host.foreign_calls import is_numpys_own
from purity_lint.rewrites.operands import operation, quote
from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind


def dtypes_given(call: ast.Call, package: str, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for each dtype of a tensor that ``call`` hands to ``package``, which knows NumPy's alone.

    A portable dtype tells NumPy its own.  What Numba compiles takes none of these.
    """
    if package == NUMPY_INSIDE[COMPILED]:
        return
    for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
        asked = _asked(argument, model)
        if asked is None:
            continue
        value = model.value(argument)
        advice = f"hand over the portable one: `ops.dtype({quote(model, asked)})`"
        yield Finding(
            argument,
            Message(f"{package} does not know `{quote(model, argument)}` of other libraries", advice, ":"),
            value.evidence,
            value.reasons,
            Fix(
                (Rewrite(argument, "{ops}.dtype({x})", {"x": asked}),),
                Applicability.UNSAFE,
                "Hand over the portable dtype",
            ),
            advice,
        )


def _asked(argument: ast.expr, model: SemanticModel) -> ast.expr | None:
    """Return what `ops.dtype` is to be asked of: the tensor of `x.dtype`, or a name that holds its dtype."""
    value = model.value(argument)
    if value.kind is not Kind.DTYPE or value.name is not None or value.maybe:
        return None
    if isinstance(argument, ast.Attribute):
        tensor = model.value(argument.value)
        of_tensor = tensor.is_tensor and not tensor.foreign and not is_numpys_own(argument.value, model)
        return argument.value if of_tensor else None
    if not isinstance(argument, ast.Name):
        return None
    given = bindings(enclosing(argument, model)).get(argument.id, ())
    return None if any(_is_numpys_or_portable(made, model) for made in given) else argument


def _is_numpys_or_portable(made: ast.expr, model: SemanticModel) -> bool:
    """True for `ops.dtype(x)`, and for the dtype of what was converted to NumPy."""
    if isinstance(made, ast.Attribute):
        return is_numpys_own(made.value, model)
    return operation(model, made) == "dtype"
