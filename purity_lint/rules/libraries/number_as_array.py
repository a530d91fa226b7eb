"""PUR110: a Python number or list where a namespace takes arrays alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.finding import Finding
from purity_lint.knowledge.vocabularies.words import word
from purity_lint.rewrites.namespace_calls import read_of_namespace
from purity_lint.rewrites.namespaces import namespaces
from purity_lint.rewrites.operands import quote
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind

_SEQUENCES = frozenset({Kind.LIST, Kind.TUPLE, Kind.SHAPE})


class NumberAsArray(Rule):
    """Reports Python numbers and lists that are handed to a namespace of the array API standard as arrays.

    ## What it does
    Checks for `xp.sqrt(2)`, `xp.sum([1, 2])` and `xp.concat([x, [0]])`.

    ## Why is this bad?
    NumPy makes an array of whatever it is given; the functions of other libraries raise.

    ## Example
    ```python
    def f(x, n: int, xp):
        return x / xp.sqrt(n)
    ```

    Use instead:
    ```python
    import math

    def f(x, n: int, xp):
        return x / math.sqrt(n)
    ```

    ## Fix safety
    There is no fix: `math.sqrt(n)` or `xp.asarray(n)`, with what dtype, is for people to say.

    ## Options
    None.
    """

    code = "PUR110"
    name = "number-as-array"
    nodes = (ast.Attribute,)
    VALID = (
        plain("""
            def f(x, y, n: int, xp):
                return xp.any(y == 0), xp.maximum(x, n) + xp.asarray([n, 1]) + xp.zeros(n)
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                def f(x, n: int, xp):
                    return xp.sqrt(n), xp.sum([1.0, 2.0]), xp.concat([x, [0]]), xp.maximum(1, n)
            """),
            lines=(2, 2, 2, 2),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files that work on a namespace."""
        return bool(namespaces(model))

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for an argument that is known to be no array."""
        model = context.model
        read = read_of_namespace(node, model)
        if read is None or read.call is None or not read.call.args:
            return
        target = word("array-api", {}, read.name)
        if target is None or target.signature is None:
            return
        first = (*target.signature.order, "arrays" if read.name in {"concat", "stack"} else "")[0]
        refused = _refused(read.call, first, model)
        if refused is not None:
            shown = quote(model, read.node)
            yield Finding(refused, f"`{shown}` takes arrays, and `{quote(model, refused)}` is none")


def _refused(call: ast.Call, parameter: str, model: SemanticModel) -> ast.expr | None:
    """Return the argument that should be an array, and is none."""
    first = call.args[0]
    if parameter == "x":
        return first if _is_none(first, model) else None
    if parameter == "x1":
        both = call.args[:2]
        return first if both and all(_is_none(a, model) for a in both) else None
    if parameter == "arrays" and isinstance(first, ast.List | ast.Tuple):
        return next((element for element in first.elts if _is_none(element, model)), None)
    return None


def _is_none(node: ast.expr, model: SemanticModel) -> bool:
    """True for what is known to be a number, a list or a tuple."""
    if isinstance(node, ast.Compare):
        return False  # of what compares like arrays nothing may be known
    kind = model.value(node).kind
    return kind in PLAIN_NUMBERS or kind in _SEQUENCES
