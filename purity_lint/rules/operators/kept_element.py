"""PUR213: elements of an array that are kept while the array is stored to."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.operands import applicability, quote, tensor_finding
from purity_lint.rewrites.stores.item_stores import Template
from purity_lint.rewrites.stores.kept_elements import kept_items, outlives_a_store
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel


class KeptElement(Rule):
    """Flags elements that are kept while their array changes.

    ## What it does
    Flags an element of a tensor (`first = x[0]`) that a name, a container or a caller keeps until `x` is stored to:
    `history.append(x[0])` in a loop that changes `x`, `a, b = x`, `list(x)`, `yield x[i]`, `return self.x[0]` in a
    class whose other methods change `self.x`, and the second half of `x[i], x[j] = x[j], x[i]`.

    ## Why is this bad?
    An element is a number of its own on NumPy. PyTorch gives a tensor that shares the memory of `x`, and changes with
    it: a history holds the last value many times, and an exchange loses one of the two, without any error.

    ## Example
    ```python
    first = x[0]
    x[0] = x[1]
    x[1] = first
    ```

    Use instead:
    ```python
    first = ops.getitem(x, 0)
    x = ops.assign(x, 0, x[1])
    x = ops.assign(x, 1, first)
    ```

    ## Fix safety
    Safe where `x` is proven or declared to be a tensor: `ops.getitem` gives an element that is nobody else's, and on
    NumPy what the index gives. What is taken apart or listed is copied before, where it is known to have one axis.
    In code of a namespace the element is copied, which is unsafe: `xp.asarray(x[0], copy=True)`.

    ## Options
    None.
    """

    code = "PUR213"
    name = "kept-element"
    nodes = (ast.Subscript, ast.Assign, ast.Call, ast.ListComp)
    VALID = (
        in_function("""
            last = x[n]
            y = ops.assign(y, n, 0)
            return y, last
        """),
        in_function("""
            last = x[n]
            return ops.assign(x, n, ops.add(last, 1))
        """),
        in_function("""
            rest = x[1:]
            x = ops.assign(x, n, 0)
            return x, rest
        """),
        in_function("""
            x = ops.assign(x, n, 0)
            first, second = x[0], x[1]
            return first, second, [x[2]]
        """),
        in_function("""
            y = ops.assign(y, 0, x[n])
            x = ops.assign(x, n, 0)
            return x, y
        """),
        in_function("""
            for i in range(n):
                last = x[i]
                y = ops.add(y, last)
                x = ops.assign(x, i, 0)
            return x, y
        """),
    )
    INVALID = (
        Invalid(
            in_function("""
                last = x[n]
                x = ops.assign(x, n, 0)
                return x, last
            """),
            lines=(5,),
            fixed=in_function("""
                last = ops.getitem(x, n)
                x = ops.assign(x, n, 0)
                return x, last
            """),
        ),
        Invalid(
            in_function("""
                seen = {}
                pairs = []
                for i in range(3):
                    seen[i] = x[0]
                    pairs.append((i, x[1]))
                    x = ops.assign(x, slice(2), i)
                return seen, pairs
            """),
            lines=(8, 9),
            fixed=in_function("""
                seen = {}
                pairs = []
                for i in range(3):
                    seen[i] = ops.getitem(x, 0)
                    pairs.append((i, ops.getitem(x, 1)))
                    x = ops.assign(x, slice(2), i)
                return seen, pairs
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops


                def swap(x: ops.Tensor, i, j):
                    x[i], x[j] = x[j], x[i]
            """),
            lines=(5,),
            fixed=plain("""
                from emberops import ops


                def swap(x: ops.Tensor, i, j):
                    x[i], x[j] = x[j], ops.getitem(x, i)
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops


                def turn(n):
                    q = ops.zeros(2)
                    a, b = q
                    before = list(q)
                    q = ops.assign(q, 0, n)
                    return a, b, before, q
            """),
            lines=(6, 7),
            fixed=plain("""
                from emberops import ops


                def turn(n):
                    q = ops.zeros(2)
                    a, b = ops.copy(q)
                    before = list(ops.copy(q))
                    q = ops.assign(q, 0, n)
                    return a, b, before, q
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops


                class Run:
                    def __init__(self, n):
                        self.x = ops.zeros(n)

                    def step(self):
                        self.x = ops.assign(self.x, 0, 1)

                    def first(self):
                        return self.x[0]
            """),
            lines=(12,),
            fixed=plain("""
                from emberops import ops


                class Run:
                    def __init__(self, n):
                        self.x = ops.zeros(n)

                    def step(self):
                        self.x = ops.assign(self.x, 0, 1)

                    def first(self):
                        return ops.getitem(self.x, 0)
            """),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Functions that list the elements of an array."""
        return {ast.Call: ("list", "tuple")}

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag an element, or the array of several, that changes while it is kept."""
        model = context.model
        if not isinstance(node, ast.Subscript):
            array = kept_items(node, model)
            if array is not None:
                yield _finding(array, array, "{ops}.copy({x})", {"x": array}, model)
            return
        if isinstance(node.ctx, ast.Load) and outlives_a_store(node, model):
            if context.profile.of_arguments:  # a namespace has a copy of the element alone
                holes = {"x": node.value, "i": node.slice}
                yield _finding(node, node.value, "{ops}.copy({x}[{i}])", holes, model)
                return
            template = Template()
            text = f"{{ops}}.getitem({template.hole(node.value)}, {template.index(node.slice)})"
            yield _finding(node, node.value, text, template.holes, model)


def _finding(
    kept: ast.expr, array: ast.expr, template: str, holes: Mapping[str, ast.expr | str], model: SemanticModel
) -> Finding:
    value = model.value(array)
    function = "getitem" if "getitem" in template else "copy"
    message = Message(
        f"`{quote(model, kept)}` is kept while `{quote(model, array)}` is stored to, and PyTorch changes it with that",
        f"use `ops.{function}`",
    )
    fix = Fix((Rewrite(kept, template, holes),), applicability(value), f"Replace it with `ops.{function}`")
    return tensor_finding(kept, message, value, fix)
