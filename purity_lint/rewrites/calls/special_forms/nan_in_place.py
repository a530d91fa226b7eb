"""``x = np.nan_to_num(x, copy=False)``, which writes into the array that it is given."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Hole, Rewrite
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten
from purity_lint.rewrites.references import Reference
from purity_lint.rewrites.stores.sharing import Sharing, sharing
from purity_lint.semantics.model import SemanticModel

_VALUES = frozenset({"nan", "posinf", "neginf"})


def rewrite_nan_in_place(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Write the call without `copy=False`, where its result takes the place of the array, or the array has no name."""
    call = found.call
    given = {} if call is None else {k.arg or "**": k.value for k in call.keywords}
    copy = given.pop("copy", None)
    if call is None or len(call.args) != 1 or not given.keys() <= _VALUES:
        return None
    if not (isinstance(copy, ast.Constant) and copy.value is False):
        return None
    if not _takes_its_place(call, model):
        return Refused("it changes its argument in place")
    holes: dict[str, Hole] = {"x": call.args[0], **given}
    arguments = ["{x}", *(f"{name}={{{name}}}" for name in given)]
    edit = Rewrite(call, f"{{ops}}.nan_to_num({', '.join(arguments)})", holes)
    return Rewritten(edit, "nan_to_num", safe=False)


def _takes_its_place(call: ast.Call, model: SemanticModel) -> bool:
    """True where nobody is seen to look at the array that the call changes, but by the name of its result."""
    array, statement = call.args[0], model.statement(call)
    if isinstance(array, ast.Call | ast.BinOp | ast.UnaryOp):
        return True
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]) if isinstance(array, ast.Name) and array.id == name:
            return sharing(array, statement, model) is not Sharing.SEEN
    return False
