"""Purity of a file: how many of its expressions that handle tensors no rule objects to."""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import NamedTuple

from purity_lint.findings.diagnostics import Evidence
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_OPERATIONS = (ast.Call, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Subscript)


class Purity(NamedTuple):
    """How many expressions there are, and how many are impure."""

    expressions: int
    impure: int

    @property
    def share(self) -> float | None:
        """Pure ones over all; nothing where there are none."""
        return 1 - self.impure / self.expressions if self.expressions else None

    def __add__(self, other: object) -> Purity:
        if not isinstance(other, Purity):
            return NotImplemented
        return Purity(self.expressions + other.expressions, self.impure + other.impure)


def purity(model: SemanticModel, flagged: Collection[ast.AST]) -> Purity:
    """Count calls, operators, comparisons and subscripts that give a tensor, and whatever else is flagged."""
    tensors = {
        node
        for kind in _OPERATIONS
        for node in model.source.of(kind)
        if (value := model.value(node)).kind is Kind.TENSOR and value.evidence >= Evidence.INFERRED
    }
    impure = set(flagged)
    return Purity(len(tensors | impure), len(impure))
