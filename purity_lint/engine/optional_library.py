"""Code for a library that the project does without where it is missing: ``torch = require_torch()`` beside NumPy.

Who calls it has chosen that library.  Written as ``ops``, what it makes of numbers and lists would be arrays of the
default backend instead, and the calls that stay would refuse them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from purity_lint.engine.find import Located
from purity_lint.findings.finding import Finding
from purity_lint.knowledge.libraries import NEEDED, OWN_TENSORS
from purity_lint.knowledge.numpy.roles import FROM_TENSORS
from purity_lint.knowledge.roles import IS_TENSOR
from purity_lint.rewrites.references import Category, Reference, references
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS

_HINT = "this code is for a library that the project can do without: name its file in `backend-paths`"
_CALLS = frozenset({Category.FUNCTION, Category.RANDOM, Category.DEVICE})


def left_to_optional_libraries(located: Sequence[Located], model: SemanticModel) -> list[Located]:
    """Return the same findings, those without a fix that are about such a library.

    That is all in a function that computes with nothing else.  In one that computes with another library as well it is
    what belongs to the optional one, if some call of it would stay.
    """
    needed = model.asked_about(NEEDED)
    found = references(model) if needed else {}
    optional = {f.library for f in found.values() if f.library in OWN_TENSORS} - needed
    if not optional:
        return list(located)
    whole = _functions_of(optional, model)
    stays = _with_calls_that_stay(located, optional, model)
    return [
        one._replace(finding=replace(one.finding, fix=None, hint=_HINT))
        if one.finding.fix is not None
        and any(
            around in whole or (around in stays and _is_of(optional, one.finding, model))
            for around in _around(one.finding.node, model)
        )
        else one
        for one in located
    ]


def _functions_of(optional: set[str], model: SemanticModel) -> set[ast.AST]:
    """Return the functions that call optional libraries, and others at most for NumPy's own arrays of theirs."""
    own: set[ast.AST] = set()
    others: set[ast.AST] = set()
    for node, found in references(model).items():
        if found.category in _CALLS and isinstance(node, ast.Call) and not _is_about_any_array(found):
            (own if found.library in optional else others).update(_around(node, model))
    return own - others


def _is_about_any_array(found: Reference) -> bool:
    """True for a conversion by NumPy, and for the question whether something is a tensor."""
    return f"{found.library}.{found.dotted}" in FROM_TENSORS | IS_TENSOR


def _with_calls_that_stay(
    located: Sequence[Located], optional: set[str], model: SemanticModel
) -> set[ast.AST]:
    calls = (
        f.node for f in (one.finding for one in located) if f.fix is None and _is_call_of(optional, f, model)
    )
    return {around for call in calls for around in _around(call, model)}


def _is_call_of(optional: set[str], finding: Finding, model: SemanticModel) -> bool:
    found = references(model).get(finding.node)
    return found is not None and found.library in optional and found.category in _CALLS


def _is_of(optional: set[str], finding: Finding, model: SemanticModel) -> bool:
    """True where something of an optional library is named in what was found, or one of its tensors stands there."""
    for node in ast.walk(finding.node):
        name = model.qualified_name(node) if isinstance(node, ast.expr) else None
        if name is not None and name.partition(".")[0] in optional:
            return True
        if isinstance(node, ast.expr) and model.value(node).backend in optional:
            return True
    return False


def _around(node: ast.AST, model: SemanticModel) -> Iterator[ast.AST]:
    parent = model.parent(node)
    while parent is not None:
        if isinstance(parent, DEFINITIONS):
            yield parent
        parent = model.parent(parent)
