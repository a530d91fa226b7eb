"""PUR210: arrays that a function changes and gives back to nobody."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.assumptions import Assumption, claim
from purity_lint.findings.edits import Fix, Hole, RewriteStatement, fix_if
from purity_lint.findings.finding import Finding
from purity_lint.rewrites.operands import quote, tensor_finding
from purity_lint.rewrites.stores.dropped_arrays import dropped_arrays
from purity_lint.rewrites.stores.item_stores import is_rebindable
from purity_lint.rewrites.stores.rows_handed_in import put_back, whole_of
from purity_lint.rewrites.stores.sharing import not_aliased
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel


class DroppedArray(Rule):
    """Flags calls that change an array and drop the one that they give back.

    ## What it does
    Flags `step(u, v)` where `step`, a function of the project, stores into its parameter and returns it, or into
    several and returns them, and the tensor that it is called with is read afterwards. So is `w = step(u, v)` in the
    file of `step`, where `v` is read. Of methods all of that name in the project have to change and return the same.

    ## Why is this bad?
    JAX arrays cannot be changed: what `ops.assign` returns is a new one, which the caller has to go on with.

    ## Example
    ```python
    def step(u, out):
        out[1:] = u[:-1]
        return out

    step(u, v)
    ```

    Use instead:
    ```python
    v = step(u, v)
    ```

    `w = step(u, v)` becomes `w = v = step(u, v)`, and `step(u, v[0])` becomes `v = ops.assign(v, 0, step(u, v[0]))`.

    ## Fix safety
    The fix is unsafe: another function may be bound to that name when the code runs, which need not give the array
    back. None where the array has no name to rebind, or where another name is to see the change.

    ## Options
    None.
    """

    code = "PUR210"
    name = "dropped-array"
    nodes = (ast.Expr, ast.Assign)
    VALID = (
        plain("""
            import numpy as np
            def step(u, out):
                out[1:] = u[:-1]
                return out
            def run(u):
                v = np.zeros_like(u)
                v = step(u, v)
                w = step(v, np.zeros_like(u))
                z = np.zeros_like(u)
                for _ in range(3):
                    z = np.zeros_like(u)
                    w = step(w, z)
                z = u + 1
                return v, w, z
        """),
        plain("""
            import numpy as np
            def shown(u):
                u = u.copy()
                u[0] = 0
                return u
            def run(n):
                u = np.zeros(n)
                shown(u)
                return u
        """),
        plain("""
            import numpy as np
            def doubled(u):
                u[0] = 0
                u = u * 2
                return u
            def run(n):
                u = np.zeros(n)
                doubled(u)
                return u
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                import numpy as np
                def step(u, out):
                    out[1:] = u[:-1]
                    return out
                def run(u):
                    v = np.zeros_like(u)
                    step(u, v)
                    return v
            """),
            lines=(7,),
            fixed=plain("""
                import numpy as np
                def step(u, out):
                    out[1:] = u[:-1]
                    return out
                def run(u):
                    v = np.zeros_like(u)
                    v = step(u, v)
                    return v
            """),
        ),
        Invalid(
            plain("""
                import numpy as np
                def step(u, out=None):
                    if out is None:
                        out = np.zeros_like(u)
                    out[1:] = u[:-1]
                    return out
                def run(u):
                    v = np.zeros_like(u)
                    w = step(u, out=v)
                    return v, w
            """),
            lines=(9,),
            fixed=plain("""
                import numpy as np
                def step(u, out=None):
                    if out is None:
                        out = np.zeros_like(u)
                    out[1:] = u[:-1]
                    return out
                def run(u):
                    v = np.zeros_like(u)
                    w = v = step(u, out=v)
                    return v, w
            """),
        ),
        Invalid(
            plain("""
                import numpy as np
                def fill(out):
                    out[:] = 1
                    return out
                def run(n):
                    v = np.zeros((n, n))
                    fill(v[0])
                    return v
            """),
            lines=(7,),
            fixed=plain("""
                import numpy as np
                from emberops import ops
                def fill(out):
                    out[:] = 1
                    return out
                def run(n):
                    v = np.zeros((n, n))
                    v = ops.assign(v, 0, fill(v[0]))
                    return v
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a call whose result is dropped, or bound to another name than the array that is read afterwards."""
        model = context.model
        assert isinstance(node, ast.Expr | ast.Assign)
        arrays = dropped_arrays(node, model)
        if not arrays or not any(model.value(array).is_tensor for array in arrays):
            return
        assert isinstance(node.value, ast.Call)
        called, changed = quote(model, node.value.func), ", ".join(quote(model, array) for array in arrays)
        them, is_read = ("them", "are read") if len(arrays) > 1 else ("it", "is read")
        targets = node.targets if isinstance(node, ast.Assign) else []
        taken = "and nobody takes " + them
        if targets:
            taken = f"as `{quote(model, targets[0])}`, and `{changed}` {is_read}"
        message = f"`{called}` changes `{changed}` and gives {them} back, {taken}"
        distinct = len({ast.dump(array) for array in arrays}) == len(arrays)
        fix = _put_back(node, arrays, model)
        if fix is None and distinct and all(is_rebindable(array, model) for array in arrays):
            names = "".join(f"{{target{i}}} = " for i in range(len(targets)))
            bound = ", ".join(f"{{x{i}}}" for i in range(len(arrays)))
            holes: dict[str, Hole] = {f"target{i}": target for i, target in enumerate(targets)}
            holes |= {f"x{i}": array for i, array in enumerate(arrays)}
            edit = RewriteStatement(node, f"{names}{bound} = {{call}}", {**holes, "call": node.value})
            claims = [*(not_aliased(a, node, model) for a in arrays), claim(Assumption.SAME_MEANING, False)]
            fix = fix_if(claims, (edit,), f"Bind it to `{changed}`")
        yield tensor_finding(node, message, model.value(arrays[0]), fix, None if fix else _HINT)


def _put_back(node: ast.Expr | ast.Assign, arrays: tuple[ast.expr, ...], model: SemanticModel) -> Fix | None:
    """Return the fix of a call of which nobody takes the one part of an array, `v[0]`, that it gives back."""
    part, *others = arrays
    whole = whole_of(part, model)
    if others or whole is None or not isinstance(node, ast.Expr) or not isinstance(part, ast.Subscript):
        return None
    claims = [not_aliased(whole, node, model), claim(Assumption.SAME_MEANING, False)]
    return fix_if(claims, (put_back(node, part, model),), f"Put it back into `{quote(model, whole)}`")


_HINT = "Bind what is given back to every name that is to see the change: on JAX it is another array."
