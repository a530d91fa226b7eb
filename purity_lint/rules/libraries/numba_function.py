"""PUR108: functions that Numba compiles."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, RemoveDecorator
from purity_lint.findings.finding import Finding
from purity_lint.knowledge.numba import ONLY_FASTER
from purity_lint.rewrites.numba import knows_numba, numba_compiler, numba_imports, stays_jitted
from purity_lint.rewrites.operands import quote
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS


class NumbaFunction(Rule):
    """Flags functions that Numba compiles.

    ## What it does
    Flags the decorators of Numba: `@njit`, `@jit(nopython=True)`, `@vectorize`, `@guvectorize` and their like.

    ## Why is this bad?
    Numba translates NumPy's functions and arrays to machine code, and nothing else: it takes no tensor of another
    library, and a function of `ops` in such a function is an error. So nothing in it is rewritten.

    ## Example
    ```python
    @njit
    def energy(x):
        return np.sum(x**2)
    ```

    Use instead:
    ```python
    def energy(x):
        return ops.sum(ops.square(x))
    ```

    ## Fix safety
    The decorator is taken off, as an unsafe fix, where the code does without Numba if it is not installed: the
    function is slower then, on NumPy as well. Where some function that Numba compiles has a loop, all stay, for
    nobody would wait for it. Elsewhere there is no fix either. PUR105 writes the conversions around calls of what
    stays.

    ## Options
    None.
    """

    code = "PUR108"
    name = "numba-function"
    fixes_compiled = True
    nodes = (*DEFINITIONS, ast.ClassDef)
    VALID = (
        plain("""
            from functools import cache


            @cache
            def f(n: int):
                return n * 2
        """),
        plain("""
            from numba import get_num_threads


            def f():
                return get_num_threads()
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                import numba as nb
                import numpy as np


                @nb.njit(cache=True)
                def f(x):
                    return np.sum(x)
            """),
            lines=(5,),
        ),
        Invalid(
            plain("""
                try:
                    from numba import njit
                except ImportError:
                    def njit(function):
                        return function


                @njit
                def double(x):
                    return x * 2
            """),
            lines=(8,),
            fixed=plain("""
                try:
                    from numba import njit
                except ImportError:
                    def njit(function):
                        return function


                def double(x):
                    return x * 2
            """),
        ),
        Invalid(
            plain("""
                try:
                    from numba import f8, njit
                except ImportError:
                    from .replacements import f8, njit


                @njit(f8(f8), cache=True)
                def double(x):
                    return x * 2
            """),
            lines=(7,),
            fixed=plain("""
                try:
                    from numba import f8, njit
                except ImportError:
                    from .replacements import f8, njit


                def double(x):
                    return x * 2
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files that import Numba."""
        return knows_numba(model)

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag the decorators of Numba."""
        model = context.model
        assert isinstance(node, (*DEFINITIONS, ast.ClassDef))
        for decorator in node.decorator_list:
            name = numba_compiler(decorator, model)
            if name is not None:
                fix = None
                if name in ONLY_FASTER and _is_optional(decorator, model) and not stays_jitted(model):
                    fix = Fix((RemoveDecorator(decorator),), Applicability.UNSAFE, "Take the decorator off")
                spelled = quote(model, decorator)
                yield Finding(
                    decorator,
                    f"`@{spelled}` makes this a function of NumPy's arrays alone, and nothing in it is rewritten",
                    fix=fix,
                    hint="Do without Numba here; `ops.jit` compiles on the backends that can.",
                )


def _is_optional(decorator: ast.expr, model: SemanticModel) -> bool:
    """True where the import of the decorator stands in a ``try``, so that the code does without it.

    What takes its place may be imported too: `except ImportError: from .replacements import njit`.
    """
    around = [model.parent(binding.node) for binding in numba_imports(decorator, model)]
    return any(isinstance(one, ast.Try) for one in around) and all(
        isinstance(one, ast.Try | ast.ExceptHandler) for one in around
    )
