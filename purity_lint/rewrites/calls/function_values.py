"""Functions of a library that are passed on as values: what they are called with, as far as this file shows."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.assumptions import Assumption, Claim, claim
from purity_lint.knowledge.libraries import stands_in
from purity_lint.knowledge.notation import Form
from purity_lint.knowledge.numpy.roles import PROTOCOL
from purity_lint.knowledge.packages import NUMPY_INSIDE
from purity_lint.knowledge.python import AT, KEYWORDS_GIVEN
from purity_lint.rewrites.calls.keys_of_loops import become_keys
from purity_lint.rewrites.calls.library_calls import Rewritten, rewrite_call
from purity_lint.rewrites.operands import package_given
from purity_lint.rewrites.scopes import bound_names, enclosing, names_given
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.constructs import DEFINITIONS, FUNCTIONS
from purity_lint.source.names import last_name
from purity_lint.source.parameters import positional
from purity_lint.source.walk import walk

_CALLERS = frozenset({"map", "filter", "reduce", "accumulate", "starmap"})
"""They call what they are given first with positional arguments, as NumPy's own functions do."""

_MOST = 3
"""Arrays that a function takes before those that have defaults."""


def calls_fit(node: ast.expr, forms: tuple[Form, ...], operation: str, model: SemanticModel) -> Claim:
    """Return the claim that ``operation`` takes the arguments of every call of the function at ``node`` unchanged."""
    if _is_called_plainly(node, model):
        return claim(Assumption.CALLS_FIT, True)
    names = set(_names(node, model))
    known_elsewhere = is_compared(node, model) or _serves_protocol(model) or _is_asked(node, names, model)
    if known_elsewhere or not _fits_options(node, forms, operation, model):
        return claim(Assumption.CALLS_FIT, False, refuted=True)
    calls = [call for name in names for call in _calls_by_name(model).get(name, ())]
    calls += _calls_elsewhere(node, names, model)
    fit = all(_fits(_with_options(call, node, model), forms, operation) for call in calls)
    return claim(Assumption.CALLS_FIT, bool(calls) and _is_local(node, model), refuted=not fit)


def is_asked_for_more(node: ast.expr, model: SemanticModel, attributes: frozenset[str] | None = None) -> bool:
    """True where the function that ``node`` makes is asked for an attribute, or one of ``attributes``: `add.reduce`."""
    holder = model.parent(node)
    if isinstance(holder, ast.Attribute):
        return holder.attr not in _OF_EVERY_FUNCTION if attributes is None else holder.attr in attributes
    decorated = _decorated(node, model)
    names = {decorated.name} if decorated is not None else set(_names(node, model))
    return _is_asked(node, names, model, attributes)


def is_called_here(node: ast.expr, model: SemanticModel) -> bool:
    """True where the function that ``node`` makes is called at once, or by a variable that nobody else sees."""
    return _is_called(node, model) or _is_local(node, model)


def _fits(call: ast.Call, forms: tuple[Form, ...], operation: str) -> bool:
    """Return True where the callee alone has to change.  What is unpacked may be anything."""
    if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
        return not any(k.arg is None for k in call.keywords)
    outcome = rewrite_call(call, forms, operation)
    return isinstance(outcome, Rewritten) and outcome.edit.node is call.func


def _fits_options(node: ast.expr, forms: tuple[Form, ...], operation: str, model: SemanticModel) -> bool:
    """False where a keyword beside the function is its own, and the operation does not take it.

    `partial(f, axis=0)` fixes it, whatever else the function is given; another call may have keywords of its own, and
    those of the function are told by their names: `Lambda(torch.squeeze, dim=1)`.
    """
    match model.parent(node):
        case ast.Call(args=[first, *_], keywords=[_, *_]) as made if first is node:
            pass
        case _:
            return True
    filled = [
        ast.Call(node, [ast.Name(f"_{n}") for n in range(count)], made.keywords)
        for count in range(1, _MOST + 1)
    ]
    if any(_fits(call, forms, operation) for call in filled):
        return True
    is_partial = _partial_of(node, model) is not None
    return not is_partial and not any(
        isinstance(rewrite_call(call, forms, operation), Rewritten) for call in filled
    )


def _with_options(call: ast.Call, node: ast.expr, model: SemanticModel) -> ast.Call:
    """Return a call of what `partial(f, axis=0)` made with all that ``f`` is given."""
    made = _partial_of(node, model)
    if made is None:
        return call
    again = {keyword.arg for keyword in call.keywords}
    kept = [keyword for keyword in made.keywords if keyword.arg not in again]
    return ast.Call(call.func, [*made.args[1:], *call.args], [*kept, *call.keywords])


def _partial_of(node: ast.expr, model: SemanticModel) -> ast.Call | None:
    """Return the call `partial(f, axis=0)` that ``node`` is the `f` of."""
    match model.parent(node):
        case ast.Call(func=callee, args=[first, *_]) as made if first is node:
            return made if model.qualified_name(callee) == "functools.partial" else None
    return None


