"""PUR302: Python numbers made of tensors by a method."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Hole, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.rewrites.operands import applicability, quote, tensor_finding, without_keywords
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.values import Value
from purity_lint.source.names import last_name

_FETCHING = frozenset({"item", "tolist", "to_list"})
_PLACING = "cpu"
_STEPS = frozenset({_PLACING, "detach"})
"""PyTorch's methods that stand between a tensor and its numbers."""


class ScalarExtraction(Rule):
    """Flags `.item()` and `.tolist()`.

    ## What it does
    Flags the methods `item`, `tolist` and `to_list` of a tensor.

    ## Why is this bad?
    As for `scalar-cast` (PUR301): the value is fetched to the host, everything queued before it must
    finish, no gradient flows through it, and under `jit` it is an error. `tolist` makes a Python object
    for every element besides.

    ## Example
    ```python
    if loss.item() < best:
        history.append(loss.item())
    ```

    Use instead:
    ```python
    history.append(loss)  # fetched once, when it is shown
    ```

    ## Fix safety
    None for most: whether a Python number is needed is seen only where it is used. Steps that PyTorch alone has say
    that it was: `x.detach().cpu().item()` becomes `ops.item(x)`, safely where `x` is certain to be a tensor.

    ## Options
    None.
    """

    code = "PUR302"
    name = "scalar-extraction"
    nodes = (ast.Call,)
    VALID = (
        plain("""
            def f(d: dict):
                return [k for k in d.items()], d.item
        """),
        in_function("return ops.sum(x)"),
    )
    INVALID = (
        Invalid(
            in_function("return ops.sum(x).item()"),
            lines=(5,),
        ),
        Invalid(
            in_function("return x.tolist()"),
            lines=(5,),
        ),
        Invalid(
            in_function("return x.item(n)"),
            lines=(5,),
            fixed=in_function("return ops.take(ops.ravel(x), n)"),
        ),
        Invalid(
            in_function("return ops.sum(x).detach().cpu().item()"),
            lines=(5,),
            fixed=in_function("return ops.item(ops.sum(x))"),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Methods that fetch values."""
        return {ast.Call: _FETCHING}

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag ``.item()`` and ``.tolist()`` of a tensor."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            return
        name = node.func.attr
        if name not in _FETCHING:
            return
        receiver = node.func.value
        value = context.model.value(receiver)
        if value.is_tensor:
            what = "every element" if name != "item" else "the value"
            message = (
                f"`.{name}()` fetches {what} of the tensor `{quote(context.model, receiver)}` to the host"
            )
            hint = "Keep the tensor and fetch values where they are shown or stored, outside loops."
            fix = _take(node, receiver) or _straight(node, receiver, value)
            yield tensor_finding(node, message, value, fix, hint)


def _take(call: ast.Call, receiver: ast.expr) -> Fix | None:
    """Write `x.item(k)`, which NumPy and JAX alone have, as one element of the flattened tensor."""
    if not without_keywords(call, 1) or not isinstance(call.func, ast.Attribute) or call.func.attr != "item":
        return None
    holes: dict[str, Hole] = {"x": receiver, "k": call.args[0]}
    edit = Rewrite(call, "{ops}.take({ops}.ravel({x}), {k})", holes)
    return Fix((edit,), Applicability.UNSAFE, "Take the element first")


def _straight(call: ast.Call, receiver: ast.expr, value: Value) -> Fix | None:
    """Write `x.detach().cpu().item()`, in steps that PyTorch alone has, as the operation that takes all of them."""
    base, steps = receiver, set()
    while (
        isinstance(base, ast.Call)
        and not (base.args or base.keywords)
        and isinstance(base.func, ast.Attribute)
        and base.func.attr in _STEPS
    ):
        steps.add(base.func.attr)
        base = base.func.value
    if _PLACING not in steps or last_name(call.func) != "item" or call.args:
        return None  # `.detach()` alone is PUR401's, and `.cpu()` before a list PUR801's
    return Fix((Rewrite(call, "{ops}.item({x})", {"x": base}),), applicability(value), "Use `ops.item`")
