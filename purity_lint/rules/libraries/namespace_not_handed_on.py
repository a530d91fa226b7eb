"""PUR111: a function that takes a namespace is called without the one that is there."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.edits import Fix, Hole, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.local_calls import Function, callee
from purity_lint.rewrites.namespaces import is_namespace, namespace_of, namespaces
from purity_lint.rewrites.operands import quote, safe_if
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel


class NamespaceNotHandedOn(Rule):
    """Reports calls of functions that take a namespace, from code that has one and keeps it.

    ## What it does
    Checks for calls of functions of the same file with a parameter `xp` that is `None` by default, on arrays, in
    functions that have a namespace.

    ## Why is this bad?
    The function asks its arguments for their namespace once more. Where they are lists or numbers, it finds that of
    NumPy, and the result does not go with the arrays of its caller.

    ## Example
    ```python
    def _center(x, xp=None):
        xp = array_namespace(x) if xp is None else xp
        return x - xp.mean(x)

    def f(x):
        xp = array_namespace(x)
        return xp.sqrt(_center(xp.asarray(x)))
    ```

    Use instead:
    ```python
    def _center(x, xp=None):
        xp = array_namespace(x) if xp is None else xp
        return x - xp.mean(x)

    def f(x):
        xp = array_namespace(x)
        return xp.sqrt(_center(xp.asarray(x), xp=xp))
    ```

    ## Fix safety
    Unsafe: the arguments may be of another library than the arrays that the namespace is of.

    ## Options
    None.
    """

    code = "PUR111"
    name = "namespace-not-handed-on"
    nodes = (ast.Call,)
    VALID = (
        plain("""
            def _scale(x, *, xp=None):
                return x


            def f(x, xp):
                return xp.sqrt(_scale(x, xp=xp))


            def g(x):
                return _scale(x)
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                def _scale(x, n, xp=None):
                    return x


                def f(x, xp):
                    y = xp.asarray(x)
                    return xp.sqrt(_scale(y, 2))
            """),
            lines=(7,),
            fixed=plain("""
                def _scale(x, n, xp=None):
                    return x


                def f(x, xp):
                    y = xp.asarray(x)
                    return xp.sqrt(_scale(y, 2, xp=xp))
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files that work on a namespace."""
        return bool(namespaces(model))

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for a call without the namespace that its function would take."""
        model = context.model
        if not isinstance(node, ast.Call):
            return
        function = callee(node, model)
        around = None if function is None else model.function(node)
        if function is None or around is None:
            return
        space = namespace_of(around, model)
        if space is None or not _is_bound_above(space, around, node, model):
            return
        parameter = _parameter(function, space, node)
        if parameter is None or not any(model.value(argument).is_tensor for argument in node.args):
            return
        shown = quote(model, node.func)
        message = Message(
            f"`{shown}` takes a namespace, and asks for it here once more", f"hand on `{space}`", ":"
        )
        fix = Fix((_handing_on(node, parameter, space),), safe_if(False), "Hand on the namespace")
        yield Finding(node, message, fix=fix)


def _parameter(function: Function, space: str, call: ast.Call) -> str | None:
    """Return the parameter for a namespace of ``function``, if it may be left out, and ``call`` leaves it out."""
    spec = function.args
    optional = [*spec.args[len(spec.args) - len(spec.defaults) :]]
    only = [a for a, default in zip(spec.kwonlyargs, spec.kw_defaults, strict=True) if default is not None]
    names = [a.arg for a in (*optional, *only)]
    given = {a.arg for a in spec.args[: len(call.args)]} | {k.arg for k in call.keywords}
    unpacks = None in given or any(isinstance(a, ast.Starred) for a in call.args)
    return space if space in names and space not in given and not unpacks else None


def _is_bound_above(space: str, around: ast.AST, call: ast.Call, model: SemanticModel) -> bool:
    """True where ``space`` is the namespace by the time of ``call``."""
    stores = [
        n.lineno
        for n in own_nodes(around)
        if isinstance(n, ast.Name) and n.id == space and isinstance(n.ctx, ast.Store)
    ]
    reads = (n for n in own_nodes(around) if isinstance(n, ast.Name) and n.id == space)
    return (not stores or min(stores) < call.lineno) and any(is_namespace(n, model) for n in reads)


def _handing_on(call: ast.Call, parameter: str, space: str) -> Rewrite:
    arguments = [*call.args, *(k.value for k in call.keywords)]
    holes: dict[str, Hole] = {"function": call.func}
    written: list[str] = []
    for number, argument in enumerate(arguments):
        keyword = call.keywords[number - len(call.args)].arg if number >= len(call.args) else None
        starred = isinstance(argument, ast.Starred)
        holes[f"a{number}"] = argument.value if isinstance(argument, ast.Starred) else argument
        written.append(f"{'*' * starred}{f'{keyword}=' if keyword else ''}{{a{number}}}")
    return Rewrite(call, f"{{function}}({', '.join([*written, f'{parameter}={space}'])})", holes)
