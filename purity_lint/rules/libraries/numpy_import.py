"""PUR101: imports of NumPy."""

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


class NumpyImport(Rule):
    """Reports imports of NumPy.

    ## What it does
    Checks for every import of NumPy or a part of it: with and without an alias, `from numpy import ...`, inside
    a function, by star, by `importlib.import_module` and by `__import__`. Imports under `if TYPE_CHECKING:`
    bind nothing at run time and are left alone.

    ## Why is this bad?
    Code that imports NumPy computes in NumPy, whatever backend its tensors live on.

    ## Example
    ```python
    import numpy as np

    scale = np.sqrt(2.0)
    ```

    Use instead:
    ```python
    from emberops import ops

    scale = ops.sqrt(2.0)
    ```

    ## Fix safety
    The import is removed when nothing in the file needs it any more, so usually together with the fixes of
    PUR103.

    ## Options
    - `backend-paths`: files that may import NumPy.
    """

    code = "PUR101"
    name = "numpy-import"
    nodes = IMPORTS
    VALID = (
        plain("from emberops import ops"),
        plain("from .numpy import mean"),
        plain("import numpydoc"),
        plain("""
            from typing import TYPE_CHECKING

            if TYPE_CHECKING:
                import numpy as np
        """),
    )
    INVALID = (
        Invalid(
            plain("import numpy as np"),
            fixed="",
        ),
        Invalid(
            plain("""
                import os, numpy

                print(os.sep)
            """),
            fixed=plain("""
                import os

                print(os.sep)
            """),
        ),
        Invalid(
            plain("from numpy.linalg import norm"),
            fixed="",
        ),
        Invalid(
            plain("""
                def f():
                    import numpy
                    return numpy
            """),
            lines=(2,),
        ),
        Invalid(
            plain("from numpy import *"),
        ),
        Invalid(
            plain("""
                import importlib

                np = importlib.import_module('numpy')
            """),
            lines=(3,),
        ),
        Invalid(
            plain("np = __import__('numpy')"),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Functions that import."""
        return {ast.Call: last_names(DYNAMIC)}

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for an import of NumPy."""
        for found in library_imports(node, context.model):
            if found.library == "numpy" and not is_for_types_only(found, context.model):
                yield import_finding(
                    found,
                    Message(f"`{found.module}` is imported", "use `ops`, which runs on every backend", ":"),
                )
