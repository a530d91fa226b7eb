"""PUR106: code of one backend that stands outside the folders of backends."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.libraries import TITLES, library_of
from purity_lint.rewrites.references import library_names
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import Definition
from purity_lint.source.walk import walk


class BackendCodeOutsideBackends(Rule):
    """Reports implementations for one library that stand outside the backend paths.

    ## What it does
    Checks for classes and functions that are named after a library and use it (`class TorchOps`, `def
    mlx_norm`) in files that `backend-paths` does not name.

    ## Why is this bad?
    The code of backends stays manageable as long as it is in one place: what is elsewhere is found by nobody
    who adds a backend or an operation.

    ## Example
    ```python
    # mypackage/losses.py
    import torch

    def torch_huber(x, y):
        return torch.nn.functional.huber_loss(x, y)
    ```

    Use instead:
    ```python
    # mypackage/losses.py
    from emberops import ops

    def huber(x, y):
        return ops.nn.huber_loss(y, x)
    ```

    or move the function to a file that `backend-paths` names.

    ## Fix safety
    There is no fix: which of the operations the function stands for is the author's to say. Nor does any other rule
    fix what stands in such a class or module where another library has one of the same name and functions
    (`NumpyOps` beside `TorchOps`): callers choose between them.

    ## Options
    - `backend-paths`: files that implement backends.
    """

    code = "PUR106"
    name = "backend-code-outside-backends"
    nodes = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    VALID = (
        plain("""
            from emberops import ops


            def mean(x):
                return ops.mean(x)
        """),
        plain("""
            import numpy as np


            def to_numpy(x):
                return np.asarray(x)
        """),
        plain("""
            def torch_is_bearing(x):
                return x
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                import torch


                def torch_mean(x):
                    return torch.mean(x)
            """),
            lines=(4,),
        ),
        Invalid(
            plain("""
                import numpy as np


                class NumpyOps:
                    def mean(self, x):
                        return np.mean(x)
            """),
            lines=(4,),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files that name something of an array library."""
        return bool(library_names(model))

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for a class or function that implements something for one library."""
        assert isinstance(node, ast.ClassDef | Definition)
        library = library_of(node.name)
        if library is None or not _uses(node, library, context.model):
            return
        hint = "write it once with `ops`, or move it to a file under `backend-paths`"
        yield Finding(
            node, Message(f"`{node.name}` is an implementation for {TITLES[library]}", hint, ":"), hint=hint
        )


def _uses(node: ast.ClassDef | Definition, library: str, model: SemanticModel) -> bool:
    named = library_names(model)
    parts = (part for part in walk(node) if isinstance(part, ast.Name))
    return any(named[part][0] == library for part in parts if part in named)
