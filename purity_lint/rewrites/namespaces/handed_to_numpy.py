"""What a function that has a namespace computes with NumPy all the same, after an explicit ``np.asarray(x)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from purity_lint.knowledge.libraries import HOST_PACKAGES, stands_in
from purity_lint.knowledge.roles import INDEXED_MAKERS
from purity_lint.knowledge.samplers import GETTERS_OF_GENERATORS
from purity_lint.knowledge.vocabularies.array_api import NAMESPACE_OF_NUMPY, TO_NUMPY
from purity_lint.knowledge.vocabularies.own_backend import NAMED_FOR_NUMPY
from purity_lint.rewrites.namespaces.compiled_modules import is_private_here
from purity_lint.rewrites.namespaces.in_use import is_namespace, namespace_at, on_host
from purity_lint.rewrites.namespaces.kept_for_numpy import (
    BACK,
    CONVERSIONS,
    gives_numpys,
    is_kept_for_numpy,
)
from purity_lint.rewrites.scopes import bindings, bound_names, enclosing, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.blocks import block_of
from purity_lint.source.constructs import COMPREHENSIONS, DEFINITIONS, FUNCTIONS, arguments_of
from purity_lint.source.names import last_name
from purity_lint.source.parameters import argument_for, parameter_names

_OF_DICTS = frozenset({"get", "setdefault", "pop"})
"""Methods that hash what they are given, which no array has."""
_DEPTH = 6
"""How far back names are followed."""


def is_numpys(node: ast.expr, model: SemanticModel) -> bool:
    """True for what NumPy or SciPy made in the same function, and for what is computed of it.

    Not for `np.sort(x)` of an array of another library, within `np.exp(np.sort(x))`: both are to be ported.
    """
    while (inner := _computed_of(node, model)) is not None:
        node = inner
    if isinstance(node, ast.BinOp | ast.Compare):
        return any(is_numpys(part, model) for part in _parts(node))
    return _is_numpys(node, model, frozenset(), seen_is=False)


def _is_numpys(node: ast.expr, model: SemanticModel, seen: frozenset[str], *, seen_is: bool) -> bool:
    """Answer for ``node``; for the names that were ``seen`` on the way to it the answer is ``seen_is``."""
    match node:
        case ast.Name(id=name):
            made = bound_by_then(node, name, model)
            if len(made) == 1 and isinstance(made[0], ast.List) and not made[0].elts:
                made = appended(name, enclosing(node, model))
            elif len(made) == 1 and _ends_before(made[0], node):
                return _is_numpys(made[0], model, seen, seen_is=seen_is)
            if name in seen:
                return seen_is
            inner = seen | {name}
            if not made and len(inner) < _DEPTH:
                given = _given_to_inner(enclosing(node, model), name, model)
                if given:
                    return all(_is_numpys(v, model, inner, seen_is=False) for v in given)
                rows = _rows_around(node, name, model) or _rows_of(name, enclosing(node, model))
                return rows is not None and _is_numpys(rows, model, inner, seen_is=False)
            if len(inner) >= _DEPTH:
                return False
            return any(_is_numpys(v, model, inner, seen_is=False) for v in made) and all(
                on_host(v, model) or _holds_no_array(v) or _is_numpys(v, model, inner, seen_is=True)
                for v in made
            )
        case ast.Attribute() if is_kept_for_numpy(node, model):
            return True
        case ast.Subscript(value=maker, slice=parts) if model.qualified_name(maker) in INDEXED_MAKERS:
            return not any(
                model.value(part).is_tensor and not _is_numpys(part, model, seen, seen_is=seen_is)
                for part in (parts.elts if isinstance(parts, ast.Tuple) else [parts])
            )
        case (
            ast.Subscript(value=value)
            | ast.Attribute(value=value)
            | ast.Starred(value=value)
            | ast.UnaryOp(operand=value)
            | ast.ListComp(elt=value)
            | ast.GeneratorExp(elt=value)
        ):
            return _is_numpys(value, model, seen, seen_is=seen_is)
        case ast.Tuple() | ast.List() | ast.BinOp() | ast.Compare():
            return any(_is_numpys(part, model, seen, seen_is=seen_is) for part in _parts(node))
        case ast.IfExp(body=one, orelse=other):
            ways = [way for way in (one, other) if not _holds_no_array(way)]
            return bool(ways) and all(_is_numpys(way, model, seen, seen_is=seen_is) for way in ways)
        case ast.Call(func=ast.Name(id="map"), args=[function, *_]):
            return _is_of_library(function, model)
        case ast.Call():
            return _gives_numpys(node, model, seen, seen_is=seen_is)
    return False


def _gives_numpys(call: ast.Call, model: SemanticModel, seen: frozenset[str], *, seen_is: bool) -> bool:
    """True for a call that brings to NumPy, runs what makes its arrays, or is given no other ones."""
    function = call.func
    told = [k.value for k in call.keywords if k.arg == "xp"]
    if brings_to_numpy(call, model) or (not told and _makes_numpys(function, model)):
        return True
    if any(k.arg == "dtype" and NAMED_FOR_NUMPY.search(last_name(k.value)) for k in call.keywords):
        return True  # `loss.zeros(n, dtype=dtype_np)`: no other library takes it
    if gives_numpys(call, model, lambda value: is_numpys(value, model)):
        return True
    if isinstance(function, ast.Attribute) and not _says_nothing_of_arrays(function, model):
        return not is_namespace(function.value, model) and _is_numpys(
            function.value, model, seen, seen_is=seen_is
        )
    if isinstance(function, ast.Name) and _is_numpys(function, model, seen, seen_is=seen_is):
        return True  # `np.vectorize(f)(x)`
    return not told and _is_given_numpys(call, model, seen, seen_is=seen_is)


def _computed_of(node: ast.expr, model: SemanticModel) -> ast.expr | None:
    """Return the array that a function of NumPy's is given, where it is no conversion to NumPy."""
    if not isinstance(node, ast.Call) or not node.args or last_name(node.func) in CONVERSIONS:
        return None
    of_numpy = stands_in(model.qualified_name(node.func), "numpy")
    return node.args[0] if of_numpy and model.value(node.args[0]).is_tensor else None


