"""What to write instead of a library's name that no operation replaces."""

from __future__ import annotations

import re
from collections.abc import Mapping

from emberops.catalogue.absent import ABSENT
from purity_lint.knowledge import rewrite_jax, rewrite_mlx, rewrite_names, rewrite_numpy, rewrite_torch

_TABLES: Mapping[str, Mapping[str, str]] = {
    "numpy": rewrite_numpy.HINTS,
    "cupy": rewrite_numpy.HINTS,
    "torch": rewrite_torch.HINTS,
    "jax": rewrite_jax.HINTS,
    "mlx": rewrite_mlx.HINTS,
}
_CODE = re.compile(r"(?<![`\w.])(?:emberops|ops|numpy)\.[\w.]*\w(?:\((?:[^()]|\([^()]*\))*\))?")
"""Code in the sentences of the catalogue, which are written for a terminal."""


def hint(library: str, dotted: str) -> str | None:
    """The way out for ``dotted`` of ``library``; the catalogue speaks for NumPy's names that ops lacks on purpose."""
    found = _by_prefix(_TABLES.get(library, {}), dotted)
    name = rewrite_names.numpy_name(library, dotted)
    if found is not None or name is None:
        return found
    if name in rewrite_numpy.IN_PLACE:
        return f"use `ops.{name}`, and keep the result"
    absent = ABSENT.get(name)
    return _by_prefix(rewrite_numpy.HINTS, name) if absent is None else _CODE.sub(r"`\g<0>`", absent)


def _by_prefix(table: Mapping[str, str], dotted: str) -> str | None:
    """What the longest name says that is ``dotted`` or above it."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        found = table.get(".".join(parts[:length]))
        if found is not None:
            return found
    return None
