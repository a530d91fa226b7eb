"""Special functions in the place of the distributions of SciPy, which compute with NumPy alone.

norm.sf(z)       special.ndtr(-z)
norm.ppf(q)      special.ndtri(q)
t.sf(x, df)      special.stdtr(df, -x)
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from purity_lint.findings.edits import Hole, Rewrite
from purity_lint.fixes.profiles.package_helpers import Helper
from purity_lint.knowledge.scipy.any_library import (
    DISTRIBUTIONS_MODULE,
    OF_DISTRIBUTIONS,
    SPECIAL_IMPORT,
    SPECIAL_MODULE,
)
from purity_lint.rewrites.scopes import may_import
from purity_lint.semantics.model import SemanticModel


def special_function(node: ast.AST, model: SemanticModel) -> tuple[Rewrite, Helper] | None:
    """Return the special function in the place of a distribution's method, and what imports it; ``None`` of others."""
    if not isinstance(node, ast.Call):
        return None
    of_whom, _, method = (model.qualified_name(node.func) or "").rpartition(".")
    form = (
        OF_DISTRIBUTIONS.get(f"{of_whom.rpartition('.')[2]}.{method}")
        if of_whom.startswith(DISTRIBUTIONS_MODULE)
        else None
    )
    given = None if form is None else _given(node, form[0])
    if form is None or given is None:
        return None
    module = next((b.local for b in model.imports if b.qualified == SPECIAL_MODULE and not b.star), None)
    local = module or SPECIAL_MODULE.rpartition(".")[2]
    if module is None and not may_import(local, node, model):
        return None
    template = form[1].replace("special.", f"{local}.")
    return Rewrite(node, template, given), Helper(
        local, "" if module is not None else SPECIAL_IMPORT, (), frozenset(), frozenset()
    )


def _given(call: ast.Call, names: tuple[str, ...]) -> Mapping[str, Hole] | None:
    """Return the arguments by name; ``None`` where others are given than the values and the shape parameters."""
    if any(isinstance(argument, ast.Starred) for argument in call.args) or len(call.args) > len(names):
        return None
    given: dict[str, Hole] = dict(zip(names, call.args, strict=False))
    given |= {keyword.arg or "": keyword.value for keyword in call.keywords}
    return given if given.keys() == set(names) else None
