"""Handing tensors to code that computes in NumPy, and taking its result back, where the code says so."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import cast

from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.edits import Rewrite
from purity_lint.knowledge import lookup
from purity_lint.knowledge.libraries import stands_in
from purity_lint.knowledge.notation import Result
from purity_lint.knowledge.numba import COMPILERS
from purity_lint.knowledge.numpy.roles import AS_ARRAYS
from purity_lint.knowledge.numpy_packages import AXES
from purity_lint.knowledge.packages import NUMPY_INSIDE, READ_COLUMNS, TAKE_ARRAYS
from purity_lint.knowledge.pandas import CLASSES as PANDAS_CLASSES
from purity_lint.knowledge.pandas import LABELS
from purity_lint.knowledge.scipy.called_functions import START, STARTING
from purity_lint.knowledge.scipy.returns import (
    NUMBER_PARAMETERS,
    NUMBERS_OR_ARRAYS,
    TUPLES_OF_ITS_OWN,
)
from purity_lint.rewrites.host.foreign_results import (
    ARRAY,
    callee,
    chosen,
    gives_fitted_values,
    gives_one,
    gives_several,
    keeps_data,
    known_result,
    options_given,
    tells_options,
)
from purity_lint.rewrites.host.kept_results import is_kept, stays_with_numpy
from purity_lint.rewrites.host.leaves import leaves, parts_written
from purity_lint.rewrites.host.table_columns import as_numbers, numbers_of_column
from purity_lint.rewrites.namespaces.handed_to_numpy import brings_to_numpy, is_handed_over
from purity_lint.rewrites.numba import runs_in_numba, writes_in_numba
from purity_lint.rewrites.operands import builtin, is_plain, is_result, is_simple, operation, package_given
from purity_lint.rewrites.scopes import attribute_values, bindings, enclosing, names_given, parameters
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind, Value
from purity_lint.source.constructs import arguments_of, is_none
from purity_lint.source.names import last_names

_UNDONE = frozenset({"asarray", "from_numpy"})
"""Operations that `to_numpy` undoes."""
_PLAINLY = "{ops}.to_numpy({x})"
_WHERE_IT_IS_ONE = "{ops}.to_numpy({x}) if {ops}.is_tensor({x}) else {x}"
_MAKE_TUPLES = last_names(TUPLES_OF_ITS_OWN)


def adapted(call: ast.Call, model: SemanticModel) -> tuple[Rewrite, ...] | None:
    """Write a call ``f(x)`` of SciPy on tensors as ``ops.from_numpy(f(ops.to_numpy(x)))``.

    - Several results that are unpacked are converted one by one: ``p, q = map(ops.from_numpy, f(...))``.
    - Of several results of which one is taken, ``f(x)[0]``, that one is converted.
    - An object that keeps the arrays (a table of pandas, a function that SciPy fits to data) is not converted.
    - An argument that may be ``None`` is converted ``if x is not None``, unless the function needs an array there.
    - What is in `**options` is converted where these are written out, for SciPy and for nothing else.

    ``None`` where it is not known which arguments are tensors, whether an argument is given, or what the result is.
    """
    if not tells_options(call, model):
        return None
    taken: ast.expr = call
    taken_back: str | None = "{ops}.from_numpy({x})"
    if keeps_data(call, model):
        taken_back = None
    elif (one := chosen(call, model)) is not None:
        taken = one
    elif gives_several(call, model):
        taken_back = "map({ops}.from_numpy, {x})"
    elif not gives_one(call, model):
        return None
    edits: list[Rewrite] = []
    if taken_back is not None and not (_is_taken_back(taken, model) or stays_with_numpy(taken, model)):
        edits.append(Rewrite(taken, taken_back, {"x": taken}))
    spread = [keyword.value for keyword in call.keywords if keyword.arg is None]
    given = [argument for argument in data_of(call, model) if argument not in spread]
    for argument in (*given, *options_given(call, model)):
        handed = _handed_over(argument, call, model)
        if handed is None:
            return None
        edits += handed
    return (*edits, *_numbers_beside(given, edits, model))


def _numbers_beside(
    given: Sequence[ast.expr], edits: Sequence[Rewrite], model: SemanticModel
) -> list[Rewrite]:
    """Return the conversions of results that are numbers here, and tensors elsewhere, beside arrays that are converted.

    Once the arrays are, the call is no finding any more.
    """
    converted = [edit.node for edit in edits]
    if not any(argument in converted for argument in given):
        return []
    return [
        Rewrite(argument, "{ops}.item({x})", {"x": argument})
        for argument in given
        if argument not in converted and is_result(model.value(argument)) and is_simple(argument)
    ]


def handed_over(
    call: ast.Call, model: SemanticModel, but: Sequence[ast.expr] = ()
) -> tuple[Rewrite, ...] | None:
    """Write a call ``f(x)`` of a package with NumPy inside as ``f(ops.to_numpy(x))``, and leave its result as it is.

    Compiled code looks at the bytes of what it is given, and takes no tensor of another library.  What may be something
    else as well is asked for.  ``None`` where it is not known which arguments are tensors, or where none is, ``but``
    some.
    """
    edits: list[Rewrite] = []
    for leaf in leaves_given(call, model):
        value = model.value(leaf)
        if is_numpys_own(leaf, model) or not value.is_tensor or leaf in but:
            continue
        if isinstance(leaf, ast.Starred) or value.evidence < Evidence.INFERRED:
            return None
        if is_array(value):
            edits.append(_unless_table(leaf, call, model) or _converted(leaf, call, model))
        elif _is_asked_for(leaf, call, model):
            edits.append(Rewrite(leaf, _WHERE_IT_IS_ONE, {"x": leaf}))
        else:
            return None
    if not (edits or but):
        return None
    return (*edits, *_numbers_beside(data_of(call, model), edits, model))


def _is_asked_for(leaf: ast.expr, call: ast.Call, model: SemanticModel) -> bool:
    """True for what may be a tensor, and is converted where it is one: at little cost, it is named twice."""
    if is_plain(leaf):
        return True
    return is_simple(leaf) and (_runs_compiled(call, model) or _may_be_table(leaf, call, model))


def _may_be_table(argument: ast.expr, call: ast.Call, model: SemanticModel) -> bool:
    """True for what is an array or a table of pandas, for a function of SciPy, which makes an array of either."""
    value = model.value(argument)
    may_be = value.foreign and not value.textual and stands_in(value.name, "pandas")
    return may_be and stands_in(callee(call, model), "scipy")


def _unless_table(argument: ast.expr, call: ast.Call, model: SemanticModel) -> Rewrite | None:
    """Return the conversion of what may be a table, for a function that reads the names of its columns."""
    formula = isinstance(
        argument, ast.BinOp | ast.UnaryOp
    )  # which operations compute, with a tensor as the result
    table_read = stands_in(callee(call, model), *READ_COLUMNS) and is_simple(argument) and not formula
    if not table_read or model.value(argument).evidence is Evidence.PROVEN:
        return None
    return Rewrite(argument, _WHERE_IT_IS_ONE, {"x": argument})


def _handed_over(argument: ast.expr, call: ast.Call, model: SemanticModel) -> list[Rewrite] | None:
    """Return the conversions of one argument to NumPy; ``None`` where it is not known where it holds tensors."""
    if is_numpys_own(argument, model):
        return []
    if isinstance(argument, ast.Starred):
        each = model.value(argument.value).element
        starred = Rewrite(argument.value, "map({ops}.to_numpy, {x})", {"x": argument.value})
        return [starred] if each is not None and each.is_tensor else []
    value = model.value(argument)
    if not value.is_tensor and (parts := parts_written(argument)):
        handed = [_handed_over(part, call, model) for part in parts]
        return None if None in handed else [edit for edits in handed for edit in edits or ()]
    if value.textual and is_simple(argument):
        return [Rewrite(argument, _WHERE_IT_IS_ONE, {"x": argument})]
    if numbers_of_column(argument, call, model) is not None:
        return [as_numbers(argument)]
    if value.kind is Kind.LIST and value.element is not None and is_array(value.element) and not value.maybe:
        return [Rewrite(argument, "[*map({ops}.to_numpy, {x})]", {"x": argument})]
    optional = value.maybe and not _must_be_given(argument, call, model) and _may_be_none(argument, model)
    unclear = value.foreign or value.textual or _holds_tensors(argument, model)
    if unclear or (optional and not isinstance(argument, ast.Name)):
        return None
    if is_result(value) and _is_number(argument, call, model):
        return [Rewrite(argument, "{ops}.item({x})", {"x": argument})]  # a tensor elsewhere
    if not value.is_tensor or value.evidence < Evidence.INFERRED:
        return []
    table = None if optional else _unless_table(argument, call, model)
    if table is not None:
        return [table]
    return [_converted(argument, call, model, " if {x} is not None else None" if optional else "")]


def _converted(argument: ast.expr, call: ast.Call, model: SemanticModel, unless: str = "") -> Rewrite:
    """Convert an argument to NumPy: of `ops.asarray(x)` it is `x` that becomes `ops.to_numpy(x)`.

    What `ops.from_numpy(a @ b)` makes a tensor of is NumPy's already.
    """
    conversion = _conversion(argument, call, model)
    if conversion == _PLAINLY and not unless and operation(model, argument) == "from_numpy":
        made = cast("ast.Call", argument)
        if len(made.args) == 1 and not made.keywords:
            return Rewrite(argument, "{x}", {"x": made.args[0]})
    return Rewrite(argument, conversion + unless, {"x": _without_conversion(argument, model)})


def _without_conversion(argument: ast.expr, model: SemanticModel) -> ast.expr:
    """Return `x` of `asarray(x)` and `from_numpy(x)`, which `to_numpy` would undo."""
    match argument:
        case ast.Call(args=[ast.Name() | ast.Attribute() as inner], keywords=[]):
            array = operation(model, argument) in _UNDONE or model.qualified_name(argument.func) in AS_ARRAYS
            if array and model.value(inner).kind not in PLAIN_NUMBERS:
                return inner  # a number stays one
    return argument


def _conversion(argument: ast.expr, call: ast.Call, model: SemanticModel) -> str:
    """Return what makes NumPy's of a tensor for this place of a call."""
    if _is_number(argument, call, model):
        return "{ops}.item({x})"
    if model.value(argument).rank == 0 and (_runs_compiled(call, model) or _draws(call, model)):
        return "{ops}.to_numpy({x})[()]"  # compiled for a number, or a part of a colour, it is no array without axes
    return "{ops}.to_numpy({x}, dtype={ops}.float64)" if _is_start(argument, call, model) else _PLAINLY


