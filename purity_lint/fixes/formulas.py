"""Formulas are rewritten whole or left whole: `ops.sin(x) + c` of `np.sin(x) + c` is neither NumPy's nor anyone's.

Whether a part may be rewritten without a look is asked part by part.  Where one has to wait, the others wait for it.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from purity_lint.findings.assumptions import Assumption, Claim, Holds
from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite, RewriteStatement
from purity_lint.findings.finding import Finding
from purity_lint.rewrites.operands import operation
from purity_lint.rewrites.references import references
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_OPERATORS = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.AugAssign)
_TRANSPARENT = (ast.keyword, ast.Starred, ast.Tuple, ast.List, ast.IfExp)
"""What stands between a call and the formulas in its arguments."""
_WITH_THEIR_OWN_OPERATORS = frozenset({Kind.INSTANCE, Kind.OTHER})
"""Kinds of what says itself what an operator means: instances of classes, dates and arrays of objects."""
_WAITS = Claim(Assumption.WHOLE, Holds.OPEN)


def whole_formulas(findings: Sequence[Finding], model: SemanticModel) -> list[Finding]:
    """Return the findings, with no safe fix in a formula of which another part is not safely rewritten.

    Where one operator has to stay, no other of its formula is rewritten at all: not what a class means by it either.
    """
    if not any(f.fix is not None for f in findings):
        return list(findings)
    formulas = Formulas(model, {f.node for f in findings if f.fix is not None and not _moves(f.fix)})
    kept = {formulas.around(f.node) for f in findings if _is_arithmetic(f) and not _is_rewritten(f)}
    kept |= {formulas.around(node) for node in _beside_instances(findings, model)}
    if kept:
        findings = [
            _left(f) if _becomes_a_call(f) and formulas.around(f.node) in kept else f for f in findings
        ]
    waiting = {formulas.around(f.node) for f in findings if _stays(f) and formulas.has(f.node)}
    if not waiting:
        return list(findings)
    return [
        _unsafe(f) if _is_safe(f) and _rewrites(f) and formulas.around(f.node) in waiting else f
        for f in findings
    ]


def _is_safe(finding: Finding) -> bool:
    return finding.fix is not None and finding.fix.applicability is Applicability.SAFE


def _is_arithmetic(finding: Finding) -> bool:
    return isinstance(finding.node, ast.BinOp | ast.UnaryOp)


def _is_rewritten(finding: Finding) -> bool:
    """True where a fix is applied if it is asked for."""
    return finding.fix is not None and finding.fix.applicability is not Applicability.DISPLAY


def _becomes_a_call(finding: Finding) -> bool:
    """True for an operator of which the fix rewrites more than an operand, as one that is handed over."""
    if not (_is_arithmetic(finding) and _is_rewritten(finding)) or finding.fix is None:
        return False
    return any(getattr(edit, "node", None) is finding.node for edit in finding.fix.edits)


def _beside_instances(findings: Sequence[Finding], model: SemanticModel) -> Iterator[ast.AST]:
    """Yield the operators whose result one that nothing is said of combines with an instance, or with objects."""
    found = {finding.node for finding in findings}
    for finding in findings:
        node = finding.node
        if not _becomes_a_call(finding):
            continue
        while isinstance(holder := model.parent(node), ast.BinOp | ast.UnaryOp):
            if isinstance(holder, ast.BinOp) and holder not in found:
                other = holder.right if holder.left is node else holder.left
                if model.value(other).kind in _WITH_THEIR_OWN_OPERATORS:
                    yield finding.node
            node = holder


def _left(finding: Finding) -> Finding:
    assert finding.fix is not None
    return replace(finding, fix=replace(finding.fix, applicability=Applicability.DISPLAY))


def _rewrites(finding: Finding) -> bool:
    edits = finding.fix.edits if finding.fix is not None else ()
    return any(isinstance(edit, Rewrite | RewriteStatement) for edit in edits)


def _stays(finding: Finding) -> bool:
    """True for a part of a formula that safe fixes leave: what takes a look, and an operator that must stay."""
    if finding.fix is None:
        return isinstance(finding.node, _OPERATORS)
    return not _is_safe(finding) and _rewrites(finding)


def _unsafe(finding: Finding) -> Finding:
    assert finding.fix is not None
    fix = replace(finding.fix, applicability=Applicability.UNSAFE, assumes=(*finding.fix.assumes, _WAITS))
    return replace(finding, fix=fix)


def _moves(fix: Fix) -> bool:
    """True where it writes an operation: what becomes a number of the host is a formula of its own."""
    return any("{ops}" in edit.template for edit in fix.edits if isinstance(edit, Rewrite | RewriteStatement))


class Formulas:
    """The outermost expression of the formula around a node: operators, and the calls of a library between them.

    What is ``apart`` is a formula of its own, wherever it stands.
    """

    def __init__(self, model: SemanticModel, apart: Collection[ast.AST] = ()) -> None:
        self._model = model
        self._apart = apart
        self._mentions = references(model)
        self._known: dict[ast.AST, ast.AST] = {}

    def has(self, node: ast.AST) -> bool:
        """True for an operator, and for a tensor that the library or a method makes; not for what is no part of one."""
        if isinstance(node, _OPERATORS) or node in self._apart or self._computes(self._subscripted(node)):
            return True
        match node:
            case ast.Call(func=ast.Attribute(value=owner)) | ast.Attribute(value=owner):
                mine = node in self._mentions or self._model.value(owner).is_tensor
            case _:
                mine = node in self._mentions
        return mine and isinstance(node, ast.expr) and self._model.value(node).is_tensor

    def _subscripted(self, node: ast.AST) -> ast.AST | None:
        """Return the subscript of which ``node`` is the value."""
        holder = self._model.parent(node)
        return holder if isinstance(holder, ast.Subscript) and holder.value is node else None

    def around(self, node: ast.AST) -> ast.AST:
        """Return the outermost expression of the formula that ``node`` is part of."""
        path = [node]
        while path[-1] not in self._known:
            holder = self._holder(path[-1])
            if holder is None:
                self._known[path[-1]] = path[-1]
            else:
                path.append(holder)
        found = self._known[path[-1]]
        self._known.update(dict.fromkeys(path, found))
        return found

    def _holder(self, node: ast.AST) -> ast.AST | None:
        """Return what takes the value of ``node`` into the same formula."""
        if node in self._apart:
            return None
        holder = self._model.parent(node)
        match holder:
            case ast.UnaryOp(op=ast.Not()):
                return None
            case ast.BinOp() | ast.UnaryOp() | ast.Compare():
                return holder
            case ast.AugAssign(value=value) if value is node:
                return holder
            case ast.Attribute() | ast.Subscript() if holder.value is node:
                return holder
            case ast.Call() if holder.func is node:
                return holder
        while isinstance(holder, _TRANSPARENT):
            holder = self._model.parent(holder)
        return holder if self._computes(holder) else None

    def _computes(self, holder: ast.AST | None) -> bool:
        """True for what makes one thing of all that stands in it: a call of the library, and its `r_[x, y]`."""
        match holder:
            case ast.Call():
                return holder in self._mentions or operation(self._model, holder) is not None
            case ast.Subscript(value=value):
                return value in self._mentions
        return False
