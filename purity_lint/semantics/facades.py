"""Modules that can be known only by how they are used: those that are put together at run time.

``import geometry.backend as gs`` may name a module that no file holds: an import hook fills it with the functions of
NumPy or PyTorch, or it belongs to a library of which nothing is known here.  What the files of the project read from
it says what it is: a module of which ``einsum``, ``stack`` and ``zeros_like`` are read speaks the vocabulary that
array namespaces share.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from typing import Final

from purity_lint.knowledge import arrays, lookup
from purity_lint.knowledge.facts import words
from purity_lint.semantics.symbols import ModuleSymbol

NAMESPACE: Final = "array_api"
"""The name under which the tables know a namespace of no backend in particular."""
MIN_ARRAY_NAMES: Final = 3
"""How many names that only array libraries have must be read from a module."""
_ARRAY_NAMES: Final = words("""
    zeros_like ones_like empty_like full_like einsum matmul tensordot reshape stack vstack hstack concatenate
    linspace logspace arange meshgrid squeeze expand_dims newaxis broadcast_to moveaxis swapaxes atleast_1d atleast_2d
    asarray ndarray argsort cumsum argmax argmin isfinite isnan allclose float64 float32 logical_and logical_or
    linalg take_along_axis transpose searchsorted
    """)
"""Names that array libraries have, and libraries of symbols or tables of data have not."""
_SHARED: Final = frozenset(
    {
        *(name[1:].partition(".")[0] for name in lookup.SHARED),
        *arrays.CONSTANTS,
        *arrays.DTYPES,
        "linalg",
        "random",
        "fft",
        "ndarray",
        "newaxis",
    }
)


def facades(modules: Mapping[str, ModuleSymbol]) -> frozenset[str]:
    """Modules outside ``modules``, and unknown to the tables, that are used as array namespaces are."""
    read: dict[str, set[str]] = {}
    for module in modules.values():
        targets = {local: name for local, name in _imported(module) if _may_be_facade(name, modules)}
        if not targets:
            continue
        uses = re.compile(rf"\b({'|'.join(targets)})\.(\w+)")
        for local, attribute in uses.findall(module.source.text):
            read.setdefault(targets[local], set()).add(attribute)
    return frozenset(name for name, attributes in read.items() if _is_array_namespace(attributes))


def _imported(module: ModuleSymbol) -> Iterable[tuple[str, str]]:
    yield from module.import_modules.items()
    for local, (base, name) in module.import_names.items():
        if local != "*":
            yield local, f"{base}.{name}" if base else name


def _may_be_facade(name: str, modules: Mapping[str, ModuleSymbol]) -> bool:
    head, _, last = name.rpartition(".")
    root = name.partition(".")[0]
    if name in modules or root in sys.stdlib_module_names or root in _KNOWN_ROOTS or last[:1].isupper():
        return False
    holder = modules.get(head)
    return holder is None or (
        holder.is_package and last not in holder.import_names and last not in holder.assignments
    )


_KNOWN_ROOTS: Final = frozenset(
    name.partition(".")[0] for table in (lookup.FACTS, lookup.ARRAY_NAMESPACES) for name in table
)


def _is_array_namespace(attributes: set[str]) -> bool:
    shared = len(attributes & _SHARED)
    return len(attributes & _ARRAY_NAMES) >= MIN_ARRAY_NAMES and 2 * shared >= len(attributes)
