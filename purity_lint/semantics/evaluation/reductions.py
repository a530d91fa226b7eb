"""Reductions and products: how many axes are left."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.knowledge.libraries import PERHAPS_NUMPY
from purity_lint.knowledge.notation import words
from purity_lint.semantics.domain.arithmetic import scalar_or_tensor
from purity_lint.semantics.domain.atoms import ANY, RESULT_VALUE, result
from purity_lint.semantics.domain.containers import element_of, tuple_of
from purity_lint.semantics.domain.indexing import constant_index
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import BOOL, INT, NONE, NUMERIC, PROVEN, SEQUENCES, TENSOR, UNKNOWN
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.evaluation.library_calls import Call

_WITH_PLACES: Final = words("max min median mode kthvalue")
"""Reductions that in PyTorch, along an axis, also tell where the value was."""
_OF_SEVERAL: Final = words("quantile percentile nanquantile nanpercentile")
"""Reductions that give as many results as they are asked for, along axes of their own."""
_OF_MATRICES: Final = words("det logdet cond trace matrix_norm matrix_rank")
"""Reductions that take a stack of matrices, and make one number of each."""


def joined_dtype(parts: Abs) -> str | None:
    """Return the dtype of what `np.r_` makes of ``parts``: that of arrays, and of truth values with arrays of them."""
    joined = element_of(parts)
    if joined.mask == TENSOR:
        return joined.dtype
    held = parts.elems or ()
    of_truth = (part.mask == BOOL or (part.mask == TENSOR and part.dtype == "bool") for part in held)
    return "bool" if held and all(of_truth) else None


def nested_rank(value: Abs) -> int | None:
    """Return the rank of ``asarray(value)``."""
    mask = value.mask
    if mask == TENSOR:
        return value.rank
    if mask and not mask & ~NUMERIC:
        return 0
    if mask and not mask & ~(NUMERIC | TENSOR):
        return 0 if value.rank == 0 else None
    if mask and not mask & ~SEQUENCES:
        elem = value.elem
        if value.elems:
            elem = value.elems[0]
            for e in value.elems[1:]:
                elem = join(elem, e)
        if elem is None:
            return None
        inner = nested_rank(elem)
        return None if inner is None else inner + 1
    return None


def reduction(call: Call) -> Abs:
    """``mean``, ``argmax``, ``any``: the rank of the result follows from the axis."""
    first = call.argument(0, "a", "x", "input", "array") or ANY
    name = call.name.rpartition(".")[2]
    dtype = call.fact.dtype
    position = call.fact.axis
    axis = call.argument(position, "axis", "dim")
    keep = call.keywords.get("keepdims") or call.keywords.get("keepdim")
    axis_given = axis is not None and axis.mask != NONE
    deps = first.deps if first.mask & (TENSOR | UNKNOWN) else 0
    if name == "reduce" and axis is None:  # a method of a universal function, which goes along the first axis
        known = nested_rank(first)
        return call.tensor() if known is None else RESULT_VALUE if known < 2 else call.tensor(known - 1)
    asked = nested_rank(call.argument(1, "q") or ANY) if name in _OF_SEVERAL else 0
    if call.backend == "torch" and axis_given and name in _WITH_PLACES:
        if len(call.args) > 1 and call.args[1].mask & TENSOR:
            return call.tensor(dtype=dtype)
        return tuple_of((call.tensor(), call.tensor(dtype="int")))
    if axis_given or keep is not None:
        rank = _reduced(first, axis, call.expression(position, "axis", "dim")) if keep is None else first.rank
        rank = None if rank is None or asked is None else rank + asked
        if rank == 0 and call.backend == "numpy":
            return RESULT_VALUE
        if axis is not None and axis.mask & (UNKNOWN | NONE):
            rank = None
        return call.tensor(rank, dtype=dtype)
    left = rank_of_whole(name, nested_rank(first)) if asked == 0 else asked
    if asked is None:
        return call.tensor(dtype=dtype)
    if call.backend in PERHAPS_NUMPY:
        return call.tensor(left, dtype=dtype) if left else result(deps)
    return call.tensor(left, dtype=dtype)


def places(call: Call) -> Abs:
    """``searchsorted``, ``digitize``: as many places as there are values."""
    if call.name.endswith("digitize"):
        values = call.argument(0, "a", "x", "input") or ANY
    else:
        values = call.args[1] if len(call.args) > 1 else ANY
    if not values.mask or values.mask & ~NUMERIC:
        return call.tensor(values.rank, dtype="int")
    return RESULT_VALUE if call.backend in PERHAPS_NUMPY else call.tensor(0, dtype="int")


def rank_of_whole(name: str, rank: int | None) -> int | None:
    """Return the rank of the reduction ``name`` along no axis in particular, of what has ``rank`` axes."""
    if name not in _OF_MATRICES:
        return 0
    return None if rank is None else max(rank - 2, 0)


def _reduced(first: Abs, axis: Abs | None, node: ast.expr | None) -> int | None:
    rank = nested_rank(first)
    if rank is None:
        return None
    if axis is not None and axis.elems is not None:
        return max(rank - len(axis.elems), 0)
    if node is not None and constant_index(node) is not None:
        return max(rank - 1, 0)
    return rank - 1 if axis is not None and axis.mask and not axis.mask & ~(NUMERIC & INT) and rank else None


def product(call: Call) -> Abs:
    """``dot``, ``matmul``, ``einsum``, ``trapezoid``: the rank of the result follows from both operands."""
    name = call.name.rpartition(".")[2]
    if name in ("trapz", "trapezoid"):
        return RESULT_VALUE if call.args and call.args[0].rank == 1 else call.tensor()
    if name == "einsum":
        spec = call.node.args[0] if call.node.args else None
        if isinstance(spec, ast.Constant) and isinstance(spec.value, str) and "->" in spec.value:
            right = spec.value.split("->")[1].strip()
            if "..." not in right:
                return scalar_or_tensor(len(right), call.tensor(), PROVEN)
        return call.tensor()
    if name == "vdot":
        return RESULT_VALUE if call.backend == "numpy" else call.tensor(0)
    rank = product_rank(name, *map(nested_rank, call.args[:2])) if len(call.args) > 1 else None
    return call.tensor() if rank is None else scalar_or_tensor(rank, call.tensor(), PROVEN)


def product_rank(name: str, a: int | None, b: int | None) -> int | None:
    """Return the rank of a product of operands of the ranks ``a`` and ``b``; ``None`` where it is not known."""
    if a is None or b is None or name not in ("dot", "inner", "matmul"):
        return None
    if min(a, b) == 0:
        return max(a, b)
    if min(a, b) == 1:
        return max(a, b) - 1
    return max(a, b) if name == "matmul" else a + b - 2
