"""The universal function of powers beside the operator: for two numbers they differ in the last bit.

``ops.power`` of NumPy's scalars computes what their ``**`` does.  ``np.power`` goes through vectorized code whatever it
is given, which rounds another way.  Of arrays both are the same.
"""

from __future__ import annotations

import ast

from purity_lint.rewrites.operands import is_certain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS

_POWERS = frozenset({"power", "pow"})


def may_round_differently(library: str, dotted: str, call: ast.Call, model: SemanticModel) -> bool:
    """True for ``np.power(x, y)`` where nothing says that one of the two is an array, or that both are Python's."""
    if library != "numpy" or dotted not in _POWERS:
        return False
    values = [model.value(argument) for argument in call.args]
    of_python = all(value.kind in PLAIN_NUMBERS for value in values)
    return not of_python and not any(is_certain(value) and value.rank != 0 for value in values)
