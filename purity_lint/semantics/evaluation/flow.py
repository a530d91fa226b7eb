"""Execution of statements: branches are evaluated in turn and joined, loops until nothing new is learnt."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final, TypeGuard

from purity_lint.semantics.domain.atoms import ANY, NONE_VALUE
from purity_lint.semantics.domain.environment import Environment
from purity_lint.semantics.domain.indexing import iterate
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import CLASS, DICT, FUNCTION, INSTANCE
from purity_lint.semantics.domain.lattice import join, same
from purity_lint.semantics.evaluation.assignments import annotated, assign, augmented
from purity_lint.semantics.evaluation.decorators import see_decorated
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.evaluation.function_definitions import define_function
from purity_lint.semantics.evaluation.iteration import iterable
from purity_lint.semantics.evaluation.narrowing import narrow
from purity_lint.semantics.evaluation.patterns import bind_pattern
from purity_lint.source.names import last_name

MAX_PASSES: Final = (3, 3, 3, 2, 2, 2)
"""How often a loop body is evaluated at most, by how many loops it stands in; once where they are more."""

Changes = dict[str, Abs | None]


def execute(frame: Frame, body: list[ast.stmt]) -> None:
    """Execute statements in order, up to one that does not go on."""
    handlers = STATEMENTS
    for statement in body:
        handlers[statement.__class__](frame, statement)
        if frame.ended:
            _dead_code(frame, body, statement)
            return


def _dead_code(frame: Frame, body: list[ast.stmt], last: ast.stmt) -> None:
    """Code after a ``return`` is evaluated too (somebody may want to know), but changes nothing."""
    index = body.index(last)
    if index + 1 >= len(body):
        return
    mark = frame.env.mark()
    returns, yields = frame.returns, frame.yields
    frame.ended = False
    execute(frame, body[index + 1 :])
    frame.returns, frame.yields = returns, yields
    frame.env.roll_back(mark)
    frame.ended = True


def expression(frame: Frame, node: ast.Expr) -> None:
    """An expression as a statement."""
    if node.value.__class__ is not ast.Constant:
        frame.eval(node.value)


def returns(frame: Frame, node: ast.Return) -> None:
    """``return value``."""
    frame.returns = join(frame.returns, frame.eval(node.value) if node.value is not None else NONE_VALUE)
    frame.ended = True


def raises(frame: Frame, node: ast.Raise) -> None:
    """``raise error``."""
    if node.exc is not None:
        frame.eval(node.exc)
    frame.ended = True


def breaks(frame: Frame, node: ast.Break) -> None:
    """``break``."""
    if frame.loops:
        mark, exits, _ = frame.loops[-1]
        exits.append(frame.env.changes(mark))
    frame.ended = True


def continues(frame: Frame, node: ast.Continue) -> None:
    """``continue``."""
    if frame.loops:
        mark, _, heads = frame.loops[-1]
        heads.append(frame.env.changes(mark))
    frame.ended = True


def _branch(frame: Frame, body: list[ast.stmt], prepare: Callable[[], None] | None = None) -> Changes | None:
    """Return what a branch changes; ``None`` if it does not reach its end."""
    env = frame.env
    mark = env.mark()
    if prepare is not None:
        prepare()
    execute(frame, body)
    ended, frame.ended = frame.ended, False
    changes = env.roll_back(mark)
    return None if ended else changes


def if_statement(frame: Frame, node: ast.If) -> None:
    """``if``: an ``elif`` chain is walked in a loop."""
    branches: list[Changes] = []
    env = frame.env
    start = env.mark()
    current: ast.If | None = node
    while current is not None:
        frame.eval(current.test)
        mark = env.mark()
        test = current.test
        narrow(frame, test, True)
        execute(frame, current.body)
        ended, frame.ended = frame.ended, False
        if not ended:
            branches.append(env.changes(start))
        env.roll_back(mark)
        narrow(frame, test, False)
        orelse = current.orelse
        if len(orelse) == 1 and orelse[0].__class__ is ast.If:
            current = orelse[0]
            continue
        execute(frame, orelse)
        ended, frame.ended = frame.ended, False
        if not ended:
            branches.append(env.changes(start))
        current = None
    env.roll_back(start)
    if branches:
        env.merge(branches)
    else:
        frame.ended = True


def _loop(frame: Frame, node: ast.For | ast.AsyncFor | ast.While, enter: Callable[[], None]) -> None:
    env = frame.env
    depth = len(frame.loops)
    passes = MAX_PASSES[depth] if depth < len(MAX_PASSES) else 1
    exits: list[Changes] = []
    mark = env.mark()
    for i in range(passes):
        mark = env.mark()
        exits = []
        heads: list[Changes] = []
        frame.loops.append((mark, exits, heads))
        enter()
        execute(frame, node.body)
        frame.loops.pop()
        ended, frame.ended = frame.ended, False
        changes = env.roll_back(mark)
        if not ended:
            heads.append(changes)
        again = i + 1 < passes and _learnt(env, heads)
        env.merge([{}, *heads] if again or node.orelse else [{}, *heads, *exits])
        if not again:
            break
    if isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and node.test.value and not exits:
        frame.ended = True
        return
    if node.orelse:
        _unless_left(frame, node.orelse, mark, exits)


def _unless_left(frame: Frame, orelse: list[ast.stmt], mark: int, exits: list[Changes]) -> None:
    """Run the `else:` of a loop, which those who left the loop by ``exits`` step over."""
    env = frame.env
    execute(frame, orelse)
    ended, frame.ended = frame.ended, False
    ends = exits if ended else [env.changes(mark), *exits]
    env.roll_back(mark)
    if ends:
        env.merge(ends)
    else:
        frame.ended = True


def _learnt(env: Environment, heads: list[Changes]) -> bool:
    """Return True where the next iteration starts with values that this one did not know."""
    values = env.values
    for changes in heads:
        for name, value in changes.items():
            before = values.get(name)
            if before is None or value is None or value is before:
                continue
            if not same(join(before, value), before):
                return True
    return False


def for_statement(frame: Frame, node: ast.For | ast.AsyncFor) -> None:
    """``for target in iterable``."""
    source = iterable(frame, frame.eval(node.iter), node)

    def enter() -> None:
        frame.bind(node.target, iterate(source))

    _loop(frame, node, enter)


def while_statement(frame: Frame, node: ast.While) -> None:
    """``while test``."""

    def enter() -> None:
        frame.eval(node.test)
        narrow(frame, node.test, True)

    _loop(frame, node, enter)


def with_statement(frame: Frame, node: ast.With | ast.AsyncWith) -> None:
    """``with manager as name``."""
    failing = frame.failing
    for item in node.items:
        value = frame.eval(item.context_expr)
        frame.failing = frame.failing or _expects_error(item.context_expr)
        if item.optional_vars is not None:
            entered = frame.dunder(value, "__enter__", [], node)
            if entered is None:
                entered = _entered(value)
            frame.bind(item.optional_vars, entered)
    execute(frame, node.body)
    frame.failing = failing


def _entered(value: Abs) -> Abs:
    """Return what a library's object, or a function that yields, gives a `with`; files of arrays give themselves."""
    if value.mask & DICT:
        return value.only(DICT)
    return iterate(value) if value.elem is not None else value if value.mask & INSTANCE else ANY


