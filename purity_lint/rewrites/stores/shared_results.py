"""Results that others hold as well: an argument that is given back, what a cache keeps, a list of attributes.

Changed in place they change for everybody on NumPy, PyTorch and MLX, and on JAX for whoever asked alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.knowledge.memory import BUFFER, OF_A_BUFFER, VIEWS_OF_EACH
from purity_lint.knowledge.python import CACHES
from purity_lint.rewrites.local_calls import Function, callee, calls_of
from purity_lint.rewrites.scopes import bound_names, enclosing, own_nodes
from purity_lint.rewrites.uses_of_names import assigned, base_of, bindings, keeping
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name
from purity_lint.source.parameters import argument_for, parameter_names


def is_cached(call: ast.Call, model: SemanticModel) -> bool:
    """Return True for a call of a function of the file whose results are kept: the next call gives the same array."""
    function = callee(call, model)
    return function is not None and any(
        model.qualified_name(made.func if isinstance(made, ast.Call) else made) in CACHES
        for made in function.decorator_list
    )


def given_through(call: ast.Call, model: SemanticModel) -> Iterator[ast.Name | ast.Attribute]:
    """Return the arguments that a function of the file gives back, or views of them: `return a[:2], a[2:]`."""
    function = callee(call, model)
    if function is None:
        return
    for parameter in model.memo((given_through, function), lambda: frozenset(_given_back(function))):
        argument = argument_for(parameter, function, call)
        base = None if argument is None else base_of(argument)
        if base is not None:
            yield base


def _given_back(function: Function) -> Iterator[str]:
    own = set(parameter_names(function)) - assigned(function)
    for node in own_nodes(function):
        if isinstance(node, ast.Return) and node.value is not None:
            parts = node.value.elts if isinstance(node.value, ast.Tuple | ast.List) else [node.value]
            for part in parts:
                base = base_of(part) if _is_slice(part) else None
                if isinstance(base, ast.Name) and base.id in own:
                    yield base.id


def _is_slice(part: ast.expr) -> bool:
    """Return True for a name, its transpose and its slices; an item of it may be a number, or one of a list."""
    while isinstance(part, ast.Subscript | ast.Attribute):
        if isinstance(part, ast.Subscript):
            parts = part.slice.elts if isinstance(part.slice, ast.Tuple) else [part.slice]
            if not any(isinstance(index, ast.Slice) for index in parts):
                return False
        part = part.value
    return isinstance(part, ast.Name)


def viewed_by(call: ast.Call, method: bool) -> ast.expr | None:
    """Return what a call gives a view of: the array of a method, or the first argument that is no formula."""
    if method and isinstance(call.func, ast.Attribute):
        return call.func.value
    return next(iter(call.args[rearranges(call) :]), None)


def viewed_as(name: str, call: ast.Call, method: bool, model: SemanticModel) -> ast.expr | None:
    """Return what ``name`` is a view of: `b` for `y` in `x, y = np.atleast_1d(a, b)`."""
    match model.parent(call):
        case ast.Assign(targets=[ast.Tuple(elts=names)]) if (
            last_name(call.func) in VIEWS_OF_EACH
            and len(names) == len(call.args)
            and not any(isinstance(part, ast.Starred) for part in (*names, *call.args))
        ):
            own = (
                given
                for part, given in zip(names, call.args, strict=True)
                if isinstance(part, ast.Name) and part.id == name
            )
            return next(own, None)
    return viewed_by(call, method)


def rearranges(call: ast.Call) -> bool:
    """Return True for `np.einsum("ii->i", x)` and its like, which give a view: nothing is summed."""
    match call:
        case ast.Call(args=[ast.Constant(value=str(formula)), _]) if last_name(call.func) == "einsum":
            taken, arrow, given = formula.replace(" ", "").partition("->")
            return bool(arrow) and set(taken) == set(given)
    return False


def is_told_not_to_copy(call: ast.Call) -> bool:
    """True for `x.astype(float, copy=False)`, which gives `x` itself where it can, as whatever takes `copy` does."""
    return any(
        keyword.arg == "copy" and isinstance(keyword.value, ast.Constant) and not keyword.value.value
        for keyword in call.keywords
    )


def is_in_a_buffer(call: ast.Call, name: str) -> bool:
    """True for `np.frombuffer(shared)` and `np.ndarray(shape, float, memory.buf)`, whose memory is somebody else's."""
    position = OF_A_BUFFER.get(name)
    if position is None:
        return False
    return len(call.args) > position or any(keyword.arg in (None, BUFFER) for keyword in call.keywords)


def is_made_anew(whole: ast.expr, change: ast.AST, model: SemanticModel) -> bool:
    """Return True for a list that nobody but its maker holds, of arrays that others do: `[self.w, self.b]`.

    That is what a method gives back which makes the list whenever it is asked, and the parameter of a function of the
    file that some call hands such a list to.
    """
    if not isinstance(whole, ast.Name):
        return False
    scope = model.function(change)
    if scope is None or isinstance(scope, ast.Lambda):
        return False
    for _, value in bindings(scope).get(whole.id, ()):
        if is_new_list(value, model):
            return True
    if whole.id in assigned(scope) or whole.id not in parameter_names(scope):
        return False
    given = (argument_for(whole.id, scope, call) for call in calls_of(scope, model))
    return any(isinstance(argument, ast.List) or is_new_list(argument, model) for argument in given)


def is_new_list(made: ast.AST | None, model: SemanticModel) -> bool:
    """Return True for a call, by its last name, of what gives back a new list of what attributes hold."""
    return isinstance(made, ast.Call) and last_name(made.func) in _makers(model)


def has_another_name(name: ast.Name, model: SemanticModel) -> bool:
    """Return True where the scope that binds ``name``, around the function that it stands in, binds it once more."""
    scope = enclosing(name, model)
    while not isinstance(scope, ast.Module) and name.id not in bound_names(scope):
        scope = enclosing(scope, model)
    for node in keeping(scope).get(name.id, ()):
        base = base_of(node.value) if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.Assign) and isinstance(base, ast.Name) and base.id == name.id:
            others = (
                target
                for target in node.targets
                if not (isinstance(target, ast.Name) and target.id == name.id)
            )
            return any(isinstance(target, ast.Name | ast.Attribute) for target in others)
    return False


def _makers(model: SemanticModel) -> frozenset[str]:
    """Return the names of functions and methods of the file that give back a new list of what attributes hold."""
    return model.memo(
        _makers,
        lambda: frozenset(
            function.name
            for function in model.source.of(ast.FunctionDef)
            if any(_is_list_of_attributes(node) for node in own_nodes(function))
        ),
    )


def _is_list_of_attributes(node: ast.AST) -> bool:
    match node:
        case ast.Return(value=ast.List(elts=parts)):
            return any(isinstance(part, ast.Attribute) for part in parts)
        case ast.Return(value=ast.ListComp(elt=ast.Attribute())):
            return True
    return False
