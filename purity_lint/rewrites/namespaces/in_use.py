"""Code that works on a namespace already: ``xp.sum(x)``, ``nx.exp(a)``, ``gs.matmul(a, b)``."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from purity_lint.knowledge.labelled_data import is_named_for_tables
from purity_lint.knowledge.libraries import ASKED_FOR, HOST_PACKAGES
from purity_lint.knowledge.numpy.returns import MATRIX_TYPES
from purity_lint.knowledge.numpy.roles import CLASS_NAME as NUMPY_CLASS
from purity_lint.knowledge.python import FLAGGED_GETTERS
from purity_lint.knowledge.vocabularies.array_api import IS_ARRAY
from purity_lint.knowledge.vocabularies.keras import NAMES_BACKEND
from purity_lint.knowledge.vocabularies.own_backend import CLASS, GETTER
from purity_lint.knowledge.vocabularies.words import word
from purity_lint.rewrites.namespaces.brought_back import brings_results_back
from purity_lint.rewrites.operands import ANY_LIBRARY, OPS
from purity_lint.rewrites.references import reference
from purity_lint.rewrites.scopes import bindings, bound_names, enclosing, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.blocks import before
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.names import last_name
from purity_lint.source.parameters import single

_OF_ONE_LIBRARY = re.compile(
    rf"is_(?:lazy_)?(?:{'|'.join(sorted(set(ASKED_FOR) - {'array_api', 'lazy'}))})(?:_sparse)?(?:_namespace|_array)?"
    r"|is_(?:cuda|gpu)(?:_array)?"
    r"|issparse|isspmatrix"
)
"""Questions that are answered with yes only where one library computes."""
_MEMBER = re.compile(
    rf"(?:{'|'.join(sorted({*ASKED_FOR, 'array_api_strict'} - {'array_api', 'lazy'}))})", re.IGNORECASE
)
"""Beginning of the names that enumerations of libraries have: `TORCH_GPU`, `NUMPY_READONLY`."""
_STANDARD = "xp"
"""How code calls a namespace of the array API standard."""
_SAYS_COMPLIANT = re.compile(r"(?:^|_)compliant$")
"""Parameters by which a caller says whether arrays keep to the standard."""
_ASK_FOR_ARRAY = frozenset({IS_ARRAY, "is_tensor"})
_AS_NUMPY = "as_numpy"
"""Argument of functions that call another one, with arrays of NumPy's for those of any library."""
_DEPTH = 6
"""How far back questions are followed."""


def is_namespace(node: ast.expr, model: SemanticModel) -> bool:
    """True if ``node`` is the namespace of some arrays."""
    return node in namespaces(model)


def namespaces(model: SemanticModel) -> frozenset[ast.AST]:
    """Return every expression of a file that is the namespace of some arrays: in most files there is none."""
    return model.memo(namespaces, lambda: model.modules(ANY_LIBRARY))


def namespace_names(model: SemanticModel) -> frozenset[str]:
    """Return the names by which a file calls the namespaces of arrays, somewhere in it."""

    def find() -> frozenset[str]:
        return frozenset(node.id for node in namespaces(model) if isinstance(node, ast.Name))

    return model.memo(namespace_names, find)


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
        match parent:
            case ast.If(test=test) | ast.IfExp(test=test) if child is not test:
                if _says_host(test, model, answer=_inside(child, parent.body)):
                    return True
            case ast.BoolOp(op=operator, values=values) if child in values:
                above = values[: values.index(child)]
                if isinstance(operator, ast.And) and _asks(child):
                    above = values  # `x.dtype in (np.float32,) and issparse(x)`: what asks may come first
                if any(_says_host(value, model, answer=isinstance(operator, ast.And)) for value in above):
                    return True
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                if _is_given_numpys(parent, model) or brings_results_back(parent, model):
                    return True
        if isinstance(child, ast.stmt) and _others_have_left(child, parent, model):
            return True
        child, parent = parent, model.parent(parent)
    return False


def _asks(node: ast.AST) -> bool:
    """True for a comparison and `isinstance(x, C)`, which compute nothing: their order is of no account."""
    return isinstance(node, ast.Compare) or (
        isinstance(node, ast.Call) and last_name(node.func) == "isinstance"
    )


