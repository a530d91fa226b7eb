"""What code of a project with a backend of its own leaves to the host: numbers, and NumPy between its conversions."""

from __future__ import annotations

import ast

from purity_lint.knowledge.dtypes import SCALAR_CLASSES
from purity_lint.knowledge.libraries import HOST_PACKAGES, stands_in
from purity_lint.knowledge.samplers import GENERATOR_CLASSES, MAKERS_OF_GENERATORS
from purity_lint.knowledge.vocabularies.array_api import COUNTERS, MAKERS, MAKERS_OF_DATA, TO_NUMPY
from purity_lint.knowledge.vocabularies.own_backend import NAMED_FOR_NUMPY, WHOLE, WITHOUT_STORES
from purity_lint.rewrites.namespaces.in_use import is_namespace, namespace_at, namespace_of
from purity_lint.rewrites.operands import ANY_LIBRARY, OPS
from purity_lint.rewrites.references import reference
from purity_lint.rewrites.scopes import bindings, enclosing, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS
from purity_lint.source.names import last_name

_FROM_NUMPY = "from_numpy"
_CONVERTER = "convert_to_tensor"
_DEPTH = 6
"""How far back names are followed."""
_SEED = "seed"


def is_named_for_numpy(node: ast.AST, model: SemanticModel) -> bool:
    """True in a function that is for NumPy's arrays by its name, or by that of its namespace.

    `to_numpy`, `_preprocess_numpy_input`, `nx_numpy = get_backend(a)`: of other public functions the name says nothing
    of what they are given.
    """
    function = model.function(node)
    while function is not None:
        space = namespace_of(function, model)
        if space is not None and NAMED_FOR_NUMPY.search(space) is not None:
            return True
        name, around = getattr(function, "name", ""), model.function(function)
        private = name.startswith("_") or around is not None
        if name in TO_NUMPY or (private and NAMED_FOR_NUMPY.search(name) is not None):
            return True
        function = around
    return False


def is_given_back(node: ast.AST, model: SemanticModel) -> bool:
    """True in `nx.from_numpy(np.ones(n))`, which says that an array of NumPy's is meant, and of what is named first."""
    child, parent = node, model.parent(node)
    while isinstance(parent, ast.expr | ast.keyword):
        if isinstance(parent, ast.Call) and child is not parent.func and _is_from_numpy(parent.func, model):
            return True
        if isinstance(parent, ast.Call) and child in parent.args and _is_converted(child, parent, model):
            return True
        child, parent = parent, model.parent(parent)
    function = model.function(node)
    if function is None or not isinstance(parent, ast.Assign) or child is not parent.value:
        return False
    names = {n.id for target in parent.targets for n in ast.walk(target) if isinstance(n, ast.Name)}
    given = _given_back(function, model)
    return any(isinstance(n, ast.Name) and n.id in names for call in given for n in ast.walk(call))


def _is_converted(child: ast.AST, call: ast.Call, model: SemanticModel) -> bool:
    """True for `ops.convert_to_tensor(-np.array(mean))`: NumPy's numbers become a tensor of any backend."""
    if last_name(call.func) != _CONVERTER or reference(call, model) is not None:
        return False  # that of one library is not what is meant
    return not any(isinstance(n, ast.expr) and _is_tensor(n, model) for n in ast.walk(child))


def _is_tensor(node: ast.expr, model: SemanticModel) -> bool:
    """True for a tensor with a name, but for what NumPy makes of numbers."""
    return isinstance(node, ast.Name) and model.value(node).is_tensor


def is_drawn_and_given_back(node: ast.AST, model: SemanticModel) -> bool:
    """True for random numbers of NumPy's that a backend is handed, and where the generator of these is seeded.

    Backends draw other numbers from a seed, each its own. So it is with a generator that a ported function asks, which
    may come from its callers: `rng.choice(range(n))`.
    """
    if _is_asked_of_generator(node, model) and namespace_at(node, model) is not None:
        return True
    if is_given_back(node, model) or _is_given_numpys(node):
        return True
    function = model.function(node)
    if function is None or last_name(node.func if isinstance(node, ast.Call) else node) != _SEED:
        return False
    return bool(_given_back(function, model))


def _is_asked_of_generator(node: ast.AST, model: SemanticModel) -> bool:
    """True for `rng.normal(size=3)`, and for the generator that is made of a seed: `RandomState(seed)`."""
    if not isinstance(node, ast.Call):
        return False
    match node.func:
        case ast.Attribute(value=ast.Name() as generator) if reference(generator, model) is None:
            return True
    found = reference(node, model)
    return found is not None and found.dotted in MAKERS_OF_GENERATORS and bool(node.args or node.keywords)


def _is_given_numpys(node: ast.AST) -> bool:
    """True for `np.random.choice(n, p=nx.to_numpy(weights))`, for which a backend's array was brought to NumPy."""
    if not isinstance(node, ast.Call):
        return False
    given = (*node.args, *(keyword.value for keyword in node.keywords))
    return any(isinstance(one, ast.Call) and last_name(one.func).lstrip("_") in TO_NUMPY for one in given)


