"""From result codes (see :mod:`purity_lint.knowledge.facts`) to values."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from purity_lint.knowledge import lookup
from purity_lint.knowledge.facts import Fact, words
from purity_lint.semantics.arithmetic import scalar_or_tensor
from purity_lint.semantics.indexing import constant_index, iterate
from purity_lint.semantics.lattice import (
    ANY,
    BOOL_VALUE,
    BYTES_VALUE,
    COMPLEX_VALUE,
    CONTAINERS,
    DEVICE_VALUE,
    DICT,
    DIM_VALUE,
    DTYPE_VALUE,
    FLOAT_VALUE,
    FUNCTION_VALUE,
    INFERRED,
    INSTANCE,
    INT,
    INT_VALUE,
    LIST,
    LIST_OF_STR,
    MODULE,
    NONE,
    NONE_VALUE,
    NUMERIC,
    OTHER_VALUE,
    PROVEN,
    RANDOM_VALUE,
    SCALAR,
    SCALAR_VALUE,
    SEQUENCES,
    SHAPE_VALUE,
    STR_VALUE,
    TENSOR,
    TUPLE,
    UNKNOWN,
    Abs,
    Why,
    join,
    list_of,
    tuple_of,
)
from purity_lint.semantics.symbols import USE_ELEMENTWISE, USE_TENSOR

if TYPE_CHECKING:
    from purity_lint.semantics.frame import Frame

SIMPLE: Final[dict[str, Abs]] = {
    "S": SCALAR_VALUE,
    "I": INT_VALUE,
    "F": FLOAT_VALUE,
    "C": COMPLEX_VALUE,
    "B": BOOL_VALUE,
    "s": STR_VALUE,
    "Y": BYTES_VALUE,
    "X": DIM_VALUE,
    "H": SHAPE_VALUE,
    "D": DTYPE_VALUE,
    "V": DEVICE_VALUE,
    "K": RANDOM_VALUE,
    "N": NONE_VALUE,
    "O": OTHER_VALUE,
    "AT": OTHER_VALUE,
    "M": FUNCTION_VALUE,
    "?": ANY,
    "LSTR": LIST_OF_STR,
    "DSTR": Abs(DICT, elem=STR_VALUE),
    "TSTR": Abs(TUPLE, elem=STR_VALUE),
    "LS": Abs(LIST, elem=SCALAR_VALUE),
    "FF": Abs(TUPLE, elem=FLOAT_VALUE),
    "COUNTER": Abs(DICT, elem=INT_VALUE),
    "RESULT": Abs(INSTANCE, refs=("result",)),
    "SP": Abs(INSTANCE, refs=("scipy.sparse.spmatrix",)),
    "XP": Abs(MODULE, refs=("array_api",)),
}
_DTYPE_KINDS: Final = {"bool": "bool", "RI": "int", "RB": "bool"}

_BOOLEAN: Final = words("""
    equal not_equal less less_equal greater greater_equal isnan isinf isfinite isclose logical_and logical_or
    logical_not logical_xor signbit isposinf isneginf eq ne lt le gt ge any all isin is_nan iscomplex isreal
    """)


def attribute_value(value: Abs, attr: str) -> Abs:
    """An attribute of a tensor."""
    code = lookup.attribute(attr)
    if code is None:
        fact = lookup.method(attr)
        return FUNCTION_VALUE if fact is not None else ANY
    if code == "=":
        if attr in ("values", "indices", "base", "data", "grad"):
            return Abs(TENSOR, value.ev, backend=value.backend, why=value.why)
        return value.only(TENSOR)
    if code == "AT":
        return Abs(INSTANCE, refs=("jax.at",), elem=value.only(TENSOR))
    if code == "X" and attr == "size" and value.backend == "torch":
        return FUNCTION_VALUE
    return SIMPLE[code]


class Call:
    """A call of a library function, as the result handlers see it."""

    __slots__ = ("args", "backend", "fact", "frame", "keywords", "name", "node")

    def __init__(
        self, frame: Frame, fact: Fact, name: str, args: list[Abs], keywords: dict[str, Abs], node: ast.Call
    ) -> None:
        self.frame = frame
        self.fact = fact
        self.name = name
        self.args = args
        self.keywords = keywords
        self.node = node
        self.backend = lookup.backend_of(name)

    def argument(self, position: int, *names: str) -> Abs | None:
        """An argument by position or name."""
        for n in names:
            if n in self.keywords:
                return self.keywords[n]
        return self.args[position] if position < len(self.args) else None

    def expression(self, position: int, *names: str) -> ast.expr | None:
        """The same as written."""
        for k in self.node.keywords:
            if k.arg in names:
                return k.value
        return self.node.args[position] if position < len(self.node.args) else None

    def why(self) -> Why:
        """The reason for the result."""
        return self.frame.why(f"result of `{self.name}`", self.node)

    def tensor(
        self, rank: int | None = None, *, ev: int = PROVEN, deps: int = 0, dtype: str | None = None
    ) -> Abs:
        """A tensor that this call makes."""
        return Abs(
            TENSOR,
            ev,
            backend=self.backend,
            rank=rank,
            deps=deps,
            dtype=dtype or self.dtype(),
            why=self.why(),
        )

    def dtype(self) -> str | None:
        """The dtype that the call's name or its ``dtype`` argument says."""
        last = self.name.rpartition(".")[2]
        if last in _BOOLEAN:
            return "bool"
        given = self.keywords.get("dtype")
        if given is not None and given.refs:
            ref = given.refs[0]
            if isinstance(ref, str):
                return ref.rpartition(".")[2].rstrip("_")
        return None


