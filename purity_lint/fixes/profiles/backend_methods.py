"""Calls of operations as calls of a backend's methods: ``{ops}.flip({x}, axis=0)`` is ``nx.flip(x, axis=0)``.

Backends call their methods as the operations are called; a method has to take what the operation is given.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace

from purity_lint.findings.edits import Hole, Rewrite, RewriteStatement
from purity_lint.fixes.profiles.called_operations import calls_in, operations, with_names, written_out
from purity_lint.fixes.profiles.package_helpers import Helper
from purity_lint.knowledge.signatures import signature
from purity_lint.knowledge.vocabularies import own_backend as facts
from purity_lint.rewrites.operands import is_simple
from purity_lint.semantics.model import SemanticModel

_LIKE = "_like"


def in_methods(
    edit: Rewrite | RewriteStatement, methods: Mapping[str, Helper], model: SemanticModel
) -> Rewrite | RewriteStatement | None:
    """Return an edit with ``{nx}`` for the backend of all its operations; ``None`` where it lacks one of them."""
    template, holes = written_out(edit)
    written = replace(edit, template=template, holes=holes)
    if not operations(template):
        return None
    for operation, call in calls_in(template, written, model):
        if call is None or not _takes(methods.get(operation), operation, call):
            return None
    return replace(written, template=with_names(template, lambda operation: f"{{nx}}.{operation}"))


def _takes(method: Helper | None, operation: str, call: ast.Call) -> bool:
    """True if a method understands a call of an operation: what follows the array goes by the same name."""
    ours = signature(operation)
    if method is None or ours is None or any(isinstance(a, ast.Starred) for a in call.args):
        return False
    if any(keyword.arg is None for keyword in call.keywords):
        return False
    behind = slice(1, len(call.args))
    same = method.order[behind] == ours.order[behind]
    return same and method.takes(len(call.args), {keyword.arg or "" for keyword in call.keywords})


def like_another(
    call: ast.Call, name: str, methods: Mapping[str, Helper]
) -> tuple[str, dict[str, Hole]] | None:
    """Return `nx.ones(x.shape, type_as=x)` for `np.ones_like(x)`, where the backend has no method for that."""
    maker = methods.get(name.removesuffix(_LIKE))
    if not name.endswith(_LIKE) or name in methods or maker is None or facts.LIKE not in maker.keywords:
        return None
    if not call.args or call.keywords or not maker.takes(len(call.args), {facts.LIKE}):
        return None
    array, *filling = call.args
    whole = array.value if isinstance(array, ast.Subscript) else array  # a part has the dtype of its array
    if not is_simple(whole):
        return None
    holes: dict[str, Hole] = {
        "array": array,
        "like": whole,
        **{f"a{n}": one for n, one in enumerate(filling)},
    }
    given = ", ".join(["{array}.shape", *(f"{{a{n}}}" for n in range(len(filling)))])
    return f"{{nx}}.{name.removesuffix(_LIKE)}({given}, {facts.LIKE}={{like}})", holes
