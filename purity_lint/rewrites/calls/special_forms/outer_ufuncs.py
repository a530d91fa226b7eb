"""``np.subtract.outer(a, b)``: a universal function of all pairs."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Rewrite
from purity_lint.knowledge import libraries
from purity_lint.knowledge.notation import words
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten
from purity_lint.rewrites.operands import is_certain, is_simple, quote
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel

OUTER = words("""
    add subtract multiply divide true_divide floor_divide remainder mod fmod power maximum minimum fmax fmin
    equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor
    bitwise_and bitwise_or bitwise_xor hypot arctan2 logaddexp copysign gcd lcm
""")
"""Universal functions of two arguments."""


def rewrite_outer(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Write ``np.subtract.outer(a, b)`` as ``ops.subtract(ops.expand_dims(a, axis=-1), b)``.

    ``a`` gets as many axes more as ``b`` has; they are counted where ``b`` is not known to be a vector.
    """
    call = found.call
    operation = libraries.operation("numpy", found.dotted.removesuffix(".outer"))
    if call is None or operation is None:
        return None
    match call:
        case ast.Call(args=[left, right], keywords=[]) if not isinstance(left, ast.Starred):
            axes = "-1"
            if model.value(right).rank != 1:
                if not is_simple(right):
                    return Refused(f"nobody knows how many axes `{quote(model, right)}` has: give it a name")
                axes = "tuple(range(-{ops}.ndim({right}), 0))"
            template = f"{{ops}}.{operation}({{ops}}.expand_dims({{left}}, axis={axes}), {{right}})"
            certain = all(is_certain(model.value(operand)) for operand in call.args)
            edit = Rewrite(call, template, {"left": left, "right": right})
            return Rewritten(edit, operation, safe=certain)
    return Refused("only calls with two arguments have a form in ops")