def _given_back(function: ast.AST, model: SemanticModel) -> list[ast.expr]:
    """Return what a function makes the backend's of NumPy's."""
    return [
        n.args[0]
        for n in own_nodes(function)
        if isinstance(n, ast.Call) and n.args and _is_from_numpy(n.func, model)
    ]


def _is_from_numpy(function: ast.expr, model: SemanticModel) -> bool:
    if not isinstance(function, ast.Attribute) or function.attr != _FROM_NUMPY:
        return False
    # A name that a function may be handed or not, `nx=None`, is a namespace for all that is known of it.
    named = model.qualified_name(function)
    return is_namespace(function.value, model) or named in {
        None,
        f"{OPS}{_FROM_NUMPY}",
        f"{ANY_LIBRARY}.{_FROM_NUMPY}",
    }


def is_of_numbers(node: ast.AST, model: SemanticModel) -> bool:
    """True for a function of numbers alone, `np.log(x.shape[0])`, and for it as it is called."""
    parent = model.parent(node)
    call = parent if isinstance(parent, ast.Call) and parent.func is node else node
    if not isinstance(call, ast.Call) or not call.args or call.keywords or model.value(call).is_tensor:
        return False
    return all(model.value(argument).kind in PLAIN_NUMBERS for argument in call.args)


def is_of_sizes(node: ast.AST, model: SemanticModel) -> bool:
    """True for `np.array([c.shape[0] for c in costs])`: extents are numbers of the host, also as an array.

    So is what is computed of such an array: `np.where(sizes > n)`.
    """
    parent = model.parent(node)
    match parent if _is_called(node, parent) else node:
        case ast.Call(args=[first, *_]):
            return _are_sizes(first, model, _DEPTH)
    return False


def _are_sizes(node: ast.expr, model: SemanticModel, depth: int) -> bool:
    """True for a list of extents, an array that NumPy makes of one, and what both are compared and computed with."""
    if depth <= 0:
        return False
    match node:
        case ast.ListComp(elt=size):
            return _is_size(size)
        case ast.List(elts=[_, *_] as sizes):
            return all(map(_is_size, sizes))
        case ast.Call(args=[first, *_]) if stands_in(model.qualified_name(node.func), *HOST_PACKAGES):
            return _are_sizes(first, model, depth - 1)
        case ast.Compare(left=left, comparators=[right]) | ast.BinOp(left=left, right=right):
            return any(
                _are_sizes(one, model, depth - 1) and not model.value(other).is_tensor
                for one, other in ((left, right), (right, left))
            )
        case ast.Name(id=name):
            made = bindings(enclosing(node, model)).get(name, ())
            return bool(made) and all(_are_sizes(one, model, depth - 1) for one in made)
    return False


def _is_size(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript) and last_name(node.value) == "shape"


_MAKE_ARRAYS = frozenset({"asarray", "array"})


def asks_to_bring_over(node: ast.AST, model: SemanticModel) -> bool:
    """True in `if type(x) is np.ndarray: x = nx.from_numpy(x)`: NumPy's arrays become the backend's."""
    parent = model.parent(node)
    if not isinstance(parent, ast.If) or node is not parent.test:
        return False
    calls = (n for statement in parent.body for n in ast.walk(statement) if isinstance(n, ast.Call))
    return any(_is_from_numpy(call.func, model) for call in calls)


def brings_over_alone(question: ast.Call, model: SemanticModel) -> bool:
    """True of the question in `if isinstance(x, np.ndarray): return xp.asarray(x)`, which is about NumPy's arrays.

    So it is in `if not isinstance(x, np.ndarray): x = xp.asarray(x)`, which leaves them as they are.
    """
    test: ast.AST = question
    parent = model.parent(test)
    is_denied = isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)
    while isinstance(parent, ast.UnaryOp) or (is_denied and isinstance(parent, ast.BoolOp)):
        test, parent = parent, model.parent(parent)
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
            return False
    if not isinstance(parent, ast.If) or test is not parent.test:
        return False
    if is_denied and not isinstance(parent.body[0], ast.Assign):
        return False
    match question.args, parent.body:
        case (
            [ast.Name(id=asked), _],
            [
                ast.Return(value=ast.Call(func=ast.Attribute() as maker, args=[ast.Name(id=given), *_]))
                | ast.Assign(value=ast.Call(func=ast.Attribute() as maker, args=[ast.Name(id=given), *_]))
            ],
        ):
            of_namespace = ast.unparse(maker.value) == namespace_at(question, model)
            return of_namespace and asked == given and maker.attr in _MAKE_ARRAYS
    return False


def asks_for_a_number(node: ast.AST, model: SemanticModel) -> bool:
    """True for `isinstance(x, (int, float))`: which sort of argument a caller has given, and no library's class.

    NumPy's numbers of any width may stand beside Python's: `isinstance(x, (int, np.integer))`.
    """
    classes = model.parent(node)
    if isinstance(classes, ast.Tuple):
        named = {model.qualified_name(one) or "" for one in classes.elts}
        pythons = {name for name in named if name.startswith("builtins.")}
        return bool(pythons) and named - pythons <= SCALAR_CLASSES.keys()
    match node:
        case ast.Call(func=ast.Name(id="isinstance"), args=[_, classes]):
            return not any(reference(n, model) for n in ast.walk(classes))
    return False


