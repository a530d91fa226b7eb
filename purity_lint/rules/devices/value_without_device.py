"""PUR803: an array is made without the device of those that it will meet."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.vocabularies.array_api import MAKERS
from purity_lint.rewrites.namespaces.calls import reads_of_namespaces
from purity_lint.rewrites.namespaces.in_use import namespaces, on_host
from purity_lint.rewrites.operands import quote
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel


class ValueWithoutDevice(Rule):
    """Reports arrays that a namespace makes of numbers without being told on which device.

    ## What it does
    Checks for `xp.zeros(n)`, `xp.arange(n)` and their like without `device=`. Not selected by default.

    ## Why is this bad?
    The new array is on the default device of its library. Arrays of two devices do not go together, and the
    arguments of the function may be on another one.

    ## Example
    ```python
    def f(x, xp):
        return x + xp.arange(x.shape[0], dtype=x.dtype)
    ```

    Use instead:
    ```python
    def f(x, xp):
        return x + xp.arange(x.shape[0], dtype=x.dtype, device=x.device)
    ```

    ## Fix safety
    No fix: by which function a project asks for a device, and of which array, is for people to say. What `fix` makes of
    a call of NumPy has a device where the package has a function for it.

    ## Options
    - `select`: `PUR803` is selected by the presets `scipy` and `scikit-learn`.
    """

    code = "PUR803"
    name = "value-without-device"
    nodes = (ast.Attribute,)
    default = False
    VALID = (
        plain("""
            def f(x, n, xp):
                return xp.zeros(n, device=x.device) + xp.zeros_like(x) + xp.asarray(x), xp.zeros
        """),
        plain("""
            def f(words, xp):
                if not xp.isdtype(words.dtype, "numeric"):
                    return xp.ones(len(words), dtype=xp.bool)
                return words
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                def f(x, xp):
                    return x + xp.arange(x.shape[0], dtype=x.dtype)
            """),
            lines=(2,),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files that work on a namespace."""
        return bool(namespaces(model))

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for a call that makes an array of none, and says nothing of a device."""
        read = reads_of_namespaces(context.model).get(node)
        if read is None or read.call is None or read.name not in MAKERS or _holds_nothing(read.call):
            return
        told = any(k.arg in {"device", None} for k in read.call.keywords)
        if not told and not on_host(read.call, context.model):
            shown = quote(context.model, read.call)
            advice = "give it the `device=` of the arrays that it goes with"
            yield Finding(
                read.call, Message(f"`{shown}` is on the default device of its library", advice, ":")
            )


def _holds_nothing(call: ast.Call) -> bool:
    """True for `xp.empty(0)`, which is made to ask for its dtype or its namespace."""
    match call.args[:1]:
        case [ast.Constant(value=0)] | [ast.Tuple(elts=[ast.Constant(value=0)])]:
            return True
    return False
