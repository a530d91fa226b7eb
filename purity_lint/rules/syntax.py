"""PUR0xx: files and comments themselves.

These two rules look at no node: the engine reports them while it reads a file and when it has matched every
finding with the comments that suppress it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.finding import Finding
from purity_lint.rules.base import Invalid, Rule, RuleContext


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
    VALID = ("def mean(x):\n    return x\n", "")
    INVALID = (
        Invalid("def mean(x:\n    return x\n", lines=(1,)),
        Invalid("x = 1\n    y = 2\n", lines=(2,)),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield nothing: a file that has a tree has no syntax error."""
        yield from ()


class UnusedSuppression(Rule):
    """Reports a suppression comment that suppresses nothing.

    ## What it does
    Checks that every `# purity: ignore[...]`, `# purity: file-ignore[...]` and every `PUR...` code in a
    `# noqa` suppresses at least one finding. A blanket `# noqa` and the codes of other linters are left
    alone: they may be there for those.

    ## Why is this bad?
    A comment that outlived its finding hides the next one.

    ## Example
    ```python
    total = 1 + 2  # noqa: PUR201
    ```

    Use instead:
    ```python
    total = 1 + 2
    ```

    ## Fix safety
    The fix removes the comment, or the one code out of several; code is not touched.

    ## Options
    None.
    """

    code = "PUR002"
    name = "unused-suppression"
    nodes = ()
    VALID = (
        "import numpy as np  # noqa: PUR101\n",
        "total = 1 + 2  # noqa\n",
        "total = 1 + 2  # noqa: E501\n",
        "# purity: file-ignore[PUR101]\nimport numpy as np\n",
    )
    INVALID = (
        Invalid("total = 1 + 2  # noqa: PUR201\n", fixed="total = 1 + 2\n"),
        Invalid("total = 1 + 2  # noqa: E501, PUR201\n", fixed="total = 1 + 2  # noqa: E501\n"),
        Invalid("# purity: file-ignore\ntotal = 1 + 2\n", fixed="total = 1 + 2\n"),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield nothing: the engine reports this rule once it knows every other finding."""
        yield from ()