def _others_have_left(statement: ast.stmt, holder: ast.AST, model: SemanticModel) -> bool:
    """True below ``if not is_numpy(xp): return ...``, and ``assert is_numpy(xp)``."""
    for above in before(statement, holder):
        match above:
            case ast.If(test=test, body=[*_, ast.Return() | ast.Raise()], orelse=[]):
                if _says_host(test, model, answer=False):
                    return True
            case ast.Assert(test=test) if _says_host(test, model, answer=True):
                return True
    return False


def _is_given_numpys(function: ast.FunctionDef | ast.AsyncFunctionDef, model: SemanticModel) -> bool:
    """True for a function that is handed to one which calls it with arrays of NumPy's: ``apply(f, as_numpy=True)``."""
    around = model.function(function)
    if around is None:
        return False
    for node in own_nodes(around):
        match node:
            case ast.Call(args=[ast.Name(id=name), *_], keywords=keywords) if name == function.name:
                if any(k.arg == _AS_NUMPY and getattr(k.value, "value", None) is True for k in keywords):
                    return True
    return False


def _says_host(test: ast.expr, model: SemanticModel, *, answer: bool, depth: int = _DEPTH) -> bool:
    """True if this ``answer`` to a question is given where one library computes, and no other."""
    if depth <= 0:
        return False
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _says_host(operand, model, answer=not answer, depth=depth - 1)
        case ast.BoolOp(op=operator, values=values):
            # One yes makes `or` true, and one no makes `and` false: which one is not known.
            enough = any if isinstance(operator, ast.And) is answer else all
            return enough(_says_host(value, model, answer=answer, depth=depth - 1) for value in values)
        case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot() as same], comparators=[right]) if (
            last_name(left).strip("_") == _STANDARD
        ):
            return answer is isinstance(same, ast.Is) and model.qualified_name(right) in HOST_PACKAGES
        case ast.Compare(
            left=left, ops=[ast.Eq() | ast.NotEq() as same], comparators=[ast.Constant(value=str())]
        ) if _is_name_of_namespace(left, model) or _is_text_of_library(test):
            return answer is isinstance(same, ast.Eq)
        case ast.Compare(
            left=left,
            ops=[ast.In() | ast.NotIn() as same],
            comparators=[ast.Set(elts=names) | ast.Tuple(elts=names) | ast.List(elts=names)],
        ) if names and _is_name_of_namespace(left, model):
            return answer is isinstance(same, ast.In) and all(map(_is_text, names))
        case ast.Call(func=ast.Attribute(value=named, attr="endswith" | "startswith"), args=[text]) if (
            _is_name_of_namespace(named, model) and _is_text(text)
        ):
            return answer  # `gs.__name__.endswith("pytorch")`
        case ast.Compare():
            return _compares_numpys(test, answer=answer)
        case ast.Call(func=ast.Attribute(attr="isdtype"), args=[_, ast.Constant(value="numeric")]):
            return not answer  # text and objects are arrays of NumPy's alone
        case ast.Call(func=function) if last_name(function) in _ASK_FOR_ARRAY and not reference(test, model):
            return not answer  # lists and numbers, and NumPy's arrays where tensors are asked for
        case ast.Call(func=ast.Name(id="isinstance"), args=[space, ast.Name() | ast.Attribute() as one]) if (
            is_namespace(space, model)
        ):
            return answer and last_name(one) != CLASS  # `isinstance(nx, JaxBackend)`
        case ast.Call(func=function):
            return answer and (
                _OF_ONE_LIBRARY.fullmatch(last_name(function).lstrip("_")) is not None
                or is_named_for_tables(last_name(function))
                or _asks_for_more(test, model)
                or _asks_for_matrix(test, model)
                or any(map(_are_members_named_for_libraries, test.args))  # `library.like(Backend.TORCH)`
            )
        case ast.Name(id=name):
            made = bindings(enclosing(test, model)).get(name, ())
            return (
                (answer and is_named_for_tables(name))
                or (len(made) == 1 and _says_host(made[0], model, answer=answer, depth=depth - 1))
                or (not answer and _says_compliant(test, model))
            )
    return False


def _asks_for_more(call: ast.Call, model: SemanticModel) -> bool:
    """True for `hasattr(xp, "put_along_axis")`: NumPy has what the standard lacks, and what has its names."""
    match call:
        case ast.Call(func=ast.Name(id="hasattr"), args=[space, ast.Constant(value=str(asked))]):
            return is_namespace(space, model) and word("array-api", {}, asked) is None
    return False


