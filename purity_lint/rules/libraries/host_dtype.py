"""PUR118: dtypes and devices of NumPy's arrays, told to the namespace of other ones."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.vocabularies.array_api import DEVICE_GETTERS
from purity_lint.knowledge.vocabularies.own_backend import LIKE
from purity_lint.rewrites.host.before_numpy import is_taken_to_numpy, name_before_numpy
from purity_lint.rewrites.namespaces.in_use import is_namespace, namespaces, on_host
from purity_lint.rewrites.operands import quote, safe_if
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

_TOLD = frozenset({"dtype", "device"})
"""Arguments that are an attribute of some array."""


class HostDtype(Rule):
    """Reports dtypes and devices of NumPy's arrays, where the namespace of other arrays is told one.

    ## What it does
    Checks the calls of a namespace, `xp` or `nx`, for `dtype=x.dtype`, `device=x.device` and `type_as=x`, where the
    function has taken `x` to NumPy before: `x = np.asarray(x)`, `x = nx.to_numpy(x)`.

    ## Why is this bad?
    A dtype of NumPy's is none of another library's, and its device is the host. What has run with NumPy's arrays
    raises with those of PyTorch: `torch.asarray(y, dtype=np.dtype("float64"))`.

    ## Example
    ```python
    def f(x, xp):
        a = np.asarray(x)
        return xp.asarray(solve(a), dtype=a.dtype)
    ```

    Use instead:
    ```python
    def f(x, xp):
        a = np.asarray(x)
        return xp.asarray(solve(a), dtype=x.dtype)
    ```

    ## Fix safety
    Unsafe: what callers give may be a list. There is none where no name stands for the array that was taken to NumPy.

    ## Options
    None.
    """

    code = "PUR118"
    name = "host-dtype"
    nodes = (ast.Call,)
    VALID = (
        plain("""
            import numpy as np


            def f(x, xp):
                a = np.asarray(x)
                y = xp.asarray(solve(a), dtype=x.dtype, device=xp_device(x))
                if is_numpy(xp):
                    y = xp.asarray(y, dtype=a.dtype)
                return xp.asarray(y, dtype=y.dtype), np.zeros(3, dtype=a.dtype)
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                import numpy as np


                def f(x, xp):
                    a = np.asarray(x)
                    return xp.asarray(solve(a), dtype=a.dtype)
            """),
            lines=(6,),
            fixed=plain("""
                import numpy as np


                def f(x, xp):
                    a = np.asarray(x)
                    return xp.asarray(solve(a), dtype=x.dtype)
            """),
        ),
        Invalid(
            plain("""
                def f(a, b):
                    nx = get_backend(a, b)
                    a0, b0 = a, b
                    a, b = nx.to_numpy(a, b)
                    return nx.from_numpy(solve(a, b), type_as=b)
            """),
            lines=(5,),
            fixed=plain("""
                def f(a, b):
                    nx = get_backend(a, b)
                    a0, b0 = a, b
                    a, b = nx.to_numpy(a, b)
                    return nx.from_numpy(solve(a, b), type_as=b0)
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files that work on a namespace."""
        return bool(namespaces(model))

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for each argument of a call that tells a namespace what NumPy's array has."""
        model = context.model
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            return
        if not is_namespace(node.func.value, model) or on_host(node, model):
            return
        for keyword in node.keywords:
            array = _asked(keyword)
            if array is not None and is_taken_to_numpy(array, model):
                yield _finding(keyword, array, model)


def _asked(keyword: ast.keyword) -> ast.Name | None:
    """Return the array whose dtype or device is told: `x` of `dtype=x.dtype`, `device=device(x)` and `type_as=x`."""
    match keyword.value:
        case ast.Name() as array if keyword.arg == LIKE:
            return array
        case ast.Attribute(value=ast.Name() as array, attr=attribute) if keyword.arg == attribute:
            return array if attribute in _TOLD else None
        case ast.Call(func=getter, args=[ast.Name() as array], keywords=[]) if keyword.arg == "device":
            return array if last_name(getter) in DEVICE_GETTERS else None
    return None


def _finding(keyword: ast.keyword, array: ast.Name, model: SemanticModel) -> Finding:
    before = name_before_numpy(array, model)
    advice = "hand over what the array was taken from" if before is None else f"use that of `{before}`"
    told = f"{keyword.arg}={quote(model, keyword.value)}"
    message = Message(f"`{told}` is of an array that was taken to NumPy", advice)
    fix = None
    if before is not None:
        fix = Fix((Rewrite(array, before),), safe_if(False), "Ask the array that was taken to NumPy")
    return Finding(array, message, fix=fix)
