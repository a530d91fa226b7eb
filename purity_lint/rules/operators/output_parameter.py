"""PUR211: arrays that a function changes for its callers, and does not return."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.assumptions import Assumption, claim
from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.edits import Edit, ReturnAtEnd, RewriteStatement, fix_if
from purity_lint.findings.finding import Finding
from purity_lint.rewrites.operands import tensor_finding
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.rewrites.stores.output_parameters import output_parameters, parameters_of_hook
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel

_ENDS = (ast.Return, ast.Raise)


class OutputParameter(Rule):
    """Flags functions that store into arrays of their caller and return nothing.

    ## What it does
    Flags the first store of a function at the top of a file, or of a method, into a parameter of it, or into a part of
    one that has a name (`c = u[1:-1]`, `c += v`), if the function returns nothing and is called for a tensor with a
    name. So is a function that hands its parameter to such a function, and a method that does nothing (`pass`) where
    others of its name in the project change their parameter.

    ## Why is this bad?
    JAX arrays cannot be changed: the function has to return the new one, and its callers have to go on with that.

    ## Example
    ```python
    def set_boundary(u):
        u[0] = u[-1] = 0

    set_boundary(u)
    ```

    Use instead:
    ```python
    def set_boundary(u):
        u = ops.assign(u, 0, 0)
        u = ops.assign(u, -1, 0)
        return u

    u = set_boundary(u)
    ```

    ## Fix safety
    The fix is unsafe: it returns the parameter, and other fixes follow, of the calls ([PUR210](PUR210.md)) and of the
    stores ([PUR206](PUR206.md)); of several arrays it returns a tuple. None where

    - a call hands over what has no name to rebind, such as a row of an array, or one array twice;
    - a call hands over a parameter of its caller, which cannot give that back itself;
    - the function is used in another way than being called, or what it returns is used;
    - the function gives a parameter another array;
    - it is a method, and another of its name in the project does not change the same parameters, or returns something
      else; or a base of its class is not known.

    ## Options
    None.
    """

    code = "PUR211"
    name = "output-parameter"
    nodes = (ast.FunctionDef,)
    VALID = (
        plain("""
            import numpy as np
            def fill(u):
                u[0] = 1
                return u
            def run(n):
                u = np.zeros(n)
                u = fill(u)
                return u
        """),
        plain("""
            import numpy as np
            def fill(rows):
                rows[0] = 1
            def run(n):
                rows = np.zeros((n, n))
                fill(rows.T)
                return rows
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                import numpy as np
                def fill(u, n):
                    if n == 0:
                        return
                    for i in range(n):
                        u[i] = i
                def run(n):
                    u = np.zeros(n)
                    fill(u, n)
                    return u
            """),
            lines=(6,),
            fixed=plain("""
                import numpy as np
                def fill(u, n):
                    if n == 0:
                        return u
                    for i in range(n):
                        u[i] = i
                    return u
                def run(n):
                    u = np.zeros(n)
                    fill(u, n)
                    return u
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a function that changes an array of its caller."""
        model = context.model
        assert isinstance(node, ast.FunctionDef)
        changes = output_parameters(node, model)
        if not changes:
            yield from _hook(node, model)
            return
        parameters = tuple(change.id for change in changes)
        names = ", ".join(parameters)
        template = ", ".join(f"{{x{i}}}" for i in range(len(changes)))
        holes = {f"x{i}": change for i, change in enumerate(changes)}
        returns = [n for n in own_nodes(node) if isinstance(n, ast.Return)]
        edits: list[Edit] = [RewriteStatement(each, f"return {template}", holes) for each in returns]
        if not isinstance(node.body[-1], _ENDS):
            edits.append(ReturnAtEnd(node, parameters))
        message = f"`{node.name}` changes `{names}` for its callers, and returns nothing"
        fix = fix_if([claim(Assumption.SAME_MEANING, False)], tuple(edits), f"Return `{names}`")
        yield tensor_finding(model.statement(changes[0]), message, model.value(changes[0]), fix)


def _hook(node: ast.FunctionDef, model: SemanticModel) -> Iterator[Finding]:
    """Flag a method that does nothing where others of its name change an array: all are to return it, or none."""
    parameters = parameters_of_hook(node, model)
    if parameters:
        names = ", ".join(parameters)
        message = f"`{node.name}` of other classes changes `{names}` for its callers, and returns nothing"
        edits = (ReturnAtEnd(node, parameters),)
        fix = fix_if([claim(Assumption.SAME_MEANING, False)], edits, f"Return `{names}` here as well")
        yield Finding(node.body[-1], message, Evidence.INFERRED, (), fix)