def _are_members_named_for_libraries(node: ast.expr) -> bool:
    """True for `Backend.TORCH`, a member of an enumeration, and for several of them."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return bool(node.elts) and all(map(_are_members_named_for_libraries, node.elts))
    named = isinstance(node, ast.Attribute) and node.attr.isupper()
    return named and _MEMBER.match(last_name(node)) is not None


def _is_name_of_namespace(node: ast.expr, model: SemanticModel, depth: int = _DEPTH) -> bool:
    """True for what names the library that computes: `nx.__name__`, `str(nx)`, `name_of(xp)`, `backend()` of Keras.

    So does what is taken of such a name, `xp.__name__.split(".")[0]`, and a variable that holds one.
    """
    match node:
        case ast.Call(func=getter, args=[], keywords=[]):
            return last_name(getter) in NAMES_BACKEND
        case ast.Attribute(value=space, attr="__name__") | ast.Call(args=[space], keywords=[]) if (
            is_namespace(space, model) or _gives_backend(space) or f"{model.qualified_name(space)}." == OPS
        ):
            return True
        case ast.Subscript(value=ast.Call(func=ast.Attribute(value=whole, attr="split" | "rsplit"))):
            return _is_name_of_namespace(whole, model, depth)
        case ast.Name() if depth > 0:
            made = _made(node, model)
            return len(made) == 1 and _is_name_of_namespace(made[0], model, depth - 1)
    return False


def _made(name: ast.Name, model: SemanticModel) -> Sequence[ast.expr]:
    """Return what a name is bound to in the innermost function that binds it, from the one around it outwards."""
    scope = enclosing(name, model)
    while name.id not in bound_names(scope) and not isinstance(scope, ast.Module):
        scope = enclosing(scope, model)
    return bindings(scope).get(name.id, ())


def _asks_for_matrix(call: ast.Call, model: SemanticModel) -> bool:
    """True for `isinstance(x, np.matrix)`: no other library has matrices."""
    match call:
        case ast.Call(func=ast.Name(id="isinstance"), args=[_, asked]):
            return model.qualified_name(asked) in MATRIX_TYPES
    return False


def _is_text_of_library(test: ast.Compare) -> bool:
    """True for `str(nx) == "numpy"`, of a backend that was handed in."""
    match test:
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="str"), args=[ast.Name()]),
            comparators=[ast.Constant(value=str() as text)],
        ):
            return _MEMBER.fullmatch(text) is not None
    return False


def _gives_backend(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) == GETTER


def takes_any_library(node: ast.AST, model: SemanticModel) -> bool:
    """True of `hasattr(x, "__array__") or is_compliant`: what it asks is one of the ways to be an array."""
    child, either = node, model.parent(node)
    while isinstance(either, ast.BoolOp):
        others = [value for value in either.values if value is not child]
        if isinstance(either.op, ast.Or) and any(_says_any(value, model) for value in others):
            return True
        child, either = either, model.parent(either)
    return False


def _says_any(test: ast.expr, model: SemanticModel) -> bool:
    match test:
        case ast.Call(func=function):
            return last_name(function) == IS_ARRAY
        case ast.Name():
            return _says_compliant(test, model)
    return False


def _says_compliant(name: ast.Name, model: SemanticModel) -> bool:
    """True for the second value of ``xp, is_compliant = get_namespace(x)``: without it, NumPy computes."""
    function = model.function(name)
    says_so = _SAYS_COMPLIANT.search(name.id) is not None
    if says_so and isinstance(function, DEFINITIONS) and name.id in [a.arg for a in single(function.args)]:
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


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _compares_numpys(test: ast.Compare, *, answer: bool) -> bool:
    """True if this ``answer`` says whose arrays are: `type(x) is np.ndarray`, `x.dtype == object`, `of is Of.TORCH`."""
    match test:
        case ast.Compare(
            left=ast.Attribute(attr="dtype"),
            ops=[ast.Eq() | ast.NotEq() as same],
            comparators=[ast.Name(id="object")],
        ):
            return answer is isinstance(same, ast.Eq)
        case ast.Compare(ops=[same], comparators=[right]) if _are_members_named_for_libraries(right):
            return answer is isinstance(same, ast.Eq | ast.Is | ast.In)
    types = (test.left, *test.comparators)
    return answer and all(map(_is_type, types[:-1])) and last_name(types[-1]) == NUMPY_CLASS


def _is_type(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) == "type"