def _draws(call: ast.Call, model: SemanticModel) -> bool:
    """True for functions of Matplotlib, and methods of its axes."""
    if stands_in(model.qualified_name(call.func), "matplotlib"):
        return True
    return isinstance(call.func, ast.Attribute) and model.value(call.func.value).name == AXES


def _runs_compiled(call: ast.Call, model: SemanticModel) -> bool:
    """True for a function that Numba compiles for the types of what it is given."""
    return runs_in_numba(call, model) or writes_in_numba(call, model)


def _is_start(argument: ast.expr, call: ast.Call, model: SemanticModel) -> bool:
    """True for the start of a minimiser, whose steps need double precision."""
    if callee(call, model) not in STARTING:
        return False
    keyword = model.parent(argument)
    named = isinstance(keyword, ast.keyword) and keyword.arg == START
    return named or argument in call.args[1:2]


def data_of(call: ast.Call, model: SemanticModel) -> list[ast.expr]:
    """Return the arguments that may be arrays: none of a compiler, which is given functions.

    For a table of pandas these are its data, and labels that are known to be an array.
    """
    name = model.qualified_name(call.func)
    if name in COMPILERS:
        return []
    if name in PANDAS_CLASSES:
        told = [*call.args[1:], *(k.value for k in call.keywords if k.arg in LABELS)]
        labels = [argument for argument in told if is_array(model.value(argument))]
        return [*call.args[:1], *(k.value for k in call.keywords if k.arg == "data"), *labels]
    return arguments_of(call)