def _expects_error(node: ast.expr) -> bool:
    """True where ``with node:`` is a test for an error, whose calls have arguments that are not meant to be."""
    if not isinstance(node, ast.Call):
        return False
    name = last_name(node.func)
    return name in ("raises", "assertRaises", "assertRaisesRegex", "assert_raises", "assert_raises_regex")


def try_statement(frame: Frame, node: ast.Try) -> None:
    """``try``: a handler starts anywhere between the state before the body and that after it."""
    env = frame.env
    start = env.mark()
    execute(frame, node.body)
    ended, frame.ended = frame.ended, False
    body_changes = env.changes(start)
    ends: list[Changes] = []
    if not ended:
        execute(frame, node.orelse)
        ended, frame.ended = frame.ended, False
        if not ended:
            ends.append(env.changes(start))
    env.roll_back(start)
    for handler in node.handlers:
        mark = env.mark()
        env.merge([{}, body_changes])
        if handler.type is not None:
            frame.eval(handler.type)
        if handler.name is not None:
            env.set(handler.name, Abs(INSTANCE, refs=("builtins.Exception",)))
        execute(frame, handler.body)
        ended, frame.ended = frame.ended, False
        if not ended:
            ends.append(env.changes(start))
        env.roll_back(mark)
    if ends:
        env.merge(ends)
    else:
        env.merge([{}, body_changes])
    if node.finalbody:
        execute(frame, node.finalbody)
    if not ends:
        frame.ended = True


