"""From a :class:`~purity_lint.knowledge.notation.Result` to a value."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Final

from purity_lint.knowledge import arrays, lookup
from purity_lint.knowledge.jax.roles import INDEXED
from purity_lint.knowledge.libraries import PERHAPS_NUMPY
from purity_lint.knowledge.notation import Fact, Result
from purity_lint.knowledge.numpy.roles import KEEP_ARRAYS, MASKED, UNIQUE
from purity_lint.knowledge.object_dtypes import DTYPE_CLASS, LEAVE_MASKS
from purity_lint.knowledge.result_counts import ANYWHERE
from purity_lint.semantics.domain.atoms import (
    ANY,
    FLOAT_VALUE,
    FUNCTION_VALUE,
    INT_VALUE,
    MATRIX_VALUE,
    OTHER_VALUE,
    RESULT_VALUE,
    SCALAR_VALUE,
    inferred,
    is_matrix,
    is_result,
    result,
)
from purity_lint.semantics.domain.containers import list_of, tuple_of
from purity_lint.semantics.domain.indexing import iterate, tensor_item
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import (
    BYTES,
    CONTAINERS,
    DICT,
    DTYPE,
    INFERRED,
    INSTANCE,
    LIST,
    NONE,
    NUMERIC,
    OTHER,
    PROVEN,
    SCALAR,
    STR,
    TENSOR,
    TUPLE,
    UNKNOWN,
)
from purity_lint.semantics.domain.labelled import is_labelled
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.domain.library_values import SIMPLE
from purity_lint.semantics.evaluation.asked_results import as_asked
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.evaluation.library_calls import Call, holds_objects
from purity_lint.semantics.evaluation.masks import see_mask
from purity_lint.semantics.evaluation.object_arrays import is_full_of_objects, is_of_objects
from purity_lint.semantics.evaluation.operand_classes import MASKED_VALUE, of_labelled, weighed
from purity_lint.semantics.evaluation.reductions import nested_rank, places, product, reduction
from purity_lint.semantics.evaluation.shapes import see_shape
from purity_lint.semantics.evaluation.trees import flatten, leaves, tree_map
from purity_lint.semantics.evidence.numbers import is_formula_of_numbers
from purity_lint.semantics.symbols.uses import USE_ELEMENTWISE, USE_TENSOR

_OF_OPERATORS: Final = frozenset(f"emberops.ops.{name}" for name in arrays.OF_OPERATORS)
"""Of two operands of which nothing is known, one is a tensor and the other may be a number, as in `dt * x`."""
_KEPT_BY_MATRICES: Final = frozenset({Result.TENSOR, Result.SAME_RANK, Result.MATRIX, Result.ELEMENTWISE})
"""Results that are matrices where an argument is one."""


def attribute_value(value: Abs, attr: str) -> Abs:
    """An attribute of a tensor."""
    code = lookup.attribute(attr)
    if code is None:
        fact = lookup.method(attr)
        return FUNCTION_VALUE if fact is not None else ANY
    if code is Result.FIRST_ARGUMENT:
        if attr in ("values", "indices", "base", "data", "grad"):
            return Abs(TENSOR, value.ev, backend=value.backend, why=value.why)
        return value.only(TENSOR | OTHER)
    if code is Result.INDEXER:
        return Abs(INSTANCE, refs=(INDEXED,), elem=value.only(TENSOR))
    if code is Result.DIM and attr == "size" and value.backend == "torch":
        return FUNCTION_VALUE
    return SIMPLE[code]


def library_result(
    frame: Frame, fact: Fact, name: str, args: list[Abs], keywords: dict[str, Abs], node: ast.Call
) -> Abs:
    """Return what the library function ``name`` returns for these arguments."""
    last = name.rpartition(".")[2]
    see_shape(frame, last, node, bound=False)
    if last in arrays.READ_MASKS and len(args) == len(node.args):
        args = [frame.eval(w) if see_mask(frame, w) else a for w, a in zip(node.args, args, strict=True)]
    _see_uses(frame, fact, name, args, node)
    if not ANYWHERE.isdisjoint(keywords):
        return ANY
    result = fact.result
    if result in _KEPT_BY_MATRICES and name not in KEEP_ARRAYS and any(map(is_matrix, args)):
        return MATRIX_VALUE
    if result is Result.INDEXER and args:
        array = args[0].only(TENSOR)
        return Abs(INSTANCE, refs=(INDEXED,), elem=array if array.mask else ANY)
    if name == DTYPE_CLASS and args and node.args and holds_objects(args[0], node.args[0]):
        return Abs(DTYPE, elem=OTHER_VALUE)
    simple = SIMPLE.get(result)
    if simple is not None:
        return simple
    handler = _HANDLERS.get(result)
    if handler is None:
        return ANY
    own = of_labelled(result, name, args)
    if own is not None and any(map(is_labelled, args)):
        return own
    call = Call(frame, fact, name, args, keywords, node)
    objects = call.may_hold_objects()
    if objects:
        return OTHER_VALUE  # no other library has arrays of text, records or objects
    made = weighed(as_asked(handler(call), call), call)
    if own is not None:
        return join(made, own)
    if name.startswith(MASKED) and name.rpartition(".")[2] not in LEAVE_MASKS and made.mask & TENSOR:
        return MASKED_VALUE
    if objects is not None or not made.mask & TENSOR:
        return made
    if call.names_numbers_by_default():
        return made.but(ev=min(made.ev, INFERRED))
    return made.but(mask=made.mask | OTHER)


def _see_uses(frame: Frame, fact: Fact, name: str, args: list[Abs], node: ast.Call) -> None:
    """Note that arguments of which nothing is known are used as what the function takes."""
    written = node.args if len(args) == len(node.args) else [None] * len(args)
    if name in _OF_OPERATORS and _says_as_little_as_an_operator(args, written):
        if all(a.deps for a in args):
            frame.use(join(*args), USE_TENSOR, node)
        return
    last = name.rpartition(".")[2]
    for i in range(min(len(args), max(fact.strong, fact.weak))):
        a = args[i]
        if not a.mask & UNKNOWN:
            continue
        if i < fact.strong:
            frame.use(a, USE_TENSOR, node, written[i])
        elif last not in arrays.OF_SHAPES and not (
            fact.result is Result.ELEMENTWISE and _beside_tensor(args, i)
        ):
            frame.use(a, USE_ELEMENTWISE, node, written[i])


def _says_as_little_as_an_operator(args: list[Abs], written: Sequence[ast.expr | None]) -> bool:
    """True for two unknown operands, either of which may be a number, as in `dt * x`.

    No fix leaves an operator within the operation, as in `ops.multiply(a + b, c)`: it takes a formula whole.
    """
    return len(args) == 2 and all(
        a.mask & UNKNOWN and not isinstance(w, ast.BinOp) for a, w in zip(args, written, strict=True)
    )


def _beside_tensor(args: list[Abs], i: int) -> bool:
    """True where the first or second operand is a tensor other than ``args[i]``, which may then be a number as well."""
    return any(j != i and args[j].mask & TENSOR for j in range(min(len(args), 2)))


_GETITEM: Final = "emberops.ops.getitem"
_UNIQUE: Final = frozenset({UNIQUE, "emberops.ops.unique"})


def _tensor(call: Call) -> Abs:
    if call.name in _UNIQUE:
        return _unique(call)
    if call.name == _GETITEM:
        match call.node.args, call.args:
            case [_, index], [array, position]:
                item = tensor_item(array, index, position)
                return call.tensor(item.rank, dtype=item.dtype)
    return call.tensor(_rank_of_result(call))


def _vector(call: Call) -> Abs:
    return call.tensor(1)


def _matrix(call: Call) -> Abs:
    return call.tensor(2)


def _unique(call: Call) -> Abs:
    return call.tensor(None if "axis" in call.keywords else 1)


def _same_rank(call: Call) -> Abs:
    first = call.args[0] if call.args else ANY
    return call.tensor(first.rank if first.mask & TENSOR else None)


def _rank_of_result(call: Call) -> int | None:
    last = call.name.rpartition(".")[2]
    if not call.args:
        return None
    if last == "reshape":
        return (
            _shape_rank(call.args[1], call.node.args[1])
            if len(call.args) == len(call.node.args) == 2
            else None
        )
    rank = call.args[0].rank
    return rank + 1 if last == "expand_dims" and rank is not None else None


def _shape_rank(shape: Abs, node: ast.expr | None) -> int | None:
    if shape.elems is not None:
        return len(shape.elems)
    if shape.mask and not shape.mask & ~NUMERIC:
        return 1
    if isinstance(node, ast.Attribute) and node.attr == "shape":
        return None
    return None


def _new(call: Call) -> Abs:
    if call.name.endswith(".full") and is_full_of_objects(call):
        return OTHER_VALUE
    if not call.args:
        shape = call.keywords.get("shape") or call.keywords.get("size")
        return call.tensor(_shape_rank(shape, None) if shape is not None else None)
    if (
        call.backend == "torch"
        and len(call.args) > 1
        and call.args[1].mask & NUMERIC
        and not call.name.endswith("full")
    ):
        return call.tensor(len(call.args))
    return call.tensor(_shape_rank(call.args[0], call.node.args[0] if call.node.args else None))


def _as_array(call: Call) -> Abs:
    first = call.args[0] if call.args else None
    rank = None
    if first is not None and (not first.deps or first.mask & ~NUMERIC):
        rank = nested_rank(first)  # an author who makes an array of a parameter expects more than a number
    made = call.tensor(rank)
    if first is not None and made.dtype is None and is_of_objects(first):
        return OTHER_VALUE  # no other library has arrays of text or objects
    return made


def _elementwise(call: Call) -> Abs:
    args = call.args
    name = call.name.rpartition(".")[2]
    if name == "where" and len(args) == 1:
        return Abs(TUPLE, elem=call.tensor(1))
    if name == "where" and any(value.mask and not value.mask & ~(STR | BYTES) for value in args[1:3]):
        return OTHER_VALUE  # text, which no other library holds
    if not args:
        args = list(call.keywords.values())
    mask, deps_all, rank, ev = 0, 0, 0, 0
    t_deps: int | None = None
    known = True
    for a in args:
        m = a.mask
        mask |= m
        deps_all |= a.deps
        if m & (TENSOR | CONTAINERS):
            d = a.deps if m & TENSOR else 0
            t_deps = d if t_deps is None else (t_deps | d if t_deps and d else 0)
            ev = max(ev, a.ev if m & TENSOR else PROVEN)
            r = nested_rank(a)
            if r is None:
                known = False
            else:
                rank = max(rank, r)
        elif m & UNKNOWN:
            known = False
    if mask & (TENSOR | CONTAINERS):
        out_rank = rank if known else None
        if out_rank == 0 and call.backend == "numpy":
            return RESULT_VALUE
        out = call.tensor(out_rank, ev=max(ev, INFERRED), deps=t_deps or 0)
        if mask & (NUMERIC & ~SCALAR) and t_deps and call.backend in PERHAPS_NUMPY:
            return out.but(mask=out.mask | SCALAR)
        return out
    return _elementwise_of_others(call, args, mask, deps_all)


def _elementwise_of_others(call: Call, args: list[Abs], mask: int, deps: int) -> Abs:
    """Return what an elementwise function makes of numbers, and of what nothing is known of."""
    if mask and not mask & ~(NUMERIC | NONE):
        if call.backend in PERHAPS_NUMPY:
            return result(deps) if any(map(is_result, args)) else SCALAR_VALUE.dependent(deps)
        return call.tensor(0)  # also of numbers, so that no caller decides it
    if (mask & INSTANCE and not mask & UNKNOWN) or call.backend not in PERHAPS_NUMPY:
        return call.tensor(ev=INFERRED)
    if is_formula_of_numbers(call.frame.function, deps):
        return SCALAR_VALUE.dependent(deps)
    return Abs(TENSOR | SCALAR, INFERRED, backend=call.backend, deps=deps, why=call.why(), dtype=call.dtype())


def _random(call: Call) -> Abs:
    last = call.name.rpartition(".")[2]
    if last in ("rand", "randn"):
        return call.tensor(len(call.args)) if call.args else FLOAT_VALUE
    size = call.argument(call.fact.axis, "size", "shape")
    if size is None or size.mask == NONE:
        for a in call.args:
            if a.mask & TENSOR or (a.mask & CONTAINERS and last != "choice"):
                return call.tensor(a.rank)
        if last == "choice" and call.args:
            return (
                join(iterate(call.args[0]), SCALAR_VALUE) if call.args[0].mask & CONTAINERS else SCALAR_VALUE
            )
        return SCALAR_VALUE
    return call.tensor(_shape_rank(size, None))


def _same(call: Call) -> Abs:
    if not call.args:
        return ANY
    return call.args[0]


def _list(call: Call) -> Abs:
    first = call.args[0] if call.args else ANY
    name = call.name.rpartition(".")[2]
    rank = first.rank if first.mask == TENSOR and name not in ("unstack", "unbind", "meshgrid") else None
    if name == "meshgrid" and call.args:
        rank = len(call.args)
        each = call.tensor(rank)
        if not any(isinstance(a, ast.Starred) for a in call.node.args):
            return tuple_of((each,) * len(call.args), LIST)
        return list_of(each)
    return list_of(call.tensor(rank))


def _tuple(call: Call) -> Abs:
    name = call.name.rpartition(".")[2]
    if name in ("nonzero", "tril_indices", "triu_indices", "diag_indices") and call.backend == "torch":
        return call.tensor(2)
    rank = 1 if name not in ("unravel_index", "ix_") else None
    each = call.tensor(rank)
    if name in ("tril_indices", "triu_indices", "tril_indices_from", "triu_indices_from"):
        return tuple_of((each, each))
    if name == "unravel_index" and call.args and call.args[0].mask and not call.args[0].mask & ~NUMERIC:
        return list_of(SCALAR_VALUE, TUPLE)
    return list_of(each, TUPLE)


def _several_tensors(call: Call) -> Abs:
    return tuple_of((call.tensor(),) * call.fact.result.count)


def _several_elementwise(call: Call) -> Abs:
    return tuple_of((_elementwise(call),) * call.fact.result.count)


def _tensor_and_float(call: Call) -> Abs:
    return tuple_of((call.tensor(), FLOAT_VALUE))


def _tensor_and_int(call: Call) -> Abs:
    return tuple_of((call.tensor(), INT_VALUE))


def _tensors_and_other(call: Call) -> Abs:
    return tuple_of((call.tensor(), call.tensor(), OTHER_VALUE))


def _number_and_tensor(call: Call) -> Abs:
    return tuple_of((FLOAT_VALUE, call.tensor()))


def _places_and_properties(call: Call) -> Abs:
    return tuple_of((call.tensor(1, dtype="int"), Abs(DICT, elem=call.tensor(1))))


_OF_SEVERAL = (".npz", ".safetensors")
"""Ends of the names of files that hold arrays by name."""


def _figure_and_axes(call: Call) -> Abs:
    return tuple_of((SIMPLE[Result.FIGURE], SIMPLE[Result.AXES]))


def _loaded(call: Call) -> Abs:
    """One array, or several by name: not proven, for a file may hold text, and what was pickled anything."""
    if "allow_pickle" in call.keywords:
        return OTHER_VALUE
    name = _last_text(call.expression(0, "file", "filename"))
    one = inferred(call.tensor())
    several = Abs(DICT, elem=one)
    if name.endswith(".npy"):
        return one
    if name.endswith(_OF_SEVERAL) or call.name.endswith("load_safetensors"):
        return several
    return join(one, several)


def _last_text(node: ast.expr | None) -> str:
    """Return the text in which the path at ``node`` ends: `"a.npy"` of `folder / "a.npy"` and of `f"{name}a.npy"`."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.BinOp(right=last) | ast.JoinedStr(values=[*_, last]) | ast.Call(args=[*_, last]):
            return _last_text(last)
    return ""