def is_array(value: Value) -> bool:
    """True where this is an array of numbers, and nothing else."""
    return value.is_tensor and not (value.maybe or value.foreign or value.textual)


def leaves_given(call: ast.Call, model: SemanticModel) -> list[ast.expr]:
    """Return the arguments that may be arrays, those within lists, tuples and dicts that are written out too."""
    return [leaf for argument in data_of(call, model) for leaf in leaves(argument)]


def _must_be_given(argument: ast.expr, call: ast.Call, model: SemanticModel) -> bool:
    """True where the function needs an array for this argument, so that it is not ``None``."""
    fact = lookup.function(callee(call, model))
    return fact is not None and argument in call.args[: fact.strong]


def _is_number(argument: ast.expr, call: ast.Call, model: SemanticModel) -> bool:
    """True where an array without axes is refused, or kept as an object: by SciPy for some arguments, in tables."""
    if model.qualified_name(call.func) in PANDAS_CLASSES:
        return model.value(argument).rank == 0
    keyword = model.parent(argument)
    if not isinstance(keyword, ast.keyword) or model.parent(keyword) is not call:
        return False
    return keyword.arg in NUMBER_PARAMETERS and callee(call, model) not in NUMBERS_OR_ARRAYS


def gives_numpy(call: ast.Call, model: SemanticModel) -> bool:
    """True where ``call`` makes an array of NumPy of what is no tensor, and hands it to no function that takes one.

    A result that may be a number counts only where the function returns it, and not if it is made of literals; one that
    is made of a result which was left NumPy's counts wherever it can be taken back.
    """
    if _is_taken_over(call, model) or stays_with_numpy(call, model):
        return False
    if any(_is_brought(a, model) for a in call.args):
        return False
    if any(is_kept(argument, model) for argument in data_of(call, model)):
        return bool(adapted(call, model))
    if gives_fitted_values(call, model):
        return _is_returned(call, model)
    name = callee(call, model)
    if stands_in(name, "sklearn"):
        return _samples(call, model)
    made = known_result(name) if stands_in(name, "scipy") else None
    if made is None or made in ARRAY:
        return made is not None
    given = arguments_of(call)
    literal = all(isinstance(a, ast.Constant) for a in given)
    return made in {Result.ELEMENTWISE, Result.REDUCTION} and not literal and _is_returned(call, model)


