"""What a fact about a library function looks like, and how the tables write facts down.

A table maps a *result code* to the names of the functions that have it, separated by blanks:

====  =====================================================================================
code  the function returns
====  =====================================================================================
T     a tensor, whatever it is given
T0    a tensor of rank 0, T1 of rank 1, T2 of rank 2
E     a tensor if one of its arguments is one, a scalar if they are all plain numbers
R     a reduction: a tensor if an axis is given, otherwise a 0-d tensor (in NumPy a scalar)
RI    the same with integers, RB with booleans
A     its first argument as a tensor (``asarray``)
F1    a new tensor with the shape of the first argument (``zeros``, ``full``)
Z     random numbers: a tensor if a shape is given, otherwise a scalar
=     what its first argument is
L     a list of tensors
P     a tuple of tensors of unknown length
2T    a tuple of two tensors (``3T``, ``4T``)
2E    a tuple of two elementwise results
TF    a tuple of a tensor and a float
S     a NumPy scalar
I F C B s   int, float, complex, bool, str
X     an int that came from a tensor (``ndim``)
H     a shape
D     a dtype
V     a device
K     a random generator or key
N     None
M     a callable
WRAPS               a function that does what its first argument does (``jax.jit``)
GRADIENT            the gradient of its first argument, VALUE_AND_GRADIENT the pair
VMAP                its first argument mapped over an axis, VECTORIZES over all elements
KD    a k-d tree of SciPy
O     something else that is no tensor
XP    an array namespace
?     anything
====  =====================================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Fact(NamedTuple):
    """What is known of one function."""

    result: str
    strong: int = 0
    """How many leading positional arguments are tensors wherever the call makes sense."""
    weak: int = 0
    """How many leading positional arguments are tensors or numbers."""
    axis: int = 1
    """Position of the ``axis`` argument of a reduction, of ``size`` in a random function."""


Table = Mapping[str, str]


def expand(
    namespace: str,
    table: Table,
    *,
    strong: Mapping[str, int] | None = None,
    weak: Iterable[str] = (),
    axis: Mapping[str, int] | None = None,
) -> dict[str, Fact]:
    """The facts of ``table``, by qualified name."""
    strong = strong or {}
    axis = axis or {}
    weak_codes = set(weak)
    out: dict[str, Fact] = {}
    for code, names in table.items():
        for name in names.split():
            out[f"{namespace}.{name}"] = Fact(
                code,
                strong.get(name, 0),
                2 if code in weak_codes else 0,
                axis.get(name, 1),
            )
    return out


def words(text: str) -> frozenset[str]:
    """The words of ``text``: how long lists of names are written here."""
    return frozenset(text.split())


def counts(**names: str) -> dict[str, int]:
    """``counts(n1="dot", n2="matmul")``: how many leading arguments, by name."""
    return {name: int(key[1:]) for key, listed in names.items() for name in listed.split()}
