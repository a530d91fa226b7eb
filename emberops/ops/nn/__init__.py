"""``ops.nn``: what neural networks are made of, with keras.ops.nn's names and meaning.

``data_format`` is ``"channels_last"``, ``(batch, ..., channels)``, unless told otherwise, or ``"channels_first"``.
Functions of floats take integers as the default float dtype.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from emberops.catalogue.absent import AbsentNameError
from emberops.ops.nn.activations import *
from emberops.ops.nn.layers import *
from emberops.ops.nn.losses import *

if not TYPE_CHECKING:  # which would believe that every name is there

    def __getattr__(name: str) -> None:
        raise AbsentNameError(name, "nn")