def _samples(call: ast.Call, model: SemanticModel) -> bool:
    """True for data that scikit-learn draws or splits, `X, y = make_blobs()`, and that the statement unpacks."""
    return gives_several(call, model) and not _is_taken_back(call, model)


def is_numpys_own(argument: ast.expr, model: SemanticModel) -> bool:
    """True for what is NumPy's or SciPy's already where it is handed over."""
    if is_converted(argument, model) or comes_from_scipy(argument, model) or is_kept(argument, model):
        return True
    return isinstance(argument, ast.Name) and _is_name_of_copy(argument, model)


def _is_name_of_copy(name: ast.Name, model: SemanticModel) -> bool:
    """True for a name that its function binds to nothing but a copy which is NumPy's, `ops.to_numpy(x).copy()`."""
    scope = enclosing(name, model)
    made = bindings(scope).get(name.id, ()) if name.id not in parameters(scope) else ()
    return bool(made) and all(_is_copy(value) and is_converted(value, model) for value in made)


def _is_copy(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "copy"


def comes_from_scipy(argument: ast.expr, model: SemanticModel) -> bool:
    """True for a tuple of SciPy's, such as a factorization, which nothing converts: one function makes it for another.

    It is a name, or an attribute, that the function, or the file, binds to nothing else.
    """
    if not model.memo(_MAKE_TUPLES, lambda: any(name in model.source.text for name in _MAKE_TUPLES)):
        return False
    if isinstance(argument, ast.Name):
        made = list(bindings(enclosing(argument, model)).get(argument.id, ()))
    elif isinstance(argument, ast.Attribute):
        made = attribute_values(model).get(argument.attr, [])
    else:
        return False
    calls = [value for value in made if isinstance(value, ast.Call)]
    return (
        bool(calls) and len(calls) == len(made) and all(callee(c, model) in TUPLES_OF_ITS_OWN for c in calls)
    )


def is_converted(argument: ast.expr, model: SemanticModel) -> bool:
    """True for ``ops.to_numpy(x)``, ``ops.to_numpy(x) if x is not None else None`` and ``map(ops.to_numpy, xs)``.

    So is what the project's own function takes to NumPy, ``_convert_to_numpy(x, xp=xp)``.
    """
    if _is_brought(argument, model):
        return True
    if isinstance(argument, ast.IfExp):
        others = operation(model, argument.test) == "is_tensor" or isinstance(argument.orelse, ast.Constant)
        return is_converted(argument.body, model) and others
    if isinstance(argument, ast.Starred):
        match argument.value:
            case ast.Call(func=ast.Name(id="map"), args=[ast.expr() as function, _]):
                return (model.qualified_name(function) or "").endswith("ops.to_numpy")
        return False
    match argument:
        case (
            ast.Call(func=ast.Attribute(value=original, attr="copy"), args=[], keywords=[])
            | ast.Subscript(value=original, slice=ast.Tuple(elts=[]))
        ):
            return is_converted(original, model)
    return operation(model, argument) in {"to_numpy", "item"}


def _is_brought(argument: ast.expr, model: SemanticModel) -> bool:
    """True for what code with a namespace takes to NumPy: ``np.asarray(x)`` before ``xp.asarray(y)``."""
    own = brings_to_numpy(argument, model) and operation(model, argument) is None
    return own or is_handed_over(argument, model)


def _is_taken_back(node: ast.expr, model: SemanticModel) -> bool:
    """True where this result is handed to ``ops.from_numpy``, directly or by ``map``."""
    match model.parent(node):
        case ast.Call(func=ast.Name(id="map"), args=[ast.expr() as function, _]):
            return (model.qualified_name(function) or "").endswith("ops.from_numpy")
        case ast.Call() as parent:
            return operation(model, parent) in {"from_numpy", "asarray"}
    return False


def _is_taken_over(call: ast.Call, model: SemanticModel) -> bool:
    """True where the result is handed to a function of a library that takes NumPy's arrays."""
    return package_given(call, model) in {*NUMPY_INSIDE, *TAKE_ARRAYS}


def _is_returned(node: ast.expr, model: SemanticModel) -> bool:
    """True where a function returns ``node``, or the result of arithmetic with it that has no tensor beside it."""
    parent = model.parent(node)
    while isinstance(parent, ast.BinOp | ast.UnaryOp | ast.Tuple) or builtin(model, parent or node) == "abs":
        if isinstance(parent, ast.BinOp) and _is_beside_tensor(node, parent, model):
            return False
        node, parent = cast("ast.expr", parent), model.parent(cast("ast.expr", parent))
    return isinstance(parent, ast.Return)


def _is_beside_tensor(node: ast.expr, formula: ast.BinOp, model: SemanticModel) -> bool:
    """True where the other operand is a tensor, and none of SciPy's making, so that the result is one."""
    other = formula.left if node is formula.right else formula.right
    if any(isinstance(n, ast.Call) and stands_in(callee(n, model), "scipy") for n in ast.walk(other)):
        return False
    value = model.value(other)
    return value.is_tensor or is_result(value)


def _may_be_none(node: ast.expr, model: SemanticModel) -> bool:
    """True where ``node`` may be ``None``: a name that its function binds to ``None``, a call, an attribute."""
    if not isinstance(node, ast.Name):
        return not isinstance(node, ast.Subscript | ast.BinOp | ast.UnaryOp)
    scope = enclosing(node, model)
    bound = list(bindings(scope).get(node.id, ()))
    arguments = getattr(scope, "args", None)
    if isinstance(arguments, ast.arguments):
        defaults = [*arguments.defaults, *(d for d in arguments.kw_defaults if d is not None)]
        bound += [default for default in defaults if node.id in names_given(default, model)]
    return any(map(is_none, bound))


def _holds_tensors(node: ast.expr, model: SemanticModel) -> bool:
    """True where ``node`` is a list or tuple with tensors in it."""
    value = model.value(node)
    inside = [*(value.elements or ()), *([value.element] if value.element is not None else [])]
    return not value.is_tensor and any(part.is_tensor for part in inside)
