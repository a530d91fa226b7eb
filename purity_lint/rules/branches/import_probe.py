"""PUR505: imports that ask whether a library is installed."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.libraries import ROOTS, TITLES
from purity_lint.rewrites.calls.import_statements import DYNAMIC, IMPORTS, constant_argument, library_imports
from purity_lint.rewrites.namespaces.optional_libraries import may_fail
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.source.names import last_names

_PROBES = frozenset({"importlib.util.find_spec", "importlib.find_loader", "pkgutil.find_loader"})


class ImportProbe(Rule):
    """Reports code that asks which array libraries are installed.

    ## What it does
    Checks for `try: import torch` with a handler for the failure, and for `importlib.util.find_spec("torch")`.

    ## Why is this bad?
    What is installed says nothing about what a tensor is; code that branches on it behaves differently on two
    machines with the same input.

    ## Example
    ```python
    try:
        import torch
    except ImportError:
        torch = None
    ```

    Use instead:
    ```python
    import emberops

    has_torch = "torch" in emberops.available_backends()
    ```

    ## Fix safety
    There is no fix: what the code does with the answer has to be thought over.

    ## Options
    - `backend-paths`: files that may probe for a framework.
    """

    code = "PUR505"
    name = "import-probe"
    nodes = IMPORTS
    priority = 10
    VALID = (
        plain("""
            try:
                import tomllib
            except ImportError:
                tomllib = None
        """),
        plain("""
            import importlib.util

            found = importlib.util.find_spec('rich')
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                try:
                    import torch
                except ImportError:
                    torch = None
            """),
            lines=(2,),
        ),
        Invalid(
            plain("""
                try:
                    import cupy as xp
                except (ImportError, OSError):
                    xp = None
            """),
            lines=(2,),
        ),
        Invalid(
            plain("""
                import importlib.util

                found = importlib.util.find_spec('mlx') is not None
            """),
            lines=(3,),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Functions that import, or look for what can be imported."""
        return {ast.Call: last_names(DYNAMIC, _PROBES)}

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for an import that may fail, or a look-up of a library."""
        hint = "ask `emberops.available_backends()`, or let `ops` follow the tensors"
        if isinstance(node, ast.Call) and context.model.qualified_name(node.func) in _PROBES:
            root = constant_argument(node).partition(".")[0]
            if root in ROOTS:
                yield Finding(
                    node,
                    Message(f"this asks whether {TITLES[ROOTS[root]]} is installed", hint, ":"),
                    hint=hint,
                )
            return
        for found in library_imports(node, context.model):
            if may_fail(node, context.model):
                yield Finding(
                    found.node, Message(f"this asks whether {found.title} is installed", hint, ":"), hint=hint
                )
