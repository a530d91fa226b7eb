"""Operations of the group ``memory``: how memory is laid out, as NumPy tells and changes it."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_op = partial(entry, group="memory")

OPS: tuple[Op, ...] = (
    _op("strides", result="shape"),
    _op("as_strided", also={"numpy": "lib.stride_tricks.as_strided"}),
    _op("sliding_window_view", also={"numpy": "lib.stride_tricks.sliding_window_view"}),
)
