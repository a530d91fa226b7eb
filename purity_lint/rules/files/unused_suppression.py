"""PUR002: suppression comments that suppress nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.finding import Finding
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain


class UnusedSuppression(Rule):
    """Reports a suppression comment that suppresses nothing.

    ## What it does
    Checks that every `# purity: ignore[...]`, `# purity: file-ignore[...]`, `# purity: off[...]` and every
    `PUR...` code in a `# noqa` suppresses at least one finding, that every `# purity: on` ends an `off`, and
    that directives are spelled right. A blanket `# noqa` and the codes of other linters are left alone: they
    are there for those. So is a comment on code that a fix will rewrite: it may be meant for what the fix
    writes.

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
        plain("import numpy as np  # noqa: PUR101"),
        plain("total = 1 + 2  # noqa"),
        plain("total = 1 + 2  # noqa: E501"),
        plain("""
            # purity: file-ignore[PUR101]
            import numpy as np
        """),
        plain("""
            # purity: off[PUR101]
            import numpy as np
            # purity: on[PUR101]
            total = 1 + 2
        """),
        plain("grams = 3  # purity: fraction of the sample"),
    )
    INVALID = (
        Invalid(
            plain("total = 1 + 2  # noqa: PUR201"),
            fixed=plain("total = 1 + 2"),
        ),
        Invalid(
            plain("total = 1 + 2  # noqa: E501, PUR201"),
            fixed=plain("total = 1 + 2  # noqa: E501"),
        ),
        Invalid(
            plain("""
                # purity: file-ignore
                total = 1 + 2
            """),
            fixed=plain("total = 1 + 2"),
        ),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield nothing: the engine reports this rule once it knows every other finding."""
        yield from ()
