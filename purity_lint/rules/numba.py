"""PUR108: functions that Numba compiles."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, RemoveDecorator
from purity_lint.findings.finding import Finding
from purity_lint.rewrites.operands import dotted, quote
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import ImportBinding, SemanticModel

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_ONLY_FASTER = frozenset({"numba.jit", "numba.njit"})
"""What a function does without as well."""
_COMPILERS = _ONLY_FASTER | {
    "numba.cfunc",
    "numba.cuda.jit",
    "numba.experimental.jitclass",
    "numba.generated_jit",
    "numba.guvectorize",
    "numba.stencil",
    "numba.vectorize",
}


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
    function is slower then, on NumPy as well. Elsewhere there is no fix.

    ## Options
    None.
    """

    code = "PUR108"
    name = "numba-function"
    nodes = (*_FUNCTIONS, ast.ClassDef)
    VALID = (
        plain("from functools import cache", "", "", "@cache", "def f(n: int):", "    return n * 2"),
        plain("from numba import get_num_threads", "", "", "def f():", "    return get_num_threads()"),
    )
    INVALID = (
        Invalid(
            plain(
                "import numba as nb",
                "import numpy as np",
                "",
                "",
                "@nb.njit(cache=True)",
                "def f(x):",
                "    return np.sum(x)",
            ),
            (5,),
        ),
        Invalid(
            plain(
                "try:",
                "    from numba import njit",
                "except ImportError:",
                "    def njit(function):",
                "        return function",
                "",
                "",
                "@njit",
                "def double(x):",
                "    return x * 2",
            ),
            (8,),
            plain(
                "try:",
                "    from numba import njit",
                "except ImportError:",
                "    def njit(function):",
                "        return function",
                "",
                "",
                "def double(x):",
                "    return x * 2",
            ),
        ),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag the decorators of Numba."""
        model = context.model
        assert isinstance(node, (*_FUNCTIONS, ast.ClassDef))
        for decorator in node.decorator_list:
            name = _compiler(decorator, model)
            if name is not None:
                fix = None
                if name in _ONLY_FASTER and _is_optional(decorator, model):
                    fix = Fix((RemoveDecorator(decorator),), Applicability.UNSAFE, "Take the decorator off")
                spelled = quote(model, decorator)
                yield Finding(
                    decorator,
                    f"`@{spelled}` makes this a function of NumPy's arrays alone, and nothing in it is rewritten",
                    fix=fix,
                    hint="Do without Numba here; `ops.jit` compiles on the backends that can.",
                )


def is_compiled_by_numba(node: ast.AST, model: SemanticModel) -> bool:
    """Whether ``node`` stands in a function or class that Numba compiles, its decorators included."""
    current: ast.AST | None = node
    while current is not None:
        if isinstance(current, (*_FUNCTIONS, ast.ClassDef)) and any(
            _compiler(decorator, model) for decorator in current.decorator_list
        ):
            return True
        current = model.parent(current)
    return False


def _compiler(decorator: ast.expr, model: SemanticModel) -> str | None:
    """The decorator of Numba that this is."""
    _, _, rest = _path(decorator).partition(".")
    for binding in _imports(decorator, model):
        name = f"{binding.qualified}.{rest}" if rest else binding.qualified
        return name if name in _COMPILERS else None
    return None


def _is_optional(decorator: ast.expr, model: SemanticModel) -> bool:
    """Whether what the decorator is imported by may fail, and the file goes on."""
    return all(isinstance(model.parent(binding.node), ast.Try) for binding in _imports(decorator, model))


def _imports(decorator: ast.expr, model: SemanticModel) -> list[ImportBinding]:
    """The imports of Numba that bind the name that the decorator begins with."""
    root = _path(decorator).partition(".")[0]
    return [
        binding
        for binding in model.imports
        if binding.local == root and binding.qualified.partition(".")[0] == "numba"
    ]


def _path(decorator: ast.expr) -> str:
    return dotted(decorator.func if isinstance(decorator, ast.Call) else decorator) or ""
