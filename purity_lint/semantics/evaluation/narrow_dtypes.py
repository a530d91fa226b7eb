"""Results that have the narrow integer dtype of what a function is given, and so are no index on PyTorch."""

from __future__ import annotations

from collections.abc import Sequence

from purity_lint.knowledge import arrays
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import INT, LIST, TENSOR, TUPLE


def narrow_dtype(function: str, given: Sequence[Abs]) -> str | None:
    """Return the narrow dtype that ``function`` gives of these arguments; ``None`` for any other, or an unknown one."""
    if not given:
        return None
    if function in arrays.OF_BITS:
        return "uint8"
    if function in arrays.KEEP_MASKS or function == "pad":
        return _common(_joined(given[0]))
    if function == "where":
        return _common(given[1:])
    return _common(given) if function in arrays.KEEP_NARROW else None


def _joined(value: Abs) -> Sequence[Abs]:
    """What is joined, of a function that is given a list of arrays; the array, of any other."""
    if value.mask not in (LIST, TUPLE):
        return (value,)
    if value.elems is not None:
        return value.elems
    return () if value.elem is None else (value.elem,)


def _common(operands: Sequence[Abs]) -> str | None:
    """Return the narrow dtype of all tensors among operands, beside which whole numbers of Python adopt it (NEP 50)."""
    dtypes = {operand.dtype for operand in operands if operand.mask == TENSOR}
    if len(dtypes) != 1 or any(operand.mask not in (TENSOR, INT) for operand in operands):
        return None
    (dtype,) = dtypes
    return dtype if dtype in arrays.NARROW else None
