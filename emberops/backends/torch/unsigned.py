"""uint16, uint32 and uint64, which PyTorch stores, but hardly computes with.

What it refuses is computed in a signed dtype that stands for theirs: a wider one for uint16 and uint32, and for uint64
the 64 bits as they are, which sums and products do not tell from a signed number's; where the order counts, with the
highest bit turned.  The dispatcher asks here after PyTorch has refused, so a call that needs none of this pays nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from typing import Any

import torch

from emberops.backends.support.scalars import check_fits
from emberops.backends.torch.creation import asarray
from emberops.backends.torch.promotion import common_dtype, dtype_name
from emberops.dispatch.refused import RefusedCall

_WIDER = {torch.uint16: torch.int32, torch.uint32: torch.int64, torch.uint64: torch.int64}
_HIGHEST = -(2**63)
"""The highest bit of 64."""
_REFUSED = re.compile(r"UInt(16|32|64)\b|uint16, uint32, uint64|[Oo]verflow when unpacking")


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SAME = _names("abs positive real conj round floor ceil trunc")
"""Operations that give an unsigned integer back as it is."""
_MODULAR = _names(
    "add subtract multiply negative square bitwise_and bitwise_or bitwise_xor bitwise_invert "
    "bitwise_left_shift matmul tensordot dot vdot "
    "vecdot inner outer kron einsum trace diagonal linalg.matmul linalg.tensordot linalg.vecdot "
    "linalg.trace linalg.matrix_power linalg.multi_dot linalg.cross linalg.outer cross convolve correlate "
    "diff ediff1d nan_to_num flip fliplr flipud rot90 roll repeat tril triu take take_along_axis getitem "
    "select choose extract compress where pad append delete insert resize block trim_zeros vander "
    "segment_sum assign assign_add assign_subtract assign_multiply polyadd polysub polymul polyval"
)
"""Operations that do the same with the bits whether they are signed or not, or do not look at them."""
_ORDERED = _names(
    "max min maximum minimum fmax fmin clip sort unique unique_values unique_counts unique_inverse "
    "unique_all union1d intersect1d setdiff1d setxor1d nanmax nanmin partition cumulative_max "
    "cumulative_min segment_max segment_min"
)
"""Operations whose answer is made of elements, chosen by their order."""
_COMPARED = _names(
    "less less_equal greater greater_equal equal not_equal argmax argmin nanargmax nanargmin argsort "
    "argpartition searchsorted digitize isin array_equal lexsort"
)
"""Operations whose answer is an index or a truth value."""
_BY_VALUE = _names(
    "floor_divide remainder fmod divmod gcd lcm pow bitwise_right_shift sign median ptp histogram bincount"
)
"""Operations that need the number: of uint64 they take what int64 holds too."""
_PLACES = _names("unravel_index ravel_multi_index")
"""Operations that need the number, and whose answer is made of indices."""
_STORING = _names("assign assign_add assign_subtract assign_multiply assign_maximum assign_minimum")
"""Operations that change their first tensor."""
_OF_TRUTH = _names(
    "nonzero flatnonzero argwhere count_nonzero all any logical_not logical_and logical_or logical_xor"
)
"""Operations that ask whether an element is zero."""
_PROMOTING = _names(
    "add subtract multiply bitwise_and bitwise_or bitwise_xor maximum minimum fmax fmin less less_equal "
    "greater greater_equal equal "
    "not_equal floor_divide remainder fmod divmod gcd lcm pow matmul tensordot dot vdot vecdot inner "
    "outer kron einsum cross clip bitwise_left_shift bitwise_right_shift linalg.matmul linalg.tensordot "
    "linalg.vecdot searchsorted digitize isin union1d intersect1d setdiff1d setxor1d array_equal append "
    "convolve correlate diff linalg.cross linalg.outer linalg.multi_dot polyadd polysub polymul polyval"
)
"""Operations whose tensors meet in one dtype; those of the others keep theirs, such as indices."""
_CHOOSING = _names("where choose")
"""Operations whose tensors after the first meet in one dtype; the first chooses among them."""
_KNOWN = _SAME | _MODULAR | _STORING | _ORDERED | _COMPARED | _BY_VALUE | _OF_TRUTH | _PLACES


def another_way(call: RefusedCall, error: Exception) -> Any:
    """The answer to a call that PyTorch refused because of an unsigned dtype; ``NotImplemented`` if it did not."""
    op, held = call.op, call.tensors()
    dtypes = [x.dtype for x in held if isinstance(x, torch.Tensor)]
    unsigned = [dtype for dtype in dtypes if dtype in _WIDER]
    if not unsigned or op not in _KNOWN or not _REFUSED.search(str(error)):
        return NotImplemented
    if op in _OF_TRUTH or (op == "where" and len(held) == 1):
        return call.run(lambda x: x != 0)
    meeting = [x.dtype for x in held[1:] if isinstance(x, torch.Tensor)] if op in _CHOOSING else dtypes
    common = reduce(common_dtype, meeting if op in _PROMOTING | _CHOOSING else unsigned)
    if common not in _WIDER or any(type(x) in (float, complex) for x in held):
        return NotImplemented
    if op in _SAME:
        return held[0]
    if op == "ediff1d" and any(dtype not in _WIDER and dtype is not torch.uint8 for dtype in dtypes):
        return NotImplemented  # what is put at an end might have a sign
    turned = common is torch.uint64 and op in _ORDERED | _COMPARED

    def signed(x: Any) -> Any:
        if type(x) is int:
            check_fits(x, dtype_name(common))
        if op in _PROMOTING:
            x = asarray(x, common)
        return as_signed(x, turned) if isinstance(x, torch.Tensor) else x

    if (
        op in _BY_VALUE | _PLACES
        and common is torch.uint64
        and any(bool((signed(x) < 0).any()) for x in held)
    ):
        return NotImplemented
    answer = call.run(signed)
    if op in _COMPARED | _PLACES:
        return answer
    if op == "divmod":
        return tuple(as_unsigned(x, common, turned) for x in answer)
    answer = _mapped(answer, lambda x: as_unsigned(x, common, turned))
    if op == "setdiff1d" and isinstance(held[0], torch.Tensor):
        return answer.to(held[0].dtype)  # whose elements they are
    return held[0].copy_(answer) if op in _STORING and not call.option("copy") else answer


def is_wide(dtype: torch.dtype) -> bool:
    """Whether PyTorch hardly computes with this dtype."""
    return dtype in _WIDER


def as_signed(x: torch.Tensor, turned: bool) -> torch.Tensor:
    """The tensor in the signed dtype that stands for its own; ``turned`` where the order counts."""
    if x.dtype is torch.uint64:
        bits = x.view(torch.int64)
        return bits ^ _HIGHEST if turned else bits
    wider = _WIDER.get(x.dtype)
    return x if wider is None else x.to(wider)


def as_unsigned(x: torch.Tensor, dtype: torch.dtype, turned: bool) -> torch.Tensor:
    """What was computed of ``as_signed`` tensors, back in ``dtype``."""
    if x.dtype is not _WIDER[dtype]:
        return x
    if dtype is torch.uint64:
        return (x ^ _HIGHEST if turned else x).view(dtype)
    return x.to(dtype)


def _mapped(answer: Any, change: Callable[[torch.Tensor], torch.Tensor]) -> Any:
    """An answer with its first part changed, which has the dtype of the elements; the others are indices or counts."""
    if isinstance(answer, torch.Tensor):
        return change(answer)
    first = _mapped(answer[0], change)
    return (
        type(answer)(first, *answer[1:]) if hasattr(answer, "_fields") else type(answer)([first, *answer[1:]])
    )
