"""PUR212: stores into arrays of the scope around a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.assumptions import Assumption, claim
from purity_lint.findings.edits import DeclareName, Edit, fix_if
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.calls.updates import read_update
from purity_lint.rewrites.operands import tensor_finding
from purity_lint.rewrites.scopes import (
    bindings,
    bound_names,
    declared_names,
    enclosing,
    own_nodes,
    parameters,
)
from purity_lint.rewrites.uses_of_names import base_of, handed_back, held_by, start
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import FUNCTIONS


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
    does not return. Nothing is found where the array has another name beside, `y = x`, which would keep the old one.

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
        for name, declaration in _outer_arrays(node, model):
            edits: tuple[Edit, ...] = (DeclareName(node, declaration),)
            message = Message(
                f"`{node.name}` changes the array `{name.id}`, whose name is not its own",
                f"declare it with `{declaration}`",
            )
            fix = fix_if([claim(Assumption.SAME_MEANING, False)], edits, f"Declare `{name.id}`")
            if node.body[0].lineno == node.lineno:
                fix = None  # there is no line for the declaration: `def f(): x[0] = 1`
            yield tensor_finding(model.statement(name), message, model.value(name), fix)


def _outer_arrays(function: ast.AST, model: SemanticModel) -> Iterator[tuple[ast.Name, str]]:
    """Yield the arrays that ``function`` itself changes and neither binds nor declares, each where it does so first.

    With each comes what would declare it, `nonlocal x` or `global x`. Left out are those of which a new array under
    the same name would not reach everybody.
    """
    changed = model.memo(_changed_by_scope, lambda: _changed_by_scope(model)).get(function)
    if changed is None:
        return
    own = bound_names(function) | declared_names(function)
    seen: set[str] = set()
    for name in changed:
        if name.id not in own and name.id not in seen and model.value(name).is_tensor:
            seen.add(name.id)
            declaration = _declaration(name.id, function, model)
            if declaration is not None:
                yield name, declaration


def _changed_by_scope(model: SemanticModel) -> dict[ast.AST, list[ast.Name]]:
    """Return the names of arrays whose elements each scope of the file changes, in source order."""
    changes = [*_stored_into(model), *_updated(model)]
    changes.sort(key=start)
    found: dict[ast.AST, list[ast.Name]] = {}
    for name in changes:
        found.setdefault(enclosing(name, model), []).append(name)
    return found


def _stored_into(model: SemanticModel) -> Iterator[ast.Name]:
    for item in model.source.of(ast.Subscript):
        if isinstance(item.ctx, ast.Store):
            array = base_of(item)
            if isinstance(array, ast.Name):
                yield array


def _updated(model: SemanticModel) -> Iterator[ast.Name]:
    for statement in model.source.of(ast.Expr):
        update = read_update(statement.value, model) if isinstance(statement.value, ast.Call) else None
        if update is not None and isinstance(update.array, ast.Name):
            yield update.array


def _declaration(name: str, function: ast.AST, model: SemanticModel) -> str | None:
    scope = enclosing(function, model)
    while not isinstance(scope, ast.Module):
        if isinstance(scope, ast.Lambda):
            return None
        if isinstance(scope, FUNCTIONS) and name in bound_names(scope):
            hidden = name in parameters(scope) and name not in handed_back(scope)
            known_otherwise = (
                hidden or _leave_together(function, name, scope) or _has_another_name(name, scope)
            )
            return None if known_otherwise else f"nonlocal {name}"
        if isinstance(scope, FUNCTIONS) and name in declared_names(scope):
            return None
        scope = enclosing(scope, model)
    return f"global {name}" if name in bindings(scope) else None


def _has_another_name(name: str, scope: ast.AST) -> bool:
    """True for `y = x` and `y = x = np.zeros(3)`: `y` would keep the array of before the first call."""
    for node in own_nodes(scope):
        if isinstance(node, ast.Assign):
            targets = {target.id for target in node.targets if isinstance(target, ast.Name)}
            given = node.value.id if isinstance(node.value, ast.Name) else ""
            if (name == given and targets - {name}) or (name in targets and len(node.targets) > 1):
                return True
    return False


def _leave_together(function: ast.AST, name: str, scope: ast.AST) -> bool:
    """True for `return process, buffer`: who is given both would keep the array of before the first call."""
    inner = getattr(function, "name", "")
    for node in own_nodes(scope):
        if isinstance(node, ast.Return) and node.value is not None:
            held = set(held_by(node.value))
            if {inner, name} <= held:
                return True
    return False
