"""Reads by masks, `x[mask]`: what the mask tells of the array, and what the array may be all the same."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from purity_lint.findings.diagnostics import Evidence
from purity_lint.knowledge.labelled_data import LIBRARIES, LOCATORS, READ_BY_MASKS, object_of
from purity_lint.knowledge.vocabularies.people import IMAGES, MASKS
from purity_lint.rewrites.indexing.looked_up import is_looked_up, is_table
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value


def is_mask(value: Value | None) -> bool:
    """True for a tensor of truth values."""
    return value is not None and value.is_tensor and value.dtype == "bool"


def is_named_mask(part: ast.expr, value: Value) -> bool:
    """True for what is called a mask, and of which nothing is known that says otherwise."""
    return _is_named(part, value, MASKS)


def may_be_bytes(part: ast.expr, value: Value, model: SemanticModel) -> bool:
    """True for an array of bytes, for what is called an image, and for what is looked up in a table.

    Of the latter nothing may be known that says otherwise.
    """
    if value.is_tensor and value.rank != 0 and value.dtype == "uint8":
        return True
    return _is_named(part, value, IMAGES) or is_looked_up(part, model)


def _is_named(part: ast.expr, value: Value, words: Collection[str]) -> bool:
    name = part.id if isinstance(part, ast.Name) else part.attr if isinstance(part, ast.Attribute) else ""
    unknown = value.kind is Kind.UNKNOWN or (value.is_tensor and value.dtype is None and value.rank != 0)
    return unknown and not value.foreign and name.rpartition("_")[2] in words


def is_cast_to_bool(node: ast.expr) -> bool:
    """True for `x.astype(bool)` and `np.asarray(x, dtype=bool)`."""
    match node:
        case ast.Call(args=args, keywords=keywords):
            given = [*args, *(k.value for k in keywords if k.arg == "dtype")]
            return any(isinstance(a, ast.Name) and a.id == "bool" for a in given) or any(
                isinstance(a, ast.Attribute) and a.attr in ("bool", "bool_") for a in given
            )
    return False


def array_read(node: ast.Subscript, model: SemanticModel) -> Value:
    """Return what is known of the array that ``node`` reads.

    Nothing but an array is read by truth values, and some tables are: of what is a tensor on no path that is known,
    or for its name only, a mask that is known to be one says that it is.
    """
    value = model.value(node.value)
    if not (value.kind is Kind.UNKNOWN or (value.is_tensor and value.evidence < Evidence.INFERRED)):
        return value
    if value.kind is Kind.UNKNOWN and is_table(node, model) and not _may_be_table(node, model):
        return Value(Kind.TENSOR, Evidence.INFERRED, maybe=True)
    mask = next(_masks_in(node.slice, model), None)
    if (
        mask is None
        or value.foreign
        or (not isinstance(node.slice, ast.Tuple) and _may_be_table(node, model))
    ):
        return value
    if isinstance(node.value, ast.Attribute) and node.value.attr in LOCATORS:
        return value
    return Value(Kind.TENSOR, Evidence.INFERRED, mask.reasons, backend=mask.backend, maybe=True)


def _masks_in(index: ast.expr, model: SemanticModel) -> Iterator[Value]:
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    values = (model.value(part) for part in parts)
    return (value for value in values if is_mask(value) and value.evidence >= Evidence.INFERRED)


def _may_be_table(node: ast.Subscript, model: SemanticModel) -> bool:
    """True in files that use a library of tables, which are read by masks of their rows."""
    value = model.value(node.value)
    if value.name is not None and object_of(value.name) is not None:
        return True
    return any(binding.qualified.partition(".")[0] in LIBRARIES for binding in model.imports)


def reads_as_itself(value: Value) -> bool:
    """True where `ops.getitem` reads what ``value`` may be as its own index does, on NumPy.

    A library's matrix, table or masked array answers for itself there.  A class of the project may not be known for
    an array at all.
    """
    return value.name is None or value.name.partition(".")[0] in READ_BY_MASKS