def asks_for_a_generator(node: ast.AST, model: SemanticModel) -> bool:
    """True of `np.random.RandomState` in a question which sort of seed was given: vocabularies have no generators."""
    return isinstance(node, ast.expr) and model.qualified_name(node) in GENERATOR_CLASSES


def makes_whole_numbers(node: ast.AST, model: SemanticModel) -> bool:
    """True for `np.zeros(n, dtype=int)`, and for its dtype: backends make arrays like another one, of its dtype."""
    told = model.parent(node)
    call = model.parent(told) if isinstance(told, ast.keyword) else told if _is_called(node, told) else node
    if not isinstance(call, ast.Call) or last_name(call.func) not in MAKERS - COUNTERS:
        return False
    return any(k.arg == "dtype" and last_name(k.value) in WHOLE for k in call.keywords)


def _is_called(node: ast.AST, parent: ast.AST | None) -> bool:
    return isinstance(parent, ast.Call) and parent.func is node


def is_drawn_on_host(node: ast.AST, model: SemanticModel) -> bool:
    """True for a generator of NumPy's, what it is asked for, and a draw in `xp.asarray(...)`.

    Namespaces have no random numbers. A draw is no array of theirs: it may not be handed to `xp.exp`, or added to one.
    """
    if namespace_at(node, model) is None:
        return False
    found = reference(node, model)
    if found is not None and found.dotted in MAKERS_OF_GENERATORS:
        return True
    parent = model.parent(node)
    if _is_asked_of_generator(node, model) and not _meets_array(parent, model):
        return True
    while isinstance(parent, ast.expr):
        match parent:
            case ast.Call(func=ast.Attribute(value=space, attr=maker)) if is_namespace(space, model):
                return maker in MAKERS_OF_DATA
        parent = model.parent(parent)
    return False


def _meets_array(parent: ast.AST | None, model: SemanticModel) -> bool:
    """True in a formula with an array, and in a call of a namespace's function."""
    match parent:
        case ast.BinOp(left=left, right=right):
            return any(model.value(side).is_tensor and not model.value(side).maybe for side in (left, right))
        case ast.Call(func=ast.Attribute(value=space, attr=attribute)):
            return is_namespace(space, model) and attribute not in MAKERS_OF_DATA
    return False


def is_handed_to_a_solver(node: ast.AST, model: SemanticModel) -> bool:
    """True in a function without a backend, inside of one that takes its arrays to NumPy: a solver there calls it."""
    function = model.function(node)
    if function is None or any(
        isinstance(n, ast.Name) and is_namespace(n, model) for n in own_nodes(function)
    ):
        return False
    around = model.function(function)
    while around is not None:
        calls = (n for n in own_nodes(around) if isinstance(n, ast.Call))
        if any(last_name(call.func) in TO_NUMPY for call in calls):
            return True
        around = model.function(around)
    return False


def converts_alone(node: ast.AST, model: SemanticModel) -> bool:
    """True in a function that has nothing of its backend but NumPy's arrays, and what is made of these."""
    function = model.function(node)
    while function is not None:
        asked = {
            n.attr
            for n in own_nodes(function)
            if isinstance(n, ast.Attribute) and is_namespace(n.value, model)
        }
        if asked:
            return not asked.isdisjoint(TO_NUMPY) and asked <= TO_NUMPY | {_FROM_NUMPY}
        function = model.function(function)
    return False


def refuses_lazy(node: ast.AST, model: SemanticModel) -> bool:
    """True where backends without stores do not come: under `if nx.__name__ in ("jax", "tf"): raise`, in its `else`."""
    child, parent = node, model.parent(node)
    while parent is not None:
        if isinstance(parent, ast.If) and child in parent.orelse and _asks_for_lazy(parent.test, model):
            return True
        child, parent = parent, model.parent(parent)
    function = model.function(node)
    while function is not None:
        if any(_refuses(statement, model) for statement in own_nodes(function)):
            return True
        function = model.function(function)
    return False


def _refuses(statement: ast.AST, model: SemanticModel) -> bool:
    match statement:
        case ast.If(test=test, body=[*_, ast.Raise()]):
            return _asks_for_lazy(test, model)
    return False


def _asks_for_lazy(test: ast.expr, model: SemanticModel) -> bool:
    """True for `nx.__name__ in ("jax", "tf")`."""
    match test:
        case ast.Compare(
            left=ast.Attribute(value=space, attr="__name__"), ops=[ast.In() | ast.Eq()], comparators=[names]
        ) if is_namespace(space, model):
            named = {n.value for n in ast.walk(names) if isinstance(n, ast.Constant)}
            return not named.isdisjoint(WITHOUT_STORES)
    return False
