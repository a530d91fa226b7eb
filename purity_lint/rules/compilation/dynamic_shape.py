"""PUR903: shapes that depend on values in a compiled function."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.finding import Finding
from purity_lint.knowledge.libraries import stands_in
from purity_lint.knowledge.roles import COMPILERS, NAMESPACES, SHAPED_BY_VALUES
from purity_lint.rewrites.compiled import compiled_function
from purity_lint.rewrites.operands import quote, tensor_finding
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_names


class DynamicShape(Rule):
    """Flags results whose shape depends on values, in compiled functions.

    ## What it does
    Flags `nonzero`, `unique`, `argwhere`, `where` with one argument, `compress` and reads by a boolean
    mask in a function that is compiled with `ops.jit`, `jax.jit`, `torch.compile` or `mx.compile`.

    ## Why is this bad?
    A compiler needs to know every shape beforehand. JAX and MLX raise an error, PyTorch breaks the
    graph or compiles anew for each size.

    ## Example
    ```python
    @ops.jit
    def positive_sum(x):
        return ops.sum(ops.getitem(x, ops.greater(x, 0)))
    ```

    Use instead:
    ```python
    @ops.jit
    def positive_sum(x):
        return ops.sum(ops.where(ops.greater(x, 0), x, 0))
    ```

    ## Fix safety
    No fix.

    ## Options
    None.
    """

    code = "PUR903"
    name = "dynamic-shape"
    nodes = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Call)
    priority = 5
    VALID = (
        plain("""
            from emberops import ops


            @ops.jit
            def f(x: ops.Tensor):
                return ops.where(ops.greater(x, 0), x, 0)
        """),
        in_function("return ops.nonzero(x)", parameters="x: ops.Tensor"),
    )
    INVALID = (
        Invalid(
            plain("""
                from emberops import ops


                @ops.jit
                def f(x: ops.Tensor):
                    return ops.nonzero(x)
            """),
            lines=(6,),
        ),
        Invalid(
            plain("""
                from emberops import ops


                @ops.jit
                def f(x: ops.Tensor):
                    return x[x > 0]
            """),
            lines=(6,),
        ),
        Invalid(
            plain("""
                import jax
                from emberops import ops


                def f(x):
                    return ops.unique_values(x)


                g = jax.jit(f)
            """),
            lines=(6,),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Compilers."""
        return {ast.Call: last_names(COMPILERS)}

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag dynamic shapes in the body of a compiled function."""
        model = context.model
        function = compiled_function(node, model)
        for inner in () if function is None else own_nodes(function):
            if isinstance(inner, ast.Call):
                name = model.qualified_name(inner.func) or ""
                if _is_dynamic(inner, name):
                    message = (
                        f"the shape of `{quote(model, inner)}` depends on values, in a compiled function"
                    )
                    yield Finding(inner, message, hint=_WAY_OUT)
            elif isinstance(inner, ast.Subscript) and isinstance(inner.ctx, ast.Load):
                value = model.value(inner.value)
                if value.is_tensor and _is_mask(inner.slice, model):
                    message = (
                        f"the shape of `{quote(model, inner)}` depends on values, in a compiled function"
                    )
                    yield tensor_finding(inner, message, value, hint=_WAY_OUT)


_WAY_OUT = "Keep the shape and choose by element: `ops.where(mask, x, 0)`."


def _is_dynamic(call: ast.Call, name: str) -> bool:
    if not stands_in(name, *NAMESPACES):
        return False
    last = name.rpartition(".")[2]
    if any(keyword.arg == "size" for keyword in call.keywords):
        return False
    return last in SHAPED_BY_VALUES or (last == "where" and len(call.args) + len(call.keywords) == 1)


def _is_mask(index: ast.expr, model: SemanticModel) -> bool:
    value = model.value(index)
    return value.is_tensor and value.dtype == "bool"
