"""Recorded types as evidence: they outrank what was inferred, in both directions."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Mapping
from typing import Any

from purity_lint.findings.diagnostics import Evidence, Reason
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value
from purity_lint.trace.store import CONVERTED, PLAIN, SCALAR, TENSOR, Span


class TracedModel:
    """A semantic model that first looks up what was seen when the code ran.

    Every question but :meth:`value`, :attr:`has_tensors` and :attr:`conversions` goes to the model it wraps.
    """

    def __init__(self, model: SemanticModel, sites: Mapping[Span, int]) -> None:
        self._model = model
        self._sites = {span: bits & ~CONVERTED for span, bits in sites.items() if bits != CONVERTED}
        self.conversions = frozenset(
            (end_line, end_column) for (_, _, end_line, end_column), bits in sites.items() if bits & CONVERTED
        )
        """Ends of calls: where a call of several lines begins, Python says otherwise than its tree does."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)

    @property
    def has_tensors(self) -> bool:
        """Return True where something was a tensor, or may be one that did not run."""
        return any(bits & TENSOR for bits in self._sites.values()) or self._model.has_tensors

    def value(self, node: ast.expr) -> Value:
        """Return what ``node`` was when it ran; what is inferred where it did not run."""
        inferred = self._model.value(node)
        bits = self._sites.get((node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0))
        if bits is None:
            return inferred
        if bits & TENSOR:
            return self._tensor(node, inferred, bits)
        if not inferred.is_tensor or bits & SCALAR:
            # NumPy makes scalars of 0-d results, where other backends have tensors: a scalar proves neither.
            return inferred
        # It ran, and was never an array: whatever else it is, it is no tensor here.
        reason = Reason("was no tensor when the recorded command ran", node.lineno, node.col_offset)
        return Value(Kind.OTHER, Evidence.PROVEN, (reason,))

    def _tensor(self, node: ast.expr, inferred: Value, bits: int) -> Value:
        reason = Reason("was a tensor when the recorded command ran", node.lineno, node.col_offset)
        if inferred.is_tensor:
            return dataclasses.replace(
                inferred,
                evidence=Evidence.PROVEN,
                reasons=(reason, *inferred.reasons),
                maybe=bool(bits & PLAIN),
            )
        return Value(Kind.TENSOR, Evidence.PROVEN, (reason,), maybe=bool(bits & PLAIN))
