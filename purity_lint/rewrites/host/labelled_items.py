"""Tensors that tables and columns are given: as places of items, and as single numbers that are stored there.

pandas reads places by NumPy's dtypes: a mask of another library is a list of labels to it, and a tensor without axes
neither a place nor a number.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability, Evidence
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.labelled_data import object_of
from purity_lint.rewrites.host.foreign_calls import is_array, is_numpys_own
from purity_lint.rewrites.operands import is_result, quote
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value


def tensors_as_labels(item: ast.Subscript, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for each tensor that is a place: of `df[mask]`, `df.loc[mask, "a"]`, `column.iloc[i]`."""
    if not _is_table(item.value, model):
        return
    for place in item.slice.elts if isinstance(item.slice, ast.Tuple) else [item.slice]:
        value = model.value(place)
        if not _is_known(value) or is_numpys_own(place, model):
            continue
        conversion = "item" if _is_number(value) else "to_numpy"
        message = Message(
            f"`{quote(model, item.value)}` takes NumPy's arrays and numbers as places",
            f"hand over `ops.{conversion}({quote(model, place)})`",
            ":",
        )
        edit = Rewrite(place, f"{{ops}}.{conversion}({{x}})", {"x": place})
        fix = Fix((edit,), Applicability.UNSAFE, "Hand the place over as NumPy's")
        yield Finding(place, message, value.evidence, value.reasons, fix)


def number_stored(store: ast.Assign, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for a tensor without axes that is stored in a table: `df.loc[0, "mean"] = ops.mean(x)`."""
    value = model.value(store.value)
    stored = [t for t in store.targets if isinstance(t, ast.Subscript) and _is_table(t.value, model)]
    if not stored or not _is_number(value) or is_numpys_own(store.value, model):
        return
    message = Message(
        f"`{quote(model, stored[0].value)}` keeps the tensor `{quote(model, store.value)}` as an object",
        "store its number: `ops.item(...)`",
        ":",
    )
    edit = Rewrite(store.value, "{ops}.item({x})", {"x": store.value})
    fix = Fix((edit,), Applicability.UNSAFE, "Store the number")
    yield Finding(store.value, message, value.evidence, value.reasons, fix)


def _is_table(node: ast.expr, model: SemanticModel) -> bool:
    value = model.value(node)
    return value.kind is Kind.INSTANCE and value.name is not None and object_of(value.name) is not None


def _is_known(value: Value) -> bool:
    return _is_number(value) or (is_array(value) and value.evidence >= Evidence.INFERRED)


def _is_number(value: Value) -> bool:
    """True for what NumPy makes a scalar of its own, and for a tensor that is known to have no axes."""
    return is_result(value) or (is_array(value) and value.rank == 0)
