"""Classes of the project that stand in for NumPy's arrays: NumPy hands its functions' calls over to them."""

from __future__ import annotations

from purity_lint.findings.diagnostics import Applicability
from purity_lint.knowledge.numpy.roles import PRECEDENCE, PROTOCOL
from purity_lint.rewrites.operands import applicability, is_certain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Value

_TAKE_OVER = frozenset({*PRECEDENCE, *PROTOCOL})


def trust_in_member(name: str, value: Value, model: SemanticModel, *, exact: bool = True) -> Applicability:
    """Return how far to trust a fix that writes an operation for the method or attribute ``name`` of ``value``.

    Where such a class is at hand that has ``name``, only what is certainly an array is none of its instances.
    """
    if not is_certain(value) and _stands_in(model) and model.names_class_with(frozenset({name})):
        return Applicability.DISPLAY
    return applicability(value, exact=exact)


def _stands_in(model: SemanticModel) -> bool:
    return model.memo(_stands_in, lambda: model.names_class_with(_TAKE_OVER))
