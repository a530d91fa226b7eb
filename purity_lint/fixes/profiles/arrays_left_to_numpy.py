"""Arrays that stay NumPy's because a project's own module has no function for what makes them.

`gs.all(np.diff(x) <= 0)` hands NumPy's array to a function of another library, and so does `gs.exp(d)` below
`d = np.diff(x)`.  What brings it over, `gs.array(np.diff(x))`, ends that.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from purity_lint.findings.finding import Finding
from purity_lint.knowledge.libraries import HOST_PACKAGES
from purity_lint.rewrites.operands import OPS
from purity_lint.rewrites.references import reference
from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.semantics.model import SemanticModel


def without_mixed_arrays(findings: Sequence[Finding], model: SemanticModel) -> list[Finding]:
    """Return the findings without the fixes of calls that are given an array which stays NumPy's."""
    fixed = {f.node for f in findings if f.fix is not None and isinstance(f.node, ast.Call)}
    staying = {call for call in _calls_of_numpy(model) if call not in fixed}
    while True:
        given = {call for call in fixed if _is_given(call, staying, model)}
        if not given:
            break
        fixed -= given
        staying |= given
    return [
        replace(f, fix=None)
        if f.fix is not None and isinstance(f.node, ast.Call) and f.node in staying
        else f
        for f in findings
    ]


def _calls_of_numpy(model: SemanticModel) -> Iterator[ast.Call]:
    """Yield the calls of a file by which NumPy gives an array, random numbers too."""
    for call in model.source.of(ast.Call):
        value = model.value(call)
        found = reference(call, model) if value.is_tensor and value.backend in HOST_PACKAGES else None
        if found is not None and found.library in HOST_PACKAGES:
            yield call


def _is_given(call: ast.Call, staying: set[ast.Call], model: SemanticModel) -> bool:
    """True where an argument is what one of the calls gives, is computed of it, or is a name for that."""
    seen: set[str] = set()
    stack: list[ast.AST] = [*call.args]
    while stack:
        node = stack.pop()
        if node in staying:
            return True
        if isinstance(node, ast.Call) and _brings_over(node, model):
            continue
        if isinstance(node, ast.Name) and node.id not in seen:
            seen.add(node.id)
            stack += bindings(enclosing(node, model)).get(node.id, ())
        stack += ast.iter_child_nodes(node)
    return False


def _brings_over(call: ast.Call, model: SemanticModel) -> bool:
    """True for a call of the module, whose result is an array of its own."""
    return (model.qualified_name(call.func) or "").startswith(OPS)
