"""PUR102: imports of array libraries other than NumPy."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.calls.import_statements import (
    DYNAMIC,
    IMPORTS,
    import_finding,
    is_for_types_only,
    library_imports,
)
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.source.names import last_names


class FrameworkImport(Rule):
    """Reports imports of PyTorch, JAX, MLX, TensorFlow and CuPy.

    ## What it does
    Checks for every import of an array library other than NumPy outside the files that implement backends.

    ## Why is this bad?
    Code that imports a framework runs on that framework only, and makes it a dependency of everyone.

    ## Example
    ```python
    import torch

    def join(a, b):
        return torch.cat([a, b])
    ```

    Use instead:
    ```python
    from emberops import ops

    def join(a, b):
        return ops.concat([a, b])
    ```

    ## Fix safety
    The import is removed when nothing in the file needs it any more, so usually together with the fixes of
    PUR103.

    ## Options
    - `backend-paths`: files that may import a framework.
    """

    code = "PUR102"
    name = "framework-import"
    nodes = IMPORTS
    VALID = (
        plain("from emberops import ops"),
        plain("from .torch import cat"),
        plain("import torchmetrics_like"),
    )
    INVALID = (
        Invalid(
            plain("import torch"),
            fixed="",
        ),
        Invalid(
            plain("import jax.numpy as jnp"),
            fixed="",
        ),
        Invalid(
            plain("import mlx.core as mx"),
            fixed="",
        ),
        Invalid(
            plain("import tensorflow as tf"),
            fixed="",
        ),
        Invalid(
            plain("""
                from torch import nn

                class Net(nn.Module):
                    pass
            """),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Functions that import."""
        return {ast.Call: last_names(DYNAMIC)}

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for an import of a framework."""
        for found in library_imports(node, context.model):
            if found.library != "numpy" and not is_for_types_only(found, context.model):
                yield import_finding(
                    found,
                    Message(
                        f"`{found.module}` is imported",
                        "use `ops`, or move the code under `backend-paths`",
                        ":",
                    ),
                )