def library_result(
    frame: Frame, fact: Fact, name: str, args: list[Abs], keywords: dict[str, Abs], node: ast.Call
) -> Abs:
    """What the library function ``name`` returns for these arguments."""
    for i in range(min(len(args), max(fact.strong, fact.weak))):
        a = args[i]
        if a.mask & UNKNOWN:
            frame.use(a, USE_TENSOR if i < fact.strong else USE_ELEMENTWISE, node)
    code = fact.result
    simple = SIMPLE.get(code)
    if simple is not None:
        return simple
    handler = _HANDLERS.get(code)
    call = Call(frame, fact, name, args, keywords, node)
    if handler is not None:
        return handler(call)
    if code[0].isdigit():
        count, each = int(code[0]), code[1]
        part = _elementwise(call) if each == "E" else call.tensor()
        return tuple_of((part,) * count)
    return ANY


def _tensor(call: Call) -> Abs:
    code = call.fact.result
    if len(code) > 1:
        return call.tensor(int(code[1]))
    return call.tensor(_rank_of_result(call))


_KEEPS_RANK: Final = words("""
    zeros_like ones_like empty_like full_like flip fliplr flipud roll sort argsort cumsum cumprod copy astype cast
    tril triu diff pad transpose swapaxes moveaxis permute_dims matrix_transpose concatenate softmax log_softmax
    linalg.inv linalg.pinv linalg.cholesky linalg.expm fft.fft fft.ifft repeat
    """)


def _rank_of_result(call: Call) -> int | None:
    last = call.name.partition(".")[2] if call.name.startswith("numpy.") else call.name.rpartition(".")[2]
    if not call.args:
        return None
    first = call.args[0]
    if last in _KEEPS_RANK:
        if last in ("concatenate", "repeat"):
            return None
        return first.rank if first.mask & TENSOR else None
    if last == "reshape":
        return (
            _shape_rank(call.args[1], call.node.args[1])
            if len(call.args) == len(call.node.args) == 2
            else None
        )
    if last == "expand_dims" and first.rank is not None:
        return first.rank + 1
    return None


def _shape_rank(shape: Abs, node: ast.expr | None) -> int | None:
    if shape.elems is not None:
        return len(shape.elems)
    if shape.mask and not shape.mask & ~NUMERIC:
        return 1
    if isinstance(node, ast.Attribute) and node.attr == "shape":
        return None
    return None


