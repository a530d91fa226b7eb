"""Library functions that call the functions they are given: ``reduce``, ``scan``, ``piecewise``."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.knowledge import python
from purity_lint.knowledge.scipy.returns import SPARSE_AS_GIVEN
from purity_lint.semantics.domain.atoms import (
    ANY,
    FUNCTION_VALUE,
    NEVER,
    NONE_VALUE,
    inferred,
    tensor,
)
from purity_lint.semantics.domain.containers import element_of, join_all, list_of, tuple_of
from purity_lint.semantics.domain.indexing import iterate
from purity_lint.semantics.domain.interning import Abs, Transform
from purity_lint.semantics.domain.kinds import (
    CLASS,
    DICT,
    FUNCTION,
    INFERRED,
    LIST,
    NUMERIC,
    SEQUENCES,
    TENSOR,
    TUPLE,
)
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.evaluation.builtin_calls import BUILTINS
from purity_lint.semantics.evaluation.coroutines import COROUTINES
from purity_lint.semantics.evaluation.dynamic_imports import imported_module
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.evaluation.iterators import ITERATORS
from purity_lint.semantics.evaluation.operator_functions import OPERATOR_FUNCTIONS
from purity_lint.semantics.evaluation.records import RECORDS
from purity_lint.semantics.evidence.annotations import as_declared


def _reduce(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    if len(args) < 2:
        return ANY
    each = iterate(args[1])
    first = args[2] if len(args) > 2 else each
    out = frame.apply(args[0], [first, each], {}, node)
    if out is not ANY and out.mask:
        return join(frame.apply(args[0], [join(first, out), each], {}, node), first)
    return each


def _scan(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    f = args[0] if args else keywords.get("f", ANY)
    init = args[1] if len(args) > 1 else keywords.get("init", ANY)
    xs = args[2] if len(args) > 2 else keywords.get("xs", ANY)
    each = (
        iterate(xs)
        if xs.mask & TENSOR
        else tensor(INFERRED, why=frame.why("a slice of what is scanned", node))
    )
    out = frame.apply(f, [_traced(init), each], {}, node)
    if out.elems is not None and len(out.elems) == 2:
        return tuple_of((join(_traced(init), out.elems[0]), out.elems[1]))
    return tuple_of((_traced(init), ANY))


def _traced(value: Abs) -> Abs:
    """Return what a value becomes inside compiled code: a number is a tensor there."""
    if value.mask and not value.mask & ~NUMERIC:
        return tensor(INFERRED, rank=0)
    if value.elems is not None:
        return tuple_of(tuple(_traced(e) for e in value.elems), value.mask & SEQUENCES or TUPLE)
    return value


def _while_loop(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    cond = args[0] if args else keywords.get("cond_fun", ANY)
    body = args[1] if len(args) > 1 else keywords.get("body_fun", ANY)
    init = _traced(args[2] if len(args) > 2 else keywords.get("init_val", ANY))
    out = join(init, frame.apply(body, [init], {}, node))
    frame.apply(cond, [out], {}, node)
    return out


def _fori_loop(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    body = args[2] if len(args) > 2 else keywords.get("body_fun", ANY)
    init = _traced(args[3] if len(args) > 3 else keywords.get("init_val", ANY))
    return join(init, frame.apply(body, [tensor(INFERRED, rank=0), init], {}, node))


def _cond(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    if len(args) < 3:
        return ANY
    operands = args[3:]
    return join(frame.apply(args[1], operands, {}, node), frame.apply(args[2], operands, {}, node))


def _switch(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``lax.switch(index, branches, *operands)`` gives what one of the branches does."""
    branches = args[1] if len(args) > 1 else ANY
    each = branches.elems if branches.elems is not None else (iterate(branches),)
    return join_all([frame.apply(f, args[2:], {}, node) for f in each]) if each else ANY