_HANDLERS: Final[dict[Result, Callable[[Call], Abs]]] = {
    Result.TENSOR: _tensor,
    Result.SAME_RANK: _same_rank,
    Result.VECTOR: _vector,
    Result.MATRIX: _matrix,
    Result.AS_TENSOR: _as_array,
    Result.OF_SHAPE: _new,
    Result.ELEMENTWISE: _elementwise,
    Result.REDUCTION: reduction,
    Result.PRODUCT: product,
    Result.PLACES: places,
    Result.DRAWN: _random,
    Result.FIRST_ARGUMENT: _same,
    Result.TENSOR_LIST: _list,
    Result.TENSOR_TUPLE: _tuple,
    Result.TWO_TENSORS: _several_tensors,
    Result.THREE_TENSORS: _several_tensors,
    Result.FOUR_TENSORS: _several_tensors,
    Result.TWO_ELEMENTWISE: _several_elementwise,
    Result.FOUR_ELEMENTWISE: _several_elementwise,
    Result.TENSOR_AND_FLOAT: _tensor_and_float,
    Result.TENSOR_AND_INT: _tensor_and_int,
    Result.TENSORS_AND_OTHER: _tensors_and_other,
    Result.NUMBER_AND_TENSOR: _number_and_tensor,
    Result.PLACES_AND_PROPERTIES: _places_and_properties,
    Result.FIGURE_AND_AXES: _figure_and_axes,
    Result.LOADED: _loaded,
    Result.MAPPED_TREE: tree_map,
    Result.LEAVES: leaves,
    Result.LEAVES_AND_STRUCTURE: flatten,
}
