"""Parameters that a function cleans to calculate with them: `x[x == 0] = eps`, and then `return np.log(x)`.

It gives the result back, and to clean an array again changes nothing: so that a caller's array stays as it was on JAX
makes no difference to the next call.  Callers who look at the array themselves are asked about elsewhere.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.rewrites.local_calls import Function
from purity_lint.rewrites.stores.shared_memory import is_of_library
from purity_lint.rewrites.stores.updates import is_update_of
from purity_lint.rewrites.uses_of_names import bindings, reads, start
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name, names_in
from purity_lint.source.parameters import parameter_names

_FORM = frozenset({"shape", "ndim", "size", "dtype"})
_ASKING_FOR_FORM = _FORM | {
    "isinstance",
    "len",
    "is_tensor",
    "isscalar",
    "zeros_like",
    "ones_like",
    "empty_like",
}


def is_cleaned(name: str, function: ast.AST, model: SemanticModel) -> bool:
    """Return True where a function stores into a parameter where its own values say so alone, and reads it then."""
    if not isinstance(function, Function) or name not in parameter_names(function):
        return False
    return model.memo((is_cleaned, function, name), lambda: _is_cleaned(name, function, model))


def _is_cleaned(name: str, function: Function, model: SemanticModel) -> bool:
    if not model.returns_something(function):
        return False
    uses = reads(function).get(name, ())
    stores = {use: store for use in uses for store in _store(use, model)}
    if not stores or not all(_is_of_own_values(name, store, function, model) for store in stores.values()):
        return False
    cleaning = {model.statement(use) for use in stores}
    later = (use for use in uses if start(use) > min(map(start, stores)))
    return any(model.statement(use) not in cleaning and _is_calculation(use, model) for use in later)


def _store(use: ast.Name, model: SemanticModel) -> Iterator[tuple[ast.expr, ast.expr] | None]:
    """Yield the index and the value of `x[i] = y`, and of what it becomes; ``None`` of other changes of ``use``."""
    holder = model.parent(use)
    match holder:
        case ast.Subscript(value=whole, slice=index, ctx=ast.Store()) if whole is use:
            statement = model.parent(holder)
            plain = isinstance(statement, ast.Assign) and len(statement.targets) == 1
            yield (index, statement.value) if plain and isinstance(statement, ast.Assign) else None
        case ast.AugAssign(target=target) if target is use:
            yield None
        case ast.Call(args=[array, *rest]) if array is use and is_update_of(use.id, holder, model):
            named = last_name(holder.func) == "assign" and len(rest) == 2 and not holder.keywords
            yield (rest[0], rest[1]) if named else None


def _is_of_own_values(
    name: str, store: tuple[ast.expr, ast.expr] | None, function: Function, model: SemanticModel
) -> bool:
    """Return True for `x[x < 0] = c`, and for `low = x < 0` and `x[low] = c`."""
    if store is None:
        return False
    index, value = store
    asked = [index]
    if isinstance(index, ast.Name):
        asked = [bound for _, bound in bindings(function).get(index.id, ()) if isinstance(bound, ast.expr)]
    masks = bool(asked) and all(name in names_in(mask) for mask in asked)
    return masks and model.value(index).dtype == "bool" and name not in names_in(value)


def _is_calculation(use: ast.Name, model: SemanticModel) -> bool:
    """Return True for a use that asks for elements, and not for `x.shape` and `len(x)` alone.

    None is `f(x)` of whatever ``f`` is: that may look at the array by another way as well.
    """
    match model.parent(use):
        case ast.Attribute(attr=attribute):
            return attribute not in _FORM
        case ast.Call(func=function, args=[array, *_]) if array is use:
            return last_name(function) not in _ASKING_FOR_FORM and is_of_library(function, model)
        case ast.Call() | ast.keyword() | ast.Starred():
            return False
    return True
