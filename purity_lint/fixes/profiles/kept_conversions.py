"""Functions that keep ``x = np.asarray(x)`` while the rest would go to a backend: it takes tensors to NumPy first."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from purity_lint.findings.edits import BindNamespace
from purity_lint.findings.finding import Finding
from purity_lint.knowledge.vocabularies import own_backend as facts
from purity_lint.rewrites.references import Category, reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.parameters import parameter_names

_NAME = re.compile(r"\w+")


def without_halves(findings: Sequence[Finding], model: SemanticModel) -> list[Finding]:
    """Return the findings without the fixes that begin functions of which such a conversion has no fix.

    It counts where the backend would be that of what it converts.
    """
    kept = {converted for f in findings if f.fix is None for converted in _converted_in(f.node, model)}
    return [replace(f, fix=None) if not kept.isdisjoint(_begun(f)) else f for f in findings]


def _begun(finding: Finding) -> Iterator[tuple[ast.AST, str]]:
    """Yield the functions to which a fix would give a backend, with each name that it is asked of."""
    for edit in finding.fix.edits if finding.fix is not None else ():
        if isinstance(edit, BindNamespace) and edit.statement:
            yield from ((edit.node, name) for name in _NAME.findall(edit.statement))


def _converted_in(node: ast.AST, model: SemanticModel) -> Iterator[tuple[ast.AST, str]]:
    """Yield the function whose parameter ``node`` converts under its own name, and that name."""
    function = model.function(node)
    match model.parent(node), node:
        case (
            ast.Assign(targets=[ast.Name(id=target)]),
            ast.Call(args=[ast.Name(id=given), *_]),
        ) if target == given and function is not None and target in parameter_names(function):
            found = reference(node, model)
            if (
                found is not None
                and found.category is Category.FUNCTION
                and found.dotted in facts.CONVERSIONS
            ):
                yield function, target