def _is_given_numpys(call: ast.Call, model: SemanticModel, seen: frozenset[str], *, seen_is: bool) -> bool:
    """True for what is given arrays of NumPy's, and no other ones: it makes more of them."""
    given = [a for a in call.args if not isinstance(a, ast.Constant)]
    numpys = [_is_numpys(a, model, seen, seen_is=seen_is) for a in given]
    others = (a for a, from_numpy in zip(given, numpys, strict=True) if not from_numpy)
    return any(numpys) and not any(model.value(other).is_tensor for other in others)


def _says_nothing_of_arrays(function: ast.Attribute, model: SemanticModel) -> bool:
    """True for a method of the object around and a function of a module: what they give goes by what they are given."""
    if not isinstance(function.value, ast.Name):
        return False
    return function.value.id == "self" or any(b.local == function.value.id for b in model.imports)


def _holds_no_array(node: ast.expr) -> bool:
    """True for what a name is bound to before, or instead of, an array: `None`, a number, an empty list."""
    match node:
        case ast.Constant() | ast.List(elts=[]) | ast.Tuple(elts=[]):
            return True
    return False


def _parts(node: ast.expr) -> Sequence[ast.expr]:
    """Return the elements or operands of an expression."""
    match node:
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return elements
        case ast.BinOp(left=left, right=right):
            return left, right
        case ast.Compare(left=left, comparators=others):
            return left, *others
    return ()


