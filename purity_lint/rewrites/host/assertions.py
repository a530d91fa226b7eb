"""Assertions that compare arrays of NumPy's: of a tensor they take the truth value, or fetch it unasked."""

from __future__ import annotations

from collections.abc import Iterable

from purity_lint.findings.edits import Fix
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.numpy.roles import ASSERTIONS
from purity_lint.rewrites.host.foreign_calls import handed_over, is_numpys_own, leaves_given
from purity_lint.rewrites.operands import is_certain, quote, safe_if
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel

_WAY_OUT = "use `emberops.testing.assert_close`, or hand it `ops.to_numpy(x)`"


def of_assertion(found: Reference, model: SemanticModel) -> Iterable[Finding] | None:
    """Return what is to be said of a call that compares arrays; ``None`` where nothing is known of them, and elsewhere.

    Nothing is to be said where it is given what was brought to NumPy, and no tensor.
    """
    call = found.call
    if call is None or f"{found.library}.{found.dotted}" not in ASSERTIONS:
        return None
    given = leaves_given(call, model)
    tensors = [leaf for leaf in given if model.value(leaf).is_tensor and not is_numpys_own(leaf, model)]
    if not tensors:
        return () if any(is_numpys_own(leaf, model) for leaf in given) else None
    edits = handed_over(call, model)
    if edits is None:
        return None
    certain = all(is_certain(model.value(leaf)) for leaf in tensors)
    message = Message(f"`{quote(model, found.name)}` compares NumPy's arrays", _WAY_OUT, ":")
    return (
        Finding(call, message, fix=Fix(edits, safe_if(certain), "Hand over NumPy's arrays"), hint=_WAY_OUT),
    )
