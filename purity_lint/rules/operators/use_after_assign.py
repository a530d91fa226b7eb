"""Using an array that ``ops.assign`` has consumed (PUR208)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.edits import Fix, RewriteStatement
from purity_lint.findings.finding import Finding
from purity_lint.records import dataclass
from purity_lint.rewrites.operands import has_operations, operation, quote, safe_if
from purity_lint.rewrites.stores.item_stores import is_rebindable
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.blocks import after
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import dotted


@dataclass(frozen=True, slots=True)
class _Assign:
    """`y = ops.assign(x, ...)`."""

    call: ast.Call
    function: str
    array: ast.expr
    name: str


class UseAfterAssign(Rule):
    """Flags an array that is used after `ops.assign` has consumed it.

    ## What it does
    Flags `x` after `y = ops.assign(x, i, v)` in the same function, and an `ops.assign(...)` whose result
    is dropped.

    ## Why is this bad?
    `ops.assign` consumes its input: on NumPy, MLX and PyTorch it changes the array in place where it can,
    on JAX it makes a new one. So `x` holds the new values on some backends and the old ones on others.

    ## Example
    ```python
    y = ops.assign(x, 0, 1.0)
    return ops.add(x, y)
    ```

    Use instead:
    ```python
    y = ops.assign(x, 0, 1.0, copy=True)
    return ops.add(x, y)
    ```

    ## Fix safety
    Where the result is dropped, it is bound to the name of the array: safe, for on NumPy that is the
    array itself. No fix otherwise: either the name or `copy=True` may have been meant.

    ## Options
    None.
    """

    code = "PUR208"
    after_fixes = True
    name = "use-after-assign"
    nodes = (ast.Assign, ast.Expr)
    VALID = (
        in_function("""
            x = ops.assign(x, 0, 1)
            return x
        """),
        in_function("""
            z = ops.assign(x, 0, 1, copy=True)
            return x, z
        """),
        in_function("""
            z = ops.assign(x, 0, 1)
            x = z
            return x
        """),
        in_function("""
            z = ops.assign(x, 0, 1)
            return z
        """),
    )
    INVALID = (
        Invalid(
            in_function("""
                z = ops.assign(x, 0, 1)
                return ops.add(x, z)
            """),
            lines=(6,),
        ),
        Invalid(
            in_function("""
                ops.assign_add(x, 0, 1)
                return x
            """),
            lines=(5,),
            fixed=in_function("""
                x = ops.assign_add(x, 0, 1)
                return x
            """),
        ),
        Invalid(
            in_function("""
                if n:
                    z = ops.assign(x, 0, 1)
                return x
            """),
            lines=(7,),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files that call operations."""
        return has_operations(model)

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a dropped result, and the first use of a consumed array in each statement that follows."""
        model = context.model
        match node:
            case ast.Expr(value=ast.Call() as call) if found := _consuming(call, model):
                yield self._dropped(node, found, model)
            case ast.Assign(targets=targets, value=ast.Call() as call) if found := _consuming(call, model):
                if found.name not in {dotted(target) for target in targets}:
                    yield from self._uses(node, found, model)

    def _dropped(self, node: ast.Expr, found: _Assign, model: SemanticModel) -> Finding:
        message = (
            f"the result of `{quote(model, found.call.func)}` is dropped, so that on JAX nothing changes"
        )
        fix = None
        if is_rebindable(found.array, model):
            edit = RewriteStatement(node, "{x} = {call}", {"x": found.array, "call": found.call})
            fix = Fix((edit,), safe_if(True), f"Bind it to `{found.name}`")
        return Finding(found.call, message, fix=fix)

    def _uses(self, node: ast.stmt, found: _Assign, model: SemanticModel) -> Iterator[Finding]:
        for statement in _following(node, model):
            use = _first_use(statement, found.name)
            if use is not None:
                message = (
                    f"`{quote(model, use)}` was consumed by `{quote(model, found.call.func)}` on line {node.lineno}: "
                    "it has changed on some backends and not on others"
                )
                hint = "Go on with the result, or assign with `copy=True`."
                yield Finding(use, message, hint=hint)
                return
            if _rebinds(statement, found.name):
                return


def _consuming(call: ast.Call, model: SemanticModel) -> _Assign | None:
    function = operation(model, call)
    if function is None or not (function == "assign" or function.startswith("assign_")) or not call.args:
        return None
    if any(keyword.arg == "copy" for keyword in call.keywords):
        return None
    name = dotted(call.args[0])
    return None if name is None else _Assign(call, function, call.args[0], name)


def _following(node: ast.AST, model: SemanticModel) -> Iterator[ast.stmt]:
    """Yield the statements that run after ``node`` within its function, those of enclosing blocks included."""
    while (parent := model.parent(node)) is not None:
        yield from after(node, parent)
        if isinstance(parent, (*FUNCTIONS, ast.ClassDef, ast.Module)):
            return
        node = parent


def _first_use(statement: ast.stmt, name: str) -> ast.expr | None:
    uses = [
        inner
        for inner in ast.walk(statement)
        if isinstance(inner, ast.Name | ast.Attribute)
        and isinstance(inner.ctx, ast.Load)
        and dotted(inner) == name
    ]
    return min(uses, key=lambda use: (use.lineno, use.col_offset), default=None)


def _rebinds(statement: ast.stmt, name: str) -> bool:
    return any(
        isinstance(inner, ast.Name | ast.Attribute)
        and isinstance(inner.ctx, ast.Store)
        and dotted(inner) == name
        for inner in ast.walk(statement)
    )
