"""PUR001: files that cannot be parsed."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.finding import Finding
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain


class SyntaxErrorRule(Rule):
    """Reports a file that cannot be parsed.

    ## What it does
    Checks that a file is Python: that it can be decoded by its declared encoding (UTF-8 where none is
    declared) and that it parses.

    ## Why is this bad?
    Nothing else can be said about such a file, so its other findings stay hidden.

    ## Example
    ```python
    def mean(x:
        return sum(x) / len(x)
    ```

    Use instead:
    ```python
    def mean(x):
        return sum(x) / len(x)
    ```

    ## Fix safety
    There is no fix: what was meant is not known.

    ## Options
    - `target-version`: syntax that is newer than this version is an error.
    """

    code = "PUR001"
    name = "syntax-error"
    nodes = ()
    VALID = (
        plain("""
            def mean(x):
                return x
        """),
        "",
    )
    INVALID = (
        Invalid(
            plain("""
                def mean(x:
                    return x
            """),
        ),
        Invalid(
            plain("""
                x = 1
                    y = 2
            """),
            lines=(2,),
        ),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield nothing: a file that has a tree has no syntax error."""
        yield from ()
