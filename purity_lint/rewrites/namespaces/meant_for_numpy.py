"""What is NumPy's on purpose where a project has words of its own: the code around a call says so."""

from __future__ import annotations

import ast

from purity_lint.knowledge.libraries import HOST_PACKAGES, stands_in
from purity_lint.knowledge.roles import FLOAT_LIMITS
from purity_lint.knowledge.vocabularies.array_api import MAKERS
from purity_lint.rewrites.namespaces.in_use import is_namespace
from purity_lint.rewrites.namespaces.own_host import is_given_back
from purity_lint.rewrites.references import Category, reference
from purity_lint.rewrites.scopes import bindings, enclosing, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name


def is_meant_for_numpy(node: ast.AST, model: SemanticModel) -> bool:
    """True for what `nx.from_numpy` takes, what stands for an array that was not given, and limits of a dtype."""
    return (
        is_given_back(node, model) or _stands_for_no_array(node, model) or _is_of_written_dtype(node, model)
    )


def _stands_for_no_array(node: ast.AST, model: SemanticModel) -> bool:
    """True for `np.ones(n)` below `if like is None:`, and for what is to be the array that tells the backend.

    That is so where the backend is asked of that one array: who gives none wants NumPy's.
    """
    function = model.function(node)
    call = _call_of(node, model)
    if function is None or call is None or last_name(call.func) not in MAKERS:
        return False
    if any(model.value(argument).is_tensor for argument in call.args):
        return False
    tells = _asked_alone(function, model)
    child: ast.AST = call
    parent = model.parent(call)
    while tells and parent is not None and parent is not function:
        match parent:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is child and name in tells:
                return True
            case ast.If(test=ast.Compare(ast.Name(id=name), [ast.Is()], [ast.Constant(value=None)])) if (
                name in tells and child in parent.body
            ):
                return True
        child, parent = parent, model.parent(parent)
    return False


def _asked_alone(function: ast.AST, model: SemanticModel) -> frozenset[str]:
    """Return the names of which alone a namespace is asked: `like` of `nx = get_backend(like)`."""

    def find() -> frozenset[str]:
        found = set()
        for node in own_nodes(function):
            match node:
                case ast.Assign(targets=[space], value=ast.Call(args=[ast.Name(id=name)], keywords=[])):
                    found |= {name} if is_namespace(space, model) else set()
        return frozenset(found)

    return model.memo(("asked alone", function), find)


def _is_of_written_dtype(node: ast.AST, model: SemanticModel) -> bool:
    """True for `np.finfo(float)` and its dtype: its attributes are numbers, and no array is asked for its dtype."""
    call = _call_of(node, model)
    if call is None or len(call.args) != 1 or call.keywords:
        return _is_chosen_for_limits(node, model)
    written, limits = call.args[0], _asks_for_limits(call, model)
    if limits and isinstance(written, ast.Name) and model.qualified_name(written) is None:
        made = bindings(enclosing(written, model)).get(written.id, ())
        return bool(made) and all(_is_dtype(value, model) for value in made)
    return limits and (isinstance(written, ast.Constant) or model.qualified_name(written) is not None)


def _is_chosen_for_limits(node: ast.AST, model: SemanticModel) -> bool:
    """True for `np.float16` of `kind = np.float16`, where `kind` is asked for its limits alone: `np.finfo(kind)`."""
    parent = model.parent(node)
    match model.parent(parent) if isinstance(parent, ast.IfExp) else parent:
        case ast.Assign(targets=[ast.Name(id=name)]) if _is_dtype(node, model):
            reads = (
                n
                for n in own_nodes(enclosing(node, model))
                if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)
            )
            return all(_asks_for_limits(model.parent(read), model) for read in reads)
    return False


def _asks_for_limits(call: ast.AST | None, model: SemanticModel) -> bool:
    name = model.qualified_name(call.func) if isinstance(call, ast.Call) else None
    return name in FLOAT_LIMITS and stands_in(name, *HOST_PACKAGES)


def _is_dtype(node: ast.AST, model: SemanticModel) -> bool:
    if isinstance(node, ast.IfExp):
        return _is_dtype(node.body, model) and _is_dtype(node.orelse, model)
    found = reference(node, model)
    return found is not None and found.category is Category.DTYPE


def _call_of(node: ast.AST, model: SemanticModel) -> ast.Call | None:
    """Return the call that ``node`` is, is the function of, or is given to."""
    call: ast.AST | None = node if isinstance(node, ast.Call) else model.parent(node)
    if isinstance(call, ast.keyword):
        call = model.parent(call)
    return call if isinstance(call, ast.Call) else None
