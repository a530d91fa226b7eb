"""PUR116: a function of the project that gives NumPy for arrays of the libraries that it does not know."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.namespaces.numpy_by_default import arrays_given_numpy, is_read_as_operations
from purity_lint.rewrites.operands import quote, safe_if
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain


class NumpyByDefault(Rule):
    """Reports functions of a project that give NumPy as the namespace of arrays of any library they do not know.

    ## What it does
    Checks for `xp = get_namespace(x)` where `get_namespace` is the project's own, and what it gives may be NumPy
    itself: it knows CuPy, or JAX, and has NumPy for the rest.

    ## Why is this bad?
    For a tensor of PyTorch or MLX `xp.zeros_like(x)` is an array of NumPy's, which does not compute with `x`: the sum
    of both is an error, or made on the host. `ops.namespace_of(x)` knows every backend.

    ## Example
    ```python
    def smooth(x):
        xp = get_namespace(x)
        return x + xp.roll(x, 1)
    ```

    Use instead:
    ```python
    from emberops import ops

    def smooth(x):
        xp = ops.namespace_of(x)
        return x + xp.roll(x, 1)
    ```

    ## Fix safety
    Unsafe: what the function says of other libraries, such as CuPy, is not asked any more, and arrays of NumPy's go to
    the default backend. There is a fix where one array is asked, and nothing is read of the namespace but what
    operations are called: it may go elsewhere otherwise, where `xp is np` is asked of it.

    ## Options
    - `ops-module`, `ops-alias`: where the operations come from and what they are called.
    """

    code = "PUR116"
    name = "numpy-by-default"
    nodes = (ast.Call,)
    VALID = (
        plain("""
            from array_api_compat import array_namespace


            def get_namespace(x):
                return array_namespace(x)


            def f(x):
                xp = get_namespace(x)
                return xp.sum(x)
        """),
        plain("""
            import numpy as np


            def get_module(name):
                return np


            def f(x):
                xp = get_module("numpy")
                return xp.sum(x)
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                import numpy as np
                from emberops import ops


                def get_namespace(*arrays):
                    for array in arrays:
                        if type(array).__module__.startswith("cupy"):
                            import cupy

                            return cupy
                    return np


                def f(x, y):
                    xp = get_namespace(x)
                    return xp.zeros_like(x) + xp.linalg.inv(x)


                def g(x, y):
                    xp = get_namespace(x, y)
                    return xp.stack([x, y])


                def h(x):
                    xp = get_namespace(x)
                    return xp is np, xp.sum(x)
            """),
            lines=(15, 20, 25),
            fixed=plain("""
                import numpy as np
                from emberops import ops


                def get_namespace(*arrays):
                    for array in arrays:
                        if type(array).__module__.startswith("cupy"):
                            import cupy

                            return cupy
                    return np


                def f(x, y):
                    xp = ops.namespace_of(x)
                    return xp.zeros_like(x) + xp.linalg.inv(x)


                def g(x, y):
                    xp = get_namespace(x, y)
                    return xp.stack([x, y])


                def h(x):
                    xp = get_namespace(x)
                    return xp is np, xp.sum(x)
            """),
        ),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for a call that asks arrays for their namespace, and may be given NumPy."""
        if not isinstance(node, ast.Call) or context.profile.title is not None:
            return
        model = context.model
        given = arrays_given_numpy(node, model)
        if not given:
            return
        use = f"`ops.namespace_of({quote(model, given[0])})`"
        message = Message(
            f"`{quote(model, node.func)}` gives NumPy for libraries that it does not know", f"use {use}", ":"
        )
        fix = None
        if len(given) == 1 and not isinstance(given[0], ast.Starred) and is_read_as_operations(node, model):
            edit = Rewrite(node, "{ops}.namespace_of({x})", {"x": given[0]})
            fix = Fix((edit,), safe_if(False), f"Ask {use}")
        yield Finding(node, message, fix=fix)