def _is_called_plainly(node: ast.expr, model: SemanticModel) -> bool:
    """True where the function at ``node`` is given to one that calls it with positional arguments only."""
    match model.parent(node):
        case (
            ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[first, *_], keywords=[]) as call
        ):
            of_numpy = stands_in(model.qualified_name(call.func), "numpy")
            return first is node and (name in _CALLERS or of_numpy)
    return False


def _is_type_of_instances(node: ast.expr, model: SemanticModel) -> bool:
    """True for `Optional`, `list` and a generic class, whose items are types; `type[np.ndarray]` is a class."""
    value = model.value(node)
    return value.kind is Kind.CLASS and value.name not in ("builtins.type", "typing.Type")


def is_compared(node: ast.expr, model: SemanticModel) -> bool:
    """True for `table[np.add]`, `{np.add: 1}`, `f is np.add`, `@implements(np.add)` and `x.__array_ufunc__(np.add, …)`.

    So is one of several, `@implements([np.add, np.subtract])`, and what becomes a key in a loop.  NumPy asks its
    protocols for its own functions, so that these are known by no other.
    """
    holder = model.parent(node)
    if isinstance(holder, ast.Tuple | ast.List | ast.Set):
        several = model.parent(holder)
        if isinstance(holder, ast.Set) or isinstance(several, ast.Compare):
            return True
        return _decorates(several, model) or become_keys(holder, model)
    match holder:
        case ast.Subscript(value=table, slice=key):
            return key is node and not _is_type_of_instances(table, model)
        case ast.Dict(keys=keys):
            return node in keys or become_keys(holder, model)
        case ast.Call(func=ast.Attribute(attr=called), args=arguments) if called in PROTOCOL:
            return node in arguments
    return isinstance(holder, ast.Compare) or _decorates(holder, model)


def _decorates(node: ast.AST | None, model: SemanticModel) -> bool:
    """Return True for the call in `@implements(np.add)`."""
    decorated = model.parent(node) if isinstance(node, ast.Call) else None
    return isinstance(decorated, (*DEFINITIONS, ast.ClassDef)) and node in decorated.decorator_list


def is_registered(node: ast.expr, library: str, model: SemanticModel) -> bool:
    """True for `table["add", "numpy"] = np.add`, `{"numpy": np.add}` and `register("numpy", np.add)`.

    What such a table holds for a library is that library's.
    """
    holder = model.parent(node)
    beside: list[ast.expr | None] = []
    match holder:
        case ast.Dict(keys=keys, values=values) if node in values:
            beside = [keys[values.index(node)]]
        case ast.Assign(targets=targets):
            beside = [target.slice for target in targets if isinstance(target, ast.Subscript)]
        case ast.Call(args=arguments) if node in arguments:
            beside = [argument for argument in arguments if argument is not node]
    parts = (part for key in beside if key is not None for part in (getattr(key, "elts", None) or [key]))
    return any(isinstance(part, ast.Constant) and part.value == library for part in parts)


def caller_on_numpy(node: ast.expr, model: SemanticModel) -> str | None:
    """Return the title of the package that calls the function at ``node`` with arrays of its own, which are NumPy's.

    ``argrelextrema(x, np.greater)``, ``generic_filter(x, function=np.median)``, not ``f(np.median)``.
    """
    return NUMPY_INSIDE.get(package_given(node, model) or "")


def _serves_protocol(model: SemanticModel) -> bool:
    """True where a class of the file takes NumPy's calls over: it is given NumPy's functions, and tells them apart."""

    def find() -> bool:
        return any(function.name in PROTOCOL for function in model.source.of(ast.FunctionDef))

    return model.memo(_serves_protocol, find)


def _is_asked(
    node: ast.expr, names: set[str], model: SemanticModel, attributes: frozenset[str] | None = None
) -> bool:
    """True where the file asks a function by one of its names for what no operation has: `f.reduce`, `f in table`."""
    asked = model.memo(_is_asked, lambda: _asked(model))
    scope = (
        enclosing(model.statement(node) or node, model) if _is_local(node, model, may_escape=True) else None
    )
    return any(
        (scope is None or enclosing(at, model) is scope)
        and (attributes is None or (isinstance(at, ast.Attribute) and at.attr in attributes))
        and not (_asks_for_keys(at, model) and _is_held(node, model))
        for name in names
        for at in asked.get(name, ())
    )


def _decorated(node: ast.expr, model: SemanticModel) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """Return the function that `@node`, `@node(...)` or `@partial(node, ...)` stands above."""
    maker: ast.AST = node
    while isinstance(holder := model.parent(maker), ast.Call):
        maker = holder
    if isinstance(holder, ast.FunctionDef | ast.AsyncFunctionDef) and maker in holder.decorator_list:
        return holder
    return None


def _is_held(node: ast.expr, model: SemanticModel) -> bool:
    """True for a value of a table that is written out: `{"sine": np.sin}`."""
    holder = model.parent(node)
    return isinstance(holder, ast.Dict) and node in holder.values


