"""PUR113: a namespace that is asked of some of the arrays that a function is given, and used on the others."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.edits import Fix, Hole, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.vocabularies import own_backend
from purity_lint.knowledge.vocabularies.array_api import AXIS_NAMES, STANDARD_GETTERS
from purity_lint.rewrites.namespaces.in_use import namespaces, on_host
from purity_lint.rewrites.operands import quote, safe_if
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS, is_none
from purity_lint.source.names import last_name
from purity_lint.source.parameters import defaults, single

_GETTERS = (STANDARD_GETTERS - {"__array_namespace__"}) | {own_backend.GETTER}

_QUESTIONS = frozenset({"callable", "isinstance", "hasattr"})
"""Functions that ask what something is."""


class NamespaceOfSomeArguments(Rule):
    """Reports namespaces that are taken from one of several arrays.

    ## What it does
    Checks for `xp = array_namespace(x)` in functions that hand another parameter, of which annotations or the
    docstring say that it is an array, to functions of `xp`. Private functions are not: their callers have asked.

    ## Why is this bad?
    The accessor compares the arrays that it is given, and refuses those of two libraries. What it is not shown goes
    unasked: an array of another library or on another device is converted in silence, or fails far away.

    ## Example
    ```python
    def weighted(x: np.ndarray, weights: np.ndarray):
        xp = array_namespace(x)
        return xp.sum(xp.asarray(x) * xp.asarray(weights))
    ```

    Use instead:
    ```python
    def weighted(x: np.ndarray, weights: np.ndarray):
        xp = array_namespace(x, weights)
        return xp.sum(xp.asarray(x) * xp.asarray(weights))
    ```

    ## Fix safety
    Unsafe: calls with arrays of two libraries raise, which may have worked.

    ## Options
    None.
    """

    code = "PUR113"
    name = "namespace-of-some-arguments"
    nodes = (ast.Call,)
    VALID = (
        plain("""
            import numpy as np


            def f(x: np.ndarray, y: np.ndarray, n: int, axis: np.ndarray):
                xp = array_namespace(x, y)
                return xp.sum(x * xp.asarray(y) * xp.asarray(n), axis=axis)


            def g(x: np.ndarray, y: np.ndarray):
                xp = array_namespace(x)
                y = convert(y, xp)
                return xp.sum(x * xp.asarray(y))


            def h(x: np.ndarray, y: np.ndarray):
                xp = array_namespace(x)
                yp = array_namespace(y)
                return xp.sum(x), xp.asarray(y)


            def filtered(x: np.ndarray, window: np.ndarray):
                xp = array_namespace(x)
                if callable(window):
                    return window(x)
                return xp.sum(x * xp.asarray(window))
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                import numpy as np


                def f(x: np.ndarray, y: np.ndarray):
                    xp = array_namespace(x)
                    y = xp.asarray(y)
                    return xp.sum(x * y)
            """),
            lines=(5,),
            fixed=plain("""
                import numpy as np


                def f(x: np.ndarray, y: np.ndarray):
                    xp = array_namespace(x, y)
                    y = xp.asarray(y)
                    return xp.sum(x * y)
            """),
        ),
        Invalid(
            plain("""
                from .backend import get_backend


                def f(a, b):
                    '''Distance.

                    Parameters
                    ----------
                    a : array-like
                    b : array-like
                    '''
                    nx = get_backend(a)
                    return nx.sum(nx.abs(b)), nx.exp(a)
            """),
            lines=(12,),
            fixed=plain("""
                from .backend import get_backend


                def f(a, b):
                    '''Distance.

                    Parameters
                    ----------
                    a : array-like
                    b : array-like
                    '''
                    nx = get_backend(a, b)
                    return nx.sum(nx.abs(b)), nx.exp(a)
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files that work on a namespace."""
        return bool(namespaces(model))

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for an accessor that is shown some of the arrays alone."""
        model = context.model
        if not isinstance(node, ast.Call) or last_name(node.func) not in _GETTERS:
            return
        function, space = model.function(node), _bound(node, model)
        shown = {name for a in node.args if (name := _name(a)) is not None}
        if not isinstance(function, DEFINITIONS) or space is None or len(shown) < len(node.args):
            return
        given = _parameters(function)
        if not shown & given.keys() or on_host(node, model):
            return
        if function.name.startswith("_") and not function.name.startswith("__"):
            return  # its callers have asked all, and hand on arrays of one library
        left = shown | AXIS_NAMES | _asked_for_their_kind(function)
        unasked = {n: written for n, written in given.items() if n not in left}
        missing = [
            written for n, written in unasked.items() if _is_computed_with(n, function, node, space, model)
        ]
        if not missing:
            return
        message = Message(
            f"`{quote(model, node)}` is not asked of `{missing[0]}`, which `{space}` is used on",
            f"ask all: `{last_name(node.func)}({', '.join([*map(ast.unparse, node.args), *missing])})`",
            ":",
        )
        fix = Fix((_asking(node, missing),), safe_if(False), "Ask all arrays")
        yield Finding(node, message, fix=fix)


