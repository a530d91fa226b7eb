"""What a function does with the arrays that it is given: as far as its namespace goes by that."""

from __future__ import annotations

import ast

from purity_lint.findings.diagnostics import Evidence
from purity_lint.rewrites.references import Category, reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value
from purity_lint.source.walk import walk


def calls_library(function: ast.AST, model: SemanticModel) -> bool:
    """True for a function that calls an array library itself: one that hands its arrays on needs no namespace."""
    found = (reference(call, model) for call in walk(function) if isinstance(call, ast.Call))
    return any(one is not None and one.category is Category.FUNCTION for one in found)


def are_arrays(reads: list[Value]) -> bool:
    """True if what is read first was handed over as an array, and nothing that is read later may be none."""
    return (
        bool(reads)
        and reads[0].is_tensor
        and reads[0].evidence >= Evidence.DECLARED
        and not any(read.maybe for read in reads)
    )


def holds_arrays(value: Value) -> bool:
    """True for a list of arrays: accessors want each of them."""
    each = value.element if value.kind in {Kind.LIST, Kind.TUPLE} else None
    return each is not None and each.is_tensor
