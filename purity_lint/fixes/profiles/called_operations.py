"""Which operations a template names, how it calls them, and whether a function of another vocabulary takes that."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping

from purity_lint.findings.edits import Hole, Rewrite, RewriteStatement
from purity_lint.knowledge.signatures import Signature
from purity_lint.knowledge.vocabularies.keras import CALLED_OTHERWISE
from purity_lint.rewrites.calls.known_options import spelled_out
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import is_none

_OPERATION = re.compile(r"\{ops\}\.(?P<operation>\w+(?:\.\w+)*)")
_HOLE = re.compile(r"\{(\w+)\}")


def operations(template: str) -> list[str]:
    """Return the operations that a template names, in their order: ``linalg.norm`` of ``{ops}.linalg.norm({x})``."""
    return [match["operation"] for match in _OPERATION.finditer(template)]


def with_names(template: str, text: Callable[[str], str]) -> str:
    """Return a template with ``text`` of each operation in its place."""
    return _OPERATION.sub(lambda match: text(match["operation"]), template)


def written_out(edit: Rewrite | RewriteStatement) -> tuple[str, dict[str, Hole]]:
    """Return the template with its strings put in, and the holes that are left."""
    template = edit.template
    holes: dict[str, Hole] = {}
    for name, hole in edit.holes.items():
        if isinstance(hole, str):
            template = template.replace(f"{{{name}}}", hole.replace("{", "{{").replace("}", "}}"))
        else:
            holes[name] = hole
    return template, holes


def calls_in(
    template: str, edit: Rewrite | RewriteStatement, model: SemanticModel
) -> list[tuple[str, ast.Call | None]]:
    """Return the operations that a template names, and how it calls them; ``None`` where it only reads one.

    Where ``edit`` rewrites the function of a call alone, that call is it.
    """
    # Holes are numbered in some templates, and a number cannot be assigned to.
    tree = ast.parse(_HOLE.sub(r"_\1", template).replace("{{", "{").replace("}}", "}"))
    calls = {ast.unparse(n.func): n for n in ast.walk(tree) if isinstance(n, ast.Call)}
    parent = model.parent(edit.node)
    around = parent if isinstance(parent, ast.Call) and parent.func is edit.node else None
    if around is not None:
        around = spelled_out(around, model) or around
    return [(operation, calls.get(f"_ops.{operation}", around)) for operation in operations(template)]


def means(theirs: str, ours: str) -> bool:
    """True for two parameters that are the same, whatever they are called."""
    return theirs == ours or ours in CALLED_OTHERWISE.get(theirs, ())


def takes(call: ast.Call, theirs: Signature, ours: Signature | None) -> bool:
    """True if a function with the signature ``theirs`` understands ``call`` as ours does."""
    if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
        return theirs.variadic
    if theirs.variadic:
        return all(theirs.takes_keyword(k.arg or "") for k in call.keywords)
    if len(call.args) > len(theirs.order):
        return False
    for index, name in enumerate(theirs.order[: len(call.args)]):
        leading = name in theirs.required and (
            ours is None or (index < len(ours.order) and ours.order[index] in ours.required)
        )
        same = ours is not None and index < len(ours.order) and means(name, ours.order[index])
        if not leading and not same:
            return False
    given = {*theirs.order[: len(call.args)], *(k.arg or "" for k in call.keywords)}
    return all(theirs.takes_keyword(k.arg or "") for k in call.keywords) and theirs.required <= given


def is_left_empty(call: ast.Call, theirs: Signature, holes: Mapping[str, Hole]) -> bool:
    """True where `None` stands for what a function wants to be given: `ops.clip(x, None, 1)`.

    What the names of a template stand for is in ``holes``.
    """
    given = [*zip(theirs.order, call.args, strict=False), *((k.arg or "", k.value) for k in call.keywords)]
    wanted = [value for name, value in given if any(means(other, name) for other in theirs.required)]
    filled = (holes.get(value.id[1:], value) if isinstance(value, ast.Name) else value for value in wanted)
    return any(isinstance(value, ast.expr) and is_none(value) for value in filled)
