"""PUR212: stores into arrays of the scope around a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.assumptions import Assumption, claim
from purity_lint.findings.edits import DeclareName, Edit, fix_if
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.operands import tensor_finding
from purity_lint.rewrites.outer_arrays import outer_arrays
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel


class OuterArray(Rule):
    """Flags stores into arrays that a function has from the scope around it.

    ## What it does
    Flags the first change in place of an array whose name belongs to the function around, or to the module, in a
    function that does not declare it `nonlocal` or `global`.

    ## Why is this bad?
    JAX arrays cannot be changed: the name has to be bound to the new array, and a function binds names of its own
    unless it says otherwise.

    ## Example
    ```python
    def solve(n):
        board = np.zeros((n, n))

        def place(row, col):
            board[row, col] = 1
    ```

    Use instead:
    ```python
    def solve(n):
        board = ops.zeros((n, n))

        def place(row, col):
            nonlocal board
            board = ops.assign(board, (row, col), 1)
    ```

    ## Fix safety
    The fix is unsafe: it declares the name, after which the store is fixed as one of the function's own
    ([PUR206](PUR206.md)). Who imported a name of the module by `from module import name` keeps the old array, but on
    NumPy and PyTorch. None for a name that the file imports, and for a parameter of the function around which that
    does not return.

    ## Options
    None.
    """

    code = "PUR212"
    name = "outer-array"
    nodes = (ast.FunctionDef, ast.AsyncFunctionDef)
    VALID = (
        plain("""
            import numpy as np
            total = np.zeros(3)
            def add(i, v):
                global total
                total[i] += v
            def fill(n):
                x = np.zeros(n)
                x[0] = 1
                return x
        """),
        plain("""
            seen = {}
            rows = [0, 1]
            def note(key):
                seen[key] = rows[0] = 1
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                import numpy as np
                def solve(n):
                    board = np.zeros((n, n))
                    def place(row, col):
                        if board[row, col] == 0:
                            board[row][col] = 1
                            board.fill(2)
                    place(0, 0)
                    return board
            """),
            lines=(6,),
            fixed=plain("""
                import numpy as np
                def solve(n):
                    board = np.zeros((n, n))
                    def place(row, col):
                        nonlocal board
                        if board[row, col] == 0:
                            board[row][col] = 1
                            board.fill(2)
                    place(0, 0)
                    return board
            """),
        ),
        Invalid(
            plain("""
                import numpy as np
                total = np.zeros(3)
                def add(i, v):
                    '''Count.'''
                    total[i] += v
            """),
            lines=(5,),
            fixed=plain("""
                import numpy as np
                total = np.zeros(3)
                def add(i, v):
                    '''Count.'''
                    global total
                    total[i] += v
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag the first change of each array that a function has from around it, where it may declare the name."""
        model = context.model
        assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for name, declaration in outer_arrays(node, model):
            edits: tuple[Edit, ...] = (DeclareName(node, declaration),)
            message = Message(
                f"`{node.name}` changes the array `{name.id}`, whose name is not its own",
                f"declare it with `{declaration}`",
            )
            fix = fix_if([claim(Assumption.SAME_MEANING, False)], edits, f"Declare `{name.id}`")
            yield tensor_finding(model.statement(name), message, model.value(name), fix)
