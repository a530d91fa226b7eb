"""PUR702: a random key that is used twice."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator

from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.jax import roles as jax
from purity_lint.knowledge.mlx import roles as mlx
from purity_lint.rewrites.operands import quote
from purity_lint.rewrites.scopes import enclosing
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.names import dotted
from purity_lint.source.targets import targets
from purity_lint.source.walk import children

_OWN_SCOPE = (*DEFINITIONS, ast.ClassDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)

_BY_POSITION = (f"{jax.SAMPLERS}.", "emberops.ops.random.")
"""Namespaces whose samplers take the key first."""
_BY_NAME = (f"{mlx.SAMPLERS}.",)
"""Namespaces whose samplers take it as ``key=``."""
_OF_A_GENERATOR = "emberops.ops.random.default."
"""Draws that need no key."""
_NOT_CONSUMING = frozenset(
    {"key", "PRNGKey", "seed", "fold_in", "key_data", "wrap_key_data", "clone", "key_impl", "state"}
    | {"RandomState", "Generator", "default_rng", "default_generator"}
)
"""Functions that ask of a key, or make one or a generator: of the same seed, the same."""

Consumed = dict[str, ast.Call]
"""Key, as it is written -> the call that used it up."""


class KeyReuse(Rule):
    """Reports a random key that is used twice.

    ## What it does
    Checks for keys that go into two calls of `ops.random`, `jax.random` or `mx.random` without being split in
    between, also by way of a loop.

    ## Why is this bad?
    The same key gives the same numbers: two samples that should be independent are equal, and no error says so.

    ## Example
    ```python
    from emberops import ops

    def pair(key):
        return ops.random.normal(key, (3,)), ops.random.uniform(key, (3,))
    ```

    Use instead:
    ```python
    from emberops import ops

    def pair(key):
        one, two = ops.random.split(key)
        return ops.random.normal(one, (3,)), ops.random.uniform(two, (3,))
    ```

    ## Fix safety
    There is no fix: where a key is split, and into how many, is a matter of the program's design.

    ## Options
    None.
    """

    code = "PUR702"
    so_before = True
    name = "key-reuse"
    nodes = (ast.Module, *DEFINITIONS)
    VALID = (
        plain("""
            from emberops import ops


            def f(key):
                a, b = ops.random.split(key)
                return ops.random.normal(a, (3,)), ops.random.normal(b, (3,))
        """),
        plain("""
            from emberops import ops


            def f(key, flag):
                if flag:
                    return ops.random.normal(key, (3,))
                return ops.random.uniform(key, (3,))
        """),
        plain("""
            from emberops import ops


            def f(key, n):
                for i in range(n):
                    key, sub = ops.random.split(key)
                    yield ops.random.normal(sub, (3,))
        """),
        plain("""
            import jax


            def f(key, n):
                return [jax.random.normal(jax.random.fold_in(key, i)) for i in range(n)]
        """),
        plain("""
            from emberops import ops


            def f(seed):
                return ops.random.RandomState(seed), ops.random.default_rng(seed), ops.random.RandomState(seed)
        """),
        plain("""
            from emberops import ops


            def f(n):
                return ops.random.default.rand(n), ops.random.default.rand(n)
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                from emberops import ops


                def f(key):
                    a = ops.random.normal(key, (3,))
                    b = ops.random.normal(key, (3,))
                    return a, b
            """),
            lines=(6,),
        ),
        Invalid(
            plain("""
                import jax

                key = jax.random.key(0)
                a, b = jax.random.split(key)
                c = jax.random.normal(key, (3,))
            """),
            lines=(5,),
        ),
        Invalid(
            plain("""
                from emberops import ops


                def f(key, n):
                    for i in range(n):
                        yield ops.random.normal(key, (3,))
            """),
            lines=(6,),
        ),
        Invalid(
            plain("""
                import mlx.core as mx


                def f(key):
                    return [mx.random.normal((2,), key=key) for _ in range(3)]
            """),
            lines=(5,),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files in which keys are used up."""
        return bool(_scopes_with_keys(model))

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for every second use of a key in this function."""
        assert isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef)
        if node not in _scopes_with_keys(context.model):
            return
        flow = _Flow(context.model)
        flow.block(node.body, {})
        for call, key, first in flow.found.values():
            again = "in every iteration" if first is call else f"on line {first.lineno} already"
            hint = "split it first: `key, subkey = ops.random.split(key)`"
            yield Finding(
                call,
                Message(
                    f"the key `{quote(context.model, key)}` is used {again}, so the numbers repeat", hint, ":"
                ),
                hint=hint,
            )


class _Flow:
    """Follows keys through the statements of one function."""

    def __init__(self, model: SemanticModel) -> None:
        self._model = model
        self.found: dict[ast.Call, tuple[ast.Call, ast.expr, ast.Call]] = {}

    def block(self, body: Iterable[ast.stmt], used: Consumed) -> bool:
        """Go through statements; return True where the end of the block is reached."""
        for statement in body:
            self._statement(statement, used)
            if isinstance(statement, _LEAVES):
                return False
        return True

    def _statement(self, node: ast.stmt, used: Consumed) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                _rebind((node.name,), used)
            case ast.If(test=test, body=body, orelse=orelse):
                self._expression(test, used)
                self._branches((body, orelse), used)
            case ast.Match(subject=subject, cases=cases):
                self._expression(subject, used)
                self._branches([case.body for case in cases] + [[]], used)
            case ast.For() | ast.AsyncFor():
                self._expression(node.iter, used)
                self._loop(node.body, node.orelse, used, _names(node.target))
            case ast.While(test=test, body=body, orelse=orelse):
                self._expression(test, used)
                self._loop(body, orelse, used, ())
            case ast.Try() | ast.TryStar():
                self._branches([node.body, *([*node.body, *h.body] for h in node.handlers)], used)
                self.block([*node.orelse, *node.finalbody], used)
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                for item in items:
                    self._expression(item.context_expr, used)
                    _rebind(_names(item.optional_vars), used)
                self.block(body, used)
            case _:
                self._simple(node, used)

    def _simple(self, node: ast.stmt, used: Consumed) -> None:
        for child in children(node):
            self._expression(child, used)
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AnnAssign | ast.AugAssign):
            targets = [node.target]
        elif isinstance(node, ast.Delete):
            targets = node.targets
        for target in targets:
            _rebind(_names(target), used)

    def _branches(self, bodies: Iterable[list[ast.stmt]], used: Consumed) -> None:
        joined: Consumed = {}
        for body in bodies:
            branch = dict(used)
            if self.block(body, branch):
                joined.update(branch)
        used.clear()
        used.update(joined)

    def _loop(
        self, body: list[ast.stmt], orelse: list[ast.stmt], used: Consumed, target: Iterable[str]
    ) -> None:
        before = dict(used)
        for _ in range(2):
            _rebind(target, used)
            if not self.block(body, used) and not isinstance(body[-1], ast.Continue):
                break
        used.update(before)
        self.block(orelse, used)

    def _expression(self, node: ast.AST | None, used: Consumed) -> None:
        if node is None or isinstance(node, _OWN_SCOPE):
            return
        if isinstance(node, ast.IfExp):
            self._expression(node.test, used)
            one, other = dict(used), dict(used)
            self._expression(node.body, one)
            self._expression(node.orelse, other)
            used.update(one | other)
            return
        if isinstance(node, _COMPREHENSIONS):
            self._comprehension(node, used)
            return
        for child in children(node):
            self._expression(child, used)
        if isinstance(node, ast.NamedExpr):
            _rebind(_names(node.target), used)
        if isinstance(node, ast.Call):
            self._call(node, used)

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, used: Consumed
    ) -> None:
        """Go through a comprehension: a loop of its own, whose names end with it."""
        for generator in node.generators:
            self._expression(generator.iter, used)
        bound = [name for generator in node.generators for name in _names(generator.target)]
        elements = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        inner = dict(used)
        for _ in range(2):
            _rebind(bound, inner)
            for element in elements:
                self._expression(element, inner)
        _rebind(bound, inner)
        used.update(inner)

    def _call(self, call: ast.Call, used: Consumed) -> None:
        key = _consumed_key(call, self._model)
        if key is None:
            return
        text = _identity(key)
        if text is None:
            return
        first = used.get(text)
        if first is None:
            used[text] = call
        else:
            self.found.setdefault(call, (call, key, first))


def _scopes_with_keys(model: SemanticModel) -> Collection[ast.AST]:
    """Return the functions, classes and modules in which a key is used up."""
    return model.memo(_scopes_with_keys, lambda: set(_using_keys(model)))


def _using_keys(model: SemanticModel) -> Iterator[ast.AST]:
    knows_keys = "random" in model.source.text and _knows_keys(model)
    for call in model.source.of(ast.Call) if knows_keys else ():
        if _consumed_key(call, model) is not None:
            yield enclosing(call, model)


def _knows_keys(model: SemanticModel) -> bool:
    """True where the file imports a library whose functions use keys up: NumPy and PyTorch have none."""
    roots = {prefix.partition(".")[0] for prefix in (*_BY_POSITION, *_BY_NAME)}
    return any(binding.qualified.partition(".")[0] in roots for binding in model.imports)


def _consumed_key(call: ast.Call, model: SemanticModel) -> ast.expr | None:
    """Return the key that ``call`` uses up; ``None`` for a call that uses up none."""
    qualified = model.qualified_name(call.func) or ""
    if qualified.rpartition(".")[2] in _NOT_CONSUMING or qualified.startswith(_OF_A_GENERATOR):
        return None
    named = next((k.value for k in call.keywords if k.arg == "key"), None)
    if qualified.startswith(_BY_POSITION):
        return named if named is not None or not call.args else call.args[0]
    if qualified.startswith(_BY_NAME):
        return call.args[0] if qualified.endswith(".split") and call.args else named
    return None


def _identity(key: ast.expr) -> str | None:
    """Return the text that names one key: `keys[0]`; ``None`` where it may stand for several: `keys[i]`."""
    if isinstance(key, ast.Subscript):
        constant = isinstance(key.slice, ast.Constant)
        return ast.unparse(key) if constant and _identity(key.value) is not None else None
    return dotted(key)


def _rebind(names: Iterable[str], used: Consumed) -> None:
    for name in names:
        for text in [t for t in used if t == name or t.startswith((f"{name}.", f"{name}["))]:
            del used[text]


def _names(target: ast.expr | None) -> list[str]:
    """Return the names and attributes that an assignment to ``target`` binds."""
    parts = targets(target) if target is not None else ()
    return [name for part in parts if (name := _identity(part)) is not None]