def appended(name: str, scope: ast.AST) -> list[ast.expr]:
    """Return what a list of this name is filled with."""
    found = []
    for node in own_nodes(scope):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=filled), attr="append"), args=[element]):
                found += [element] if filled == name else []
    return found


def _given_to_inner(function: ast.AST, name: str, model: SemanticModel) -> list[ast.expr]:
    """Return what a function within another one is given for a parameter wherever that one calls it."""
    if not isinstance(function, DEFINITIONS) or name not in parameter_names(function):
        return []
    outer = enclosing(function, model)
    if not isinstance(outer, FUNCTIONS):
        return []
    calls = (n for n in own_nodes(outer) if isinstance(n, ast.Call))
    named = (c for c in calls if isinstance(c.func, ast.Name) and c.func.id == function.name)
    given = [argument_for(name, function, call) for call in named]
    return [one for one in given if one is not None] if None not in given else []


def _rows_around(node: ast.expr, name: str, model: SemanticModel) -> ast.expr | None:
    """Return what a name is an element of in the comprehension that binds it: `[f(row) for row in rows]`."""
    parent = model.parent(node)
    while isinstance(parent, ast.expr | ast.keyword | ast.comprehension):
        if isinstance(parent, COMPREHENSIONS):
            rows = (_rows(loop.target, loop.iter, name) for loop in parent.generators)
            found = next((row for row in rows if row is not None), None)
            if found is not None:
                return found
        parent = model.parent(parent)
    return None


def _rows_of(name: str, scope: ast.AST) -> ast.expr | None:
    """Return what a name is an element of, by the one loop that binds it."""
    if _is_parameter(name, scope):
        return None
    loops = (_rows(n.target, n.iter, name) for n in own_nodes(scope) if isinstance(n, ast.For))
    found = [rows for rows in loops if rows is not None]
    return found[0] if len(found) == 1 else None


def _rows(target: ast.expr, rows: ast.expr, name: str) -> ast.expr | None:
    """Return what a loop over ``rows`` takes ``name`` of: `ys` of `for x, y in zip(xs, ys)`."""
    if isinstance(target, ast.Name):
        return rows if target.id == name else None
    match rows:
        case ast.Call(func=ast.Name(id="zip"), args=several) if isinstance(target, ast.Tuple):
            pairs = zip(target.elts, several, strict=False)
            return next((row for part, row in pairs if _rows(part, row, name) is not None), None)
    return None


def _bound_around(function: ast.expr | ast.stmt, name: str, model: SemanticModel) -> Sequence[ast.expr]:
    """Return what a name of the function around may be bound to in ``function``: where it begins, and later on."""
    outer = enclosing(function, model)
    if not isinstance(outer, FUNCTIONS):
        return ()
    there = bound_by_then(function, name, model)
    later = [v for v in bindings(outer).get(name, ()) if not _ends_before(v, function) and v not in there]
    return [*there, *later] if there else ()


def bound_by_then(node: ast.expr | ast.stmt, name: str, model: SemanticModel) -> Sequence[ast.expr]:
    """Return what a name may be bound to at ``node``: not what a statement above it replaces in any case.

    Nothing for a parameter that may still be what was given: that is the caller's, whatever is computed of it.
    """
    scope = enclosing(node, model)
    if isinstance(scope, FUNCTIONS) and name not in bound_names(scope):
        return _bound_around(scope, name, model)
    made = bindings(scope).get(name, ())
    blocks = _blocks_around(node, model)
    certain = [
        number
        for number, value in enumerate(made)
        if _ends_before(value, node) and any(_assignment(value, model) in block for block in blocks)
    ]
    first = made[certain[-1]].lineno if certain else 0
    fork = next((s for s in _forks_above(node, name, blocks) if s.lineno > first), None)
    if fork is not None:
        start = fork.lineno
        return [v for v in made if start <= v.lineno and _ends_before(v, node)]
    if not certain:
        return () if _is_parameter(name, scope) else made
    loop = model.loop(node)
    later = [v for v in made[certain[-1] + 1 :] if _ends_before(v, node) or (loop and model.loop(v) is loop)]
    return [made[certain[-1]], *later]


