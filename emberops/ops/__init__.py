"""The operations: ``from emberops import ops``.

Ordinary typed functions, one for each entry of the catalogue, grouped as the Array API groups them.  The
namespaces ``ops.linalg``, ``ops.fft``, ``ops.random`` and ``ops.nn`` hold theirs; everything else stands here.
An entry of the catalogue without its function, or the reverse, is an error when this module is imported.
"""

from __future__ import annotations

import sys as _sys
import typing as _typing
from types import ModuleType as _ModuleType

from emberops.catalogue import ALIASES, CATALOGUE
from emberops.catalogue.absent import AbsentNameError as _AbsentNameError
from emberops.constants import *
from emberops.dispatch import registry as _registry
from emberops.dispatch.operation import routers
from emberops.dispatch.torch_import import follow as _follow_torch
from emberops.dtypes.dtype import *
from emberops.ops import fft as fft
from emberops.ops import linalg as linalg
from emberops.ops import nn as nn
from emberops.ops import random as random
from emberops.ops.aliases import *
from emberops.ops.creation import *
from emberops.ops.data_types import *
from emberops.ops.elementwise import *
from emberops.ops.indexing import *
from emberops.ops.interop import *
from emberops.ops.io import *
from emberops.ops.linear_algebra import *
from emberops.ops.manipulation import *
from emberops.ops.memory import *
from emberops.ops.polynomials import *
from emberops.ops.searching import *
from emberops.ops.sets import *
from emberops.ops.sorting import *
from emberops.ops.statistical import *
from emberops.ops.transforms import *
from emberops.ops.utility import *
from emberops.typing import Tensor as Tensor
from emberops.typing import TensorLike as TensorLike

bool = bool_  # the Array API's name; the built-in is not needed below


def _complete() -> None:
    """Give aliases their functions, and take the pages out."""
    from functools import reduce

    missing = CATALOGUE.keys() - routers.keys()
    if missing:
        raise ImportError(f"operations without a function in emberops.ops: {', '.join(sorted(missing))}")
    held = globals()
    for alias, name in ALIASES.items():
        if "." in alias:  # those of the main namespace stand in aliases.py
            home, _, own = alias.rpartition(".")
            setattr(held[home], own, reduce(getattr, name.split(".")[1:], held[name.partition(".")[0]]))
    # A star import takes the pages of a group along; `ops.shapes` is to be a misspelt `ops.shape`.
    for name, value in [*held.items()]:
        if isinstance(value, _ModuleType) and value.__name__.count(".") > __name__.count(".") + 1:
            del held[name]


_complete()
_follow_torch()
# A program that has NumPy is not to wait for its backend in the first call: a test may have a deadline.
if "numpy" in _sys.modules:
    _registry.load("numpy")

_ROOMS = {"fft": fft, "linalg": linalg, "nn": nn, "random": random}
_OFFERED = frozenset({"DType", "Generator", "RandomState", "Tensor", "TensorLike", *_ROOMS})
_INNER = frozenset({"annotations", "operation", "routers"})


def _public(held: dict[str, object]) -> list[str]:
    """What a completion offers of a module: its operations and what goes with them, and not what its pages import."""
    entries = {name.rpartition(".")[2] for name in (*CATALOGUE, *ALIASES)} | _OFFERED
    return sorted(
        name
        for name, value in held.items()
        if name in entries
        or not (name[0] == "_" or name[0].isupper() or name in _INNER or isinstance(value, _ModuleType))
    )


def __dir__() -> list[str]:
    return _public(globals())


def _offer() -> None:
    """Have each room offer its operations to who completes a name."""
    from functools import partial

    for room in _ROOMS.values():
        room.__dict__["__dir__"] = partial(_public, vars(room))


_offer()

if not _typing.TYPE_CHECKING:  # which would believe that every name is there

    def __getattr__(name: str) -> None:
        raise _AbsentNameError(name)


# Code that goes through the values of a module meets `ops`, and may ask it for a `_registry` of its own.
del _complete, _follow_torch, _offer, _registry, _sys, _typing
