"""Lists of tensors without axes that become columns of tables: kept as objects, where NumPy's scalars are numbers."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.labelled_data import object_of
from purity_lint.knowledge.pandas import CLASSES
from purity_lint.rewrites.operands import quote
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value


def stored_columns(store: ast.Assign, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for a list of tensors without axes that is stored as a column."""
    tensor = _numbers_stored(store, model)
    if tensor is None:
        return
    advice = "take their numbers: `list(map(ops.item, x))`"
    message = Message(f"the table keeps the tensors of `{quote(model, store.value)}` as objects", advice, ":")
    fix = Fix((as_numbers(store.value),), Applicability.UNSAFE, "Take the numbers first")
    yield Finding(store.value, message, tensor.evidence, tensor.reasons, fix)


def numbers_of_column(argument: ast.expr, call: ast.Call, model: SemanticModel) -> Value | None:
    """Return what a list holds that becomes a column of a table, if tensors without axes: kept there as objects."""
    return _numbers_in(argument, model) if model.qualified_name(call.func) in CLASSES else None


def _numbers_stored(store: ast.Assign, model: SemanticModel) -> Value | None:
    """Return the same for a list that is stored as a column: `table["mean"] = means`."""
    match store.targets:
        case [ast.Subscript(value=holder)]:
            table = model.value(holder)
            if table.kind is Kind.INSTANCE and table.name is not None and object_of(table.name) is not None:
                return _numbers_in(store.value, model)
    return None


def as_numbers(column: ast.expr) -> Rewrite:
    """Write a list of tensors without axes as one of numbers."""
    return Rewrite(column, "list(map({ops}.item, {x}))", {"x": column})


def _numbers_in(column: ast.expr, model: SemanticModel) -> Value | None:
    value = model.value(column)
    each = value.element
    if value.kind is not Kind.LIST or each is None:
        return None
    numbers = each.is_tensor and each.rank == 0 and not each.foreign and not each.textual and not each.listed
    return each if numbers else None
