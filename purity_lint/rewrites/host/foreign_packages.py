"""Tensors that are handed to packages of which nothing is known but that they compute in NumPy."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.host.foreign_calls import handed_over, is_numpys_own, leaves_given
from purity_lint.rewrites.operands import operation, quote, strongest
from purity_lint.rewrites.scopes import bound_names, enclosing
from purity_lint.rewrites.unknown_packages import package_by_evidence
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import arguments_of

BY_HAND = "use an operation of `ops`, or convert by hand: `ops.to_numpy(x)` before, `ops.from_numpy` after"
"""What is advised where a package computes in NumPy."""
_PLAINLY = "to_numpy({x})"


def given_to_unknown_package(call: ast.Call, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for tensors that a call hands to such a package."""
    package = package_by_evidence(call, model)
    if package is None:
        return
    given = leaves_given(call, model)
    hidden = [a for a in given if not (isinstance(a, ast.Starred) or is_numpys_own(a, model))]
    tensor = strongest(model.value(argument) for argument in hidden)
    if tensor is None:
        return
    message = Message(f"`{quote(model, call.func)}` of `{package}` is given NumPy's arrays", BY_HAND, ":")
    yield Finding(call, message, tensor.evidence, tensor.reasons, _adapted(call, model), BY_HAND)


def _adapted(call: ast.Call, model: SemanticModel) -> Fix | None:
    """Write the call as ``ops.from_numpy(f(ops.to_numpy(x)))``, of several results each by itself."""
    given = arguments_of(call)
    if any(isinstance(argument, ast.Starred) for argument in given):
        return None
    edits = handed_over(call, model, but=[argument for argument in given if is_numpys_own(argument, model)])
    if edits is None:
        return None
    edits = tuple(_for_any_code(edit, model) for edit in edits)
    taken_back = _taken_back(call, model)
    if taken_back is not None:
        edits = (Rewrite(call, taken_back, {"x": call}), *edits)
    return Fix(edits, Applicability.UNSAFE, "Convert to NumPy and back")


def _for_any_code(edit: Rewrite, model: SemanticModel) -> Rewrite:
    """Return the conversion of an argument as code may have it that expects NumPy's: a number, or memory to write to.

    Compiled code that asks for memory refuses what is read-only, as an array of JAX is.
    """
    number = model.value(edit.node).rank == 0
    wanted = _PLAINLY + "[()]" if number else _PLAINLY.replace("})", "}, writable=True)")
    return replace(edit, template=edit.template.replace(_PLAINLY, wanted))


def _taken_back(call: ast.Call, model: SemanticModel) -> str | None:
    """Return what makes tensors of the results; ``None`` where they are dropped, or taken back already."""
    match model.parent(call):
        case ast.Expr() | ast.Attribute() | ast.If() | ast.While() | ast.Assert() | ast.BoolOp():
            return None
        case ast.UnaryOp(op=ast.Not()):
            return None
        case ast.Call(func=ast.Name(id="map")):
            return None
        case ast.Call() as parent if operation(model, parent) in {"from_numpy", "asarray"}:
            return None
        case ast.Assign(targets=[ast.Tuple(elts=elements)]):
            starred = any(isinstance(element, ast.Starred) for element in elements)
            hidden = bound_names(enclosing(call, model)) | bound_names(model.source.tree)
            if not starred and "map" not in hidden:
                return "map({ops}.from_numpy, {x})"
    return "{ops}.from_numpy({x})"
