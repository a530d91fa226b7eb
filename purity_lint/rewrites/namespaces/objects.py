"""What code with a namespace hands to functions of arrays of any library: lists, and numbers in objects."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.edits import Fix, Hole, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.knowledge.scipy.any_library import OF_ANY_LIBRARY
from purity_lint.rewrites.namespaces.in_use import is_namespace, standard_namespace
from purity_lint.rewrites.operands import quote, safe_if
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind
from purity_lint.source.names import last_name


def lists_of_arrays(call: ast.Call, model: SemanticModel) -> Iterator[Finding]:
    """Yield the finding for a list of arrays that a function of SciPy is given: `special.logsumexp([a, b])`."""
    space = standard_namespace(call, model) if is_given_listed_arrays(call, model) else None
    if space is None:
        return
    several = call.args[0]
    edit = Rewrite(several, f"{space}.stack({{several}})", {"several": several})
    fix = Fix((edit,), safe_if(False), "Stack them")
    yield Finding(several, f"`{quote(model, call.func)}` takes one array", fix=fix)


def is_given_listed_arrays(call: ast.Call, model: SemanticModel) -> bool:
    """True for a function of SciPy for arrays of any library that is given a list of them."""
    match call.args[:1]:
        case [ast.List(elts=elements) | ast.Tuple(elts=elements)] if elements:
            name = model.qualified_name(call.func) or ""
            return name.startswith(OF_ANY_LIBRARY) and all(model.value(one).is_tensor for one in elements)
    return False


def kept_numbers(call: ast.Call, model: SemanticModel) -> Iterator[Finding]:
    """Yield the finding for numbers that an object keeps which a function is given together with the namespace."""
    name = last_name(call.func)
    unpacks = any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords)
    if unpacks or not (name.startswith("_") and name[1:2].isupper() and call.args):
        return
    numbers = [argument for argument in call.args if is_plain_number(argument, model)]
    space = standard_namespace(call, model) if numbers else None
    user = None if space is None else _user(call, model)
    if user is None:
        return
    holes: dict[str, Hole] = {"made": call.func}
    written = []
    for n, argument in enumerate((*call.args, *(k.value for k in call.keywords))):
        keyword = call.keywords[n - len(call.args)].arg if n >= len(call.args) else None
        dtype = _dtype_of(user, argument, model)
        part = f"{space}.asarray({{a{n}}}{dtype})" if argument in numbers else f"{{a{n}}}"
        holes[f"a{n}"] = argument
        written.append(f"{keyword}={part}" if keyword else part)
    # The whole call, since what is a number may be rewritten by itself: `len(x)`.
    edit = Rewrite(call, f"{{made}}({', '.join(written)})", holes)
    fix = Fix((edit,), safe_if(False), "Make arrays of its numbers")
    shown = quote(model, numbers[0])
    yield Finding(call, f"`{name}` keeps the number `{shown}`, and a namespace computes with arrays", fix=fix)


def is_plain_number(node: ast.expr, model: SemanticModel) -> bool:
    """True for a number that is written out, counted or declared: arithmetic of unknowns may give arrays."""
    match node:
        case ast.Constant(value=int() | float() | complex()):
            return True
        case ast.UnaryOp(operand=operand):
            return is_plain_number(operand, model)
        case ast.BinOp(left=left, right=right):
            return is_plain_number(left, model) and is_plain_number(right, model)
        case ast.Call(func=function) if model.qualified_name(function) == "builtins.len":
            return True
    value = model.value(node)
    declared = isinstance(node, ast.Name) and value.evidence >= Evidence.DECLARED and not value.maybe
    return value.kind is Kind.DIM or (declared and value.kind in PLAIN_NUMBERS)


def _user(made: ast.Call, model: SemanticModel) -> ast.Call | None:
    """Return the call that is given an object together with a namespace."""
    holder, around = model.parent(made), model.function(made)
    if isinstance(holder, ast.Call):
        return holder if _takes_namespace(holder, model) else None
    match holder:
        case ast.Assign(targets=[ast.Name(id=name)]) if around is not None:
            calls = (n for n in own_nodes(around) if isinstance(n, ast.Call) and n.lineno > made.lineno)
            given = (c for c in calls if any(isinstance(a, ast.Name) and a.id == name for a in c.args))
            return next((c for c in given if _takes_namespace(c, model)), None)
    return None


def _takes_namespace(call: ast.Call, model: SemanticModel) -> bool:
    return any(is_namespace(keyword.value, model) for keyword in call.keywords)


def _dtype_of(user: ast.Call, number: ast.expr, model: SemanticModel) -> str:
    """Return the argument that gives a number the dtype of the array that it will meet."""
    first = user.args[0]
    array = first.operand if isinstance(first, ast.UnaryOp) else first
    around = model.function(number)
    if not isinstance(array, ast.Name) or around is None:
        return ""
    made = [
        n.lineno
        for n in own_nodes(around)
        if isinstance(n, ast.Name) and n.id == array.id and isinstance(n.ctx, ast.Store)
    ]
    return f", dtype={array.id}.dtype" if made and min(made) < number.lineno else ""