def _new(call: Call) -> Abs:
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
    if first is not None:
        rank = _nested_rank(first)
    return call.tensor(rank)


def _nested_rank(value: Abs) -> int | None:
    """The rank of ``asarray(value)``."""
    mask = value.mask
    if mask == TENSOR:
        return value.rank
    if mask and not mask & ~NUMERIC:
        return 0
    if mask and not mask & ~SEQUENCES:
        elem = value.elem
        if value.elems:
            elem = value.elems[0]
            for e in value.elems[1:]:
                elem = join(elem, e)
        if elem is None:
            return None
        inner = _nested_rank(elem)
        return None if inner is None else inner + 1
    return None


def _elementwise(call: Call) -> Abs:
    args = call.args
    name = call.name.rpartition(".")[2]
    if name == "where" and len(args) == 1:
        return Abs(TUPLE, elem=call.tensor(1))
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
            r = _nested_rank(a)
            if r is None:
                known = False
            else:
                rank = max(rank, r)
        elif m & UNKNOWN:
            known = False
    if mask & (TENSOR | CONTAINERS):
        out_rank = rank if known else None
        if out_rank == 0 and call.backend == "numpy":
            return SCALAR_VALUE
        out = call.tensor(out_rank, ev=max(ev, INFERRED), deps=t_deps or 0)
        if mask & (NUMERIC & ~SCALAR) and t_deps:
            out.mask |= SCALAR
        return out
    if mask and not mask & ~(NUMERIC | NONE):
        if call.backend in (None, "numpy"):
            return Abs(SCALAR, deps=deps_all) if deps_all else SCALAR_VALUE
        return call.tensor(0, ev=PROVEN, deps=deps_all)
    if mask & INSTANCE and not mask & UNKNOWN:
        return Abs(TENSOR, INFERRED, backend=call.backend, why=call.why())
    return Abs(
        TENSOR | SCALAR, INFERRED, backend=call.backend, deps=deps_all, why=call.why(), dtype=call.dtype()
    )


def _reduction(call: Call) -> Abs:
    first = call.argument(0, "a", "x", "input", "array") or ANY
    name = call.name.rpartition(".")[2]
    if name in (
        "dot",
        "inner",
        "matmul",
        "vdot",
        "tensordot",
        "einsum",
        "vecdot",
        "multi_dot",
        "trapz",
        "trapezoid",
    ):
        return _product(call, name)
    dtype = {"RI": "int", "RB": "bool"}.get(call.fact.result)
    position = call.fact.axis
    if name == "norm":
        position = 2
    axis = call.argument(position, "axis", "dim")
    keep = call.keywords.get("keepdims") or call.keywords.get("keepdim")
    axis_given = axis is not None and axis.mask != NONE
    deps = first.deps if first.mask & (TENSOR | UNKNOWN) else 0
    if name == "searchsorted":
        second = call.args[1] if len(call.args) > 1 else ANY
        return (
            INT_VALUE if second.mask and not second.mask & ~NUMERIC else call.tensor(second.rank, dtype="int")
        )
    if name == "digitize":
        return (
            SCALAR_VALUE if first.mask and not first.mask & ~NUMERIC else call.tensor(first.rank, dtype="int")
        )
    if call.backend == "torch" and axis_given and name in ("max", "min", "median", "mode", "kthvalue"):
        if len(call.args) > 1 and call.args[1].mask & TENSOR:
            return call.tensor(dtype=dtype)
        return tuple_of((call.tensor(), call.tensor(dtype="int")))
    if axis_given or keep is not None:
        rank = _reduced(first, axis, call.expression(position, "axis", "dim")) if keep is None else first.rank
        if rank == 0 and call.backend == "numpy":
            return SCALAR_VALUE
        if axis is not None and axis.mask & UNKNOWN | (axis.mask & NONE if axis is not None else 0):
            rank = None
        return call.tensor(rank, dtype=dtype)
    if call.backend in (None, "numpy"):
        return Abs(SCALAR, backend="numpy", deps=deps) if deps else SCALAR_VALUE
    return call.tensor(0, dtype=dtype)


