"""``np.broadcast(a, b)``: an iterator over arrays that is asked for the shape to which they broadcast."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Hole, Rewrite
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten
from purity_lint.rewrites.references import Reference
from purity_lint.rewrites.scopes import enclosing
from purity_lint.rewrites.uses_of_names import end, reads, start
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.blocks import block_of
from purity_lint.source.targets import paired

_OF_ARRAYS_TOO = frozenset({"shape", "ndim"})
"""What arrays that have been broadcast say as the iterator does."""


def rewrite_broadcast(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Write ``np.broadcast(a, b).shape`` as ``ops.broadcast_shapes(ops.shape(a), ops.shape(b))``.

    Where a name keeps it, that is the first of the arrays, `z = ops.broadcast_arrays(a, b)[0]`.
    """
    call = found.call
    if call is None:
        return None
    wanted = model.parent(call)
    kept = isinstance(wanted, ast.Assign) and _is_kept_for_its_shape(wanted, model)
    kept = kept and all(model.value(argument).is_tensor for argument in call.args)
    asked = wanted if isinstance(wanted, ast.Attribute) and wanted.attr == "shape" else None
    if asked is None and not kept:
        return Refused("it is an iterator of NumPy's own; `ops.broadcast_arrays` gives the arrays")
    if call.keywords or any(isinstance(argument, ast.Starred) for argument in call.args):
        return Refused("its arguments are unpacked with `*`")
    holes: dict[str, Hole] = {f"a{i}": argument for i, argument in enumerate(call.args)}
    if asked is None:
        arrays = ", ".join(f"{{{hole}}}" for hole in holes)
        edit = Rewrite(call, f"{{ops}}.broadcast_arrays({arrays})[0]", holes)
        return Rewritten(edit, "broadcast_arrays", safe=True)
    shapes = ", ".join(f"{{ops}}.shape({{{hole}}})" for hole in holes)
    edit = Rewrite(asked, f"{{ops}}.broadcast_shapes({shapes})", holes)
    return Rewritten(edit, "broadcast_shapes", safe=True)


def _is_kept_for_its_shape(statement: ast.Assign, model: SemanticModel) -> bool:
    """True where a function binds a name that only its shape is asked of, until the same block binds it anew."""
    match statement.targets:
        case [ast.Name(id=name)]:
            pass
        case _:
            return False
    block = block_of(statement, model.parent(statement))
    scope = enclosing(statement, model)
    if not block or model.loop(statement) is not None or isinstance(scope, ast.Module):
        return False
    below = block[block.index(statement) + 1 :]
    anew = next((end(later) for later in below if _binds(later, name)), None)
    used = [read for read in reads(scope).get(name, ()) if start(read) > end(statement)]
    used = [read for read in used if anew is None or start(read) < anew]
    return bool(used) and all(_asks_of_arrays(read, scope, model) for read in used)


def _binds(statement: ast.stmt, name: str) -> bool:
    if not isinstance(statement, ast.Assign):
        return False
    parts = (part for target in statement.targets for part, _ in paired(target, statement.value))
    return any(isinstance(part, ast.Name) and part.id == name for part in parts)


def _asks_of_arrays(read: ast.Name, scope: ast.AST, model: SemanticModel) -> bool:
    parent = model.parent(read)
    return (
        isinstance(parent, ast.Attribute)
        and parent.attr in _OF_ARRAYS_TOO
        and isinstance(parent.ctx, ast.Load)
        and enclosing(read, model) is scope
    )
