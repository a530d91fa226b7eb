"""Whether anybody looks at what a call returns: a change in place is lost where arrays do not change."""

from __future__ import annotations

from dis import get_instructions
from functools import cache
from types import CodeType, FrameType


def is_dropped(caller: FrameType) -> bool:
    """True where the call that the frame is in stands as a statement by itself."""
    return _is_dropped(caller.f_code, caller.f_lasti)


@cache
def _is_dropped(code: CodeType, offset: int) -> bool:
    following = next((i for i in get_instructions(code) if i.offset > offset), None)
    return following is not None and following.opname == "POP_TOP"