def _asks_for_keys(asked: ast.expr, model: SemanticModel) -> bool:
    """True for `table.keys()` and `name in table`, which ask a table for its keys."""
    return isinstance(model.parent(asked), ast.Compare) or (
        isinstance(asked, ast.Attribute) and asked.attr == "keys"
    )


def _asked(model: SemanticModel) -> dict[str, list[ast.expr]]:
    """Return by name the places that read an attribute of a value, or look whether something is among its values."""
    found: dict[str, list[ast.expr]] = {}
    for node in model.source.of(ast.Attribute):
        name = last_name(node.value)
        if name and node.attr not in _OF_EVERY_FUNCTION:
            found.setdefault(name, []).append(node)
    for test in model.source.of(ast.Compare):
        for operator, values in zip(test.ops, test.comparators, strict=True):
            name = last_name(values)
            if name and isinstance(operator, ast.In | ast.NotIn):
                found.setdefault(name, []).append(values)
    return found


_OF_EVERY_FUNCTION = frozenset({"__name__", "__doc__", "__qualname__", "__module__", "__wrapped__"})


def _calls_elsewhere(node: ast.expr, names: set[str], model: SemanticModel) -> list[ast.Call]:
    """Return calls with what other files give the function at ``node``, which they know by one of its names."""
    if _is_local(node, model, may_escape=True):
        return []
    given = (each.partition(AT) for each in model.asked_about(KEYWORDS_GIVEN))
    return [
        ast.Call(node, [ast.Name("_0")], [ast.keyword(keyword, ast.Name("_1"))])
        for name, _, keyword in given
        if name in names
    ]


def _names(node: ast.expr, model: SemanticModel) -> Iterator[str]:
    """Return the names by which the function at ``node`` can be called: variables, attributes, parameters, tables."""
    value: ast.AST = node
    while isinstance(
        model.parent(value), ast.IfExp | ast.Dict | ast.List | ast.Tuple | ast.BoolOp | ast.Subscript
    ):
        value = model.parent(value) or value
    holder = model.parent(value)
    if isinstance(holder, ast.Call) and isinstance(value, ast.expr):
        yield from _parameters_given(value, holder, model)
    if (
        isinstance(holder, ast.Call)
        and value in holder.args
        and isinstance(holder.func, ast.Name | ast.Attribute)
    ):
        value = holder  # `staticmethod(np.asarray)`, `partial(np.sum, axis=0)`
    if isinstance(value, ast.expr):
        yield from names_given(value, model)


def _parameters_given(value: ast.expr, call: ast.Call, model: SemanticModel) -> Iterator[str]:
    """Return the parameters of the file's functions of that name that ``call`` gives ``value`` to by position."""
    if value not in call.args:
        return
    before = call.args[: call.args.index(value)]
    if any(isinstance(argument, ast.Starred) for argument in before):
        return
    called = last_name(call.func)
    functions = _functions_by_name(model)
    of_object = called not in functions
    if of_object:
        is_class = any(known.name == called for known in model.source.of(ast.ClassDef))
        called = "__init__" if is_class else "__call__"
    for function in functions.get(called, ()):
        names = [a.arg for a in positional(function.args)]
        place = len(before)
        if (of_object or isinstance(call.func, ast.Attribute)) and names[:1] in (["self"], ["cls"]):
            place += 1
        yield from names[place : place + 1]


def _functions_by_name(model: SemanticModel) -> dict[str, list[ast.FunctionDef]]:
    def find() -> dict[str, list[ast.FunctionDef]]:
        found: dict[str, list[ast.FunctionDef]] = {}
        for function in model.source.of(ast.FunctionDef):
            found.setdefault(function.name, []).append(function)
        return found

    return model.memo(_functions_by_name, find)


def _is_local(node: ast.expr, model: SemanticModel, *, may_escape: bool = False) -> bool:
    """Return True where the value at ``node`` goes to a variable of a function, which nobody else can call.

    Unless it ``may_escape``, by a return or a call.
    """
    statement = model.statement(node)
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]):
            scope = enclosing(statement, model)
            return (
                isinstance(scope, FUNCTIONS)
                and name in bound_names(scope)
                and (may_escape or not _escapes(name, scope, model))
            )
    return False


def _escapes(name: str, scope: ast.AST, model: SemanticModel) -> bool:
    """Return True where a variable is read for anything but to be called."""
    return any(
        isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load) and not _is_called(n, model)
        for n in walk(scope)
    )


def _is_called(node: ast.expr, model: SemanticModel) -> bool:
    holder = model.parent(node)
    return isinstance(holder, ast.Call) and holder.func is node


def _calls_by_name(model: SemanticModel) -> dict[str, list[ast.Call]]:
    """Return the calls of a file by the last name of what they call: `f(x)`, `self.f(x)`, `f[key](x)`."""
    return model.memo(_calls_by_name, lambda: _named_calls(model))


def _named_calls(model: SemanticModel) -> dict[str, list[ast.Call]]:
    found: dict[str, list[ast.Call]] = {}
    for node in model.source.of(ast.Call):
        callee = node.func
        while isinstance(callee, ast.Subscript):
            callee = callee.value
        match callee:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                found.setdefault(name, []).append(node)
    return found
