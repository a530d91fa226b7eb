"""Which operations are compared, and a strategy for the calls of each."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from emberops.catalogue import CATALOGUE
from numpy_agreement import array_recipes, formula_recipes, order_recipes
from numpy_agreement.operands import Draws
from numpy_agreement.outcomes import Call
from numpy_agreement.recipes import from_signature

TABLE = array_recipes.TABLE | order_recipes.TABLE | formula_recipes.TABLE
"""Recipes by operation, for those whose signatures do not say enough."""


def _is_plain(name: str) -> bool:
    """Whether names and annotations of the parameters say all that a call needs."""
    op = CATALOGUE[name]
    return op.rank in ("broadcast", "reduced", "same") and name not in TABLE


NOT_COMPARED: dict[str, str] = {
    name: reason
    for reason, names in {
        "it asks for a type, not for values": "can_cast isdtype issubdtype iscomplexobj isrealobj isscalar iterable",
        "its values are whatever memory held": "empty empty_like",
        "it takes no tensor of the backend": "from_dlpack frombuffer fromfunction",
        "the order within the parts is the library's": "partition argpartition",
        "NumPy's writes into its argument and gives None": (
            "put place putmask copyto put_along_axis fill_diagonal divide_at"
        ),
        "vectors have either sign, or any phase, and values any order": (
            "linalg.eig linalg.eigh linalg.eigvals linalg.svd linalg.qr"
        ),
        "its results are a tuple whose parts depend on the rank": "linalg.lstsq",
        "most of what could be drawn is no valid call": "as_strided linalg.tensorinv",
    }.items()
    for name in names.split()
} | {
    name: "it gives no tensor, takes a function, or reads and writes files"
    for name, op in CATALOGUE.items()
    if op.numpy
    and name not in TABLE
    and (op.group in ("io", "interop", "transforms", "random") or op.result in ("dtype", "host", "other"))
}

COMPARED = [
    n for n, op in CATALOGUE.items() if op.numpy and n not in NOT_COMPARED and (n in TABLE or _is_plain(n))
]


@st.composite
def calls_of(draw: Any, name: str) -> Call:
    """Calls of one operation."""
    recipe = TABLE.get(name) or from_signature(name)
    made: Call = recipe(Draws(draw))
    return made
