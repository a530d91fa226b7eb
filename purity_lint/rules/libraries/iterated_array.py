"""PUR115: iteration over an array with several axes, where code has a namespace of the array API standard."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.documented_ranks import rank_of
from purity_lint.rewrites.namespaces.in_use import namespaces, on_host, standard_namespace
from purity_lint.rewrites.operands import builtin, quote, safe_if
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.walk import walk

_THROUGH = frozenset({"enumerate", "zip"})
"""Functions that iterate over what they are given, for the loop around them."""
_MATRIX = 2


class IteratedArray(Rule):
    """Reports loops over the rows of an array, in code with a namespace of the array API standard.

    ## What it does
    Checks, in functions that have a namespace, for arrays with two or more axes that a loop or a comprehension goes
    over, also through `zip` and `enumerate`, and that several names are bound to: `for row in x`, `u, v = x`. Where
    nothing says how many axes there are, an array whose elements have axes, `row[0]`, has more than one.

    ## Why is this bad?
    Arrays of the standard need not be iterable: `array-api-strict` goes over the numbers of a vector, and over nothing
    else. `unstack` gives the rows in every library.

    ## Example
    ```python
    def f(x, xp):
        x = xp.reshape(x, (2, -1))
        return [xp.max(row) for row in x]
    ```

    Use instead:
    ```python
    def f(x, xp):
        x = xp.reshape(x, (2, -1))
        return [xp.max(row) for row in xp.unstack(x)]
    ```

    ## Fix safety
    Unsafe: a namespace older than 2023.12 has no `unstack`.

    ## Options
    None.
    """

    code = "PUR115"
    name = "iterated-array"
    nodes = (ast.For, ast.comprehension, ast.Assign)
    VALID = (
        plain("""
            import numpy as np


            def f(x, xp):
                x = xp.reshape(x, (2, -1))
                v = xp.reshape(x, (-1,))
                for row in xp.unstack(x):
                    v = v + row[0]
                return [float(number) for number in v], x, xp.meshgrid(v, v)


            def g(x):
                return [row[0] for row in np.reshape(x, (2, -1))]
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                def f(x, y, xp):
                    y = xp.asarray(y)
                    low, high = xp.reshape(x, (2, -1))
                    for i, row in enumerate(xp.reshape(x, (-1, 3))):
                        low = low + i * row
                    return low, high, [row[0] + row[1] for row in y]
            """),
            lines=(3, 4, 6),
            fixed=plain("""
                def f(x, y, xp):
                    y = xp.asarray(y)
                    low, high = xp.unstack(xp.reshape(x, (2, -1)))
                    for i, row in enumerate(xp.unstack(xp.reshape(x, (-1, 3)))):
                        low = low + i * row
                    return low, high, [row[0] + row[1] for row in xp.unstack(y)]
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files that work on a namespace."""
        return bool(namespaces(model))

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for an array that something goes over, row by row."""
        model = context.model
        for array, target in _iterated(node, model):
            space = standard_namespace(array, model) if _has_rows(array, target, node, model) else None
            if space is None or on_host(array, model):
                continue
            message = Message(
                f"`{quote(model, array)}` has several axes, and the standard iterates over no such array",
                f"use `{space}.unstack`",
            )
            edit = Rewrite(array, f"{space}.unstack({{array}})", {"array": array})
            yield Finding(array, message, fix=Fix((edit,), safe_if(False), "Unstack the array"))


def _iterated(node: ast.AST, model: SemanticModel) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield what a loop goes over, or what is unpacked, with the target that gets its elements."""
    match node:
        case ast.Assign(targets=[ast.Tuple() | ast.List() as target], value=value):
            yield value, target
        case (
            ast.For(iter=ast.Call(args=arguments) as call, target=ast.Tuple(elts=parts))
            | ast.comprehension(iter=ast.Call(args=arguments) as call, target=ast.Tuple(elts=parts))
        ) if builtin(model, call) in _THROUGH:
            several = parts[1:] if builtin(model, call) == "enumerate" else parts
            yield from zip(arguments, several, strict=False)
        case ast.For(iter=value, target=target) | ast.comprehension(iter=value, target=target):
            yield value, target


def _has_rows(array: ast.expr, target: ast.expr, node: ast.AST, model: SemanticModel) -> bool:
    value = model.value(array)
    on_numpy = value.backend == "numpy" and value.evidence is Evidence.PROVEN
    if not value.is_tensor or value.maybe or on_numpy or isinstance(array, ast.Starred):
        return False
    rank = rank_of(array, model)
    if rank is not None:
        return rank >= _MATRIX
    around = model.parent(node) if isinstance(node, ast.comprehension) else node
    return not isinstance(node, ast.Assign) and around is not None and _is_read_as_row(target, around)


def _is_read_as_row(target: ast.expr, loop: ast.AST) -> bool:
    """True where elements are read of the element that a loop gives, or it is unpacked, or multiplied as a vector."""
    if isinstance(target, ast.Tuple | ast.List):
        return True
    name = target.id if isinstance(target, ast.Name) else None
    return any(getattr(row, "id", "") == name for n in walk(loop) for row in _rows_in(n))


def _rows_in(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Subscript(value=row):
            yield row
        case ast.BinOp(left=left, op=ast.MatMult(), right=right):
            yield from (left, right)
