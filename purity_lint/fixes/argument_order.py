"""What a fix evaluates in another order than the code did: `np.clip(a_max=f(), a_min=g(), a=h())`, `x[f()] = g()`.

An assignment evaluates its value before the index that it stores at, and arguments come as they are written.  Where two
of them may do something, a fix must not exchange them; where one may, and the other may raise, none that is safe does.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, pairwise, permutations
from typing import TypeGuard

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Edit, Rewrite, RewriteStatement
from purity_lint.findings.finding import Finding
from purity_lint.knowledge.libraries import WITHOUT_EFFECT_BY_PACKAGE, stands_in
from purity_lint.knowledge.python import CONSUMING, WITHOUT_EFFECT
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name
from purity_lint.source.walk import walk

_HOLE = re.compile(r"\{(\w+)\}")
_DOES = (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)
"""Expressions that do something besides giving a value."""
_DIVISIONS = (ast.Div, ast.FloorDiv, ast.Mod)
_IDLE = (ast.Name, ast.Constant)
HINT = "its parts would be evaluated in another order, and some of them do something: give them names first"


def in_order(finding: Finding, model: SemanticModel) -> Finding:
    """Return a finding whose fix is unsafe where it may exchange effects, and none where it is sure to."""
    fix = finding.fix
    if fix is None:
        return finding
    found = [pair for edit in fix.edits if _may_exchange(edit) for pair in _exchanged(edit, model)]
    if not found:
        return finding
    if any(_consumes(node) for pair in found if all(_acts(part, model) for part in pair) for node in pair):
        return replace(finding, fix=None, hint=HINT)
    if fix.applicability is not Applicability.SAFE:
        return finding
    return replace(finding, fix=replace(fix, applicability=Applicability.UNSAFE))


def _may_exchange(edit: Edit) -> TypeGuard[Rewrite | RewriteStatement]:
    """Return False where fewer than two parts can do anything, as in nearly every edit."""
    if not isinstance(edit, Rewrite | RewriteStatement) or len(edit.holes) < len("ab"):
        return False
    return sum(isinstance(h, ast.expr) and not isinstance(h, _IDLE) for h in edit.holes.values()) > 1


@lru_cache(maxsize=1024)
def _names(template: str) -> tuple[str, ...]:
    """Return the holes of a template, in their order."""
    return tuple(dict.fromkeys(_HOLE.findall(template)))


def _exchanged(edit: Rewrite | RewriteStatement, model: SemanticModel) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield two parts of what an edit rewrites that both may do something, and come the other way round after it."""
    parts = [edit.holes.get(name) for name in _names(edit.template)]
    timed = [(_time(part, edit.node), part) for part in parts if isinstance(part, ast.expr)]
    if timed == sorted(timed, key=lambda one: one[0]):
        return
    acting = [(time, part) for time, part in timed if _acts(part, model)]
    for (early, first), (late, second) in pairwise(acting):
        if early > late:
            yield first, second
    if acting:
        for (early, first), (late, second) in combinations(timed, 2):
            if early > late and any(
                _acts(a, model) and _may_raise(b) for a, b in permutations((first, second))
            ):
                yield first, second


def _time(part: ast.expr, whole: ast.AST) -> tuple[bool, int, int]:
    """Return what orders the parts of ``whole`` as they are evaluated."""
    value = whole.value if isinstance(whole, ast.Assign) else None
    stored_at = value is not None and (part.lineno, part.col_offset) < (value.lineno, value.col_offset)
    return stored_at, part.lineno, part.col_offset


def _acts(part: ast.expr, model: SemanticModel) -> bool:
    """True where evaluating ``part`` may do something: it calls what is not known to give a value and no more."""
    if isinstance(part, _IDLE):
        return False
    return any(isinstance(node, _DOES) or _may_act(node, model) for node in walk(part))


def _may_act(node: ast.AST, model: SemanticModel) -> bool:
    if not isinstance(node, ast.Call):
        return False
    if last_name(node.func) in CONSUMING:
        return True
    known = model.qualified_name(node.func) or ""
    if stands_in(known, *WITHOUT_EFFECT_BY_PACKAGE) or known.removeprefix("builtins.") in WITHOUT_EFFECT:
        return False
    if isinstance(node.func, ast.Name) and not known:
        return node.func.id not in WITHOUT_EFFECT
    return not (isinstance(node.func, ast.Attribute) and model.value(node.func.value).is_tensor)


def _may_raise(part: ast.expr) -> bool:
    """True where a division or a look-up may fail: what comes after it in the code has not happened then."""
    return any(
        isinstance(node, ast.Subscript)
        or (
            isinstance(node, ast.BinOp)
            and isinstance(node.op, _DIVISIONS)
            and not (isinstance(node.right, ast.Constant) and node.right.value)
        )
        for node in walk(part)
    )


def _consumes(part: ast.expr) -> bool:
    """True where evaluating ``part`` once more, or later, surely gives something else: `next(it)`, `rng.normal()`."""
    return any(
        isinstance(node, _DOES) or (isinstance(node, ast.Call) and last_name(node.func) in CONSUMING)
        for node in walk(part)
    )
