"""Methods of classes derived from SciPy's that SciPy calls, with NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from purity_lint.knowledge import lookup

CALLED_METHODS: Final[dict[str, frozenset[str]]] = {
    f"scipy.{classes}": frozenset(names.split())
    for classes, names in {
        "stats.": """
            _argcheck _get_support _support_mask _pdf _logpdf _pmf _logpmf _cdf _logcdf _sf _logsf _ppf _isf _rvs _stats
            _munp _entropy
        """,
        "sparse.linalg.": "_matvec _rmatvec _matmat _rmatmat",
        "optimize.HessianUpdateStrategy": "update dot",
        "integrate.": "_step_impl _call_impl",
    }.items()
}
"""How the qualified names of SciPy's classes begin -> the methods that it calls of those derived from them."""

NO_ARRAYS: Final = frozenset({"n", "m", "size", "random_state", "moments"})
"""Parameters of these methods that are orders, counts, shapes, generators and texts."""


def called_methods(bases: Iterable[str]) -> frozenset[str]:
    """Return the methods that SciPy calls of a class that is derived from ``bases``, by their qualified names."""
    return frozenset(
        name
        for base in map(lookup.canonical, bases)
        for classes, names in CALLED_METHODS.items()
        if base.startswith(classes)
        for name in names
    )
