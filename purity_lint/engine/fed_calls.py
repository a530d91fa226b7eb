"""Tensors that a library makes for a call of its own that stays: ``torch.searchsorted(torch.zeros(n), v, right=True)``.

Made by ``ops`` they would be arrays of whatever backend is the default one, which the call refuses.  What is computed
of them may become operations, since these go where their tensors are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from purity_lint.engine.find import Located
from purity_lint.knowledge.libraries import OWN_TENSORS
from purity_lint.knowledge.roles import FROM_HOST
from purity_lint.knowledge.vocabularies.array_api import MAKERS
from purity_lint.rewrites.references import Category, Reference, reference
from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import names_in
from purity_lint.source.walk import walk

_OF_MAKERS = frozenset({"dtype", "device"})
_HINT = "it makes a tensor for `{call}`, which stays"


def left_to_calls_that_stay(located: Sequence[Located], model: SemanticModel) -> list[Located]:
    """Return the same findings, those without a fix whose tensors such a call takes."""
    feeding: dict[ast.AST, str] = {}
    for one in located:
        found = reference(one.finding.node, model) if one.finding.fix is None else None
        if found is not None and _takes_own_tensors(found):
            feeding |= {maker: ast.unparse(found.name) for maker in _makers_for(found, model)}
    if not feeding:
        return list(located)
    return [_left(one, _maker_around(one.finding.node, feeding, model), feeding) for one in located]


def _maker_around(node: ast.AST, makers: Mapping[ast.AST, str], model: SemanticModel) -> ast.AST | None:
    """Return the maker that ``node`` is, or whose dtype or device it is."""
    if node in makers:
        return node
    part = model.parent(node)
    return model.parent(part) if isinstance(part, ast.keyword) and part.arg in _OF_MAKERS else None


def _left(one: Located, maker: ast.AST | None, feeding: Mapping[ast.AST, str]) -> Located:
    call = feeding.get(maker) if maker is not None else None
    if call is None or one.finding.fix is None:
        return one
    return one._replace(finding=replace(one.finding, fix=None, hint=_HINT.format(call=call)))


def _takes_own_tensors(found: Reference) -> bool:
    return found.call is not None and found.library in OWN_TENSORS and found.category is Category.FUNCTION


def _makers_for(found: Reference, model: SemanticModel) -> Iterator[ast.AST]:
    """Yield the calls of the library that make what flows into a call, by names of its function."""
    call = found.call
    assert call is not None
    assigned = bindings(enclosing(call, model))
    read, left = set[str](), [*call.args, *(keyword.value for keyword in call.keywords)]
    while left:
        value = left.pop()
        yield from (n for n in walk(value) if isinstance(n, ast.Call) and _makes(n, found, model))
        for name in {*names_in(value)} - read:
            read.add(name)
            left += assigned.get(name, ())


def _makes(call: ast.Call, staying: Reference, model: SemanticModel) -> bool:
    found = reference(call, model)
    if found is None or found.library != staying.library or call is staying.call:
        return False
    return model.qualified_name(call.func) in FROM_HOST or found.dotted.rpartition(".")[2] in MAKERS
