"""What the catalogue knows of one operation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

Result = Literal[
    "tensor",  # an array of the call's backend
    "tensors",  # a tuple or named tuple of them
    "bool",  # a Python bool
    "int",  # a Python int
    "shape",  # a tuple of ints
    "dtype",
    "device",
    "key",  # a random key
    "generator",  # with methods that draw tensors of the call's backend
    "function",  # a transformed callable
    "host",  # a NumPy array, a Python number or list
    "other",
]

Rank = Literal[
    "same",  # as many axes as the first argument
    "broadcast",  # as many as the arguments together
    "reduced",  # those of the first argument that are not reduced over
    "contracted",  # those of both arguments that are not summed over
    "searched",  # as many as the values that are looked for
    "vector",  # one
    "matrix",  # two
    "shape",  # as many as the shape that is given has extents
    "nested",  # as deep as the sequences that are given
]

SAME = "="
"""A spelling: the library calls it by the operation's own name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Op:
    """One operation: what it is called here and elsewhere, and what it gives.

    A spelling is the dotted name below the library's root (``linalg.norm`` for ``numpy.linalg.norm``,
    ``nn.functional.relu`` for ``torch.nn.functional.relu``, ``numpy.mean`` for ``jax.numpy.mean``,
    ``core.add`` for ``mlx.core.add``), several of them where a library has several.  Empty: it has none.
    A spelling means *the same function*, give or take argument names; a namesake that does something
    else (``torch.dot``) is left out.
    """

    name: str
    """Dotted below ``ops``: ``add``, ``linalg.norm``, ``random.normal``."""
    group: str
    """The file that holds it in ``emberops/ops`` and in every backend: ``elementwise``."""
    result: Result = "tensor"
    dtype: str | None = None
    """Result dtype where it is fixed: ``bool`` for comparisons, ``int`` for indices, ``float``."""
    rank: Rank | None = None
    """How many axes the result has, or each of several; ``None`` where no rule says it."""
    count: int = 0
    """How many tensors a result of several has, where that is fixed."""
    any_values: bool = False
    """It moves values or tells them apart: it takes text and objects too, which stay with NumPy."""
    aliases: tuple[str, ...] = ()
    """Other names of the same function object."""
    numpy: tuple[str, ...] = ()
    torch: tuple[str, ...] = ()
    jax: tuple[str, ...] = ()
    mlx: tuple[str, ...] = ()
    keras: tuple[str, ...] = ()
    standard: str | None = None
    """Section of the Python Array API standard 2025.12 that defines it: ``elementwise_functions``."""
    operator: str | None = None
    """The Python operator with this meaning: ``+``."""
    unsupported: dict[str, str] = field(default_factory=dict)
    """Backends on which it cannot exist, each with the reason that its error gives."""


_ROOTS = {"numpy": "", "torch": "", "jax": "numpy.", "mlx": "core.", "keras": "ops."}


def entry(
    name: str,
    /,
    alike: str = "",
    *,
    group: str,
    space: str = "",
    roots: Mapping[str, str] = MappingProxyType({}),
    also: Mapping[str, str] | None = None,
    **fields: Any,
) -> Op:
    """An entry whose spellings are regular.

    Parameters
    ----------
    name
        The operation's name below ``space``.
    alike
        The libraries that call the operation by its own name, separated by blanks: ``"numpy jax keras"``.
    space
        The namespace below ``ops`` that holds it: ``linalg``.
    roots
        Where a library that is alike keeps such functions, if not below its usual root and ``space``: library ->
        prefix, or several separated by blanks.
    also
        Further spellings: library -> names, separated by blanks.
    fields
        The other fields of :class:`Op`.
    """
    below = f"{space}." if space else ""
    spellings: dict[str, list[str]] = {}
    for library in alike.split():
        prefixes = roots.get(library, _ROOTS[library] + below).split() or [""]
        spellings[library] = [prefix + name for prefix in prefixes]
    for library, names in (also or {}).items():
        spellings.setdefault(library, []).extend(names.split())
    named: dict[str, Any] = {library: tuple(names) for library, names in spellings.items()}
    return Op(name=below + name, group=group, **named, **fields)
