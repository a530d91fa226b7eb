"""Code that works on a namespace already: ``xp.sum(x)``, ``nx.exp(a)``, ``gs.matmul(a, b)``."""

from __future__ import annotations

import ast
import re

from purity_lint.knowledge.libraries import ASKED_FOR
from purity_lint.knowledge.numpy.roles import CLASS_NAME as NUMPY_CLASS
from purity_lint.knowledge.python import FLAGGED_GETTERS
from purity_lint.rewrites.operands import ANY_LIBRARY
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.names import last_name

_OF_ONE_LIBRARY = re.compile(
    rf"is_(?:lazy_)?(?:{'|'.join(sorted(set(ASKED_FOR) - {'array_api', 'lazy'}))})(?:_sparse)?(?:_namespace|_array)?"
    r"|issparse|isspmatrix"
)
"""Questions that are answered with yes only where one library computes."""
_STANDARD = "xp"
"""How code calls a namespace of the array API standard."""
_SAYS_COMPLIANT = re.compile(r"(?:^|_)compliant$")
"""Parameters by which a caller says whether arrays keep to the standard."""


def is_namespace(node: ast.expr, model: SemanticModel) -> bool:
    """True if ``node`` is the namespace of some arrays."""
    return node in namespaces(model)


def namespaces(model: SemanticModel) -> frozenset[ast.AST]:
    """Return every expression of a file that is the namespace of some arrays: in most files there is none."""
    return model.memo(namespaces, lambda: model.modules(ANY_LIBRARY))


def namespace_at(node: ast.AST, model: SemanticModel) -> str | None:
    """Return how a function around ``node`` calls the namespace that it reads from; ``None`` where it has none."""
    function = model.function(node) if namespaces(model) else None
    while function is not None:
        found = namespace_of(function, model)
        if found is not None:
            return found
        function = model.function(function)
    return None


def namespace_of(function: ast.AST, model: SemanticModel) -> str | None:
    """Return the namespace that ``function`` itself reads from."""
    if not namespaces(model):
        return None
    return model.memo(("namespace", function), lambda: _first_read(function, model))


def _first_read(function: ast.AST, model: SemanticModel) -> str | None:
    for node in own_nodes(function):
        if isinstance(node, ast.Name | ast.Attribute) and is_namespace(node, model):
            return ast.unparse(node)
    return None


def is_bound_above(space: str, around: ast.AST, node: ast.expr, model: SemanticModel) -> bool:
    """True where the name ``space`` is the namespace of the function ``around`` by the time of ``node``."""
    names = [n for n in own_nodes(around) if isinstance(n, ast.Name) and n.id == space]
    stores = [n.lineno for n in names if isinstance(n.ctx, ast.Store)]
    return (not stores or min(stores) < node.lineno) and any(is_namespace(n, model) for n in names)


def standard_namespace(node: ast.expr, model: SemanticModel) -> str | None:
    """Return the namespace of the array API standard that the function around ``node`` has by then."""
    around = model.function(node)
    space = None if around is None else namespace_of(around, model)
    if around is None or space is None or not space.strip("_").endswith(_STANDARD):
        return None
    return space if is_bound_above(space, around, node, model) else None


def on_host(node: ast.AST, model: SemanticModel) -> bool:
    """True if ``node`` stands where only one library goes: ``if is_numpy(xp): ...``, ``issparse(x) and ...``."""
    child, parent = node, model.parent(node)
    while parent is not None:
        if isinstance(parent, ast.If | ast.IfExp):
            asked, wanted = parent.test, True
            if isinstance(asked, ast.UnaryOp) and isinstance(asked.op, ast.Not):
                asked, wanted = asked.operand, False
            inside = _inside(child, parent.body if wanted else parent.orelse)
            if inside and _asks_for_host(asked, conjunction=wanted):
                return True
            other = _inside(child, parent.orelse if wanted else parent.body)
            if other and isinstance(asked, ast.Name) and _says_compliant(asked, model):
                return True
        if isinstance(parent, ast.BoolOp) and child in parent.values and _is_asked_before(child, parent):
            return True
        child, parent = parent, model.parent(parent)
    return False


def _is_asked_before(node: ast.AST, operation: ast.BoolOp) -> bool:
    """True for what follows ``issparse(x) and``, or ``not issparse(x) or``."""
    for value in operation.values:
        if value is node:
            return False
        if isinstance(operation.op, ast.And):
            asks = _asks_for_host(value, conjunction=True)
        else:
            asks = (
                isinstance(value, ast.UnaryOp)
                and isinstance(value.op, ast.Not)
                and _asks_for_host(value.operand, conjunction=False)
            )
        if asks:
            return True
    return False


def _says_compliant(name: ast.Name, model: SemanticModel) -> bool:
    """True for the second value of ``xp, is_compliant = get_namespace(x)``: without it, NumPy computes."""
    function = model.function(name)
    if isinstance(function, DEFINITIONS) and _SAYS_COMPLIANT.search(name.id):
        spec = function.args
        if any(a.arg == name.id for a in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)):
            return True
    for node in own_nodes(function or model.source.tree):
        match node:
            case ast.Assign(
                targets=[ast.Tuple(elts=[_, ast.Name(id=flag), *_])], value=ast.Call(func=getter)
            ):
                if flag == name.id and last_name(getter) in FLAGGED_GETTERS:
                    return True
    return False


def _inside(node: ast.AST, branch: list[ast.stmt] | ast.expr) -> bool:
    return node in branch if isinstance(branch, list) else node is branch


def _asks_for_host(test: ast.expr, *, conjunction: bool) -> bool:
    if isinstance(test, ast.BoolOp):
        fits = isinstance(test.op, ast.And) is conjunction
        return fits and any(_asks_for_host(part, conjunction=conjunction) for part in test.values)
    if isinstance(test, ast.Compare):
        types = (test.left, *test.comparators)
        return all(map(_is_type, types[:-1])) and last_name(types[-1]) == NUMPY_CLASS
    return (
        isinstance(test, ast.Call) and _OF_ONE_LIBRARY.fullmatch(last_name(test.func).lstrip("_")) is not None
    )


def _is_type(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) == "type"
