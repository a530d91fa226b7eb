"""``np.broadcast(a, b).shape``: the shape that arrays broadcast to, asked of an iterator over them."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Hole, Rewrite
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel


def rewrite_broadcast(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Write ``np.broadcast(a, b).shape`` as ``ops.broadcast_shapes(ops.shape(a), ops.shape(b))``."""
    call = found.call
    if call is None:
        return None
    wanted = model.parent(call)
    if not isinstance(wanted, ast.Attribute) or wanted.attr != "shape":
        return Refused("it is an iterator of NumPy's own; `ops.broadcast_arrays` gives the arrays")
    if call.keywords or any(isinstance(argument, ast.Starred) for argument in call.args):
        return Refused("its arguments are unpacked with `*`")
    holes: dict[str, Hole] = {f"a{i}": argument for i, argument in enumerate(call.args)}
    shapes = ", ".join(f"{{ops}}.shape({{{hole}}})" for hole in holes)
    edit = Rewrite(wanted, f"{{ops}}.broadcast_shapes({shapes})", holes)
    return Rewritten(edit, "broadcast_shapes", safe=True)
