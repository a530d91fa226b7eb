"""What SciPy gives to the functions that it is handed: points, numbers, or a time and a state."""

from __future__ import annotations

from typing import Final, NamedTuple

ARRAY: Final = "array"
NUMBER: Final = "number"
STARTED: Final = "started"
"""What the second argument is: a number, or as many as are looked for at once."""
FITTED: Final = "fitted"
"""The data that a model is fitted to, then as many numbers as it has parameters."""


class Callback(NamedTuple):
    """How a function is called that is handed over."""

    given: tuple[str, ...]
    more: int | None = None
    """Position of the argument that holds what it is given besides, which is also named ``args``."""
    place: int = 0
    """Position of the function among the arguments."""


CALLBACKS: Final[dict[str, Callback]] = {
    f"scipy.{name}": callback
    for callback, names in {
        Callback((ARRAY,), 2): """
            optimize.minimize optimize.root optimize.fsolve optimize.leastsq optimize.fmin optimize.fmin_powell
            optimize.brute
        """,
        Callback((ARRAY,)): """
            optimize.least_squares optimize.differential_evolution optimize.basinhopping optimize.dual_annealing
            optimize.shgo optimize.direct optimize.fmin_bfgs optimize.fmin_cg optimize.fmin_l_bfgs_b
            optimize.fmin_tnc optimize.fmin_slsqp optimize.fmin_ncg optimize.newton_krylov optimize.broyden1
            optimize.broyden2 optimize.anderson
        """,
        Callback((NUMBER,), 3): """
            integrate.quad optimize.brentq optimize.brenth optimize.bisect optimize.ridder optimize.toms748
            optimize.fminbound
        """,
        Callback((STARTED,), 3): "optimize.newton",
        Callback((NUMBER,)): """
            optimize.minimize_scalar optimize.root_scalar optimize.golden optimize.brent integrate.quad_vec
        """,
        Callback((NUMBER, NUMBER)): "integrate.dblquad",
        Callback((NUMBER, NUMBER, NUMBER)): "integrate.tplquad",
        Callback((NUMBER, ARRAY)): """
            integrate.solve_ivp integrate.ode integrate.RK23 integrate.RK45 integrate.DOP853 integrate.Radau
            integrate.BDF integrate.LSODA
        """,
        Callback((ARRAY, NUMBER), 3): "integrate.odeint",
        Callback((ARRAY, ARRAY)): "integrate.solve_bvp",
        Callback((FITTED,)): "optimize.curve_fit",
        Callback((ARRAY,), place=1): "sparse.linalg.LinearOperator",
    }.items()
    for name in names.split()
}
"""Function of SciPy's -> what it gives to the function that it calls."""

STARTING: Final[frozenset[str]] = frozenset(
    f"scipy.optimize.{name}"
    for name in (
        *("minimize", "basinhopping", "fmin", "fmin_powell", "fmin_bfgs", "fmin_cg", "fmin_ncg", "fmin_tnc"),
        *("fmin_l_bfgs_b", "fmin_slsqp"),
    )
)
"""Functions that go on in the precision of their second argument, the start: steps of 1e-8 vanish in single."""
START: Final = "x0"
NAMES: Final = ("fun", "func", "f", "matvec", "rmatvec", "matmat", "rmatmat")
"""Names of the argument that is called."""
MORE: Final = "args"
"""Name of the argument that holds what it is given besides."""
EVENTS: Final = "events"
"""Argument with one function, or several, that is called as the function itself is."""
CONSTRAINTS: Final = "constraints"
"""Argument with dicts of functions."""
LIKE_IT: Final = ("jac", "fprime", "Dfun", "hess")
"""Arguments that are called as the function itself is."""
TIME_FIRST: Final = "tfirst"
"""Option that lets ``odeint`` give the time before the state."""
