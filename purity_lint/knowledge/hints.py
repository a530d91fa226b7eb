"""Advice on what to write instead of a library's name that no operation replaces."""

from __future__ import annotations

import re
from collections.abc import Mapping

from emberops.catalogue.absent import ABSENT
from purity_lint.knowledge import libraries
from purity_lint.knowledge.jax import forms as jax_forms
from purity_lint.knowledge.mlx import forms as mlx_forms
from purity_lint.knowledge.numpy import forms as numpy_forms
from purity_lint.knowledge.torch import forms as torch_forms

_TABLES: Mapping[str, Mapping[str, str]] = {
    "numpy": numpy_forms.HINTS,
    "cupy": numpy_forms.HINTS,
    "torch": torch_forms.HINTS,
    "jax": jax_forms.HINTS,
    "mlx": mlx_forms.HINTS,
}
_CODE = re.compile(r"(?<![`\w.])(?:emberops|ops|numpy)\.[\w.]*\w(?:\((?:[^()]|\([^()]*\))*\))?")
"""Code in the sentences of the catalogue, which are written for a terminal."""


def hint(library: str, dotted: str) -> str | None:
    """Return the way out for ``dotted`` of ``library``; the catalogue has that for what ops lacks on purpose."""
    found = _by_prefix(_TABLES.get(library, {}), dotted)
    name = libraries.numpy_name(library, dotted)
    if found is not None or name is None:
        return found
    if name in numpy_forms.IN_PLACE:
        return f"use `ops.{name}`, and keep the result"
    absent = ABSENT.get(name)
    return _by_prefix(numpy_forms.HINTS, name) if absent is None else _CODE.sub(r"`\g<0>`", absent)


def _by_prefix(table: Mapping[str, str], dotted: str) -> str | None:
    """Return what the longest name says that is ``dotted`` or above it."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        found = table.get(".".join(parts[:length]))
        if found is not None:
            return found
    return None
