"""PUR111: a function that takes a namespace is called without the one that is there."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from purity_lint.findings.edits import Fix, Hole, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.local_calls import Function, callee
from purity_lint.rewrites.namespaces.handed_to_numpy import is_numpys
from purity_lint.rewrites.namespaces.in_use import is_bound_above, namespace_of, namespaces
from purity_lint.rewrites.operands import quote, safe_if
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import Accepted, SemanticModel
from purity_lint.semantics.values import Value
from purity_lint.source.constructs import DEFINITIONS, arguments_of, is_none
from purity_lint.source.parameters import defaults, positional

_GIVES_NAMESPACES = "._array_api."


class NamespaceNotHandedOn(Rule):
    """Reports calls of functions that take a namespace, from code that has one and keeps it.

    ## What it does
    Checks for calls of functions of the same file, and of private ones of other files of the project, with a parameter
    `xp` that is `None` by default, on arrays, in functions that have a namespace.

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
        plain("""
            import numpy as np


            def _scale(x, n, xp=np):
                return x


            def f(x, xp):
                return xp.asarray(_scale(np.asarray(xp.sqrt(x)), 2))


            def _scaled(x, n, xp=np):
                x = _scale(np.sqrt(x), n)
                return xp.asarray(x)
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
        known = _accepted(function) if function is not None else _of_another_file(node.func, model)
        around = None if known is None else model.function(node)
        if known is None or around is None:
            return
        space = namespace_of(around, model)
        if space is None or not is_bound_above(space, around, node, model):
            return
        parameter = _parameter(known, space, node)
        given = (a.value if isinstance(a, ast.Starred) else a for a in node.args)
        if function is not None and _is_for_numpy(node, function, around, model):
            return
        if parameter is None or not any(_holds_arrays(model.value(argument)) for argument in given):
            return
        shown = quote(model, node.func)
        message = Message(
            f"`{shown}` takes a namespace, and asks for it here once more", f"hand on `{space}`", ":"
        )
        fix = Fix((_handing_on(node, parameter, space),), safe_if(False), "Hand on the namespace")
        yield Finding(node, message, fix=fix)


def _is_numpys_by_default(function: ast.AST, space: str) -> bool:
    """True for ``def _knots(x, xp=np)``, which asks nothing of its arrays."""
    if not isinstance(function, DEFINITIONS):
        return False
    default = defaults(function.args).get(space)
    return default is not None and not is_none(default)


def _is_for_numpy(call: ast.Call, function: ast.AST, around: ast.AST, model: SemanticModel) -> bool:
    """True where the caller has taken to NumPy what it gives, and where both are NumPy's by default."""
    given = [a for a in call.args if model.value(a).is_tensor]
    space = namespace_of(around, model) or ""
    by_default = _is_numpys_by_default(function, space)
    if by_default and (not given or _is_numpys_by_default(around, space)):
        return True
    return bool(given) and all(is_numpys(a, model) for a in given)


def _of_another_file(function: ast.expr, model: SemanticModel) -> Sequence[Accepted] | None:
    """Return what a private function of another file takes, which serves such as have a namespace already.

    Public ones ask whatever they are given, and those of the module that gives namespaces are for that.
    """
    name = model.qualified_name(function) or ""
    private = name.rpartition(".")[2].startswith("_")
    return model.accepted(function) if private and _GIVES_NAMESPACES not in name else None


def _accepted(function: Function) -> list[Accepted]:
    """Return the parameters of a function of this file."""
    spec = function.args
    ordered = positional(spec)
    first = len(ordered) - len(spec.defaults)
    return [
        *(Accepted(a.arg, "positional", n >= first) for n, a in enumerate(ordered)),
        *([Accepted(spec.vararg.arg, "args", True)] if spec.vararg is not None else []),
        *(
            Accepted(a.arg, "keyword", default is not None)
            for a, default in zip(spec.kwonlyargs, spec.kw_defaults, strict=True)
        ),
    ]


def _parameter(accepted: Sequence[Accepted], space: str, call: ast.Call) -> str | None:
    """Return the parameter for a namespace of a function, if it may be left out, and ``call`` leaves it out."""
    positional = [one.name for one in accepted if one.kind == "positional"]
    names = {one.name for one in accepted if one.optional and one.kind in ("positional", "keyword")}
    given = {*positional[: len(call.args)], *(k.arg for k in call.keywords)}
    starred = any(isinstance(a, ast.Starred) for a in call.args)
    unpacks = None in given or (starred and space in positional)
    return space if space in names and space not in given and not unpacks else None


def _holds_arrays(value: Value) -> bool:
    """True for an array, and for several of them."""
    parts = (*(value.elements or ()), *([value.element] if value.element is not None else []))
    return value.is_tensor or any(part.is_tensor for part in parts)


def _handing_on(call: ast.Call, parameter: str, space: str) -> Rewrite:
    arguments = arguments_of(call)
    holes: dict[str, Hole] = {"function": call.func}
    written: list[str] = []
    for number, argument in enumerate(arguments):
        keyword = call.keywords[number - len(call.args)].arg if number >= len(call.args) else None
        starred = isinstance(argument, ast.Starred)
        holes[f"a{number}"] = argument.value if isinstance(argument, ast.Starred) else argument
        written.append(f"{'*' * starred}{f'{keyword}=' if keyword else ''}{{a{number}}}")
    return Rewrite(call, f"{{function}}({', '.join([*written, f'{parameter}={space}'])})", holes)