def function_definition(frame: Frame, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """``def``."""
    symbol = define_function(frame, node, node.name)
    see_decorated(frame, node.decorator_list, Abs(FUNCTION, refs=(symbol,)))
    writes = [d.attr for d in node.decorator_list if _writes_property(d)]
    if frame.class_symbol is not None and writes:
        if "setter" in writes:
            frame.class_symbol.setters[node.name] = symbol
        return  # the name stays that of what reads the property
    value = Abs(FUNCTION, refs=(symbol,))
    if symbol.wrapper is not None:
        value = symbol.wrapper
    frame.env.set(node.name, value)


def _writes_property(decorator: ast.expr) -> TypeGuard[ast.Attribute]:
    """True for `@x.setter` and `@x.deleter`."""
    return isinstance(decorator, ast.Attribute) and decorator.attr in {"setter", "deleter"}


def class_definition(frame: Frame, node: ast.ClassDef) -> None:
    """``class``."""
    symbol = frame.project.define_class(frame, node)
    value = Abs(CLASS, refs=(symbol,))
    frame.env.set(node.name, value)
    see_decorated(frame, node.decorator_list, value)


def imports(frame: Frame, node: ast.Import) -> None:
    """``import a.b as c``."""
    for alias in node.names:
        if alias.asname is not None:
            frame.env.set(alias.asname, frame.project.module_value(frame.module, alias.name))
        else:
            frame.project.module_value(frame.module, alias.name)
            head = alias.name.partition(".")[0]
            frame.env.set(head, frame.project.module_value(frame.module, head))


def from_imports(frame: Frame, node: ast.ImportFrom) -> None:
    """``from a import b``."""
    project = frame.project
    base = project.absolute(frame.module, node.module, node.level)
    for alias in node.names:
        if alias.name == "*":
            for name, value in project.star(frame.module, base).items():
                frame.env.set(name, value)
        else:
            frame.env.set(alias.asname or alias.name, project.imported(frame.module, base, alias.name))


def deletes(frame: Frame, node: ast.Delete) -> None:
    """``del a``."""
    for target in node.targets:
        if isinstance(target, ast.Name):
            frame.env.forget(target.id)
        elif isinstance(target, (ast.Attribute, ast.Subscript)):
            frame.eval(target.value)


def asserts(frame: Frame, node: ast.Assert) -> None:
    """``assert test``."""
    frame.eval(node.test)
    narrow(frame, node.test, True)
    if node.msg is not None:
        frame.eval(node.msg)


def match_statement(frame: Frame, node: ast.Match) -> None:
    """``match``."""
    subject = frame.eval(node.subject)
    branches: list[Changes] = [{}]
    for case in node.cases:

        def prepare(case: ast.match_case = case) -> None:
            matched = bind_pattern(frame, case.pattern, subject)
            if isinstance(node.subject, ast.Name) and matched is not subject:
                frame.env.set(node.subject.id, matched)
            if case.guard is not None:
                frame.eval(case.guard)

        changes = _branch(frame, case.body, prepare)
        if changes is not None:
            branches.append(changes)
    frame.env.merge(branches)


def nothing(frame: Frame, node: ast.stmt) -> None:
    """``pass``, ``nonlocal``."""


def global_statement(frame: Frame, node: ast.Global) -> None:
    """``global a, b``."""
    frame.outer |= {*node.names}


STATEMENTS: dict[type[ast.AST], Callable[[Frame, Any], None]] = {
    ast.Expr: expression,
    ast.Assign: assign,
    ast.AnnAssign: annotated,
    ast.AugAssign: augmented,
    ast.Return: returns,
    ast.Raise: raises,
    ast.Break: breaks,
    ast.Continue: continues,
    ast.If: if_statement,
    ast.For: for_statement,
    ast.AsyncFor: for_statement,
    ast.While: while_statement,
    ast.With: with_statement,
    ast.AsyncWith: with_statement,
    ast.Try: try_statement,
    ast.TryStar: try_statement,
    ast.FunctionDef: function_definition,
    ast.AsyncFunctionDef: function_definition,
    ast.ClassDef: class_definition,
    ast.Import: imports,
    ast.ImportFrom: from_imports,
    ast.Delete: deletes,
    ast.Assert: asserts,
    ast.Match: match_statement,
    ast.Pass: nothing,
    ast.Global: global_statement,
    ast.Nonlocal: nothing,
}
if hasattr(ast, "TypeAlias"):
    STATEMENTS[ast.TypeAlias] = nothing