def _lax_map(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``lax.map(f, xs)`` stacks what the function gives for each slice."""
    if len(args) < 2:
        return ANY
    out = frame.apply(args[0], [iterate(args[1])], {}, node)
    is_nested = out.mask & SEQUENCES and not out.mask & ~SEQUENCES
    return out if is_nested else tensor(INFERRED, why=frame.why("results of `jax.lax.map`", node))


def _associative_scan(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``lax.associative_scan(f, elements)`` gives what is nested as the elements are."""
    elements = args[1] if len(args) > 1 else keywords.get("elems", ANY)
    if args:
        frame.apply(args[0], [elements, elements], {}, node)
    return inferred(elements)


def _value_at(
    frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call, *, at: list[Abs]
) -> Abs:
    """Return the value of the function that is differentiated, which is an array where nothing else is known."""
    out = frame.apply(args[0], at, {}, node) if args else ANY
    unknown = out is ANY or not out.mask
    return tensor(INFERRED, why=frame.why("value of a function with a gradient", node)) if unknown else out


def _jvp(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``jvp(f, primals, tangents)`` gives the value and its derivative along the tangents."""
    at = args[1] if len(args) > 1 else keywords.get("primals", ANY)
    value = _value_at(frame, args, keywords, node, at=list(at.elems or ()))
    return ANY if "has_aux" in keywords else tuple_of((value, inferred(value)))


def _vjp(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``vjp(f, *primals)`` gives the value, and a function whose results are like the primals."""
    value = _value_at(frame, args, keywords, node, at=args[1:])
    back = Abs(FUNCTION, elem=tuple_of(tuple(inferred(a) for a in args[1:])))
    return ANY if "has_aux" in keywords else tuple_of((value, back))


def _linearize(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``linearize(f, *primals)`` gives the value, and a function whose result is like it."""
    value = _value_at(frame, args, keywords, node, at=args[1:])
    return ANY if "has_aux" in keywords else tuple_of((value, Abs(FUNCTION, elem=inferred(value))))


def _raveled(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``ravel_pytree(tree)`` gives all numbers of a tree in one array, and a function that nests them again."""
    flat = tensor(INFERRED, rank=1, backend="jax", why=frame.why("the numbers of a tree", node))
    return tuple_of((flat, Abs(FUNCTION, elem=args[0] if args else None)))


def _apply_along_axis(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    if len(args) > 2:
        frame.apply(args[0], [tensor(INFERRED, rank=1, backend="numpy"), *args[3:]], {}, node)
    return tensor(backend="numpy", why=frame.why("result of `numpy.apply_along_axis`", node))


def _solve_sparse(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``spsolve(matrix, b)`` is an array where ``b`` is one, and a sparse matrix where it is that."""
    given = args[1] if len(args) > 1 else keywords.get("b", ANY)
    if not given.mask or given.mask & ~TENSOR:
        return ANY
    return tensor(given.ev, backend="numpy", why=frame.why("result of `scipy.sparse.linalg.spsolve`", node))


def _piecewise(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``np.piecewise(x, conditions, functions, *more)`` calls each function with elements of ``x``."""
    if len(args) < 3:
        return ANY
    part = tensor(
        INFERRED, rank=1, backend="numpy", why=frame.why("elements that `numpy.piecewise` chose", node)
    )
    for f in args[2].elems or (iterate(args[2]),):
        if f.mask & FUNCTION:
            frame.apply(f, [part, *args[3:]], keywords, node)
    return tensor(backend="numpy", why=frame.why("result of `numpy.piecewise`", node))


def _cast(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``typing.cast(T, value)`` is ``value``, which its author declares to be a ``T``."""
    if len(node.args) != 2 or len(args) != 2:
        return ANY
    return as_declared(args[1], frame.project.annotation(frame, node.args[0]))


def _wraps(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return Abs(FUNCTION, refs=(Transform("maker", ANY, (Abs(FUNCTION, refs=("functools.wraps",)),)),))


def _getter(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return FUNCTION_VALUE


def _defaultdict(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    if args and args[0].mask & (FUNCTION | CLASS):
        return Abs(DICT, elem=frame.apply(args[0], [], {}, node))
    return Abs(DICT)


def _heappush(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``heappush(heap, item)`` adds to a list."""
    if len(args) == 2 and args[0].mask & LIST:
        frame.update(
            node.args[0], list_of(join(element_of(args[0]) if _has_items(args[0]) else NEVER, args[1]))
        )
    return NONE_VALUE


def _heap_item(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``heappop(heap)``, and what takes an item and gives another one."""
    each = iterate(args[0]) if args and _has_items(args[0]) else NEVER
    out = join(each, args[1]) if len(args) > 1 else each
    return out if out.mask else ANY


def _has_items(value: Abs) -> bool:
    return value.elem is not None or bool(value.elems)


def _ranked(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``nsmallest(n, items)``."""
    return list_of(iterate(args[1])) if len(args) > 1 else ANY


def _deque(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return list_of(iterate(args[0])) if args else Abs(LIST)


def _queue(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return Abs(LIST)


def _ordered(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return BUILTINS["dict"](frame, args, keywords, node)


def _random_element(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return iterate(args[0]) if args else ANY


def _random_sample(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return list_of(iterate(args[0])) if args else Abs(LIST)


HIGHER_ORDER: Final = {
    "importlib.import_module": imported_module,
    "pytest.importorskip": imported_module,
    "functools.reduce": _reduce,
    "functools.wraps": _wraps,
    "jax.lax.scan": _scan,
    "jax.lax.while_loop": _while_loop,
    "jax.lax.fori_loop": _fori_loop,
    "jax.lax.cond": _cond,
    "jax.lax.switch": _switch,
    "jax.lax.map": _lax_map,
    "jax.lax.associative_scan": _associative_scan,
    "jax.jvp": _jvp,
    "jax.vjp": _vjp,
    "jax.linearize": _linearize,
    "jax.flatten_util.ravel_pytree": _raveled,
    "numpy.apply_along_axis": _apply_along_axis,
    "numpy.piecewise": _piecewise,
    "typing.cast": _cast,
    **dict.fromkeys(SPARSE_AS_GIVEN, _solve_sparse),
    **OPERATOR_FUNCTIONS,
    **RECORDS,
    **ITERATORS,
    **COROUTINES,
    "heapq.heappush": _heappush,
    **dict.fromkeys(("heapq.heappop", "heapq.heappushpop", "heapq.heapreplace"), _heap_item),
    **dict.fromkeys(("heapq.nsmallest", "heapq.nlargest"), _ranked),
    "collections.defaultdict": _defaultdict,
    "collections.OrderedDict": _ordered,
    "collections.deque": _deque,
    **dict.fromkeys(python.QUEUES, _queue),
    "operator.itemgetter": _getter,
    "operator.attrgetter": _getter,
    "random.choice": _random_element,
    "random.sample": _random_sample,
    "random.choices": _random_sample,
}
