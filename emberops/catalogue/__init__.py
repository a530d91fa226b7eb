"""The one list of operations, as data.

The facade (:mod:`emberops.ops`), the backends' completeness check, the linter's knowledge
(``np.X`` -> ``ops.X``), the conformance tests and the support table in the docs all read it.  It
imports nothing but its own pages, one for each group.
"""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType

from emberops.catalogue.model import Op

__all__ = ["ALIASES", "CATALOGUE", "GROUPS", "Op"]

GROUPS = (
    "creation",
    "data_types",
    "elementwise",
    "statistical",
    "memory",
    "searching",
    "sorting",
    "sets",
    "utility",
    "manipulation",
    "indexing",
    "linear_algebra",
    "linalg",
    "polynomials",
    "fft",
    "random",
    "nn",
    "interop",
    "io",
    "transforms",
)
"""Names of the files under ``emberops/ops`` and ``emberops/backends/*``, in the order of the docs."""


def _collect() -> dict[str, Op]:
    found: dict[str, Op] = {}
    for group in GROUPS:
        for op in import_module(f"emberops.catalogue.{group}").OPS:
            if op.name in found:
                raise ValueError(f"operation {op.name!r} stands in two pages of the catalogue")
            found[op.name] = op
    return found


def _aliases(ops: dict[str, Op]) -> dict[str, str]:
    found: dict[str, str] = {}
    for op in ops.values():
        for alias in op.aliases:
            if alias in found or alias in ops:
                raise ValueError(f"alias {alias!r} of {op.name!r} is taken")
            found[alias] = op.name
    return found


CATALOGUE: MappingProxyType[str, Op] = MappingProxyType(_collect())
"""Every operation by its name below ``ops``."""
ALIASES: MappingProxyType[str, str] = MappingProxyType(_aliases(dict(CATALOGUE)))
"""Other names -> the operation's own name."""