def _bound(call: ast.Call, model: SemanticModel) -> str | None:
    """Return the name that the namespace gets: of `xp = get(x)`, `xp, _ = get(x)`, `xp = get(x) if ... else xp`."""
    parent = model.parent(call)
    if isinstance(parent, ast.IfExp) and call is parent.body:
        parent = model.parent(parent)
    match parent:
        case ast.Assign(targets=[ast.Name(id=name) | ast.Tuple(elts=[ast.Name(id=name), *_])]):
            return name
    return None


def _name(argument: ast.expr) -> str | None:
    inner = argument.value if isinstance(argument, ast.Starred) else argument
    return inner.id if isinstance(inner, ast.Name) else None


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, str]:
    """Return the parameters of a function that may be arrays, as they are handed on."""
    spec = function.args
    given = defaults(spec)
    names = [a.arg for a in single(spec)]
    found = {n: n for n in names if n not in given or is_none(given[n])}
    if spec.vararg is not None:
        found[spec.vararg.arg] = f"*{spec.vararg.arg}"
    return found


def _asked_for_their_kind(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Return the names of what may be no array, `callable(w)`, `isinstance(w, str)`: accessors refuse texts."""
    found = set()
    for node in own_nodes(function):
        match node:
            case ast.Call(func=ast.Name(id=question), args=[ast.Name(id=name), *_]) if question in _QUESTIONS:
                found.add(name)
    return found


def _is_computed_with(
    name: str,
    function: ast.FunctionDef | ast.AsyncFunctionDef,
    getter: ast.Call,
    space: str,
    model: SemanticModel,
) -> bool:
    """True if an array that is a parameter goes to a function of ``space``, made nothing else before."""
    uses = [n for n in own_nodes(function) if isinstance(n, ast.Name) and n.id == name]
    if any(n.lineno <= getter.lineno for n in uses if isinstance(n.ctx, ast.Store)):
        return False
    if any(_is_asked(n, model) for n in uses):
        return False
    uses.sort(key=lambda n: (n.lineno, n.col_offset))
    for use in uses:
        if isinstance(use.ctx, ast.Store):
            # The right side of `y = xp.asarray(y)` is read first, and stands after it.
            statement = model.statement(use)
            inner = [n for n in uses if n is not use and model.statement(n) is statement]
            return any(_goes_to(n, space, model) for n in inner)
        if _goes_to(use, space, model):
            return True
    return False


def _is_asked(use: ast.Name, model: SemanticModel) -> bool:
    parent = model.parent(use)
    parent = model.parent(parent) if isinstance(parent, ast.Starred) else parent
    return isinstance(parent, ast.Call) and last_name(parent.func) in _GETTERS


def _goes_to(use: ast.Name, space: str, model: SemanticModel) -> bool:
    """True for the first argument of a function of the namespace, and one of two."""
    parent, value = model.parent(use), model.value(use)
    if not isinstance(parent, ast.Call) or use not in parent.args[:2] or not value.is_tensor:
        return False
    root = parent.func
    while isinstance(root, ast.Attribute):
        root = root.value
    of_space = isinstance(root, ast.Name) and root.id == space and root is not parent.func
    return of_space and value.evidence >= Evidence.DECLARED and not on_host(use, model)


def _asking(call: ast.Call, missing: list[str]) -> Rewrite:
    """Return the edit that shows an accessor the other arrays too."""
    holes: dict[str, Hole] = {"getter": call.func}
    written = []
    for n, argument in enumerate(call.args):
        inner = argument.value if isinstance(argument, ast.Starred) else argument
        holes[f"a{n}"] = inner
        written.append(f"{'*' * (inner is not argument)}{{a{n}}}")
    written += missing
    for n, keyword in enumerate(call.keywords):
        holes[f"k{n}"] = keyword.value
        written.append(f"{keyword.arg}={{k{n}}}" if keyword.arg else f"**{{k{n}}}")
    return Rewrite(call, f"{{getter}}({', '.join(written)})", holes)