def _forks_above(
    node: ast.expr | ast.stmt, name: str, blocks: Sequence[Sequence[ast.AST]]
) -> Iterator[ast.If]:
    """Yield the questions above ``node``, the nearest first, after which ``name`` is bound, whatever the answer."""
    for block in blocks:
        for statement in reversed(block):
            above = isinstance(statement, ast.If) and (statement.end_lineno or 0) < node.lineno
            if isinstance(statement, ast.If) and above and _binds([statement], name):
                yield statement


def _binds(statements: Sequence[ast.stmt], name: str) -> bool:
    """True if a name is bound where these statements have run to their end."""
    for statement in statements:
        match statement:
            case ast.Return() | ast.Raise() | ast.Continue() | ast.Break():
                return True
            case ast.Assign(targets=[ast.Name(id=bound)]) if bound == name:
                return True
            case ast.Assign(targets=[ast.Tuple(elts=several)]) if any(
                isinstance(e, ast.Name) and e.id == name for e in several
            ):
                return True
            case ast.If(body=body, orelse=other) if _binds(body, name) and _binds(other, name):
                return True
            case ast.If(test=test, body=body, orelse=[]) if _is_there(test, name) and _binds(body, name):
                return True  # otherwise it is `None`, of which nothing is computed
    return False


def _is_there(test: ast.expr, name: str) -> bool:
    """True for the question `x is not None`."""
    match test:
        case ast.Compare(left=ast.Name(id=asked), ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return asked == name
    return False


def _is_parameter(name: str, scope: ast.AST) -> bool:
    return isinstance(scope, FUNCTIONS) and name in parameter_names(scope)


def _blocks_around(node: ast.AST, model: SemanticModel) -> list[Sequence[ast.AST]]:
    """Return the runs of statements of the same function that hold ``node``."""
    found: list[Sequence[ast.AST]] = []
    child: ast.AST = node
    parent = model.parent(node)
    while parent is not None:
        block = block_of(child, parent)
        if block:
            found.append(block)
        if isinstance(parent, FUNCTIONS):
            break
        child, parent = parent, model.parent(parent)
    return found


def _assignment(value: ast.expr, model: SemanticModel) -> ast.AST | None:
    """Return the statement that assigns ``value``, whole or to several names."""
    holder = model.parent(value)
    if isinstance(holder, ast.Tuple):
        holder = model.parent(holder)
    return holder if isinstance(holder, ast.Assign) else None


def _ends_before(value: ast.expr, node: ast.expr | ast.stmt) -> bool:
    return (value.end_lineno or 0, value.end_col_offset or 0) < (node.lineno, node.col_offset)


def brings_to_numpy(call: ast.AST, model: SemanticModel) -> bool:
    """True for ``move_to(x, xp=np)`` and ``_convert_to_numpy(x, xp)``."""
    if not isinstance(call, ast.Call):
        return False
    if last_name(call.func).lstrip("_") in TO_NUMPY:
        return True
    spaces = [k.value for k in call.keywords if k.arg == "xp"]
    return any(_is_numpy(model.qualified_name(space) or "") for space in spaces)


def _is_numpy(module: str) -> bool:
    """True for NumPy, and for its namespace of the standard: ``array_api_compat.numpy``."""
    return module in HOST_PACKAGES or NAMESPACE_OF_NUMPY.search(module) is not None


def _is_of_library(function: ast.expr, model: SemanticModel) -> bool:
    """True for a function of a package that computes on the host, not for arrays of any library."""
    name = model.qualified_name(function)
    of_package = stands_in(name, *HOST_PACKAGES) and "array_api" not in (name or "")
    return of_package and not is_private_here(function, model)


def _makes_numpys(function: ast.expr, model: SemanticModel) -> bool:
    """True for what gives arrays of NumPy's, or one of its generators, which draw these."""
    return _is_of_library(function, model) or last_name(function) in GETTERS_OF_GENERATORS


def is_handed_over(call: ast.AST, model: SemanticModel) -> bool:
    """True for ``np.asarray(x)`` in a function that brings its result back by ``xp.asarray``, and for its dtype.

    So is what a function of NumPy's is given beside it.
    """
    return _is_converted_here(call, model) or _is_beside_converted(call, model)


def _is_converted_here(call: ast.AST, model: SemanticModel) -> bool:
    holder = model.parent(call)
    if isinstance(holder, ast.keyword):
        call, holder = model.parent(holder) or call, None
    converts = isinstance(call, ast.Call) and last_name(call.func) in CONVERSIONS
    if isinstance(holder, ast.Call) and call in holder.args[1:] and not converts:
        call, holder = holder, None  # `np.asarray(x, np.int64)`
    if isinstance(holder, ast.Call) and last_name(holder.func) == "map":
        call = holder  # `map(np.asarray, (x, y))`
    if not isinstance(call, ast.Call) or namespace_at(call, model) is None:
        return False
    function = call.func
    if last_name(function) == "map" and call.args:
        function = call.args[0]
    if last_name(function) not in CONVERSIONS or not _is_of_library(function, model):
        return False
    kept = model.parent(call)
    if isinstance(kept, ast.Assign) and any(is_kept_for_numpy(target, model) for target in kept.targets):
        return True
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in BACK
        and is_namespace(node.func.value, model)
        for node in own_nodes(enclosing(call, model))
    )


