"""Objects that SciPy's functions give back, and those of their attributes that are arrays whatever is asked."""

from __future__ import annotations

from typing import Final

ARRAYS: Final[dict[str, frozenset[str]]] = {
    f"scipy.{name}": frozenset(attributes.split())
    for names, attributes in {
        "optimize.minimize": "x jac hess",
        "optimize.least_squares": "x fun jac grad",
        "optimize.lsq_linear": "x fun",
        "optimize.root": "x fun",
        "optimize.basinhopping optimize.differential_evolution optimize.dual_annealing optimize.shgo "
        "optimize.direct": "x jac",
        "optimize.linprog": "x slack con",
        "optimize.milp": "x",
        "integrate.solve_ivp": "t y",
        "integrate.solve_bvp": "x y yp p",
    }.items()
    for name in names.split()
}
"""Function -> the attributes of its result."""
NAMES: Final = frozenset().union(*ARRAYS.values())
TAKE_THEM: Final = ("builtins.", "math.", "matplotlib.", "numpy.", "scipy.")
"""Beginnings of the names of functions that take the arrays as they are."""
