"""PUR904: side effects in a compiled function."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.finding import Finding
from purity_lint.knowledge.numpy.roles import HIDDEN_GENERATOR
from purity_lint.knowledge.roles import COMPILERS
from purity_lint.rewrites.compiled import compiled_function
from purity_lint.rewrites.operands import quote
from purity_lint.rewrites.scopes import bound_names, own_nodes
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.names import dotted, last_names


class TracedSideEffect(Rule):
    """Flags side effects in compiled functions.

    ## What it does
    Flags, in a function that is compiled: `print`, `input`, `open`, clocks and Python's or NumPy's random
    numbers; names declared `global` or `nonlocal`; and changes of a list or dict, or an attribute, that
    lives outside.

    ## Why is this bad?
    The body runs once, while it is traced, and not again when the compiled function is called. So the
    side effect happens once, with tracers in place of values, and a random number is a constant
    afterwards.

    ## Example
    ```python
    @ops.jit
    def step(x):
        history.append(ops.mean(x))
        return ops.multiply(x, 0.9)
    ```

    Use instead:
    ```python
    @ops.jit
    def step(x):
        return ops.multiply(x, 0.9), ops.mean(x)
    ```

    ## Fix safety
    No fix.

    ## Options
    None.
    """

    code = "PUR904"
    so_before = True
    name = "traced-side-effect"
    nodes = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Call)
    priority = 5
    VALID = (
        plain("""
            from emberops import ops


            @ops.jit
            def f(x):
                parts = []
                parts.append(x)
                return ops.concat(parts)
        """),
        plain("""
            def f(x):
                print(x)
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                from emberops import ops


                @ops.jit
                def f(x):
                    print(x)
                    return x
            """),
            lines=(6,),
        ),
        Invalid(
            plain("""
                from emberops import ops


                @ops.jit
                def f(x):
                    history.append(x)
                    return x
            """),
            lines=(6,),
        ),
        Invalid(
            plain("""
                from emberops import ops


                @ops.jit
                def f(x):
                    global count
                    count = 1
                    return x
            """),
            lines=(6,),
        ),
        Invalid(
            plain("""
                from emberops import ops


                @ops.jit
                def f(box):
                    box.data['x'] *= 3
                    return box
            """),
            lines=(6,),
        ),
        Invalid(
            plain("""
                import time
                from emberops import ops


                @ops.jit
                def f(x):
                    return ops.multiply(x, time.time())
            """),
            lines=(7,),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Compilers."""
        return {ast.Call: last_names(COMPILERS)}

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag side effects in the body of a compiled function."""
        model = context.model
        function = compiled_function(node, model)
        if function is None:
            return
        local = bound_names(function)
        for inner in own_nodes(function):
            what = _side_effect(inner, local, model)
            if what is not None:
                yield Finding(
                    inner, f"{what} in a compiled function happens once, when it is traced", hint=_RETURN
                )


_RETURN = "Return the value and let the caller do it."
_IMPURE_BUILTINS = frozenset({"print", "input", "open"})
_IMPURE = ("time.", "random.", f"{HIDDEN_GENERATOR}.", "datetime.datetime.now", "os.environ", "logging.")
_CHANGES = frozenset({"append", "extend", "insert", "add", "update", "setdefault", "pop", "remove", "clear"})
_CONTAINERS = frozenset({Kind.LIST, Kind.DICT, Kind.SET, Kind.UNKNOWN, Kind.INSTANCE})


def _side_effect(node: ast.AST, local: frozenset[str], model: SemanticModel) -> str | None:
    match node:
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            return f"a change of `{', '.join(names)}`"
        case ast.Call(func=ast.Name(id=name)) if name in _IMPURE_BUILTINS and name not in local:
            return f"`{name}`"
        case ast.Call(func=func) if (model.qualified_name(func) or "").startswith(_IMPURE):
            return f"`{quote(model, func)}`"
        # one whose result is used may be a function of the same name: `state = opt.update(state)`
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=receiver, attr=name))) if name in _CHANGES:
            return _outer_change(receiver, local, model)
        case (
            ast.Assign(targets=[ast.Attribute(value=ast.Name(id=name)) as target])
            | ast.AugAssign(target=ast.Attribute(value=ast.Name(id=name)) as target)
        ):
            return f"setting `{quote(model, target)}`" if name == "self" or name not in local else None
        case (
            ast.Assign(targets=[ast.Subscript(value=receiver)])
            | ast.AugAssign(target=ast.Subscript(value=receiver))
        ):
            return _outer_change(receiver, local, model)
    return None


def _outer_change(receiver: ast.expr, local: frozenset[str], model: SemanticModel) -> str | None:
    """Return the words for a change of something that the function did not make itself; ``None`` for no such change."""
    name = dotted(receiver)
    if name is None or model.value(receiver).kind not in _CONTAINERS:
        return None
    if model.qualified_name(receiver) is not None:
        return None
    root, _, rest = name.partition(".")
    return None if root in local and not rest else f"a change of `{name}`"