def _is_beside_converted(made: ast.AST, model: SemanticModel) -> bool:
    """True for `np.arange(n)` in `np.polyval(np.arange(n), np.asarray(x))`, where NumPy computes anyway."""
    call = model.parent(made)
    if not isinstance(call, ast.Call) or made not in call.args or not _is_of_library(call.func, model):
        return False
    beside = (a for a in call.args if a is not made)
    return any(brings_to_numpy(a, model) or _is_converted_here(a, model) for a in beside)


def first_array(call: ast.Call, model: SemanticModel) -> ast.expr | None:
    """Return the first array among the arguments of a call, `x` in `np.apply_along_axis(f, 0, x)`.

    Where none is known to be one, return the first of them.
    """
    arrays = (a for a in arguments_of(call) if model.value(a).is_tensor)
    return next(arrays, call.args[0] if call.args else None)


def subject(node: ast.AST, model: SemanticModel) -> ast.expr | None:
    """Return what a finding at ``node`` is about: what a method is called on, what is indexed or asked.

    Of the method of an object, `KMeans().fit(x)`, that is the array which it is given.
    """
    match node:
        case ast.Call(func=ast.Attribute(attr=attribute), args=[key, *_]) if attribute in _OF_DICTS:
            return key
        case ast.Call(func=ast.Attribute(value=owner)) if model.value(owner).kind is Kind.INSTANCE:
            return first_array(node, model)
        case ast.Call(func=ast.Attribute(value=value)):
            return value
        case ast.Call(args=[first, *_]):
            return first
        case ast.Name():
            return node
        case ast.Attribute(value=value) | ast.Subscript(value=value):
            return value
        case ast.For(iter=rows):
            return rows
        case (
            ast.SetComp(generators=[rows, *_])
            | ast.DictComp(generators=[rows, *_])
            | ast.ListComp(generators=[rows, *_])
            | ast.GeneratorExp(generators=[rows, *_])
        ):
            return rows.iter
        case ast.Set(elts=[first, *_]) | ast.Dict(keys=[ast.expr() as first, *_]):
            return first
        case (
            ast.Assign(targets=[ast.Subscript(value=value)])
            | ast.AugAssign(target=ast.Subscript(value=value))
        ):
            return value
    return None