def _reduced(first: Abs, axis: Abs | None, node: ast.expr | None) -> int | None:
    rank = _nested_rank(first)
    if rank is None:
        return None
    if axis is not None and axis.elems is not None:
        return max(rank - len(axis.elems), 0)
    if node is not None and constant_index(node) is not None:
        return max(rank - 1, 0)
    return rank - 1 if axis is not None and axis.mask and not axis.mask & ~(NUMERIC & INT) and rank else None


def _product(call: Call, name: str) -> Abs:
    operands = call.args[1:] if name == "einsum" else call.args
    if name in ("trapz", "trapezoid"):
        return SCALAR_VALUE if call.args and call.args[0].rank == 1 else call.tensor()
    if name == "einsum":
        spec = call.node.args[0] if call.node.args else None
        if isinstance(spec, ast.Constant) and isinstance(spec.value, str) and "->" in spec.value:
            right = spec.value.split("->")[1].strip()
            if "..." not in right:
                return scalar_or_tensor(len(right), call.tensor(), PROVEN)
        return call.tensor()
    if len(operands) >= 2 and name in ("dot", "inner", "matmul"):
        a, b = _nested_rank(operands[0]), _nested_rank(operands[1])
        if a is not None and b is not None:
            if min(a, b) == 0:
                rank = max(a, b)
            elif min(a, b) == 1:
                rank = max(a, b) - 1
            else:
                rank = max(a, b) if name == "matmul" else a + b - 2
            return scalar_or_tensor(rank, call.tensor(), PROVEN)
    if name == "vdot":
        return SCALAR_VALUE if call.backend == "numpy" else call.tensor(0)
    return call.tensor()


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


def _tensor_and_float(call: Call) -> Abs:
    return tuple_of((call.tensor(), FLOAT_VALUE))


def _tree_map(call: Call) -> Abs:
    """``jax.tree.map(f, tree, ...)``: ``f`` sees the leaves, which are tensors unless known otherwise."""
    if not call.args:
        return ANY
    function, trees = call.args[0], call.args[1:]
    leaves = [_leaf(call, t) for t in trees]
    out = call.frame.apply(function, leaves, {}, call.node)
    if trees and trees[0].mask == TENSOR:
        return out
    if not out.mask:
        return ANY
    return Abs(UNKNOWN, elem=out if out.mask else None)


def _leaf(call: Call, tree: Abs) -> Abs:
    mask = tree.mask
    if mask & TENSOR:
        return tree.only(TENSOR)
    if mask == NONE:
        return NONE_VALUE
    if mask & (CONTAINERS | UNKNOWN):
        inner = tree.elem
        if tree.elems:
            inner = tree.elems[0]
            for e in tree.elems[1:]:
                inner = join(inner, e)
        if tree.fields:
            for e in tree.fields.values():
                inner = e if inner is None else join(inner, e)
        if inner is not None and inner.mask:
            return _leaf(call, inner) if inner.mask & (CONTAINERS | UNKNOWN) and inner is not tree else inner
    if mask and not mask & ~NUMERIC:
        return tree
    return Abs(TENSOR, INFERRED, backend="jax", why=call.frame.why("leaf of a tree of arrays", call.node))


def _leaves(call: Call) -> Abs:
    return list_of(_leaf(call, call.args[0] if call.args else ANY))


def _flatten(call: Call) -> Abs:
    return tuple_of((_leaves(call), OTHER_VALUE))


_HANDLERS: Final[dict[str, Callable[[Call], Abs]]] = {
    "T": _tensor,
    "T0": _tensor,
    "T1": _tensor,
    "T2": _tensor,
    "A": _as_array,
    "F1": _new,
    "E": _elementwise,
    "R": _reduction,
    "RI": _reduction,
    "RB": _reduction,
    "Z": _random,
    "=": _same,
    "L": _list,
    "P": _tuple,
    "TF": _tensor_and_float,
    "TREE": _tree_map,
    "LEAVES": _leaves,
    "TUPLE2": _flatten,
}
