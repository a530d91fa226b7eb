"""``np.pad(x, width, filling)`` with a function that fills the border of each row in place."""

from __future__ import annotations

from purity_lint.rewrites.calls.library_calls import Refused, Rewritten
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_AT = 2
"""Position of the mode."""


def rewrite_padding(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Refuse a call with a function as its mode, which is handed NumPy's rows to store into."""
    call = found.call
    if call is None:
        return None
    modes = [*call.args[_AT : _AT + 1], *(k.value for k in call.keywords if k.arg == "mode")]
    if any(model.value(mode).kind is Kind.FUNCTION for mode in modes):
        return Refused("its mode is a function that stores into rows of NumPy's")
    return None
